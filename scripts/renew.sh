#!/usr/bin/env bash
# Writes anew all files that are made from the operators, after a build of what makes them: pages and
# lists of docs/, the number of operators in README.md, the table of the oracle, the hashes of results.
# A test fails where one is not as it would be written. Look at what git says has changed: hashes may
# only be added, unless results were meant to change.
#
# usage: scripts/renew.sh [-h]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/steps.sh
source scripts/python_steps.sh

case ${1-} in
  '') ;;
  -h | --help) print_usage "$0"; exit 0 ;;
  *) echo "unknown argument: $1" >&2; print_usage "$0" >&2; exit 2 ;;
esac

operators_page() {
  build/release/bin/openaclnn operators-page >build/operators.md
  mv build/operators.md docs/operators.md
}
# A whole number of fifties, as tests/install/readme.sh has it.
number_of_operators() {
  local there
  there=$(build/release/bin/openaclnn list | awk 'NF { count++ } END { print count }')
  sed -i "s/\*\*Operators\*\*: over [0-9]*,/**Operators**: over $((there / 50 * 50)),/" README.md
}

step "Configure (release)" cmake --preset release
step "Build what makes them" cmake --build --preset release \
  --target openaclnn print_table bits_test errors_page
step "docs/operators.md" operators_page
step "README.md" number_of_operators
step "docs/errors.md" build/release/tests/errors/page/errors_page docs/errors.md
step "tests/oracle/table.json" build/release/tests/oracle/table/print_table tests/oracle/table.json --write
step "tests/bits/hashes.txt" build/release/tests/bits_test tests/bits/hashes.txt --write
[[ -x $python_bin/python ]] || step "Create a virtual environment" python3 -m venv "$python_folder/venv"
install_wheel --requirement python/tests/requirements.txt
if install_torch; then
  step "Lists of docs/" "$python_bin/python" python/tests/lists.py
else
  echo "Skipped: lists of docs/: there is no CPU wheel of PyTorch 2.13.0 here."
fi
