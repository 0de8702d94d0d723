#!/usr/bin/env bash
# Every formula gives the same numbers on the device that the environment names, a GPU, and on CPUs.
# The numbers that differ are shown, of the first block that has some.
# usage: sweeps.sh <print_sweeps> [--thinned]
set -euo pipefail
[[ ${OPENACLNN_DEVICE-} == cuda* ]] || { echo "OPENACLNN_DEVICE names no GPU" >&2; exit 1; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
compare() {  # <argument of print_sweeps>...
  "$@" >"$folder/there.txt"
  OPENACLNN_DEVICE=cpu "$@" >"$folder/here.txt"
  diff "$folder/here.txt" "$folder/there.txt" >"$folder/differences.txt"
}
if compare "$@"; then
  echo "$(wc -l <"$folder/here.txt") blocks are the same"
  [[ -s $folder/here.txt ]]
  exit
fi
read -r _ _ block formula < <(grep '^>' "$folder/differences.txt")
echo "$(grep -c '^>' "$folder/differences.txt") blocks differ, the first being $block of $formula" \
  "(< on CPUs, > on the device):"
compare "$@" --block "$block" "$formula" || head -n 20 "$folder/differences.txt"
exit 1
