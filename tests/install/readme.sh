# The program, the build line and the output that README.md shows belong together.
block() { awk -v language="$1" -v wanted="$2" '
  $0 == "```" language { inside = 1; found++; next }
  $0 == "```" { inside = 0 }
  inside && found == wanted' "$SOURCE/README.md"; }

block cpp 1 >gelu_gradient.cpp
block text 1 >expected.txt
[[ -s gelu_gradient.cpp && -s expected.txt ]] || fail "README.md has no program or no output"
ln -s "$PREFIX" dist
block sh 2 >commands.sh
expect_output expected.txt bash -eu commands.sh
"$CXX" -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$PREFIX/include" gelu_gradient.cpp || fail "warnings"
