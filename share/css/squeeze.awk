# Takes comments, indentation, line ends, some blanks and the quotes of attributes
# out of the page's style:
#
#	cat share/css/*.css | awk -f share/css/squeeze.awk
#
# The style has to be formatted, a comment to stand on lines of its own.

/^[ \t]*\/\*/ { comment = 1 }
comment {
	comment = !/\*\/$/
	next
}

{
	sub(/^[ \t]+/, "")
	sub(/ \{$/, "{")
	sub(/: /, ":")
	gsub(/, /, ",")
	gsub(/ > /, ">")
	sub(/^@media \(/, "@media(")
	if (/^}/)
		sub(/;$/, "", held)
	gsub(/='/, "=")
	gsub(/'\]/, "]")
	printf "%s", held
	width = held ~ /\n$/ ? 0 : width + length(held)
	held = $0 (/}$/ && width > 1000 ? "\n" : "")
}

END { printf "%s", held }
