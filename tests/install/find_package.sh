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

# Components are the libraries, and only these.
mkdir components
cat >components/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(components NONE)
find_package(openaclnn ${WANTED})
foreach(name ascendcl opapi conv)
  message("${name}: found ${openaclnn_${name}_FOUND}")
endforeach()
if(openaclnn_FOUND AND NOT TARGET openaclnn::opapi)
  message(FATAL_ERROR "no target")
endif()
END
find_components() {  # <arguments of find_package, with ; between>
  cmake -S components -B components/build --fresh -DCMAKE_PREFIX_PATH="$PREFIX" -DWANTED="$1" >log.txt 2>&1
}
found() { grep -oE '(ascendcl|opapi|conv): found .*' log.txt | tr '\n' ' '; }
find_components "REQUIRED;COMPONENTS;opapi;ascendcl" || fail "components: $(cat log.txt)"
expect_equal "components" "ascendcl: found TRUE opapi: found TRUE conv: found  " "$(found)"
find_components "REQUIRED;COMPONENTS;opapi;OPTIONAL_COMPONENTS;conv" || fail "optional: $(cat log.txt)"
expect_equal "optional components" "ascendcl: found  opapi: found TRUE conv: found FALSE " "$(found)"
if find_components "REQUIRED;COMPONENTS;opapi;conv"; then fail "component conv was found"; fi
grep -q 'There is no component "conv" of openaclnn here, only ascendcl, nnopbase, opapi' <(tr -s ' \n' ' ' <log.txt) ||
  fail "no reason: $(cat log.txt)"
find_components "COMPONENTS;conv" || fail "not required: $(cat log.txt)"
expect_equal "what is not required" "ascendcl: found  opapi: found  conv: found FALSE " "$(found)"

if configure -DCMAKE_PREFIX_PATH="$PREFIX" -DOPENACLNN_WANTED_VERSION=99.0 >log.txt 2>&1; then
  fail "version 99.0 was accepted"
fi
if configure >log.txt 2>&1; then fail "found without being told where"; fi
