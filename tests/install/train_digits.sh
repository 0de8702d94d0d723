# The training run of examples/train_digits: it builds with the vendor's line, learns, and its
# gradients, its results' bits, its calls and its picture are right.
source "$PREFIX/set_env.sh"
H=$ASCEND_HOME_PATH
example=$SOURCE/examples/train_digits
data=$example/digits.csv
build() {  # <program> <source>...
  "$CXX" -O2 -Wall -Wextra -Wshadow -Werror "${@:2}" -I "$example" -I $H/include -I $H/include/aclnnop \
    -I $H/include/aclnn -isystem /usr/include/eigen3 -L $H/lib64 -lopapi_nn -lopapi_math \
    -lascendcl -lnnopbase -o "$1"
}
checksum() { grep -o 'checksum of the weights [0-9a-f]*' "$1"; }

for source in "$example"/*.cpp; do build "$(basename "$source" .cpp).o" -c "$source" & done
wait
build train_digits ./*.o

./train_digits "$data" >first.txt || fail "returned $?"
accuracy=$(grep -oP '^test accuracy \K[0-9.]+' first.txt)
awk -v accuracy="$accuracy" 'BEGIN { exit !(accuracy >= 97) }' || fail "accuracy $accuracy %"
python3 - loss.svg <<'PYTHON' || fail "loss.svg is wrong"
import sys
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
root = ElementTree.parse(sys.argv[1]).getroot()
curves = [line.get("points").split() for line in root.iter(SVG + "polyline")]
assert root.tag == SVG + "svg" and [len(curve) for curve in curves] == [30, 30], curves
for curve in curves:
    points = [tuple(map(float, point.split(","))) for point in curve]
    assert points == sorted(points), "epochs do not ascend"
    assert points[-1][1] > points[0][1] + 50, "the loss does not fall"
    assert all(0 < x < 640 and 0 < y < 400 for x, y in points), "outside of the picture"
PYTHON

# The same bits again, in checked mode, with another number of threads; and nothing to report.
OPENACLNN_CHECK=1 OPENACLNN_NUM_THREADS=3 ./train_digits "$data" --plot again.svg \
  >second.txt 2>reports.txt || fail "returned $? in checked mode"
[[ ! -s reports.txt ]] || fail "$(cat reports.txt)"
[[ -n $(checksum first.txt) ]] || fail "no checksum: $(cat first.txt)"
expect_equal "weights of two runs" "$(checksum first.txt)" "$(checksum second.txt)"
cmp loss.svg again.svg || fail "pictures of two runs differ"

# Gradients agree with finite differences; and it is noticed if those of one layer do not, as they
# are of gelu's other form.
./train_digits "$data" --check-gradients >check.txt || fail "$(cat check.txt)"
expect_equal "arrays of gradients" 16 "$(grep -c 'largest error' check.txt)"
sed 's/\[\] = "none"/[] = "tanh"/' "$example/activation_operators.cpp" >wrong.cpp
build activation_operators.o -c wrong.cpp
build wrong_gradient ./*.o
status=0
./wrong_gradient "$data" --check-gradients >wrong.txt || status=$?
expect_equal "status with a wrong gradient" 1 "$status"
grep -q 'layer 2  bias .*WRONG' wrong.txt || fail "not found: $(cat wrong.txt)"

# What is wrong is told in one line, and no file is left.
refused() {  # <status> <what the message must name> <argument>...
  status=0
  ./train_digits "${@:3}" >out.txt 2>message.txt || status=$?
  expect_equal "status of ${*:3}" "$1" "$status"
  grep -qF -- "$2" message.txt || fail "the message does not name $2: $(cat message.txt)"
  expect_equal "lines of the message" 1 "$(wc -l <message.txt)"
}
rm ./*.svg
sed '7s/,/;/3' "$data" >wrong_field.csv
sed '7s/^0,/17,/' "$data" >wrong_pixel.csv
sed '7s/$/,1/' "$data" >long_line.csv
head -n 20 "$data" >short.csv
refused 1 'wrong_field.csv, line 7: field 4' wrong_field.csv
refused 1 'wrong_pixel.csv, line 7: field 1' wrong_pixel.csv
refused 1 'long_line.csv, line 7: more than 65 fields' long_line.csv
refused 1 'short.csv: fewer than 5 images' short.csv
refused 2 'missing.csv' missing.csv
refused 2 '--epochs' "$data" --epochs 0
refused 2 '--plot' "$data" --plot missing/loss.svg
refused 2 '--nonsense' "$data" --nonsense
[[ -z $(find . -name '*.svg*') ]] || fail "left: $(find . -name '*.svg*')"
