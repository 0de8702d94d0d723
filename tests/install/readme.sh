# The program, the build line and the output that README.md shows belong together.
block() { bash "$SOURCE/tests/install/code_block.sh" "$@"; }

block cpp 1 >gelu_gradient.cpp
block text 1 >expected.txt
[[ -s gelu_gradient.cpp && -s expected.txt ]] || fail "README.md has no program or no output"
ln -s "$PREFIX" dist
block sh 2 >commands.sh
expect_output expected.txt bash -eu commands.sh
"$CXX" -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$PREFIX/include" gelu_gradient.cpp || fail "warnings"

# It says roughly how many operators there are: a whole number of fifties.
if [[ -e $PREFIX/bin ]]; then  # else it was built without OPENACLNN_BUILD_TOOLS
  there=$("$PREFIX/bin/openaclnn" list | awk 'NF { count++ } END { print count }')
  said=$((there / 50 * 50))
  grep -qF "**Operators**: over $said, " "$SOURCE/README.md" || fail "README.md does not say that there are over $said operators"
fi
