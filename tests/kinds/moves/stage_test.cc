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

}  // namespace
}  // namespace openaclnn::test
