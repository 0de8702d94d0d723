#!/usr/bin/env bash
# Checks device code, PTX, before a GPU ever runs it: arithmetic is rounded to nearest by IEEE 754,
# as on CPUs, nothing is called, and kernels keep to registers. Prints what is not so.
#
# usage: scripts/check_ptx.sh [--kernels NAMES] [--no-fma] FILE...
#   --kernels NAMES  the files' kernels are those that are named in this file, one a line
#   --no-fma         no operation is fused: what is made without the word Fma has none
set -euo pipefail

names='' no_fma=0
while (($# > 0)); do
  case $1 in
    --kernels) names=$2; shift ;;
    --no-fma) no_fma=1 ;;
    *) break ;;
  esac
  shift
done
(($# > 0)) || { echo "usage: scripts/check_ptx.sh [--kernels NAMES] [--no-fma] FILE..." >&2; exit 2; }

failures=0
# refuse <why> <extended regular expression> [<expression of lines that may be>]
refuse() {
  local lines
  lines=$(grep -nHE "$2" "${files[@]}" | grep -vE "${3:-^$}" || true)
  [[ -n $lines ]] || return 0
  printf '%s:\n%s\n' "$1" "$(head -n 5 <<<"$lines")" >&2
  failures=$((failures + 1))
}

files=("$@")
of_floats='(add|sub|mul|div|sqrt|rcp|fma|mad)(\.[a-z0-9]+)*\.f(16|32|64)\b'
refuse "not rounded to nearest" "[[:space:]]$of_floats" \
  '[[:space:]](add|sub|mul|div|sqrt|rcp|fma)\.rn\.f(32|64)\b'
refuse "not exact, or without subnormal numbers" '\.(approx|full|ftz|sat)\b'
refuse "narrowed in another way than to nearest" '[[:space:]]cvt\.[a-z.]*f(16|32)\.f(32|64)\b' \
  '[[:space:]]cvt\.(rn\.f16\.f32|rn\.f32\.f64|f32\.f16)\b|cvt\.r[a-z]i\.f(32|64)\.f(32|64)\b'
# clang 19 makes min and max of selections between x and a constant, which is right for a NaN, and
# but for the zero that is not 0 or -0 alike: -0 < +0 for min and max, not for selections.
refuse "min or max of what may be zeros of both signs" '[[:space:]](min|max)\.f(16|32|64)\b' \
  'max\.f(32|64)[^;]*, (0f0{8}|0d0{16});|min\.f(32|64)[^;]*, (0f80{7}|0d80{15});|m(ax|in)\.f(32|64)[^;]*, 0[fd]([1-79A-F]|[08]0*[1-9A-F])[0-9A-F]*;'
refuse "calls, or what is elsewhere" '[[:space:]]call\b|\.extern\b|\.func\b'
refuse "memory of a thread's own" '\.local\b'
if ((no_fma)); then refuse "fused without being asked to" '[[:space:]]fma\.'; fi

kernels=$(grep -hoE '\.entry [A-Za-z0-9_]+' "${files[@]}" | sed 's/^\.entry //' || true)
for file in "${files[@]}"; do
  if ! grep -qE '\.entry ' "$file"; then
    echo "$file: no kernel" >&2
    failures=$((failures + 1))
  fi
  version=$(grep -E '^\.(version|target) ' "$file" | tr '\n' ' ')
  if [[ $version != '.version 7.0 .target sm_75 ' ]]; then
    echo "$file: for other GPUs or drivers: $version" >&2
    failures=$((failures + 1))
  fi
done
if [[ -n $names ]]; then
  # A kernel that two files have is found in one of them.
  if ! difference=$(diff <(sort -u "$names") <(sort -u <<<"$kernels")); then
    printf 'kernels that only %s (<), or only the device code (>) has:\n%s\n' "$names" \
      "$(head -n 10 <<<"$difference")" >&2
    failures=$((failures + 1))
  fi
fi
((failures == 0)) || exit 1
echo "${#files[@]} files, $(wc -l <<<"$kernels") kernels"
