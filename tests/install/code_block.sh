# Prints the code block of the page $3 (README.md, if there is none) that is number $2 of those in the
# language $1.
awk -v language="$1" -v wanted="$2" '
  $0 == "```" language { inside = 1; found++; next }
  $0 == "```" { inside = 0 }
  inside && found == wanted' "$SOURCE/${3:-README.md}"
