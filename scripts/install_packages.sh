#!/usr/bin/env bash
# Installs the Debian packages that the project needs and that are missing. Quiet if there is
# nothing to do; asks for sudo only if something is missing and we are not root.
set -euo pipefail

tools=(g++:g++ cmake:cmake ninja:ninja-build pkg-config:pkg-config
  python3:python3 ccache:ccache)  # command:package
libraries=(libhwy-dev libtbb-dev libfmt-dev libboost-dev libboost-context-dev
  libgtest-dev libgmock-dev libmpfr-dev libcli11-dev libeigen3-dev libzip-dev libcairo2-dev nlohmann-json3-dev libbenchmark-dev libssl-dev
  libgloo-dev
  python3-dev python3-venv "$@")

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system, so nothing is installed. Needed: ${tools[*]%%:*} and the" \
    "equivalents of ${libraries[*]}." >&2
  exit 0
fi

missing=()
for tool in "${tools[@]}"; do
  command -v "${tool%%:*}" >/dev/null || missing+=("${tool#*:}")
done
for library in "${libraries[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$library" 2>/dev/null) || true
  [[ $status == installed ]] || missing+=("$library")
done
((${#missing[@]} > 0)) || exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "Missing packages: ${missing[*]}. There is no sudo; install them as root." >&2
    exit 1
  fi
  as_root=(sudo)
  echo "Missing packages: ${missing[*]}. sudo may ask for your password." >&2
fi

install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet=2 --no-install-recommends "${missing[@]}" </dev/null
}
# The package lists are fetched only if the ones at hand (none, on a fresh machine) do not serve.
if ! first_try=$(install 2>&1); then
  "${as_root[@]}" apt-get update --quiet=2 </dev/null || {
    echo "$first_try" >&2
    exit 1
  }
  install
fi
