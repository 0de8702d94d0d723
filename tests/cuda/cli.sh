#!/usr/bin/env bash
# openaclnn on a GPU gives the bytes that it gives on a CPU, and times with the GPU's events.
# usage: cli.sh OPENACLNN   with the environment of a GPU
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
on_cpu() { OPENACLNN_DEVICE=cpu "$program" "$@"; }

sweep=(sweep gelu_backward_v2 glu_backward --dtype float16 --dtype float --step 400009 --quiet)
"$program" "${sweep[@]}" --out-dir there >there.txt
on_cpu "${sweep[@]}" --out-dir here >here.txt
diff there.txt here.txt
diff -r there here

on_cpu gen swish --shape 5,7 --out-dir case --quiet
"$program" run swish --self case/self.npy --layout transposed -o there.npy --quiet
on_cpu run swish --self case/self.npy -o here.npy --quiet
cmp there.npy here.npy

"$program" bench logit_grad --elements 4096 --dtype float --json --quiet >bench.json
python3 - <<'END'
import json
(row,) = json.load(open("bench.json"))
assert row["elements"] == 4096 and row["nanoseconds"] > 0 and row["copy_nanoseconds"] > 0, row
END
"$program" bench logit_grad --elements 4096 --dtype float --quiet | grep -q ' copy/time$'
if on_cpu bench logit_grad --elements 4096 --dtype float --json --quiet | grep copy; then
  echo "a CPU has no copy"
  exit 1
fi
