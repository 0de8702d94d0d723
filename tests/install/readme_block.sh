# Prints the code block of README.md that is number $2 of those in the language $1.
awk -v language="$1" -v wanted="$2" '
  $0 == "```" language { inside = 1; found++; next }
  $0 == "```" { inside = 0 }
  inside && found == wanted' "$SOURCE/README.md"
