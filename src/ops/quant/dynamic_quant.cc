#include "aclnnop/aclnn_dynamic_quant.h"

#include <array>
#include <optional>

#include "base/settings.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/row_sizes/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/packed.h"

namespace openaclnn {

const Kernel* QuantiseRowKernel();

namespace {

enum DynamicArgument { kX, kSmoothScales, kY, kScale };

void PlanDynamicQuant(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(kX), y = list.Given(kY), scale = list.Given(kScale);
  const bool packs = y->dtype != ACL_INT8;
  const double highest = packs ? 7 : 127;
  // Older chips have the argument, and do not compute with it.
  std::optional<Value> factor;
  if (call.IsGiven(kSmoothScales) && kBfloat16Chips.Has(GetSettings().chip)) {
    factor = list.Given(kSmoothScales);
  }
  const Value sizes = list.Temporary(ACL_FLOAT, scale->shape);
  list.Add(PlanRowSizes({.x = x, .factor = factor, .divisor = highest, .out = sizes}));
  list.Add(PlanMove(sizes, scale));
  if (x->extent.elements > 0) {
    Dims of_columns = scale->shape;
    of_columns.push_back(1);
    const Value divisor = list.SeenDense(sizes, of_columns);
    const Value integers = packs ? list.Temporary(ACL_INT8, x->shape) : y;
    Params params = {};
    params.d = {highest, factor ? 1.0 : 0.0};
    list.Add(PlanFormulaInDouble(QuantiseRowKernel(), std::array{x, factor.value_or(x), divisor},
                                 integers, params));
    if (packs) AddPacking(list, integers, y);
  }
  list.Finish();
}

constexpr Kind kDynamicQuant = InStages(PlanDynamicQuant);

}  // namespace

constexpr OpSpec kDynamicQuantSpec = Resolved({
    .name = "aclnnDynamicQuant",
    .formula = "input = x * smoothScalesOptional, scaleOut = max(|input|) / max(dtype of yOut) of "
               "each row, yOut = round(input / scaleOut)",
    .arguments = {Input("x"), OptionalInput("smoothScalesOptional", 1), Output("yOut"),
                  Output("scaleOut")},
    .rules = {DtypeIn("x", kHalfDtypes), DtypeIn("smoothScalesOptional", kHalfDtypes),
              SameDtype("smoothScalesOptional", "x"), DtypeIn("yOut", kQuantisedDtypes),
              DtypeOnlyOn("yOut", kPackedDtypes, kBfloat16Chips),
              DtypeIn("scaleOut", DtypeSet(ACL_FLOAT)), MinRank("x", 2), MaxRank(8),
              RowOf("smoothScalesOptional", "x"), PackedShape("yOut", "x"), WholeBytes("yOut"),
              ShapeOfRows("scaleOut", "x")},
    .chips = kAllChips,
    .operands = {"x", "smoothScalesOptional"},
    .results = {"yOut", "scaleOut"},
    .work = {.kind = &kDynamicQuant},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(DynamicQuant, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*);
