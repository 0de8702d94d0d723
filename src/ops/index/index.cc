#include "aclnnop/aclnn_index.h"

#include <utility>

#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/index_list.h"

namespace openaclnn {
namespace {

enum IndexArgument { kIndexSelf, kIndexIndices, kIndexOut };

void PlanIndex(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kIndexSelf), out = list.Given(kIndexOut);
  if (out->extent.elements == 0) return list.Finish();
  const IndexedPlaces places = PlacesOfList(call, list, kIndexIndices, self, out, false);
  list.Add(places.along.empty() ? PlanMove(self, list.Seen(out, self->shape, places.strides))
                                : PlanReadIndexed(places));
  list.Finish();
}

constexpr Kind kIndex = OnCpusAlone(InStages(PlanIndex));
constexpr DtypeSet kOnlyComplex64{ACL_COMPLEX64};

}  // namespace

constexpr OpSpec kIndexSpec = Resolved({
    .name = "aclnnIndex",
    .formula = "out = self[indices]",
    .arguments = {Input("self"), OfOptional(Inputs("indices")), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kOnlyComplex64),
              DtypeOnlyOn("self", kOnlyComplex64, kOnlyA5), SameDtype("out", "self"),
              IndicesIn("indices"), MaxRank(8), IndexedShape("out", "self", "indices"),
              PlacesOf("indices", "self")},
    .chips = kAllChips,
    .work = {.kind = &kIndex},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Index, const aclTensor*, const aclTensorList*, aclTensor*);
