# docs/operators.md is what the program makes of the specs and headers now.
# usage: operators.sh <openaclnn> <page>
set -o pipefail
"$1" operators-page | diff "$2" - || {
  echo "$2 is not current: run $1 operators-page > $2" >&2
  exit 1
}
