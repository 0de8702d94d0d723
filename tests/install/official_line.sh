# The examples build with the line of the vendor's build script, as C++11 too, and print what the
# formulas give (expected/ was computed with 60 digits).
source "$PREFIX/set_env.sh"
H=$ASCEND_HOME_PATH
for source in "$SOURCE"/examples/*.cpp; do
  name=$(basename "$source" .cpp)
  for standard in "" "-std=c++11 -Wall -Wextra -Wpedantic -Werror"; do
    "$CXX" $standard "$source" -I $H/include -I $H/include/aclnnop -I $H/include/aclnn -L $H/lib64 \
      -lopapi_nn -lopapi_math -lascendcl -lnnopbase -o $name
    expect_output "$SOURCE/tests/install/expected/$name.txt" ./$name
  done
done
expect_equal "number of examples" "$(ls "$SOURCE/tests/install/expected" | grep -vc stranger)" \
  "$(ls "$SOURCE"/examples/*.cpp | wc -l)"
