#!/usr/bin/env bash
# Runs programs under a tool of NVIDIA's compute-sanitizer, and prints what it finds. Each block of
# memory is the driver's own then, so that what is next to it is seen.
# usage: sanitizer.sh memcheck|racecheck|initcheck|synccheck <program and its arguments> [-- <program>]...
set -euo pipefail
tool=$1
shift
if ! command -v compute-sanitizer >/dev/null; then
  echo "Skipped: there is no compute-sanitizer"
  exit
fi
export OPENACLNN_DEVICE_MEMORY=plain
log=$(mktemp)
trap 'rm -f "$log"' EXIT
command=()
run() {
  compute-sanitizer --tool "$tool" --error-exitcode 1 "${command[@]}" >"$log" 2>&1 && return
  tail -n 50 "$log"
  echo "$tool: ${command[*]} failed"
  exit 1
}
for word in "$@" --; do
  if [[ $word != -- ]]; then
    command+=("$word")
  else
    run
    command=()
  fi
done
