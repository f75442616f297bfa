# Takes comments, indentation and blanks out of the page's script and style, as
# far as that is safe without understanding them: strings, templates and regular
# expressions stay as they are.  A template must end on its line.  Blanks go
# where one of the neighbours is a sign that needs none; "a + +b" would be
# spoilt and must not be written.

function squeeze_code(text) {
	gsub(/[ \t]+/, " ", text)
	gsub(/ ?[][{}(),;:=<>?&|*%!+-] ?/, "&", text)
	while (match(text, / [][{}(),;:=<>?&|*%!+-]/))
		text = substr(text, 1, RSTART - 1) substr(text, RSTART + 1)
	while (match(text, /[][{}(),;:=<>?&|*%!+-] /))
		text = substr(text, 1, RSTART) substr(text, RSTART + 2)
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

{
	sub(/^[ \t]+/, "")
	if ($0 == "" || /^\/\// || /^\/\*.*\*\/$/)
		next
	line = $0
	out = code = ""
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
	out = out squeeze_code(code)
	sub(/\/\*.*\*\/$/, "", out)
	sub(/ $/, "", out)
	gsub(/,[])}]/, "&", out)
	printf "%s%s", out, out ~ /[[{(,;=?:&|]$/ && length(out) ? "" : "\n"
}
