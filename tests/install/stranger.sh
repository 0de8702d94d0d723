# A project in the style of the vendor's documentation: C++11, libraries by their full paths, no run
# path.
source "$PREFIX/set_env.sh"
quietly cmake -S "$SOURCE/tests/install/stranger" -B build -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_SKIP_RPATH=TRUE
quietly cmake --build build
expect_output "$SOURCE/tests/install/expected/stranger.txt" ./build/bin/sample
