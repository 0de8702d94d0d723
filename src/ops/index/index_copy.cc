#include "aclnnop/aclnn_index_copy.h"

#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum IndexCopyArgument { kCopySelf, kCopyDim, kCopyIndex, kCopySource };

void PlanIndexCopy(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kCopySelf), out = list.Given(call.spec.results_at[0]);
  const Value index = list.Given(kCopyIndex), source = list.Given(kCopySource);
  const size_t axis = *AxisAt(call.At(kCopyDim).integer, self->shape);
  Dims shape = self->shape, strides(shape.size(), 0), of_source = source->strides;
  if (!shape.empty()) {
    shape[axis] = index->extent.elements;
    if (!index->strides.empty()) strides[axis] = index->strides[0];
  }
  of_source.resize(shape.size(), 0);  // of one element, if ranks differ
  list.Add(CheckOf(call, list, kCopyIndex, self->shape.empty() ? 1 : self->shape[axis], false));
  if (self.slot != out.slot) list.Add(PlanMove(self, out));
  IndexedPlaces places =
      PlacesAlong(out, {.index = index, .axis = axis, .strides = strides}, shape, source);
  places.strides = of_source;
  list.Add(PlanReduced(places, Reduce::kLast));
  list.Finish();
}

bool IsCopiedInto(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0];
}

constexpr Kind kIndexCopy = OnCpusAlone(InStages(PlanIndexCopy, IsCopiedInto));
constexpr DtypeSet kWideUnsigned{ACL_UINT32, ACL_UINT64};

}  // namespace

constexpr OpSpec kIndexCopySpec = Resolved({
    .name = "aclnnIndexCopy",
    .formula = "outRef = selfRef with source at the places index along the axis dim",
    .arguments = {Input("selfRef"), IntInput("dim"), Input("index"), Input("source"),
                  Output("outRef")},
    .rules = {DtypeIn("selfRef", kIndexedReals | kWideUnsigned | kComplexDtypes),
              DtypeOnlyOn("selfRef", kWideUnsigned, kOnlyA5), DtypeIn("index", kIndexDtypes),
              SameDtype("source", "selfRef"), SameDtype("outRef", "selfRef"), MaxRank(8),
              SameShape("outRef", "selfRef"), DimOf("dim", "selfRef"),
              SliceShape("source", "selfRef", "dim", "index"), PlacesOf("index", "selfRef")},
    .chips = kBfloat16Chips,
    .operands = {"selfRef", "index", "source"},
    .results = {"outRef"},
    .axis = "dim",
    .work = {.kind = &kIndexCopy},
});

constexpr OpSpec kInplaceIndexCopySpec = InPlace(kIndexCopySpec, "aclnnInplaceIndexCopy");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(IndexCopy, aclTensor*, int64_t, const aclTensor*, const aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceIndexCopy, aclTensor*, int64_t, const aclTensor*, const aclTensor*);
