// A formula in double as a stage: broadcast, and rounded once.
#include <limits>

#include "gtest/gtest.h"
#include "kinds/elementwise/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn {

const Kernel* DivKernel();         // src/ops/math/div_kernels.cc
const Kernel* DequantiseKernel();  // src/ops/quant/quantise_kernels.cc

namespace test {
namespace {

TEST(FormulaStageTest, IsRoundedOnce) {
  // 1 + 2^-8 lies between two BFLOAT16 and is made a little larger by the rest: a quotient that was
  // a float first would be a tie, and become 1.
  Array numerators = ArrayOf(ACL_DOUBLE, {2, 1}, {1 + 0x1p-8 + 0x1p-40, 3}),
        denominators = ArrayOf(ACL_FLOAT, {3}, {1, -1, 0}), quotients(ACL_BF16, {2, 3});
  Slots slots;
  const Value inputs[] = {slots.Of(numerators), slots.Of(denominators)};
  slots.Run(PlanFormulaInDouble(DivKernel(), inputs, slots.Of(quotients)));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(SameBits(
      quotients, ArrayOf(ACL_BF16, {2, 3}, {1 + 0x1p-7, -1 - 0x1p-7, infinity, 3, -3, infinity})));
}

TEST(FormulaStageTest, BeginsAtOriginsAndTakesParameters) {
  // (x + offset) scale without the offset, and with the scale twice.
  Array x = ArrayOf(ACL_INT8, {9, 1, 9, 2, 9, 3}), scale = ArrayOf(ACL_FLOAT, {3.0}),
        y = ArrayOf(ACL_FLOAT, {-1, -1, -1, -1, -1});
  x.shape = y.shape = {3};
  Slots slots;
  Value of_x = slots.Of(x, {2}), of_y = slots.Of(y);
  of_x.origin = 1;
  of_y.origin = 2 * sizeof(float);
  Params params = {};
  params.d = {1, 0};
  const Value inputs[] = {of_x, slots.Of(scale), slots.Of(scale)};
  slots.Run(PlanFormulaInDouble(DequantiseKernel(), inputs, of_y, params));
  y.shape = {5};
  EXPECT_TRUE(SameBits(y, ArrayOf(ACL_FLOAT, {-1, -1, 9, 18, 27})));
}

}  // namespace
}  // namespace test
}  // namespace openaclnn
