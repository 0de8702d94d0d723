#!/usr/bin/env bash
# What sanitizer.sh makes of a compute-sanitizer: of one that says what it was asked and runs the
# program, which in turn says whether memory is plain.
# usage: sanitizer_test.sh <sanitizer.sh>
set -euo pipefail
script=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }
PATH=/usr/bin:/bin bash "$script" memcheck true | grep -q '^Skipped: ' || fail "it is not skipped"

cat >"$folder/compute-sanitizer" <<'END'
#!/usr/bin/env bash
[[ $1 == --tool && $3 == --error-exitcode && $4 == 1 ]] || exit 2
echo "$2 $OPENACLNN_DEVICE_MEMORY: ${*:5}" >>"$asked"
"${@:5}"
END
chmod +x "$folder/compute-sanitizer"
export asked=$folder/asked.txt PATH=$folder:$PATH
bash "$script" racecheck test -d / -- true
diff "$asked" - <<'END'
racecheck plain: test -d /
racecheck plain: true
END
if bash "$script" racecheck true -- bash -c 'echo a race; false' >"$folder/found.txt"; then
  fail "it does not fail"
fi
grep -q '^a race$' "$folder/found.txt" || fail "what was found is not shown"
