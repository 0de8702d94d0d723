#include "aclnnop/aclnn_one_hot.h"

#include "kinds/index/one_hot.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/counted_shape.h"
#include "ops/index/family.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum OneHotArgument { kHotSelf, kHotClasses, kHotOn, kHotOff, kHotAxis, kHotOut };

void PlanHot(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kHotSelf), out = list.Given(kHotOut);
  if (out->extent.elements == 0) return list.Finish();
  const int64_t given = call.At(kHotAxis).integer;
  const size_t axis = given < 0 ? self->shape.size() : static_cast<size_t>(given);
  OneHotInputs inputs{.classes = DenseAs(list, ACL_INT64, self),
                      .on = list.Given(kHotOn),
                      .off = list.Given(kHotOff),
                      .out = DenseResultAs(list, out->dtype, out),
                      .outer = 1,
                      .count = out->shape[axis],
                      .inner = 1};
  inputs.on = list.Seen(inputs.on, {1}, {1});
  inputs.off = list.Seen(inputs.off, {1}, {1});
  for (size_t i = 0; i < self->shape.size(); ++i) {
    (i < axis ? inputs.outer : inputs.inner) *= self->shape[i];
  }
  list.Add(PlanOneHot(inputs));
  MoveResult(list, inputs.out, out);
  list.Finish();
}

constexpr Kind kOneHot = OnCpusAlone(InStages(PlanHot));
constexpr DtypeSet kClassDtypes{ACL_UINT8, ACL_INT32, ACL_INT64};
constexpr DtypeSet kHotDtypes{ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64};
constexpr DtypeSet kByte{ACL_UINT8}, kBytes{ACL_INT8, ACL_UINT8};

}  // namespace

constexpr OpSpec kOneHotSpec = Resolved({
    .name = "aclnnOneHot",
    .formula = "out = onValue where self is the place along axis, else offValue",
    .arguments = {Input("self"), IntInput("numClasses"), Input("onValue"), Input("offValue"),
                  IntInput("axis"), Output("out")},
    .rules = {DtypeIn("self", kClassDtypes), DtypeOnlyOn("self", kByte, kOnlyA5),
              DtypeIn("out", kHotDtypes), DtypeOnlyOn("out", kBytes, kOnlyA5),
              DtypeIn("onValue", kHotDtypes), DtypeIn("offValue", kHotDtypes),
              SameDtype("onValue", "out"), SameDtype("offValue", "out"), MaxRank(8),
              OneHotShape("out", "self", "numClasses", "axis"), HasFirst("onValue"),
              HasFirst("offValue")},
    .chips = kAllChips,
    .operands = {"self", "onValue", "offValue"},
    .results = {"out"},
    .work = {.kind = &kOneHot},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(OneHot, const aclTensor*, int, const aclTensor*, const aclTensor*, int64_t,
                      aclTensor*);
