// Elements more, or fewer, at the ends of axes: any axes, layouts and dtypes.
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::constant_pad_test {
namespace {

Array Expected(const Array& self, const std::vector<int64_t>& pad, double value) {
  Shape shape = self.shape;
  Shape before(shape.size(), 0);
  for (size_t i = 0; i < pad.size(); i += 2) {
    const size_t axis = shape.size() - 1 - i / 2;
    shape[axis] += pad[i] + pad[i + 1];
    before[axis] = pad[i];
  }
  Array expected(self.dtype, shape);
  for (int64_t i = 0; i < expected.size(); ++i) {
    int64_t from = 0, step = 1, rest = i;
    for (size_t a = shape.size(); a-- > 0 && from >= 0;) {
      const int64_t at = rest % shape[a] - before[a];
      rest /= shape[a];
      from = at < 0 || at >= self.shape[a] ? -1 : from + at * step;
      step *= self.shape[a];
    }
    expected.SetBits(i, from < 0 ? BitsOf(self.dtype, value) : self.Bits(from));
  }
  return expected;
}

void ExpectPadded(const Array& self, const std::vector<int64_t>& pad, double value = 7,
                  const Placement& placement = {}) {
  SCOPED_TRACE(TextOf(self.shape) + " by " + TextOf(pad));
  const Array expected = Expected(self, pad, value);
  const std::vector<Array> results = RunCall(
      {"aclnnConstantPadNd", {self, pad, {value, ACL_INT64}, Array(self.dtype, expected.shape)}},
      placement);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(SameBits(results[0], expected));
}

TEST(ConstantPadTest, AnyAxes) {
  const Array self = RandomPatterns(ACL_FLOAT, {2, 3, 4}, 1);
  for (const std::vector<int64_t>& pad : {std::vector<int64_t>{},
                                          {0, 0},
                                          {1, 0},
                                          {0, 2},
                                          {3, 1},
                                          {0, 0, 1, 2},
                                          {0, 0, 0, 0, 1, 1},
                                          {1, 2, 3, 4, 5, 6},
                                          {200, 0},
                                          {0, 0, 0, 40},
                                          {0, 1, 0, 0, 50, 0}}) {
    ExpectPadded(self, pad);
  }
  ExpectPadded(RandomPatterns(ACL_FLOAT, {}, 2), {});
  ExpectPadded(RandomPatterns(ACL_INT8, {1, 2, 1, 2, 1, 2, 1, 2}, 3),
               {1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 2, 0, 0, 1, 1, 0});
}

TEST(ConstantPadTest, CutsOff) {
  const Array self = RandomPatterns(ACL_INT16, {5, 6}, 4);
  for (const std::vector<int64_t>& pad : {std::vector<int64_t>{-1, 0},
                                          {-2, -3},
                                          {0, -5},
                                          {-6, 2},
                                          {3, -6},
                                          {-1, 2, 1, -2},
                                          {-1, -1, -1, -1},
                                          {-3, -3},
                                          {-6, 0, 0, -5},
                                          {-6, 0, 0, 0}}) {
    ExpectPadded(self, pad);
  }
}

TEST(ConstantPadTest, OfNoElements) {
  ExpectPadded(Array(ACL_FLOAT, {0, 3}), {1, 1, 2, 0});
  ExpectPadded(Array(ACL_FLOAT, {2, 0}), {0, 3});
  ExpectPadded(Array(ACL_FLOAT, {0, 3}), {2, 2});  // that axis is not padded
  ExpectPadded(Array(ACL_FLOAT, {0, 3}), {-3, 0});
}

TEST(ConstantPadTest, AnyDtype) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
        ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64}) {
    ExpectPadded(RandomPatterns(dtype, {3, 5}, 5), {1, 2, 1, 0}, 3);
  }
}

TEST(ConstantPadTest, AnyLayout) {
  const Array self = RandomPatterns(ACL_FLOAT16, {3, 20, 17}, 6);
  for (const Layout& from : InputLayouts()) {
    if (from.repeats) continue;
    for (const Layout& to : OutputLayouts()) {
      SCOPED_TRACE(std::string(from.name) + " to " + to.name);
      ExpectPadded(self, {2, 1, -1, 3, 1, 0}, 1,
                   {.layouts = {&from, nullptr, nullptr, &to}, .in_place = {}});
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::constant_pad_test
