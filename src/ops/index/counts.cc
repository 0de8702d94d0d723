#include "kinds/index/counts.h"

#include "aclnnop/aclnn_bincount.h"
#include "aclnnop/aclnn_histc.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/counted_shape.h"
#include "ops/index/family.h"
#include "ops/index/places.h"

namespace openaclnn {
namespace {

enum BincountArgument { kCountedSelf, kCountedWeights, kCountedMinlength, kCountedOut };

// Sums of weights are made in double, in the order of the elements, and rounded once.
void PlanBincount(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kCountedOut);
  const int64_t bins = out->extent.elements;
  const bool has_weights = call.IsGiven(kCountedWeights);
  const Value self = list.Given(kCountedSelf);
  if (self->extent.elements == 0) return FinishWithZeros(list, out);
  const Value places = DenseAs(list, ACL_INT64, self);
  list.Add(PlanCheckIndices({.index = places,
                             .extent = bins,
                             .count_from_behind = false,
                             .name = NameIn(call, kCountedSelf)}));
  if (has_weights) {
    const Value weights = DenseAs(list, ACL_DOUBLE, list.Given(kCountedWeights));
    AddDenseResultAs(list, ACL_DOUBLE, out, [&](const Value& sums) {
      list.Add(PlanFill(0, sums));
      return PlanReduced(
          PlacesAlong(sums, {.index = places, .axis = 0, .strides = {1}}, places->shape, weights),
          Reduce::kSum);
    });
  } else {
    AddDenseResultAs(list, ACL_INT64, out,
                     [&](const Value& counts) { return PlanCounts(places, counts); });
  }
  list.Finish();
}

enum HistcArgument { kHistSelf, kHistBins, kHistMin, kHistMax, kHistOut };

void PlanHistc(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kHistSelf), out = list.Given(kHistOut);
  if (self->extent.elements == 0) return FinishWithZeros(list, out);
  const bool is_float = ClassOf(self->dtype) == DtypeClass::kFloat;
  const Scalar &low = *call.At(kHistMin).scalar, &high = *call.At(kHistMax).scalar;
  const Value elements = DenseAs(list, is_float ? ACL_FLOAT : ACL_INT64, self);
  AddDenseResultAs(list, ACL_INT64, out, [&](const Value& counts) {
    return PlanBinCounts({.elements = elements,
                          .counts = counts,
                          .low = static_cast<float>(RoundedTo(ACL_FLOAT, low)),
                          .high = static_cast<float>(RoundedTo(ACL_FLOAT, high)),
                          .low_integer = Truncated(ExactOf(low)),
                          .high_integer = Truncated(ExactOf(high)),
                          .name = NameIn(call, kHistSelf)});
  });
  list.Finish();
}

constexpr Kind kBincount = OnCpusAlone(InStages(PlanBincount)),
               kHistc = OnCpusAlone(InStages(PlanHistc));
constexpr DtypeSet kFloatsOfWeights{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE};
constexpr DtypeSet kWeightDtypes = kFloatsOfWeights | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kCountDtypes{ACL_INT32, ACL_INT64, ACL_FLOAT, ACL_DOUBLE};
constexpr DtypeSet kBinnedDtypes = DtypeSet(ACL_FLOAT16, ACL_FLOAT) | kIntegerDtypes;

}  // namespace

constexpr OpSpec kBincountSpec = Resolved({
    .name = "aclnnBincount",
    .formula = "out[i] = how many elements of self are i, or the sum of their weights",
    .arguments = {Input("self"), Optional(Input("weights")), IntInput("minlength"), Output("out")},
    .rules = {DtypeIn("self", kIntegerDtypes), DtypeIn("out", kCountDtypes),
              DtypeIn("weights", kWeightDtypes), RankIs("self", 1), SameShape("weights", "self"),
              RoomForCounts("out", "minlength"), PlacesOf("self", "out")},
    .chips = kAllChips,
    .operands = {"self", "weights"},
    .results = {"out"},
    .work = {.kind = &kBincount},
});

constexpr OpSpec kHistcSpec = Resolved({
    .name = "aclnnHistc",
    .formula = "out[i] = how many elements of self are in bin i of those from min to max",
    .arguments = {Input("self"), IntInput("bins"), ScalarInput("min"), ScalarInput("max"),
                  Output("out")},
    .rules = {DtypeIn("self", kBinnedDtypes), DtypeIn("out", kBinnedDtypes),
              FiniteRange("min", "max"), NotAbove("min", "max"), Castable("out", "self"),
              MaxRank(8), BinsOf("out", "bins")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kHistc},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Bincount, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(Histc, const aclTensor*, int64_t, const aclScalar*, const aclScalar*,
                      aclTensor*);
