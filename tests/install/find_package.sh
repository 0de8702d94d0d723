# A CMake project finds the libraries as a package: by the prefix, by the variable of set_env.sh,
# and only in a version that fits. No run path or environment is needed to run from the build
# folder.
project=$SOURCE/tests/install/find_package
configure() { cmake -S "$project" -B build --fresh -DCMAKE_CXX_COMPILER="$CXX" "$@"; }
build_and_run() {
  quietly cmake --build build
  expect_output "$SOURCE/tests/install/expected/prelu_backward.txt" ./build/consumer
  expect_equal "float16 0x3e00" 1.5 "$(./build/runtime_only)"
}

quietly configure -DCMAKE_PREFIX_PATH="$PREFIX"
build_and_run
quietly configure -Dopenaclnn_DIR="$PREFIX/lib64/cmake/openaclnn"
build_and_run
quietly configure -Dopenaclnn_DIR="$PREFIX/$(uname -m)-linux/lib64/cmake/openaclnn"
build_and_run
(
  source "$PREFIX/set_env.sh"
  quietly configure -DOPENACLNN_WANTED_VERSION=0.1
)

if configure -DCMAKE_PREFIX_PATH="$PREFIX" -DOPENACLNN_WANTED_VERSION=99.0 >log.txt 2>&1; then
  fail "version 99.0 was accepted"
fi
if configure >log.txt 2>&1; then fail "found without being told where"; fi
