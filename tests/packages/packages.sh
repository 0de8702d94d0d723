# The packages install in a clean Debian, agree on the version, work without a set_env.sh where they
# promise it, keep out of the way of a CANN, and leave nothing behind.
install() { apt-get install --yes --quiet=2 --no-install-recommends "$@"; }
files() { find / -xdev \( -path /proc -o -path /test -o -path /tmp -o -path /var/cache -o -path /var/lib/apt \
  -o -path /var/lib/dpkg -o -path /var/log \) -prune -o -print | sort; }
block() { bash "$SOURCE/tests/install/code_block.sh" "$@"; }

quietly apt-get update
files >before.txt

# Programs run with the libraries alone, build with those for developers.
quietly install /test/packages/libopenaclnn_*.deb
[[ ! -e /usr/lib/openaclnn/include ]] || fail "headers without libopenaclnn-dev"
quietly install /test/packages/*.deb
packages=(libopenaclnn libopenaclnn-hccl libopenaclnn-dev openaclnn)
if compgen -G '/test/packages/libopenaclnn-cuda_*.deb' >/dev/null; then packages+=(libopenaclnn-cuda); fi
expect_equal "libraries that the loader finds by itself" "" "$(ldconfig -p | grep -E 'lib(ascendcl|nnopbase|opapi)' || true)"
elsewhere=$(dpkg --listfiles "${packages[@]}" |
  while read -r path; do [[ -d $path && ! -L $path ]] || echo "$path"; done |
  grep -vE '^/usr/(lib|share/doc)/(lib)?openaclnn(-dev|-hccl|-cuda)?/|/openaclnn(\.pc|\.1\.gz)?$' || true)
expect_equal "files that are not named after the project" "" "$elsewhere"

# One version.
for package in "${packages[@]}"; do
  expect_equal "version of $package" "$VERSION" "$(dpkg-query --show --showformat='${Version}' $package)"
  [[ -s /usr/share/doc/$package/copyright ]] || fail "$package has no copyright"
  zgrep -q "^openaclnn ($VERSION)" /usr/share/doc/$package/changelog.gz || fail "changelog of $package"
  zgrep -qF "## [$VERSION]" /usr/share/doc/$package/NEWS.gz || fail "CHANGELOG.md does not know $VERSION"
done
expect_equal "the program's version" "openaclnn $VERSION" "$(openaclnn --version)"
expect_equal "pkg-config's version" "$VERSION" "$(pkg-config --modversion openaclnn)"

# README.md's program, built in every way.
block cpp 1 >gelu_gradient.cpp
block text 1 >expected.txt
[[ -s gelu_gradient.cpp && -s expected.txt ]] || fail "README.md has no program or no output"
g++ gelu_gradient.cpp $(pkg-config --cflags --libs openaclnn) -o with_pkg_config
expect_output expected.txt ./with_pkg_config
quietly cmake -S "$SOURCE/tests/packages/consumer" -B build -DPROGRAM="$PWD/gelu_gradient.cpp" -DVERSION="$VERSION"
quietly cmake --build build
expect_output expected.txt ./build/program
mkdir other_home
cp /usr/lib/openaclnn/lib64/lib{ascendcl,nnopbase,opapi}.so other_home
for program in with_pkg_config build/program; do
  expect_equal "libraries taken from where LD_LIBRARY_PATH says, as CANN's set_env.sh sets it" 3 \
    "$(LD_LIBRARY_PATH=$PWD/other_home ldd $program | grep -cF "=> $PWD/other_home/")"
done
block sh 2 | sed 's|^source dist/|source /usr/lib/openaclnn/|' >commands.sh
expect_output expected.txt bash -eu commands.sh
(
  mkdir pages
  cd pages
  ln -s /usr/lib/openaclnn dist
  python3 "$SOURCE/tests/install/follow_pages.py" "$SOURCE"/docs/{getting-started,porting}.md
) || fail "a page prints something else"
if ./gelu_gradient >log.txt 2>&1; then fail "the vendor's build line needs no set_env.sh"; fi
examples=/usr/share/doc/libopenaclnn-dev/examples
g++ $examples/softplus_backward.cpp $(pkg-config --cflags --libs openaclnn) -o example
expect_output "$SOURCE/tests/install/expected/softplus_backward.txt" ./example

# Collectives between processes, which libhccl loads gloo for.
(
  source /usr/lib/openaclnn/set_env.sh
  export OPENACLNN_DEVICE_COUNT=2 SIZE=2
  g++ "$SOURCE/examples/collectives/processes.cpp" -I "$ASCEND_HOME_PATH/include" \
    -L "$ASCEND_HOME_PATH/lib64" -Wl,--copy-dt-needed-entries -lhccl -lascendcl -lpthread -o processes
  RANK=1 ./processes root_info >rank_1.txt &
  RANK=0 ./processes root_info >rank_0.txt
  wait $!
)
expect_equal "sums of two processes" "rank 0 of 2: sum 3 rank 1 of 2: sum 3" "$(cat rank_0.txt rank_1.txt | xargs)"

# The program, its manual page and its completion.
zgrep -q "openaclnn $VERSION" /usr/share/man/man1/openaclnn.1.gz || fail "no manual page"
source /usr/share/bash-completion/completions/openaclnn
COMP_WORDS=(openaclnn des) COMP_CWORD=1
_openaclnn
expect_equal "completion" describe "${COMPREPLY[*]}"
if openaclnn doctor >report.txt; then fail "doctor finds libraries without set_env.sh"; fi
grep -qxF "    Remedy: source /usr/lib/openaclnn/set_env.sh" report.txt || fail "$(cat report.txt)"
(
  source /usr/lib/openaclnn/set_env.sh
  openaclnn doctor >report.txt || fail "openaclnn doctor: $(cat report.txt)"
  expect_equal "libraries of this version" 3 \
    "$(grep -c "^  lib.*/usr/lib/openaclnn/.*, openaclnn $VERSION$" report.txt)"
)

quietly apt-get purge --yes --quiet=2 "${packages[@]}"
quietly apt-get autoremove --yes --quiet=2 --purge
files >after.txt
diff before.txt after.txt || fail "removed packages leave something behind, or take something away"
