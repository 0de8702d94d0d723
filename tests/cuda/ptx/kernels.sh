#!/usr/bin/env bash
# Compares the kernels of device code with those that the emulator has of the same files.
#
# usage: kernels.sh CHECK_PTX LIST_KERNELS FILE...
set -euo pipefail
check_ptx=$1 list_kernels=$2
shift 2
"$list_kernels" > kernels.txt
"$check_ptx" --kernels kernels.txt "$@"
