// Numbers at equal distances: how many, of which dtype, in which layout.
#include <algorithm>
#include <cmath>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::arange_test {
namespace {

Array Arange(const CallArgument& start, const CallArgument& end, const CallArgument& step,
             const Array& out, const Layout* layout = nullptr) {
  Placement placement;
  placement.layouts = {nullptr, nullptr, nullptr, layout};
  const std::vector<Array> results = RunCall({"aclnnArange", {start, end, step, out}}, placement);
  return results.empty() ? Array() : results[0];
}

Array Floats(aclDataType dtype, int64_t count, double start, double step) {
  Array array(dtype, {count});
  for (int64_t i = 0; i < count; ++i) {
    array.SetBits(i, BitsOf(dtype, start + static_cast<double>(i) * step));
  }
  return array;
}

TEST(ArangeTest, RoundsEachNumberOnce) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const int64_t count : {0, 1, 2, 7, 8, 9, 1023, 1025, 5000}) {
      const double end = -0.7 + 0.1 * (static_cast<double>(count) - 0.5);
      const Array expected = Floats(dtype, count, -0.7, 0.1);
      const CallArgument last(count == 0 ? -0.7 : end, ACL_DOUBLE);
      EXPECT_TRUE(SameBits(Arange({-0.7, ACL_DOUBLE}, last, {0.1, ACL_DOUBLE}, expected), expected))
          << DtypeName(dtype) << " " << count;
    }
  }
}

TEST(ArangeTest, AnyLayout) {
  const Array expected = Floats(ACL_FLOAT, 2111, 3, -0.25);
  for (const Layout& layout : OutputLayouts()) {
    EXPECT_TRUE(SameBits(Arange({3, ACL_INT8}, {-524.75, ACL_DOUBLE}, {-0.25, ACL_FLOAT16},
                                Array(ACL_FLOAT, {2111}), &layout),
                         expected));
  }
}

// They are those of 64 bits, beyond what a double holds, and scalars are taken toward zero.
TEST(ArangeTest, IntegersAreExact) {
  constexpr int64_t kStart = 9007199254740992, kStep = 9007199254740993;  // 2^53 and one more
  Array expected(ACL_INT64, {100});
  for (int64_t i = 0; i < 100; ++i) expected.SetBits(i, static_cast<uint64_t>(i * 3 - 7));
  EXPECT_TRUE(SameBits(Arange({-7.9, ACL_DOUBLE}, {293.5, ACL_DOUBLE}, {3.99, ACL_FLOAT}, expected),
                       expected));
  EnsureDevice();
  int64_t start = kStart, end = kStart + 2 * kStep, step = kStep;
  const ScalarHandle scalars[] = {ScalarHandle(aclCreateScalar(&start, ACL_INT64)),
                                  ScalarHandle(aclCreateScalar(&end, ACL_INT64)),
                                  ScalarHandle(aclCreateScalar(&step, ACL_INT64))};
  const PlacedTensor out(Array(ACL_INT64, {2}), Dense());
  const Operator& arange = *FindOperator("aclnnArange");
  std::vector<AnyArgument> arguments(4);
  for (size_t i = 0; i < 3; ++i) arguments[i].scalar = scalars[i].get();
  arguments[3].tensor = out.handle();
  uint64_t size;
  aclOpExecutor* executor;
  ASSERT_EQ(arange.plan(arguments, &size, &executor), ACLNN_SUCCESS) << aclGetRecentErrMsg();
  ASSERT_EQ(arange.run(nullptr, size, executor, nullptr), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(out.Read().Bits(1), static_cast<uint64_t>(kStart + kStep));
}

TEST(ArangeTest, Int32HasTheLowBits) {
  const Array results = Arange({2147483646, ACL_INT64}, {2147483650, ACL_INT64}, {1, ACL_BOOL},
                               Array(ACL_INT32, {4}));
  EXPECT_TRUE(SameBits(
      results, ArrayOf(ACL_INT32, {4}, {2147483646, 2147483647, -2147483648.0, -2147483647})));
}

// What callers count in float, or of integers in double, is right too.
TEST(ArangeTest, TakesAnyOfTheCounts) {
  const double step = 0.1f;
  EXPECT_EQ(std::ceil(1.2 / step), 12);
  const Array floats(ACL_FLOAT, {12}), three(ACL_INT64, {3}), two(ACL_INT64, {2});
  EXPECT_EQ(Arange({0, ACL_FLOAT}, {1.2, ACL_DOUBLE}, {step, ACL_FLOAT}, floats).size(), 12);
  EXPECT_TRUE(SameBits(Arange({0, ACL_INT32}, {2.5, ACL_DOUBLE}, {1, ACL_INT32}, three),
                       ArrayOf(ACL_INT64, {3}, {0, 1, 2})));
  EXPECT_TRUE(SameBits(Arange({0, ACL_INT32}, {2.5, ACL_DOUBLE}, {1, ACL_INT32}, two),
                       ArrayOf(ACL_INT64, {2}, {0, 1})));
}

TEST(RangeTest, HasItsEnd) {
  const Array three(ACL_FLOAT, {3}), two(ACL_INT32, {2});
  const auto range = [](CallArgument start, CallArgument end, CallArgument step, const Array& out) {
    const std::vector<Array> results = RunCall({"aclnnRange", {start, end, step, out}});
    return results.empty() ? Array() : results[0];
  };
  EXPECT_TRUE(SameBits(range(1.0, 2.0, 0.5, three), ArrayOf(ACL_FLOAT, {3}, {1, 1.5, 2})));
  EXPECT_TRUE(SameBits(range(1.0, 2.25, 0.5, three), ArrayOf(ACL_FLOAT, {3}, {1, 1.5, 2})));
  EXPECT_TRUE(SameBits(range(5.0, 2.9, -2.0, two), ArrayOf(ACL_INT32, {2}, {5, 3})));
  EXPECT_TRUE(SameBits(range(4.0, 4.0, 3.0, Array(ACL_INT64, {1})), ArrayOf(ACL_INT64, {1}, {4})));
}

Array Linspace(double start, double end, const Array& out, const Layout* layout = nullptr) {
  Placement placement;
  placement.layouts = {nullptr, nullptr, nullptr, layout};
  const std::vector<Array> results =
      RunCall({"aclnnLinspace",
               {{start, ACL_DOUBLE}, {end, ACL_DOUBLE}, static_cast<double>(out.size()), out}},
              placement);
  return results.empty() ? Array() : results[0];
}

// From both ends, as PyTorch does.
TEST(LinspaceTest, RoundsEachNumberOnce) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const int64_t count : {0, 1, 2, 3, 50, 1023, 3001}) {
      const double step = count > 1 ? (8.1 - -0.3) / static_cast<double>(count - 1) : 0;
      Array expected(dtype, {count});
      for (int64_t i = 0; i < count; ++i) {
        const bool from_start = i < std::max<int64_t>(1, count / 2);
        const double number = from_start ? -0.3 + static_cast<double>(i) * step
                                         : 8.1 - static_cast<double>(count - 1 - i) * step;
        expected.SetBits(i, BitsOf(dtype, number));
      }
      EXPECT_TRUE(SameBits(Linspace(-0.3, 8.1, Array(dtype, {count})), expected)) << count;
    }
  }
}

TEST(LinspaceTest, IntegersAreTowardZero) {
  EXPECT_TRUE(
      SameBits(Linspace(-2.9, 3.9, Array(ACL_INT32, {4})), ArrayOf(ACL_INT32, {4}, {-2, 0, 1, 3})));
  EXPECT_TRUE(
      SameBits(Linspace(0, 1000, Array(ACL_INT8, {3})), ArrayOf(ACL_INT8, {3}, {0, 127, 127})));
}

TEST(LinspaceTest, AnyShapeAndLayout) {
  Array expected = Linspace(1, 5, Array(ACL_FLOAT, {2 * 3 * 70}));
  expected.shape = {2, 3, 70};
  for (const Layout& layout : OutputLayouts()) {
    EXPECT_TRUE(SameBits(Linspace(1, 5, Array(ACL_FLOAT, {2, 3, 70}), &layout), expected));
  }
}

}  // namespace
}  // namespace openaclnn::test::arange_test
