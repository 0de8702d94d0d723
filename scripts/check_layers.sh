#!/usr/bin/env bash
# Checks that #includes go down the layers of docs/design.md only, and that third-party libraries
# stay in the layers that are meant to know them. Prints the offending lines.
#
# usage: scripts/check_layers.sh [DIR]    DIR: the repository; default: the one this script is in
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

# What each layer may include besides the standard library: layers of src/, parts of include/, and
# libraries.
declare -A allowed=(
  [src/formulas]="formulas hwy"
  [src/base]="base acl fmt boost hwy"
  [src/checked]="checked base fmt"
  [src/op_compiler]="op_compiler runtime base acl"
  [src/hccl]="hccl runtime device checked base acl fmt gloo hwy"
  [src/device]="device checked base acl fmt"
  [src/runtime]="runtime device checked base acl fmt boost"
  [src/tensor]="tensor runtime checked base acl aclnn fmt boost"
  [src/cpu]="cpu tensor runtime base formulas acl aclnn fmt boost hwy"
  [src/cuda]="cuda cpu tensor device base formulas acl tests"
  [src/engine]="engine tensor device runtime checked base acl aclnn fmt boost"
  [src/kinds]="kinds loops engine cuda cpu tensor device runtime base formulas acl aclnn fmt boost hwy"
  [src/ops]="ops loops kinds engine cuda cpu tensor runtime base formulas acl aclnn aclnnop fmt boost hwy"
  [src/loops]="loops cuda cpu base formulas acl hwy"
  [include/acl]="acl"
  [include/hccl]="hccl acl"
  [include/aclnn]="aclnn acl"
  [include/aclnnop]="aclnnop aclnn acl"
)
# Parts of src/ops and src/kinds: the loops of operators and the device code of kinds take minutes to
# compile, so they include neither specs nor the engine.
loops='^(src/)?ops/(.*(_kernels\.cc|-inl\.h)|export_kernel\.h)$'
loops+='|^(src/)?kinds/.*(-inl\.h|/device/[^/]*|_device\.cc)$'
for_loops="$loops|^kinds/[a-z_]+/([a-z_]+_argument|run|kernel)\.h$|^kinds/formula_kernel\.h$"
# Which other kinds a kind may include.
declare -A kinds=(
  [attention]="product"
  [convolution]="product"
  [channels]="elementwise moves reduction"
  [index]="moves"
  [lists]="elementwise"
  [normalization]="reduction"
  [reduction]="moves"
  [rows]="elementwise moves"
  [random]="moves"
  [scan]="moves"
  [sort]="moves reduction"
)
# First components of paths that belong to a part, so that anything else with a slash is the
# system's.
parts=" formulas base checked device runtime hccl gloo tensor cpu cuda engine kinds ops acl aclnn aclnnop fmt boost hwy oneapi tbb .. "

failures=0
while IFS=: read -r file line include; do
  [[ $file =~ ^[a-z]+/[a-z_]+ ]] && layer=${BASH_REMATCH[0]}
  [[ $include =~ [\"\<]([^\"\>]*)[\"\>] ]] && path=${BASH_REMATCH[1]}
  part=${path%%/*}
  [[ $path == */* && $parts == *" $part "* ]] || continue
  [[ $file =~ $loops ]] && layer=src/loops
  [[ $path =~ $for_loops && $layer == */loops ]] && part=loops
  if [[ $file =~ ^src/kinds/([a-z_]+)/ ]]; then
    kind=${BASH_REMATCH[1]}
    if [[ $path =~ ^kinds/([a-z_]+)/ && " $kind ${kinds[$kind]-} " != *" ${BASH_REMATCH[1]} "* ]]; then
      echo "$file:$line: the kind $kind may not include $path, only kinds: ${kinds[$kind]-none}" >&2
      failures=$((failures + 1))
    fi
  fi
  if [[ " ${allowed[$layer]-} " != *" $part "* ]]; then
    echo "$file:$line: $layer may not include $path, only: ${allowed[$layer]-nothing}" >&2
    failures=$((failures + 1))
  fi
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' src include --include='*.h' --include='*.cc')
((failures == 0)) || { echo "$failures includes against the layers" >&2; exit 1; }
