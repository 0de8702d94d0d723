#include "aclnnop/aclnn_index_put_impl.h"

#include <algorithm>

#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/index_list.h"
#include "ops/index/indexed_shape.h"

namespace openaclnn {
namespace {

enum IndexPutArgument { kPutSelf, kPutIndices, kPutValues, kPutAccumulate };

void PlanIndexPut(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kPutSelf), values = list.Given(kPutValues);
  if (self->extent.elements == 0 || values->extent.elements == 0) return list.Finish();
  // A list of integers that is empty names no place: PyTorch passes it where a mask has no true.
  if (std::ranges::none_of(call.TensorsAt(kPutIndices), Indexes)) return list.Finish();
  const IndexedPlaces places = PlacesOfList(call, list, kPutIndices, self, values, true);
  list.Add(PlanReduced(places, call.FlagAt(kPutAccumulate) ? Reduce::kSum : Reduce::kLast));
  list.Finish();
}

constexpr Kind kIndexPut = OnCpusAlone(InStages(PlanIndexPut));

}  // namespace

constexpr OpSpec kIndexPutImplSpec = Resolved({
    .name = "aclnnIndexPutImpl",
    .formula = "selfRef[indices] = values, or selfRef[indices] + values",
    .arguments = {InOut("selfRef"), OfOptional(Inputs("indices")), Input("values"),
                  BoolInput("accumulate"), BoolInput("unsafe")},
    .rules = {DtypeIn("selfRef", kIndexedReals), IndicesIn("indices"),
              SameDtype("values", "selfRef"), MaxRank(8), PutShape("values", "selfRef", "indices"),
              PlacesOf("indices", "selfRef")},
    .chips = kAllBut310P,
    .work = {.kind = &kIndexPut},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(IndexPutImpl, aclTensor*, const aclTensorList*, const aclTensor*, const bool,
                      const bool);
