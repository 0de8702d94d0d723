// Moves and fills as stages.
#include "gtest/gtest.h"
#include "kinds/moves/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn::test {
namespace {

TEST(MoveStageTest, BroadcastsConvertsAndTransposes) {
  Array from = ArrayOf(ACL_FLOAT, {3}, {-1.75, 2.5, 300}), to(ACL_INT32, {2, 3});
  Slots slots;
  // Its columns lie side by side in memory.
  slots.Run(PlanMove(slots.Of(from), slots.Of(to, {1, 2})));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_INT32, {2, 3}, {-1, -1, 2, 2, 300, 300})));
}

TEST(MoveStageTest, StartsAtTheOrigin) {
  Array from = ArrayOf(ACL_BF16, {2}, {1.5, -2}), to = ArrayOf(ACL_BF16, {4}, {7, 7, 7, 7});
  Slots slots;
  Value part = slots.Of(to);
  Array two(ACL_BF16, {2});
  part.tensor = slots.Of(two).tensor;
  part.origin = 2 * 2;
  slots.Run(PlanMove(slots.Of(from), part));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_BF16, {4}, {7, 7, 1.5, -2})));
}

TEST(FillStageTest, FillsAView) {
  Array to = ArrayOf(ACL_DOUBLE, {2, 2}, {1, 2, 3, 4});
  Slots slots;
  Value column = slots.Of(to);
  Array two(ACL_DOUBLE, {2});
  column.tensor = slots.Of(two, {2}).tensor;
  slots.Run(PlanFill(-0.5, column));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_DOUBLE, {2, 2}, {-0.5, 2, -0.5, 4})));
}

TEST(FillStageTest, StartsAtTheOrigin) {
  Array to = ArrayOf(ACL_INT16, {4}, {1, 2, 3, 4});
  Slots slots;
  Value part = slots.Of(to);
  Array two(ACL_INT16, {2});
  part.tensor = slots.Of(two).tensor;
  part.origin = 2;
  slots.Run(PlanFill(Element{std::byte{9}}, part));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_INT16, {4}, {1, 9, 9, 4})));
}

// Backwards, from the last element on.
TEST(MoveStageTest, TakesNegativeStrides) {
  Array from = ArrayOf(ACL_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 6}), to(ACL_FLOAT, {2, 3});
  Slots slots;
  Value turned = slots.Of(from, {3, -1});
  turned.origin = 2 * 4;
  slots.Run(PlanMove(turned, slots.Of(to)));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_FLOAT, {2, 3}, {3, 2, 1, 6, 5, 4})));
}

TEST(RampStageTest, CountsBackFromTheEnd) {
  Array to(ACL_FLOAT, {5});
  Slots slots;
  slots.Run(PlanRamp({.of_integers = false,
                      .first = 0,
                      .by = 0,
                      .start = 1,
                      .step = 2,
                      .end = 10,
                      .half = 2,
                      .last = 4},
                     slots.Of(to)));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_FLOAT, {5}, {1, 3, 6, 8, 10})));
}

TEST(TriangleStageTest, WalksAlongColumnsOfTheResult) {
  Array from = ArrayOf(ACL_INT8, {2, 3}, {1, 2, 3, 4, 5, 6}), to(ACL_INT8, {2, 3});
  Slots slots;
  // Both have their columns side by side.
  slots.Run(PlanTriangle({true, 1}, slots.Of(from, {1, 2}), slots.Of(to, {1, 2})));
  EXPECT_TRUE(SameBits(to, ArrayOf(ACL_INT8, {2, 3}, {0, 0, 3, 0, 5, 6})));
}

}  // namespace
}  // namespace openaclnn::test
