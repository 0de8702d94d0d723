# The library of device code has the version, then every text, as the compiler made it; and nothing
# besides, nor does it need another library.
# usage: code_library.sh <print_cuda_code> <library> <version> <file of PTX>...
set -euo pipefail
print=$1 library=$2 version=$3
shift 3
expected() {
  printf 'text\n%s\n' "$version"
  for file in "$@"; do printf 'text\n'; cat "$file"; printf '\n'; done
}
cmp <("$print" "$library") <(expected "$@")
diff <(nm --dynamic --defined-only --format=posix "$library" | cut -d' ' -f1 | sort) \
  <(printf '%s\n' openaclnn_cuda_code openaclnn_cuda_code_end openaclnn_cuda_cubins)
dynamic=$(readelf --dynamic --wide "$library")
[[ $dynamic == *'[libopenaclnn_cuda.so.0]'* ]] || { echo "no SONAME: $dynamic" >&2; exit 1; }
[[ $dynamic != *NEEDED* ]] || { echo "it needs a library: $dynamic" >&2; exit 1; }
[[ $(basename "$(readlink -f "$library")") == "libopenaclnn_cuda.so.$version" ]]
