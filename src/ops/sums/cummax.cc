#include "aclnnop/aclnn_cummax.h"
#include "aclnnop/aclnn_cummin.h"
#include "kinds/scan/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/family.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum CumulatedArgument { kCumulatedSelf, kCumulatedDim, kCumulatedValues, kCumulatedIndices };

template <bool wants_largest>
void PlanCumulated(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kCumulatedSelf);
  const Value values = list.Given(kCumulatedValues), indices = list.Given(kCumulatedIndices);
  const Value extremes = DenseResultAs(list, self->dtype, values);
  const Value where = DenseResultAs(list, indices->dtype, indices);
  const int64_t dim = call.At(kCumulatedDim).integer;
  list.Add(PlanRunningExtremes({.elements = Dense(list, self),
                                .axis = self->shape.empty() ? 0 : *AxisAt(dim, self->shape),
                                .wants_largest = wants_largest,
                                .values = extremes,
                                .indices = where}));
  MoveResult(list, extremes, values);
  MoveResult(list, where, indices);
  list.Finish();
}

constexpr Kind kCummax = OnCpusAlone(InStages(PlanCumulated<true>)),
               kCummin = OnCpusAlone(InStages(PlanCumulated<false>));
constexpr DtypeSet kCumulatedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL),
                   kCumulatedPlaces{ACL_INT32, ACL_INT64};
constexpr Chips kChipsOfCummax{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

constexpr OpSpec CumulatedSpec(std::string_view name, std::string_view formula, Chips chips,
                               const Kind& kind, Rule converts = {}) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), IntInput("dim"), Output("valuesOut"), Output("indicesOut")},
      .rules = {DimOf("dim", "self"), DtypeIn("self", kCumulatedDtypes),
                DtypeIn("valuesOut", kCumulatedDtypes), DtypeIn("indicesOut", kCumulatedPlaces),
                MaxRank(8), SameShape("valuesOut", "self"), SameShape("indicesOut", "self"),
                converts},
      .chips = chips,
      .operands = {"self"},
      .results = {"valuesOut", "indicesOut"},
      .axis = "dim",
      .work = {.kind = &kind},
  };
}

}  // namespace

constexpr OpSpec kCummaxSpec = Resolved(CumulatedSpec(
    "aclnnCummax",
    "valuesOut = the largest of self up to each element along dim, indicesOut = where it is",
    kChipsOfCummax, kCummax));
constexpr OpSpec kCumminSpec = Resolved(CumulatedSpec(
    "aclnnCummin",
    "valuesOut = the smallest of self up to each element along dim, indicesOut = where it is",
    kAllChips, kCummin, Castable("self", "valuesOut")));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Cummax, const aclTensor*, int64_t, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Cummin, const aclTensor*, int64_t, aclTensor*, aclTensor*);
