#include <algorithm>
#include <array>
#include <optional>

#include "aclnnop/aclnn_trans_quant_param_v2.h"
#include "aclnnop/aclnn_trans_quant_param_v3.h"
#include "kinds/elementwise/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/quantised_rules.h"

namespace openaclnn {

const Kernel* MakeWordKernel();

namespace {

enum WordArgument { kScale, kOffset };

// The bits of scales are integers to the formula.
void PlanWords(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const int8_t mode = static_cast<int8_t>(call.spec.IndexOf("roundMode"));
  const Value out = list.Given(call.spec.IndexOf("out")), scale = list.Given(kScale);
  const bool adds = call.IsGiven(kOffset);
  const auto along_out = [&](const Value& value, aclDataType dtype) {
    const int64_t count = value->extent.elements;
    if (count == out->extent.elements && value->shape.size() == out->shape.size()) {
      return list.SeenAs(dtype, value, value->shape, value->strides);
    }
    return list.SeenAs(dtype, value, {count}, {value->strides.back()});
  };
  const Value bits = along_out(scale, ACL_INT32);
  const Value offset = adds ? along_out(list.Given(kOffset), ACL_FLOAT) : bits;
  Params params = {};
  params.d = {call.IntegerAt(mode, 0) != 0 ? 1.0 : 0.0, adds ? 1.0 : 0.0};
  list.Add(PlanFormulaInDouble(MakeWordKernel(), std::array{bits, offset}, out, params));
  list.Finish();
}

constexpr Kind kTransQuantParam = InStages(PlanWords);

}  // namespace

constexpr OpSpec kTransQuantParamV2Spec = Resolved({
    .name = "aclnnTransQuantParamV2",
    .formula = "out = bits of scale without the last 13 | round(offset) << 37 | 1 << 46",
    .arguments = {Input("scale"), OptionalInput("offset", 0), Output("out")},
    .rules = {DtypeIn("scale", kOnlyFloat), DtypeIn("offset", kOnlyFloat),
              DtypeIn("out", kWordDtypes), HasElements("scale"), HasElements("offset"),
              ShapeOfWords("out", "scale", "offset")},
    .chips = kAllBut910,
    .work = {.kind = &kTransQuantParam},
});

constexpr OpSpec kTransQuantParamV3Spec = Resolved({
    .name = "aclnnTransQuantParamV3",
    .formula = "out = bits of scale, of which the last 13 become 0 | round(offset) << 37 | 1 << 46",
    .arguments = {Input("scale"), OptionalInput("offset", 0), IntInput("roundMode"), Output("out")},
    .rules = {DtypeIn("scale", kOnlyFloat), DtypeIn("offset", kOnlyFloat),
              DtypeIn("out", kWordDtypes), HasElements("scale"), HasElements("offset"),
              IntIn("roundMode", 0, 1), ShapeOfWords("out", "scale", "offset")},
    .chips = kAllBut910,
    .work = {.kind = &kTransQuantParam},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(TransQuantParamV2, const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(TransQuantParamV3, const aclTensor*, const aclTensor*, int64_t,
                      const aclTensor*);
