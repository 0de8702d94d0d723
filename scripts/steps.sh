# Sourced by ./run and ./test: steps that show what is going on in a line each, and everything if
# they fail. The logs lie in build/logs.

steps_log_folder=$PWD/build/logs
steps_count=0
# Python compiles what is imported, and keeps it; pip would compile all of PyTorch and its like.
export PIP_COMPILE=0
unset PYTHONDONTWRITEBYTECODE
mkdir -p "$steps_log_folder"

# step <title> <command> [<argument>...]
# The first command of a function that fails ends it: bash does not see to that before `||`.
step() {
  local title=$1 log status=0 start=$SECONDS
  shift
  steps_count=$((steps_count + 1))
  log=$steps_log_folder/$(printf '%02d' "$steps_count")-${title//[^A-Za-z0-9]/-}.log
  printf '%-60s' "$title"
  set +e
  (set -e; "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  if ((status != 0)); then
    printf 'failed\n\nThe last lines of %s:\n\n' "$log"
    tail -n 40 "$log"
    printf '\n%s failed with status %d after %d s; the whole output is in %s\n' \
      "$title" "$status" "$((SECONDS - start))" "$log"
    exit 1
  fi
  printf '%4d s\n' "$((SECONDS - start))"
}

# Prints the comment at the head of a script, which describes its use.
print_usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"
}
