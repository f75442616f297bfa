# Takes comments, indentation, line ends and some blanks out of the page's style:
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
	printf "%s", held
	held = $0 (/}$/ ? "\n" : "")
}

END { printf "%s", held }
