#!/usr/bin/env bash
# Tests the arm64 wheel of dist/wheels (scripts/build_wheel.sh --aarch64) as far as an emulator can:
# pip in Debian's Python for arm64 takes it, with NumPy and others for arm64 from PyPI; it brings the
# libraries along that it is linked with; and the tests of the Python package pass.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

root=$PWD/build/aarch64/wheel python=$PWD/build/sysroot/arm64.python tests=$PWD/python/tests
version=$(sed -nE 's/^project\(openaclnn VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
wheel=$(ls -t dist/wheels/openaclnn-"$version"-*_aarch64.whl | head -n 1)
rm -rf "$root"
python3 -m venv "$root/venv"  # for its pip, which is Python only
"$python" "$root"/venv/lib/python3.*/site-packages/pip install --quiet --only-binary :all: \
  --target "$root/packages" "$wheel" --requirement "$tests/requirements.txt"

needed=$(readelf --dynamic "$root"/packages/openaclnn/_core.*.so |
  sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for name in libfmt libhwy; do
  library=$(grep "^$name" <<<"$needed") || true
  [[ -f $root/packages/openaclnn.libs/$library ]] || { echo "$name is not in $wheel" >&2; exit 1; }
done
cd "$root"
PYTHONPATH=$root/packages "$python" -m pytest --quiet -p no:cacheprovider -rs "$tests"
