// A zoom takes 120 ms at most, and no time where motion is not wanted: the new
// picture begins where the zoomed frame was in the old one.
const SHORTEST_STEP = 0.02; /* of the width; below, a jump is calmer */

function animateZoom(was, now) {
	if (was.tree !== now.tree || was.up !== now.up || was.zoom === now.zoom)
		return;
	if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
	const inside = now.zoom > was.zoom && now.zoom < was.tree.end[was.zoom];
	const [small, large] = inside ? [now, was] : [was, now];
	const box = nodeBox(large, small.zoom);
	if (!box || box.width < page.width * SHORTEST_STEP) return;
	const scale = box.width / page.width;
	const x = box.x - EDGE;
	const from = inside
		? `translateX(${x}px) scaleX(${scale})`
		: `scaleX(${1 / scale}) translateX(${-x}px)`;
	ui.frames.animate([{ transform: from }, { transform: 'none' }], {
		duration: 120,
		easing: 'ease-out',
	});
}
