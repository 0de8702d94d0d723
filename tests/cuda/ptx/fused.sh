# No operation is fused except for the word Fma: where it is two operations, there is none.
# usage: fused.sh <scripts/check_ptx.sh> <compiler and its options>... -- <file>...
set -euo pipefail
check=$1
shift
compiler=()
while [[ $1 != -- ]]; do
  compiler+=("$1")
  shift
done
shift
folder=$(mktemp -d "$PWD/fused.XXXXXX")
trap 'rm -rf "$folder"' EXIT
printf '#define __builtin_%s(a, b, c) ((a) * (b) + (c))\n' fma fmaf >"$folder/two.h"
for source in "$@"; do
  "${compiler[@]}" -include "$folder/two.h" "$source" -o "$folder/$(basename "$source" .cc).ptx"
done
"$check" --no-fma "$folder"/*.ptx
