#include "aclnnop/aclnn_uniform.h"
#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {
namespace {

enum UniformArgument { kUniformSelf, kUniformFrom, kUniformTo, kUniformSeed, kUniformOffset };
enum UniformTensorArgument { kUniformSeedTensor = 3, kUniformOffsetTensor, kUniformAddedOffset };

void AddUniform(const Call& call, StageList& list, const WordSource& source) {
  const Value self = list.Given(kUniformSelf);
  list.Add(PlanDraw(source,
                    UniformDraw(call.NumberAt(kUniformFrom).nearest,
                                call.NumberAt(kUniformTo).nearest, self->dtype),
                    self));
  list.Finish();
}

void PlanUniform(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddUniform(call, list, SourceOf(call, kUniformSeed, kUniformOffset));
}
void PlanUniformTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddUniform(call, list,
             SourceOf(call, list, kUniformSeedTensor, kUniformOffsetTensor, kUniformAddedOffset));
}

constexpr Kind kUniform = Draws(PlanUniform), kUniformTensor = Draws(PlanUniformTensor);

constexpr DtypeSet kUniformSeedDtypes{ACL_UINT64, ACL_INT64};

}  // namespace

constexpr OpSpec kInplaceUniformSpec = Resolved({
    .name = "aclnnInplaceUniform",
    .formula = "selfRef = from + (to - from) * u",
    .arguments = {InOut("selfRef"), DoubleInput("from"), DoubleInput("to"), IntInput("seed"),
                  IntInput("offset")},
    .rules = {DtypeIn("selfRef", kDrawnReals), MaxRank(8), NotAbove("from", "to")},
    .chips = kAllChips,
    .results = {"selfRef"},
    .work = {.kind = &kUniform},
});

constexpr OpSpec kInplaceUniformTensorSpec = Resolved({
    .name = "aclnnInplaceUniformTensor",
    .formula = "selfRef = from + (to - from) * u",
    .arguments = {InOut("selfRef"), DoubleInput("from"), DoubleInput("to"), Input("seedTensor"),
                  Input("offsetTensor"), IntInput("offset")},
    .rules = {DtypeIn("selfRef", kDrawnReals), MaxRank(8), NotAbove("from", "to"),
              DtypeIn("seedTensor", kUniformSeedDtypes),
              DtypeIn("offsetTensor", kUniformSeedDtypes), OneElement("seedTensor"),
              OneElement("offsetTensor")},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"seedTensor", "offsetTensor"},
    .results = {"selfRef"},
    .work = {.kind = &kUniformTensor},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceUniform, const aclTensor*, double, double, uint64_t, uint64_t);
OPENACLNN_C_FUNCTIONS(InplaceUniformTensor, const aclTensor*, double, double, const aclTensor*,
                      const aclTensor*, uint64_t);
