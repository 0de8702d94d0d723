#include "aclnnop/aclnn_ascend_quant_v3.h"

#include <array>
#include <optional>

#include "base/settings.h"
#include "kinds/elementwise/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/packed.h"

namespace openaclnn {

const Kernel* QuantiseToNearestKernel();
const Kernel* QuantiseToFloorKernel();
const Kernel* QuantiseToCeilKernel();
const Kernel* QuantiseToZeroKernel();

namespace {

enum QuantArgument { kX, kScale, kOffset, kSqrtMode, kRoundMode, kDstType, kAxis, kY };

constexpr std::array<std::string_view, 4> kRoundModes = {"round", "floor", "ceil", "trunc"};
constexpr std::array kKernels = {QuantiseToNearestKernel, QuantiseToFloorKernel,
                                 QuantiseToCeilKernel, QuantiseToZeroKernel};

// A scale along an axis as it broadcasts to x.
Value AlongAxis(StageList& list, const Value& scale, const Dims& shape, size_t axis) {
  if (scale->shape.size() != 1 || scale->extent.elements == 1) return scale;
  Dims as_wide(shape.size(), 1), strides(shape.size(), 0);
  as_wide[axis] = scale->shape[0];
  strides[axis] = scale->strides[0];
  return list.Seen(scale, as_wide, strides);
}

void PlanAscendQuant(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(kX), y = list.Given(kY);
  const size_t axis = *AxisAt(call.At(kAxis).integer, x->shape);
  const bool adds = call.IsGiven(kOffset), packs = y->dtype != ACL_INT8;
  const Value scale = AlongAxis(list, list.Given(kScale), x->shape, axis);
  const Value offset = adds ? AlongAxis(list, list.Given(kOffset), x->shape, axis) : scale;
  const double highest = packs ? 7 : 127;
  Params params = {};
  params.d = {call.FlagAt(kSqrtMode) ? 1.0 : 0.0, adds ? 1.0 : 0.0, -highest - 1, highest};
  const Value integers = packs ? list.Temporary(ACL_INT8, x->shape) : y;
  list.Add(PlanFormulaInDouble(kKernels[static_cast<size_t>(call.ChoiceAt(kRoundMode))](),
                               std::array{x, scale, offset}, integers, params));
  if (packs) AddPacking(list, integers, y);
  list.Finish();
}

constexpr Kind kAscendQuant = InStages(PlanAscendQuant);

}  // namespace

constexpr OpSpec kAscendQuantV3Spec = Resolved({
    .name = "aclnnAscendQuantV3",
    .formula = "y = round(x * scale + offset), or of x * scale * scale + offset with sqrtMode",
    .arguments = {Input("x"), Input("scale"), OptionalInput("offset", 0), BoolInput("sqrtMode"),
                  TextInput("roundMode"), IntInput("dstType"), IntInput("axis"), Output("y")},
    .rules = {DtypeIn("x", kFloatDtypes), DtypeIn("scale", kFloatDtypes),
              DtypeIn("offset", kFloatDtypes), SameDtype("offset", "scale"),
              DtypeOfOrFloat("x", "scale"), IntIn("dstType", 2, 3, 29),
              DtypeIn("y", kQuantisedDtypes), DtypeOnlyOn("y", kPackedDtypes, kBfloat16Chips),
              HasDtypeNumber("y", "dstType"), MaxRank(8), MinRank("x", 1),
              LastAxes("axis", "x", kBfloat16Chips), PackedShape("y", "x"), WholeBytes("y"),
              ScaleAlong("scale", "x", "axis"), SameShape("offset", "scale"),
              TextIn("roundMode", kRoundModes)},
    .chips = kAllBut910,
    .operands = {"x", "scale", "offset"},
    .results = {"y"},
    .axis = "axis",
    .chooses = "roundMode",
    .work = {.kind = &kAscendQuant},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AscendQuantV3, const aclTensor*, const aclTensor*, const aclTensor*, bool,
                      const char*, int32_t, int32_t, const aclTensor*);
