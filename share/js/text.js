// Numbers and names as people read them.

// A name without its one trailing mark: _[k] kernel, _[j] jit, _[i] inlined.
function plainName(name) {
	return /_\[[kjiw]\]$/.test(name) ? name.slice(0, -4) : name;
}

function commas(n) {
	return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

// A weight of the data (units of 10^-places) as a count: whole, halves up.
function countText(opts, weight) {
	const n = (weight / 10 ** opts.places) * opts.factor;
	return (n < 0 ? '-' : '') + commas(Math.floor(Math.abs(n) + 0.5));
}

function countWithName(opts, weight) {
	return countText(opts, weight) + ' ' + opts.countname;
}

// Two decimals, halves up.
function percentText(part, whole) {
	if (!(whole > 0)) return 'n/a';
	return (
		(Math.floor((part * 10000) / whole + 0.5) / 100).toFixed(2) +
		'%'
	);
}

function signedPercent(share) {
	if (!isFinite(share)) return 'n/a';
	const n = Math.floor(Math.abs(share) * 10000 + 0.5);
	const sign = n === 0 ? '' : share > 0 ? '+' : '-';
	return sign + (n / 100).toFixed(2) + '%';
}
