# The program, the build line and the output that README.md shows belong together.
block() { bash "$SOURCE/tests/install/code_block.sh" "$@"; }

block cpp 1 >gelu_gradient.cpp
block text 1 >expected.txt
[[ -s gelu_gradient.cpp && -s expected.txt ]] || fail "README.md has no program or no output"
ln -s "$PREFIX" dist
block sh 2 >commands.sh
expect_output expected.txt bash -eu commands.sh
"$CXX" -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$PREFIX/include" gelu_gradient.cpp || fail "warnings"
