# Runs a test script in a new, empty folder, so that every failing command fails the test and is
# shown.
set -eu
rm -rf "$SCRATCH"
mkdir -p "$SCRATCH"
cd "$SCRATCH"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect_equal <what> <expected> <actual>
expect_equal() {
  [[ $2 == "$3" ]] || fail "$1"$'\n'"expected: $2"$'\n'"actual:   $3"
}

# expect_output <file with the expected output> <command>...   The order of the two is that of diff.
expect_output() {
  local expected=$1
  shift
  "$@" >output.txt || fail "$* returned $?"$'\n'"$(cat output.txt)"
  grep -v '^elapsed:' output.txt | diff "$expected" - || fail "$*: wrong output"
}

# quietly <command>...   Shows the output only if the command fails, and then fails the test.
quietly() {
  "$@" >log.txt 2>&1 || fail "$* returned $?"$'\n'"$(cat log.txt)"
}

set -o pipefail
source "$1"
