#include "aclnnop/aclnn_ascend_anti_quant.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/packed.h"

namespace openaclnn {

const Kernel* DequantiseKernel();

namespace {

enum AntiQuantArgument { kX, kScale, kOffset, kDstType, kSqrtMode, kY };

void PlanAntiQuant(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(kX), y = list.Given(kY), scale = list.Given(kScale);
  const bool adds = call.IsGiven(kOffset);
  const Value integers = x->dtype == ACL_INT8 ? x : AddUnpacking(list, x, y->shape);
  Params params = {};
  params.d = {call.FlagAt(kSqrtMode) ? 1.0 : 0.0, adds ? 1.0 : 0.0};
  list.Add(PlanFormulaInDouble(DequantiseKernel(),
                               std::array{integers, scale, adds ? list.Given(kOffset) : scale}, y,
                               params));
  list.Finish();
}

constexpr Kind kAntiQuant = InStages(PlanAntiQuant);

constexpr DtypeSet kScaleDtypes{ACL_FLOAT, ACL_BF16};
constexpr Chips kAntiQuantChips{Chip::kAscend310P, Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kAscendAntiQuantSpec = Resolved({
    .name = "aclnnAscendAntiQuant",
    .formula = "y = (x + offset) * scale, or (x + offset) * scale * scale with sqrtMode",
    .arguments = {Input("x"), Input("scale"), OptionalInput("offset", 0), IntInput("dstType"),
                  BoolInput("sqrtMode"), Output("y")},
    .rules = {DtypeIn("x", kQuantisedDtypes), DtypeOnlyOn("x", kPackedDtypes, kBfloat16Chips),
              IntIn("dstType", 1, 27), DtypeIn("y", kHalfDtypes), DtypeIn("scale", kScaleDtypes),
              DtypeIn("offset", kScaleDtypes), SameDtype("offset", "scale"),
              HasDtypeNumber("y", "dstType"), UnpackedShape("y", "x"), MaxRank(8), WholeBytes("x"),
              ScaleAlong("scale", "y"), SameShape("offset", "scale")},
    .chips = kAntiQuantChips,
    .operands = {"x", "scale", "offset"},
    .results = {"y"},
    .work = {.kind = &kAntiQuant},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AscendAntiQuant, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, bool, const aclTensor*);
