#include "aclnnop/aclnn_index_fill.h"

#include "aclnnop/aclnn_index_fill_tensor.h"
#include "kinds/index/fill_places.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum FillArgument { kFillSelf, kFillDim, kFillIndex, kFillValue };

// The index is a tensor, or an array, whose places are known.
void PlanIndexFill(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kFillSelf), out = list.Given(call.spec.results_at[0]);
  if (self.slot != out.slot) list.Add(PlanMove(self, out));
  PlacesToFill fill{
      .table = out,
      .axis = self->shape.empty() ? 0 : *AxisAt(call.At(kFillDim).integer, self->shape),
      .element = ElementOf(*call.At(kFillValue).scalar, out->dtype)};
  if (call.spec.arguments[kFillIndex].kind == ArgumentKind::kInts) {
    fill.places = call.IntegersAt(kFillIndex);
  } else {
    fill.index = list.Given(kFillIndex);
  }
  list.Add(PlanFillPlaces(fill));
  list.Finish();
}

bool IsFilled(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0];
}

constexpr Kind kIndexFill = OnCpusAlone(InStages(PlanIndexFill, IsFilled));
constexpr DtypeSet kFilledDtypes = kFloatDtypes | DtypeSet{ACL_INT32, ACL_INT64, ACL_BOOL};
constexpr DtypeSet kFilledOnA5{ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE};

}  // namespace

constexpr OpSpec kIndexFillSpec = Resolved({
    .name = "aclnnIndexFill",
    .formula = "out = self with value at the places index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), ScalarInput("value"),
                  Output("out")},
    .rules = {DtypeIn("self", kFilledDtypes | kFilledOnA5),
              DtypeOnlyOn("self", kFilledOnA5, kOnlyA5), DtypeIn("index", kIndexDtypes),
              FilledWith("self", "value"), DimOf("dim", "self"), MaxRank(8), AtMostOneAxis("index"),
              SameShape("out", "self"), SameDtype("out", "self")},
    .chips = kBfloat16Chips,
    .operands = {"self", "index"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kIndexFill},
});

constexpr OpSpec kInplaceIndexFillSpec = InPlace(kIndexFillSpec, "aclnnInplaceIndexFill");

constexpr OpSpec kIndexFillTensorSpec = Resolved({
    .name = "aclnnIndexFillTensor",
    .formula = "out = self with value at the places index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), IntsInput("index"), ScalarInput("value"),
                  Output("out")},
    .rules = {DtypeIn("self", kFilledDtypes), FilledWith("self", "value"), DimOf("dim", "self"),
              MaxRank(8), PlacesAlong("index", "self", "dim"), SameShape("out", "self"),
              SameDtype("out", "self")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kIndexFill},
});

constexpr OpSpec kInplaceIndexFillTensorSpec =
    InPlace(kIndexFillTensorSpec, "aclnnInplaceIndexFillTensor");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(IndexFill, const aclTensor*, int64_t, const aclTensor*, const aclScalar*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceIndexFill, aclTensor*, int64_t, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(IndexFillTensor, const aclTensor*, int64_t, const aclIntArray*,
                      const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceIndexFillTensor, aclTensor*, int64_t, const aclIntArray*,
                      const aclScalar*);
