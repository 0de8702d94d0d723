#include "aclnnop/aclnn_embedding_bag.h"

#include <optional>

#include "kinds/index/bags.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/bag_shape.h"
#include "ops/index/family.h"
#include "ops/index/places.h"

namespace openaclnn {
namespace {

enum BagArgument {
  kBagTable,
  kBagIndex,
  kBagOffsets,
  kBagScaleGrad,
  kBagMode,
  kBagIsSparse,
  kBagWeight,
  kBagHasEnd,
  kBagPadding,
  kBagOut,
  kBagOfIndex,
  kBagSize,
  kBagRow
};

BagOf BagOfMode(int64_t mode) {
  return mode == 0 ? BagOf::kSums : mode == 1 ? BagOf::kMeans : BagOf::kLargest;
}

// Integers of a value that may have no elements.
Value AsIntegers(StageList& list, const Value& value) {
  return value->extent.elements == 0 ? value : DenseAs(list, ACL_INT64, value);
}

void PlanEmbeddingBag(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value sizes = list.Given(kBagSize), rows = list.Given(kBagRow),
              bag_of_each = list.Given(kBagOfIndex);
  const BagOf bag_of = BagOfMode(call.At(kBagMode).integer);
  const bool has_rows = bag_of == BagOf::kLargest && rows->extent.elements > 0;
  BagsInputs inputs{.table = list.Given(kBagTable),
                    .indices = AsIntegers(list, list.Given(kBagIndex)),
                    .offsets = AsIntegers(list, list.Given(kBagOffsets)),
                    .has_end = call.FlagAt(kBagHasEnd),
                    .weights = {},
                    .padding = call.At(kBagPadding).integer,
                    .bag_of = bag_of,
                    .out = list.Given(kBagOut),
                    .bag_of_each = {},
                    .sizes = sizes,
                    .rows = {},
                    .name_of_indices = NameIn(call, kBagIndex),
                    .name_of_offsets = NameIn(call, kBagOffsets)};
  if (call.IsGiven(kBagWeight) && inputs.indices->extent.elements > 0) {
    inputs.weights = DenseAs(list, ACL_DOUBLE, list.Given(kBagWeight));
  }
  if (sizes->extent.elements > 0) inputs.sizes = DenseResultAs(list, ACL_INT64, sizes);
  if (has_rows) inputs.rows = DenseResultAs(list, ACL_INT64, rows);
  if (bag_of_each->extent.elements > 0) {
    inputs.bag_of_each = DenseResultAs(list, ACL_INT64, bag_of_each);
  }
  list.Add(PlanBags(inputs));
  MoveResult(list, inputs.sizes, sizes);
  if (inputs.bag_of_each) MoveResult(list, *inputs.bag_of_each, bag_of_each);
  if (inputs.rows) {
    MoveResult(list, *inputs.rows, rows);
  } else {
    list.Add(PlanFill(0, rows));
  }
  list.Finish();
}

constexpr Kind kEmbeddingBagKind = OnCpusAlone(InStages(PlanEmbeddingBag));
constexpr DtypeSet kBagDtypes{ACL_INT32, ACL_INT64};

}  // namespace

constexpr OpSpec kEmbeddingBagSpec = Resolved({
    .name = "aclnnEmbeddingBag",
    .formula = "output = for each bag of indices the sum, the mean or the largest of the rows of "
               "weight",
    .arguments = {Input("weight"), Input("indices"), Input("offsets"), BoolInput("scaleGradByFreq"),
                  IntInput("mode"), BoolInput("sparse"), Optional(Input("perSampleWeights")),
                  BoolInput("includeLastOffset"), IntInput("paddingIdx"), Output("output"),
                  Output("offset2bag"), Output("bagSize"), Output("maxIndices")},
    .rules = {DtypeIn("weight", kFloatDtypes), DtypeIn("indices", kBagDtypes),
              DtypeIn("offsets", kBagDtypes), SameDtype("perSampleWeights", "weight"),
              SameDtype("output", "weight"), DtypeIn("offset2bag", kBagDtypes),
              DtypeIn("bagSize", kBagDtypes), DtypeIn("maxIndices", kBagDtypes),
              RankIs("weight", 2), BagIndices("indices", "offsets"),
              BagWeights("perSampleWeights", "indices", "mode"),
              BagsShape("output", "weight", "offsets", "includeLastOffset"),
              BagOfEach("offset2bag", "indices"), BagSizes("bagSize", "output", "offsets"),
              BagRows("maxIndices", "output", "mode"), PlacesOf("indices", "weight")},
    .chips = kAllChips,
    .work = {.kind = &kEmbeddingBagKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(EmbeddingBag, const aclTensor*, const aclTensor*, const aclTensor*, bool,
                      int64_t, bool, const aclTensor*, bool, int64_t, aclTensor*, aclTensor*,
                      aclTensor*, aclTensor*);
