#!/usr/bin/env bash
# A program prints the same on the device that the environment names, a GPU, and on CPUs.
# usage: same.sh <program>
set -euo pipefail
[[ ${OPENACLNN_DEVICE-} == cuda* ]] || { echo "OPENACLNN_DEVICE names no GPU" >&2; exit 1; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
"$1" > "$folder/there.txt"
OPENACLNN_DEVICE=cpu "$1" > "$folder/here.txt"
diff "$folder/here.txt" "$folder/there.txt"
[[ -s $folder/here.txt ]] || { echo "nothing was printed" >&2; exit 1; }
