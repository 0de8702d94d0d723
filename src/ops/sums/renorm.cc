#include "aclnnop/aclnn_renorm.h"

#include <array>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_embedding_renorm.h"
#include "base/dtype.h"
#include "kinds/elementwise/plan.h"
#include "kinds/index/indexed.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/index/indexed_shape.h"
#include "ops/index/places.h"
#include "ops/sums/family.h"
#include "tensor/shape.h"

namespace openaclnn {

const Kernel* RenormedKernel();

namespace {

TermWay WayOfPower(double power) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (power == 0) return TermWay::kCount;
  if (power == 1) return TermWay::kSizes;
  if (power == 2) return TermWay::kSquares;
  if (power == kInfinity) return TermWay::kLargest;
  return power == -kInfinity ? TermWay::kSmallest : TermWay::kPowers;
}

// The slices of `from` along an axis, each with a norm of `most` at most, unless they are of
// nothing.
struct SlicesToRenorm {
  Value from, to;
  size_t axis;
  double power, most, least, more;  // as of Renormed
};
void AddRenormed(StageList& list, const SlicesToRenorm& slices) {
  const Dims& shape = slices.from->shape;
  if (slices.from->extent.elements == 0) return;
  std::vector<int64_t> others;
  for (size_t a = 0; a < shape.size(); ++a) {
    if (a != slices.axis) others.push_back(static_cast<int64_t>(a));
  }
  const Value norms = list.Temporary(ACL_DOUBLE, {shape[slices.axis]});
  list.Add(PlanSums({.terms = slices.from,
                     .axes = others,
                     .dtype = ACL_DOUBLE,
                     .way = WayOfPower(slices.power),
                     .power = slices.power,
                     .sums = norms}));
  Dims along(shape.size(), 1);
  along[slices.axis] = shape[slices.axis];
  Params params = {};
  params.d = {slices.most, slices.least, slices.more};
  list.Add(PlanFormulaInDouble(RenormedKernel(),
                               std::array{slices.from, list.SeenDense(norms, along)}, slices.to,
                               params));
}

void PlanRenorm(const Call& call, Executor& executor) {
  constexpr int kSelf = 0, kPower = 1, kDim = 2, kMost = 3;
  StageList list(call, executor);
  const Value self = list.Given(kSelf), out = list.Given(call.spec.results_at[0]);
  AddRenormed(list, {.from = self,
                     .to = out,
                     .axis = *AxisAt(call.At(kDim).integer, self->shape),
                     .power = call.NumberAt(kPower).nearest,
                     .most = call.NumberAt(kMost).nearest,
                     .least = self->dtype == ACL_FLOAT16 ? 1e-7 : 1e-12,
                     .more = 0});
  list.Finish();
}

bool IsRenormed(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0];
}

// Rows are copied, made smaller and put back: equal indices put back the same.
void PlanEmbeddingRenorm(const Call& call, Executor& executor) {
  constexpr int kTable = 0, kIndices = 1, kMost = 2, kPower = 3;
  StageList list(call, executor);
  const Value table = list.Given(kTable), indices = list.Given(kIndices);
  list.Add(CheckOf(call, list, kIndices, table->shape[0], false));
  Dims shape = indices->shape;
  shape.push_back(table->shape[1]);
  const int64_t count = indices->extent.elements;
  if (count == 0 || table->extent.elements == 0) return list.Finish();
  const Value rows = list.Temporary(table->dtype, shape),
              renormed = list.Temporary(table->dtype, shape);
  IndexedPlaces places{.shape = shape,
                       .table = table,
                       .table_strides = Dims(shape.size(), 0),
                       .elements = rows,
                       .strides = rows->strides,
                       .along = {}};
  places.table_strides.back() = table->strides[1];
  IndexAlong along{.index = indices,
                   .strides = indices->strides,
                   .extent = table->shape[0],
                   .stride = table->strides[0]};
  along.strides.push_back(0);
  places.along.push_back(along);
  list.Add(PlanReadIndexed(places));
  const Dims as_rows = {count, table->shape[1]};
  AddRenormed(list, {.from = list.SeenDense(rows, as_rows),
                     .to = list.SeenDense(renormed, as_rows),
                     .axis = 0,
                     .power = call.NumberAt(kPower).nearest,
                     .most = call.NumberAt(kMost).nearest,
                     .least = 0,
                     .more = 1e-7});
  places.elements = renormed;
  list.Add(PlanReduced(places, Reduce::kLast));
  list.Finish();
}

constexpr Kind kRenormKind = OnCpusAlone(InStages(PlanRenorm, IsRenormed)),
               kEmbeddingRenormKind = OnCpusAlone(InStages(PlanEmbeddingRenorm));

}  // namespace

constexpr OpSpec kRenormSpec = Resolved({
    .name = "aclnnRenorm",
    .formula = "out = self, where slices along dim with a norm above maxNorm are times "
               "maxNorm / norm",
    .arguments = {Input("self"), ScalarInput("p"), IntInput("dim"), ScalarInput("maxNorm"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              SameDtype("self", "out"), MinRank("self", 2), MaxRank(8), SameShape("out", "self"),
              NotNegative("p"), DimOf("dim", "self"), NotNegative("maxNorm")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kRenormKind},
});

constexpr OpSpec kInplaceRenormSpec = InPlace(kRenormSpec, "aclnnInplaceRenorm");

constexpr OpSpec kEmbeddingRenormSpec = Resolved({
    .name = "aclnnEmbeddingRenorm",
    .formula = "selfRef[i] = selfRef[i] * maxNorm / (norm + 1e-7) for rows i of indices with a "
               "norm above maxNorm",
    .arguments = {InOut("selfRef"), Input("indices"), DoubleInput("maxNorm"),
                  DoubleInput("normType")},
    .rules = {DtypeIn("selfRef", kFloatDtypes), DtypeIn("indices", DtypeSet(ACL_INT32, ACL_INT64)),
              RankIs("selfRef", 2), MaxRank(8), PlacesOf("indices", "selfRef")},
    .chips = kAllBut310P,
    .operands = {"selfRef", "indices"},
    .results = {"selfRef"},
    .work = {.kind = &kEmbeddingRenormKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Renorm, const aclTensor*, const aclScalar*, int64_t, const aclScalar*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRenorm, aclTensor*, const aclScalar*, int64_t, const aclScalar*);
OPENACLNN_C_FUNCTIONS(EmbeddingRenorm, aclTensor*, const aclTensor*, double, double);
