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
  const Value places = DenseAs(list, ACL_INT64, list.Given(kCountedSelf));
  list.Add(PlanCheckIndices({.index = places,
                             .extent = bins,
                             .count_from_behind = false,
                             .name = NameIn(call, kCountedSelf)}));
  const aclDataType wide = has_weights ? ACL_DOUBLE : ACL_INT64;
  const bool is_it = out->dtype == wide && out->extent.contiguous;
  const Value counts = is_it ? out : list.Temporary(wide, out->shape);
  if (has_weights) {
    list.Add(PlanFill(0, counts));
    const Value weights = DenseAs(list, ACL_DOUBLE, list.Given(kCountedWeights));
    list.Add(PlanReduced(
        PlacesAlong(counts, {.index = places, .axis = 0, .strides = {1}}, places->shape, weights),
        Reduce::kSum));
  } else {
    list.Add(PlanCounts(places, counts));
  }
  if (counts.slot != out.slot) list.Add(PlanMove(counts, out));
  list.Finish();
}

enum HistcArgument { kHistSelf, kHistBins, kHistMin, kHistMax, kHistOut };

void PlanHistc(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kHistSelf), out = list.Given(kHistOut);
  const bool is_float = ClassOf(self->dtype) == DtypeClass::kFloat;
  const bool is_it = out->dtype == ACL_INT64 && out->extent.contiguous;
  const Scalar &low = *call.At(kHistMin).scalar, &high = *call.At(kHistMax).scalar;
  const Value counts = is_it ? out : list.Temporary(ACL_INT64, out->shape);
  list.Add(PlanBinCounts({.elements = DenseAs(list, is_float ? ACL_FLOAT : ACL_INT64, self),
                          .counts = counts,
                          .low = static_cast<float>(RoundedTo(ACL_FLOAT, low)),
                          .high = static_cast<float>(RoundedTo(ACL_FLOAT, high)),
                          .low_integer = Truncated(ExactOf(low)),
                          .high_integer = Truncated(ExactOf(high)),
                          .name = NameIn(call, kHistSelf)}));
  if (counts.slot != out.slot) list.Add(PlanMove(counts, out));
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
