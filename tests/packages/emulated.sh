#!/usr/bin/env bash
# Tests the arm64 packages of build/packages (cpack --preset aarch64) as far as an emulator can: they
# depend on what they are linked with, and their program computes with their libraries and Debian's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

root=build/aarch64/unpacked home=usr/lib/openaclnn sysroot=build/sysroot/arm64
version=$(sed -nE 's/^project\(openaclnn VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
rm -rf "$root"
for name in libopenaclnn libopenaclnn-dev openaclnn; do
  package=build/packages/${name}_${version}_arm64.deb
  [[ $(dpkg-deb --field "$package" Architecture) == arm64 ]]
  dpkg-deb --extract "$package" "$root"
done
depends=$(dpkg-deb --field "build/packages/libopenaclnn_${version}_arm64.deb" Depends)
for library in libc6 libfmt9 libhwy1 libtbb12; do
  [[ $depends =~ (^| )$library\ \(\>= ]] || { echo "no dependency on $library: $depends" >&2; exit 1; }
done

run() { qemu-aarch64 -L $sysroot -E LD_LIBRARY_PATH=$root/$home/lib64 "$@"; }
[[ $(run $root/$home/bin/openaclnn --version) == "openaclnn $version" ]]
aarch64-linux-gnu-g++ --sysroot=$sysroot examples/softplus_backward.cpp \
  -I $root/$home/include -I $root/$home/include/aclnnop -I $root/$home/include/aclnn \
  -L $root/$home/lib64 -lopapi_nn -lopapi_math -lascendcl -lnnopbase -o $root/softplus_backward
run $root/softplus_backward | diff - tests/install/expected/softplus_backward.txt
