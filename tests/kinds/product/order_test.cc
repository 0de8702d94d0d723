// The order in which products are summed, next to the same by fused multiply-adds of one number
// after the other: every dtype, sizes around blocks, runs, tiles and panels, any layout.
#include <cstdint>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

struct Sizes {
  int64_t m, k, n;
};

void ExpectOrder(const Array& a, const Array& b) {
  SCOPED_TRACE(TextOf(a.shape) + " by " + TextOf(b.shape));
  const OperatorCall call = {"aclnnMm", {a, b, Array(ACL_FLOAT, {a.shape[0], b.shape[1]}), 0.0}};
  ASSERT_TRUE(SameBits(RunCall(call).at(0), Reference(a, b)));
  ExpectSameBitsInAllSettings(call);
}

class OrderTest : public testing::TestWithParam<std::pair<aclDataType, aclDataType>> {};

TEST_P(OrderTest, IsThatOfTheDefinition) {
  const auto [first, second] = GetParam();
  for (const auto& [m, k, n] : {Sizes{3, 31, 5},
                                {9, 33, 49},
                                {8, 64, 48},
                                {2, 257, 100},
                                {13, 1024, 50},
                                {5, 1025, 17},
                                {1, 1100, 70},
                                {70, 1100, 1},
                                {4, 2100, 20},
                                {40, 300, 420}}) {
    ExpectOrder(Normal(first, {m, k}, 1), Normal(second, {k, n}, 2));
  }
}

TEST_P(OrderTest, IsTheSameInAllLayouts) {
  const auto [first, second] = GetParam();
  ExpectSameBitsInAllLayouts(
      {"aclnnMm",
       {Normal(first, {5, 70}, 1), Normal(second, {70, 52}, 2), Array(ACL_FLOAT, {5, 52}), 0.0}});
}

// Enough columns and terms for the second factor to be read where it lies, by rows or by columns.
TEST_P(OrderTest, IsTheSameForFewRows) {
  const auto [first, second] = GetParam();
  for (const auto& [m, k, n] : {Sizes{2, 1100, 250},
                                {7, 1061, 261},
                                {3, 130, 2100},
                                {1, 5000, 70},
                                {2, 1900, 150},
                                {3, 1000, 270},
                                {4, 2048, 133}}) {
    SCOPED_TRACE(TextOf({m, k, n}));
    const Array a = Normal(first, {m, k}, 1), b = Normal(second, {k, n}, 2);
    const Array expected = Reference(a, b);
    const OperatorCall call = {"aclnnMm", {a, b, Array(ACL_FLOAT, {m, n}), 0.0}};
    for (const Layout& layout : OutputLayouts()) {
      for (const int threads : {1, 3}) {
        const ScopedSettings settings([&](Settings& s) { s.num_threads = threads; });
        EXPECT_TRUE(SameBits(RunCall(call, {{nullptr, &layout}, {}}).at(0), expected))
            << layout.name << ", " << threads;
      }
    }
  }
}

// Sums below the least normal number, and beyond the largest one.
TEST_P(OrderTest, NearTheEndsOfTheRange) {
  const auto [first, second] = GetParam();
  for (const double scale : {0x1p-70, 0x1p-62, 0x1p-14}) {
    ExpectOrder(Normal(first, {17, 70}, 1, scale), Normal(second, {70, 50}, 2, scale));
  }
  ExpectOrder(Normal(first, {17, 70}, 1, 0x1p15), Normal(second, {70, 50}, 2, 0x1p126));
}

INSTANTIATE_TEST_SUITE_P(
    Dtypes, OrderTest,
    testing::Values(std::pair(ACL_FLOAT, ACL_FLOAT), std::pair(ACL_BF16, ACL_BF16),
                    std::pair(ACL_FLOAT16, ACL_FLOAT16), std::pair(ACL_FLOAT16, ACL_BF16),
                    std::pair(ACL_FLOAT, ACL_BF16), std::pair(ACL_FLOAT16, ACL_FLOAT)),
    [](const auto& dtypes) {
      return "Dtypes" + std::to_string(dtypes.param.first) + "And" +
             std::to_string(dtypes.param.second);
    });

}  // namespace
}  // namespace openaclnn::test
