# The program, the build line and the output that README.md shows belong together.
block() { bash "$SOURCE/tests/install/code_block.sh" "$@"; }

block cpp 1 >gelu_gradient.cpp
block text 1 >expected.txt
[[ -s gelu_gradient.cpp && -s expected.txt ]] || fail "README.md has no program or no output"
ln -s "$PREFIX" dist
block sh 2 >commands.sh
expect_output expected.txt bash -eu commands.sh
"$CXX" -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$PREFIX/include" gelu_gradient.cpp || fail "warnings"

# Its table names each operator, in-place forms by italics.
if [[ -e $PREFIX/bin ]]; then  # else it was built without OPENACLNN_BUILD_TOOLS
  sed -n '/^| function | forward/,/^$/p' "$SOURCE/README.md" |
    sed -E 's/\*([A-Za-z0-9]+)\*/\1, Inplace\1/g' | grep -oE '[A-Z][A-Za-z0-9]+' | sort >named.txt
  "$PREFIX/bin/openaclnn" list | awk 'NF { print $1 }' | sort >there.txt
  [[ -s there.txt ]] || fail "openaclnn lists no operators"
  diff named.txt there.txt >different.txt || fail "README.md names other operators: $(<different.txt)"
fi
