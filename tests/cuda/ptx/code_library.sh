# The library of device code has the version, then every text, as the compiler made it.
# usage: code_library.sh <print_cuda_code> <library> <version> <file of PTX>...
set -euo pipefail
print=$1 library=$2 version=$3
shift 3
expected() {
  printf 'text\n%s\n' "$version"
  for file in "$@"; do printf 'text\n'; cat "$file"; printf '\n'; done
}
cmp <("$print" "$library") <(expected "$@")
[[ $(basename "$(readlink -f "$library")") == "libopenaclnn_cuda.so.$version" ]]
readelf --dynamic --wide "$library" | grep -q 'SONAME.*\[libopenaclnn_cuda\.so\.0\]'
