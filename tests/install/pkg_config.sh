# The pkg-config file leads to the prefix it lies in.
source "$PREFIX/set_env.sh"
"$CXX" "$SOURCE/examples/logit_grad.cpp" $(pkg-config --cflags --libs openaclnn) -o logit_grad
expect_output "$SOURCE/tests/install/expected/logit_grad.txt" ./logit_grad
expect_equal "version" "$(sed -nE 's/^project\(openaclnn VERSION ([0-9.]+).*/\1/p' "$SOURCE/CMakeLists.txt")" \
  "$(pkg-config --modversion openaclnn)"
