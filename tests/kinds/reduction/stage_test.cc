// Sums and averages as a stage, over axes of any view.
#include <cstdint>
#include <span>

#include "gtest/gtest.h"
#include "kinds/reduction/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn::test {
namespace {

// Elements 0, 1, 2, ... of [2, 3, 4], and the same with the axes in memory the other way round.
Array Counted() {
  return Array(ACL_FLOAT, {2, 3, 4}, [](int64_t i) { return BitsOf(ACL_FLOAT, double(i)); });
}
Array Turned() {
  return Array(ACL_FLOAT, {2, 3, 4}, [](int64_t i) {
    return BitsOf(ACL_FLOAT, double(i % 2 * 12 + i / 2 % 3 * 4 + i / 6));
  });
}

Array SumOver(std::span<const int64_t> axes, const Shape& shape, aclDataType dtype, bool averages,
              bool is_turned) {
  Array terms = is_turned ? Turned() : Counted(), sums(ACL_DOUBLE, shape);
  Slots slots;
  const Value value = is_turned ? slots.Of(terms, {1, 2, 6}) : slots.Of(terms);
  slots.Run(PlanSums({.terms = value,
                      .axes = axes,
                      .dtype = dtype,
                      .averages = averages,
                      .sums = slots.Of(sums)}));
  return sums;
}

TEST(SumsStageTest, SumsAnyAxes) {
  constexpr int64_t kLast[] = {2}, kOuter[] = {0, 1};
  for (const bool is_turned : {false, true}) {
    SCOPED_TRACE(is_turned);
    EXPECT_TRUE(SameBits(SumOver(kLast, {2, 3}, ACL_FLOAT, false, is_turned),
                         ArrayOf(ACL_DOUBLE, {2, 3}, {6, 22, 38, 54, 70, 86})));
    EXPECT_TRUE(SameBits(SumOver(kOuter, {4}, ACL_FLOAT, false, is_turned),
                         ArrayOf(ACL_DOUBLE, {60, 66, 72, 78})));
    EXPECT_TRUE(SameBits(SumOver({}, {}, ACL_FLOAT, false, is_turned),
                         ArrayOf(ACL_DOUBLE, Shape{}, {276})));
  }
}

TEST(SumsStageTest, AveragesInDoubleOrAreTruncatedIntegers) {
  constexpr int64_t kMiddle[] = {1};
  EXPECT_TRUE(SameBits(SumOver(kMiddle, {2, 4}, ACL_DOUBLE, true, false),
                       ArrayOf(ACL_DOUBLE, {2, 4}, {4, 5, 6, 7, 16, 17, 18, 19})));
  constexpr int64_t kFirst[] = {0, 2};  // (0 + ... + 3 + 12 + ... + 15) / 8 = 7.5
  EXPECT_TRUE(
      SameBits(SumOver(kFirst, {3}, ACL_INT64, true, false), ArrayOf(ACL_DOUBLE, {7, 11, 15})));
}

}  // namespace
}  // namespace openaclnn::test
