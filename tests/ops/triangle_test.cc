// Triangles of matrices: diagonals, dtypes, layouts, in place, long rows.
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::triangle_test {
namespace {

bool IsKept(bool is_upper, int64_t row, int64_t column, int64_t diagonal) {
  // Without overflow, whatever the diagonal is.
  const auto above = static_cast<double>(column - row);
  return is_upper ? above >= static_cast<double>(diagonal) : above <= static_cast<double>(diagonal);
}

Array Expected(const Array& self, bool is_upper, int64_t diagonal) {
  Array expected = self;
  const int64_t columns = self.shape.back(), rows = self.shape[self.shape.size() - 2];
  for (int64_t i = 0; i < self.size(); ++i) {
    if (!IsKept(is_upper, i / columns % rows, i % columns, diagonal)) expected.SetBits(i, 0);
  }
  return expected;
}

OperatorCall CallOf(const Array& self, bool is_upper, int64_t diagonal) {
  return {is_upper ? "aclnnTriu" : "aclnnTril",
          {self, static_cast<double>(diagonal), Array(self.dtype, self.shape)}};
}

void ExpectTriangles(const Array& self, int64_t diagonal, const Placement& placement = {}) {
  for (const bool is_upper : {false, true}) {
    SCOPED_TRACE(TextOf(self.shape) + (is_upper ? " above " : " below ") +
                 std::to_string(diagonal));
    const std::vector<Array> results = RunCall(CallOf(self, is_upper, diagonal), placement);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_TRUE(SameBits(results[0], Expected(self, is_upper, diagonal)));
  }
}

TEST(TriangleTest, AnyDiagonal) {
  for (const Shape& shape : {Shape{1, 1}, Shape{5, 3}, Shape{3, 5}, Shape{2, 1, 3, 4, 4}}) {
    const Array self = RandomPatterns(ACL_FLOAT, shape, 1);
    for (const int64_t diagonal : {-5, -2, -1, 0, 1, 2, 5}) ExpectTriangles(self, diagonal);
    constexpr auto kFar = int64_t{1} << 53;
    for (const int64_t diagonal : {INT64_MIN, -kFar, kFar}) ExpectTriangles(self, diagonal);
  }
}

TEST(TriangleTest, AnyDtype) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
        ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL}) {
    ExpectTriangles(RandomPatterns(dtype, {2, 9, 7}, 2), 1);
  }
}

// Rows and columns side by side in memory, in either tensor and in both, and neither.
TEST(TriangleTest, AnyLayout) {
  const Array self = RandomPatterns(ACL_INT16, {2, 25, 19}, 3);
  for (const Layout& from : InputLayouts()) {
    for (const Layout& to : OutputLayouts()) {
      SCOPED_TRACE(std::string(from.name) + " to " + to.name);
      if (from.repeats) continue;
      ExpectTriangles(self, -3, {.layouts = {&from, nullptr, &to}, .in_place = {}});
    }
  }
}

TEST(TriangleTest, InPlace) {
  const Array self = RandomPatterns(ACL_FLOAT, {2, 33, 40}, 4);
  for (const Layout& layout : OutputLayouts()) {
    const Placement placement{.layouts = {&layout, nullptr, &layout},
                              .in_place = std::pair<size_t, size_t>{2, 0}};
    ExpectTriangles(self, 2, placement);
    for (const bool is_upper : {false, true}) {
      const std::vector<Array> results =
          RunCall({is_upper ? "aclnnInplaceTriu" : "aclnnInplaceTril", {self, -1.0}},
                  {.layouts = {&layout}, .in_place = {}});
      ASSERT_EQ(results.size(), 1u);
      EXPECT_TRUE(SameBits(results[0], Expected(self, is_upper, -1)));
    }
  }
}

// Rows that threads share.
TEST(TriangleTest, LongRows) {
  ExpectTriangles(RandomPatterns(ACL_INT8, {2, 40003}, 5), 32768);
  ExpectTriangles(RandomPatterns(ACL_INT8, {40003, 2}, 6), -32768);
}

TEST(TriangleTest, NoElements) {
  for (const Shape& shape : {Shape{0, 0}, Shape{0, 3}, Shape{2, 0}, Shape{0, 2, 2}}) {
    ExpectTriangles(Array(ACL_FLOAT, shape), 0);
  }
}

}  // namespace
}  // namespace openaclnn::test::triangle_test
