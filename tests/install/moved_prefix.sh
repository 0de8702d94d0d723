# A prefix that was copied elsewhere, to a path with a space, works as before.
moved="$PWD/moved away/home"
mkdir "moved away"
cp -a "$PREFIX" "$moved"

source "$moved/set_env.sh"
expect_equal "home" "$moved" "$ASCEND_HOME_PATH"
"$CXX" "$SOURCE/examples/softplus_backward.cpp" -I "$moved/include" -L "$moved/lib64" \
  -lopapi_nn -lascendcl -lnnopbase -o program
expect_output "$SOURCE/tests/install/expected/softplus_backward.txt" ./program
elsewhere=$(ldd ./program | grep -E 'lib(ascendcl|nnopbase|opapi)' | grep -vF "$moved" || true)
expect_equal "libraries taken from elsewhere" "" "$elsewhere"

unset LD_LIBRARY_PATH CMAKE_PREFIX_PATH
quietly cmake -S "$SOURCE/tests/install/find_package" -B build -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_PREFIX_PATH="$moved"
quietly cmake --build build
expect_output "$SOURCE/tests/install/expected/prelu_backward.txt" ./build/consumer
