#!/usr/bin/env bash
# Builds from nothing, without ccache, in build/times/, and prints how much processor time (user and
# system, so that a busy machine hardly matters) each target took, and the files that took most.
#
# usage: scripts/build_times.sh [--preset NAME] [--most N] [TARGET...] [-h]
#   --preset NAME  one of CMakePresets.json; release by default
#   --most N       the N slowest targets and files; 15 by default
#   TARGET         of the build, with all that it needs; what `all` has by default
set -euo pipefail

if [[ ${1-} == --record ]]; then  # <log> <command>...: as the launcher of compilers and linkers
  log=$2 output='' status=0
  shift 2
  for ((i = 1; i < $#; ++i)); do
    if [[ ${!i} == -o ]]; then next=$((i + 1)); output=${!next}; fi
  done
  TIMEFORMAT="%U %S $output"
  { time "$@" 2>&3 || status=$?; } 3>&2 2>>"$log"
  exit "$status"
fi

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/steps.sh

preset=release most=15 targets=()
while (($# > 0)); do
  case $1 in
    --preset) preset=${2:?--preset needs a name}; shift ;;
    --most) most=${2:?--most needs a number}; shift ;;
    -h | --help) print_usage "$0"; exit 0 ;;
    -*) echo "unknown argument: $1" >&2; print_usage "$0" >&2; exit 2 ;;
    *) targets+=("$1") ;;
  esac
  shift
done

build=$PWD/build/times/$preset log=$PWD/build/times/$preset.log
rm -rf "$build" "$log"
launcher="bash;$PWD/scripts/build_times.sh;--record;$log"
step "Configure ($preset)" cmake --preset "$preset" -B "$build" -D OPENACLNN_CCACHE=OFF \
  -D "CMAKE_CXX_COMPILER_LAUNCHER=$launcher" -D "CMAKE_C_COMPILER_LAUNCHER=$launcher" \
  -D "CMAKE_CXX_LINKER_LAUNCHER=$launcher"
TIMEFORMAT=$'\n%U s user and %S s system in %R s'
time step "Build ($preset)" cmake --build "$build" ${targets[@]+--target "${targets[@]}"}

awk -v most="$most" '
  {
    seconds = $1 + $2
    target = match($3, /CMakeFiles\/[^\/]+\.dir\//) ? substr($3, RSTART + 11, RLENGTH - 16) : "(linking)"
    file = $3
    sub(/CMakeFiles\/[^\/]+\.dir\//, "", file)
    of_target[target] += seconds
    count[target]++
    total += seconds
    slow[NR] = sprintf("%8.1f  %s", seconds, file)
  }
  END {
    slowest = "sort -rn | head -n " most
    print "\n seconds  files  target"
    for (target in of_target)
      printf "%8.1f  %5d  %s\n", of_target[target], count[target], target | slowest
    close(slowest)
    printf "%8.1f  %5d  compiled and linked\n\n seconds  file\n", total, NR
    for (i in slow) print slow[i] | slowest
  }' "$log"
