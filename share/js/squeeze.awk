# Takes comments, indentation, line ends and blanks out of the page's script:
#
#	cat share/js/*.js | awk -f share/js/squeeze.awk
#
# const becomes let, true !0, false !1 (no name may hold them); declarations that
# follow each other become one.  Strings, templates and regular expressions stay as
# they are.  The script has to be formatted (every statement ends in ; or }), a literal has to
# end on its line, and "a + +b" would be spoilt.  A line ends where a declaration of
# the top level does, if it is long enough.

function squeeze_code(text,    sign, blank) {
	sign = "[][{}(),;:=<>?&|*%!+/-]"
	gsub(/[ \t]+/, " ", text)
	gsub(/const /, "let ", text)
	gsub(/true/, "!0", text)
	gsub(/false/, "!1", text)
	while (match(text, " " sign))
		text = substr(text, 1, RSTART - 1) substr(text, RSTART + 1)
	while (match(text, sign " "))
		text = substr(text, 1, RSTART) substr(text, RSTART + 2)
	while (match(text, /\([A-Za-z]+\)=>/)) {
		blank = substr(text, 1, RSTART - 1) ~ /[A-Za-z]$/ ? " " : ""
		text = substr(text, 1, RSTART - 1) blank \
			substr(text, RSTART + 1, RLENGTH - 4) \
			substr(text, RSTART + RLENGTH - 2)
	}
	gsub(/]]>/, "]] >", text) # or CDATA would end
	return text
}

# Where the literal that begins at i ends; 0 if none begins there.
function literal_end(line, i,    quote, c, j, class) {
	quote = substr(line, i, 1)
	if (quote == "/") {
		if (substr(line, 1, i - 1) !~ /(^|[(,=:!&|?{;]|return)[ \t]*$/)
			return 0
	} else if (quote != "'" && quote != "\"" && quote != "`")
		return 0
	for (j = i + 1; j <= length(line); j++) {
		c = substr(line, j, 1)
		if (c == "\\")
			j++
		else if (quote == "/" && c == "[")
			class = 1
		else if (quote == "/" && c == "]")
			class = 0
		else if (c == quote && !class)
			return j
	}
	return 0
}

# The line without what it needs not; literals are set apart by \1.
function squeeze_line(line,    out, code, i, end) {
	for (i = 1; i <= length(line); i++) {
		end = literal_end(line, i)
		if (!end) {
			code = code substr(line, i, 1)
			continue
		}
		out = out squeeze_code(code) substr(line, i, end - i + 1)
		code = ""
		i = end
	}
	return out squeeze_code(code)
}

/^[ \t]*(\/\/.*|\/\*.*\*\/)?$/ { next }

{
	declares = /^[ \t]*(const|let) /
	top = /^[])}]/
	sub(/^[ \t]+/, "")
	sub(/[ \t]*\/\*.*\*\/$/, "")
	out = squeeze_line($0)
	if (declared && declares) {
		sub(/;$/, ",", held)
		sub(/^let ?/, "", out)
	}
	declared = declares && /;$/
	if (held ~ /[A-Za-z0-9_$]$/ && out ~ /^[A-Za-z0-9_$]/)
		out = " " out
	if (held ~ /,$/ && out ~ /^[])}]/ || held ~ /;$/ && out ~ /^}/)
		held = substr(held, 1, length(held) - 1)
	printf "%s", held
	width = held ~ /\n$/ ? 0 : width + length(held)
	held = out (top && width > 2000 ? "\n" : "")
}

END { printf "%s", held }
