#!/usr/bin/env bash
# Puts Debian's arm64 libraries, with all that they need there, into build/sysroot/arm64, which the
# cross compiler and qemu take for the root of such a machine, and makes build/sysroot/arm64.python,
# which runs Debian's Python for arm64 in qemu. Nothing else changes, and root is not needed. Does
# nothing if they are there already. It takes 420 MB, and a download of 70 MB.
#
# usage: scripts/make_sysroot.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

architecture=arm64
packages=(libhwy-dev libtbb-dev libfmt-dev libboost-dev libboost-context-dev libgtest-dev
  libgmock-dev libmpfr-dev libcli11-dev libzip-dev libcairo2-dev nlohmann-json3-dev libbenchmark-dev libssl-dev
  libpython3-dev python3-minimal)
folder=$PWD/build/sysroot/$architecture
[[ $(cat "$folder.packages" 2>/dev/null) != "${packages[*]}" ]] || exit 0

# apt with lists and a cache of its own, which believes that nothing is installed yet.
own=$folder.apt
rm -rf "$folder" "$folder.packages"
mkdir -p "$own"/{lists,cache/archives}/partial "$folder"
: >"$own/status"
apt=(apt-get --quiet=2 -o APT::Architecture="$architecture" -o APT::Architectures="$architecture"
  -o Dir::State="$own" -o Dir::State::Lists="$own/lists" -o Dir::State::status="$own/status"
  -o Dir::Cache="$own/cache" -o APT::Install-Recommends=false -o APT::Sandbox::User="$(id -un)")
if ! "${apt[@]}" update || ! "${apt[@]}" --yes --download-only install "${packages[@]}"; then
  echo "Debian's packages for $architecture cannot be had here." >&2
  exit 1
fi
# What dpkg-shlibdeps needs to know of each package, as if it were installed in the folder.
describe() {  # <package's file>
  local name control=$own/control
  dpkg-deb --control "$1" "$control"
  name=$(dpkg-deb --field "$1" Package)
  [[ $(dpkg-deb --field "$1" Multi-Arch) != same ]] || name+=:$architecture
  { dpkg-deb --field "$1"; printf 'Status: install ok installed\n\n'; } >>"$database/status"
  dpkg-deb --fsys-tarfile "$1" | tar --list | sed "s|^\.|$folder|; s|/$||" >"$database/info/$name.list"
  for kind in symbols shlibs; do
    [[ ! -e $control/$kind ]] || cp "$control/$kind" "$database/info/$name.$kind"
  done
  rm -rf "$control"
}
database=$folder.dpkg
rm -rf "$database"
mkdir -p "$database/info" "$database/updates"
echo 1 >"$database/info/format"

for package in "$own"/cache/archives/*.deb; do
  describe "$package"
  dpkg-deb --fsys-tarfile "$package" |
    tar --extract --directory "$folder" --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' \
      --exclude='./usr/share/locale/*' --no-same-owner
done
rm -rf "$own"

# Links to absolute paths lead out of the folder.
find "$folder" -type l -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do
  ln -sfn --relative "$folder$target" "$link"
done

# With PYTHONHOME Python finds itself also under the script's name, by which it can be started anew.
# -R bounds the address space, as qemu needs memory for each page that a program reserves.
cat >"$folder.python" <<END
#!/bin/sh
export PYTHONHOME='$folder/usr'
exec qemu-aarch64 -R 16G -L '$folder' -0 "\$0" '$folder/usr/bin/python3' "\$@"
END
chmod +x "$folder.python"
echo "${packages[*]}" >"$folder.packages"
