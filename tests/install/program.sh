# The program is on the PATH after set_env.sh, finds the libraries of its own prefix, and has a manual
# page and a completion.
if [[ ! -e $PREFIX/bin ]]; then
  echo "built without OPENACLNN_BUILD_TOOLS"
  exit 0
fi
source "$PREFIX/set_env.sh"
expect_equal "the program" "$(realpath "$PREFIX")/bin/openaclnn" "$(command -v openaclnn)"
openaclnn doctor >report.txt || fail "openaclnn doctor: $(cat report.txt)"
version=$(openaclnn --version | cut -d' ' -f2)
expect_equal "libraries of this version" 3 "$(grep -c "^  lib.*/lib64/lib[a-z]*\.so, openaclnn $version$" report.txt)"
expect_equal "version of pkg-config" "$version" "$(pkg-config --modversion openaclnn)"
grep -q "openaclnn $version" "$PREFIX/share/man/man1/openaclnn.1" || fail "no manual page"

source "$PREFIX/share/bash-completion/completions/openaclnn"
COMP_WORDS=(openaclnn des) COMP_CWORD=1
_openaclnn
expect_equal "completion" describe "${COMPREPLY[*]}"

# Where set_env.sh was not sourced, the remedy is to do so.
if LD_LIBRARY_PATH='' ASCEND_HOME_PATH='' openaclnn doctor >report.txt; then fail "no complaint"; fi
grep -qxF "    Remedy: source $(realpath "$PREFIX")/set_env.sh" report.txt || fail "$(cat report.txt)"
