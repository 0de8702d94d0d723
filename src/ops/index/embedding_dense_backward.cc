#include "aclnnop/aclnn_embedding_dense_backward.h"

#include "base/dtype.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum DenseBackwardArgument {
  kDenseGrad,
  kDenseIndices,
  kDenseNumWeights,
  kDensePaddingIdx,
  kDenseScaleGradByFreq,
  kDenseOut
};

// The numbers of rows as INT64, one behind the other.
Value RowNumbers(StageList& list) {
  const Value indices = list.Given(kDenseIndices);
  const Value numbers = list.Temporary(ACL_INT64, indices->shape);
  list.Add(PlanMove(indices, numbers));
  return numbers;
}

void PlanDenseBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value grad = list.Given(kDenseGrad), out = list.Given(kDenseOut);
  const Value numbers = RowNumbers(list);
  const int64_t rows = out->shape[0], padding = call.At(kDensePaddingIdx).integer;
  list.Add(PlanCheckIndices({.index = numbers,
                             .extent = rows,
                             .count_from_behind = false,
                             .name = NameIn(call, kDenseIndices)}));
  list.Add(PlanFill(0, out));
  IndexedPlaces places{.shape = grad->shape,
                       .table = out,
                       .table_strides = Dims(grad->shape.size(), 0),
                       .elements = grad,
                       .strides = grad->strides,
                       .along = {}};
  places.table_strides.back() = out->strides[1];
  Dims of_rows = grad->shape;
  of_rows.back() = 1;
  Dims strides = list.SeenDense(numbers, of_rows)->strides;
  strides.back() = 0;
  places.along.push_back(
      {.index = numbers, .strides = strides, .extent = rows, .stride = out->strides[0]});
  list.Add(
      PlanReduced(places, call.FlagAt(kDenseScaleGradByFreq) ? Reduce::kAverage : Reduce::kSum));
  if (padding >= 0 && padding < rows && out->shape[1] > 0) {
    Value row = list.Seen(out, {out->shape[1]}, {out->strides[1]});
    row.origin = padding * out->strides[0] * DtypeBytes(out->dtype);
    list.Add(PlanFill(0, row));
  }
  list.Finish();
}

constexpr DtypeSet kRowNumberDtypes =
    kIntegerDtypes | DtypeSet(ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BOOL);
constexpr Kind kDenseBackward = OnCpusAlone(InStages(PlanDenseBackward));

}  // namespace

constexpr OpSpec kEmbeddingDenseBackwardSpec = Resolved({
    .name = "aclnnEmbeddingDenseBackward",
    .formula = "out = for each row the sum, or the mean, of grad where indices name it; 0 at "
               "paddingIdx",
    .arguments = {Input("grad"), Input("indices"), IntInput("numWeights"), IntInput("paddingIdx"),
                  BoolInput("scaleGradByFreq"), Output("out")},
    .rules = {DtypeIn("grad", kFloatDtypes), DtypeIn("indices", kRowNumberDtypes),
              SameDtype("out", "grad"), MaxRank(8), RowsFor("grad", "indices"),
              RowsOfCount("out", "numWeights", "grad"), PlacesOf("indices", "out")},
    .chips = kAllBut310P,
    .operands = {"grad", "indices"},
    .results = {"out"},
    .work = {.kind = &kDenseBackward},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(EmbeddingDenseBackward, const aclTensor*, const aclTensor*, uint64_t,
                      uint64_t, bool, const aclTensor*);
