# A program made with -Ofast, which computes without subnormals, gets the same results as others.
source "$PREFIX/set_env.sh"
flags=$(pkg-config --cflags --libs openaclnn)
for optimise in -O2 -Ofast; do
  "$CXX" -std=c++17 $optimise "$SOURCE/tests/install/fast_math.cpp" $flags -o "fast_math$optimise"
  "./fast_math$optimise" >"output$optimise.txt" || fail "$optimise: $(cat "output$optimise.txt")"
done
expect_equal "a program of -O2" "keeps subnormals" "$(cat output-O2.txt)"
# Not on every machine does -Ofast begin programs so.
grep -qxE "(flushes|keeps) subnormals" output-Ofast.txt || fail "$(cat output-Ofast.txt)"
if [[ $(uname -m) == x86_64 ]]; then
  expect_equal "a program of -Ofast" "flushes subnormals" "$(cat output-Ofast.txt)"
fi
