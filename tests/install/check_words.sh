# No sentence of a comment or a page begins with "Of", and none says "but for". Sentences of pages and
# public headers are short. The check notices where that is not so.
check=$SOURCE/scripts/check_words.py
python3 "$check" "$SOURCE" || fail "see above"

expect_refused() {  # <file> <text> <what the message must name>
  rm -rf tree && mkdir -p "tree/$(dirname "$1")"
  printf '%b\n' "$2" >"tree/$1"
  if python3 "$check" tree >message.txt 2>&1; then fail "accepted in $1: $2"; fi
  grep -qF "$3" message.txt || fail "the message does not name $3: $(cat message.txt)"
}
expect_refused src/base/status.h 'int x;  // Of one number.' 'src/base/status.h:1: begins with Of'
expect_refused tests/a.cc '// Exact but\n  // for ties.' 'tests/a.cc:1: "but for"'
expect_refused python/a.py '"""Adds.\n\nOf two numbers.\n"""' 'python/a.py:3: begins with Of'
expect_refused scripts/a.sh 'true  # Of a file.' 'scripts/a.sh:1: begins with Of'
expect_refused docs/a.md 'It is exact. Of tensors\nall are.' 'docs/a.md:1: begins with Of'

long=$(printf 'word %.0s' {1..24})
expect_refused docs/a.md "$long end." 'docs/a.md: 25 words: word'
expect_refused README.md "* $long\n  end" 'README.md: 25 words'
expect_refused src/cpu/README.md "$long \`code\`." 'src/cpu/README.md: 25 words'
expect_refused include/acl/acl.h "// $long\n// end." 'include/acl/acl.h: 25 words'
expect_refused docs/a.md "$(printf "${long:0:100}. %.0s" {1..4})" 'docs/a.md: sentences have 20.0 words on average'

mkdir -p accepted/docs accepted/src
printf '%s\n' 'A `but for` is code.' '' '```text' 'Of code' '```' >accepted/docs/a.md
printf '%s\n' 'Message("Of the inputs");  // "but for" in quotes' >accepted/src/a.cc
printf '%s\n' "// $long end." >accepted/src/long.h
printf '%s\n' "| $long end |" '' "$long. It is" 'short. So is this.' 'And this.' >accepted/docs/short.md
python3 "$check" accepted || fail "refuses code, texts or what is short"
