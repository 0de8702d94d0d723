#include "aclnnop/aclnn_index_add.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/export_kernel.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/shape.h"

namespace openaclnn {

const Kernel* MulKernel();

namespace {

enum AddArgument { kAddSelf, kAddDim, kAddIndex, kAddSource, kAddAlpha, kAddOut };

// Where slices are added as they are, into the output itself.
void AddSlices(const Call& call, StageList& list, const Value& table, const Value& source) {
  const Value index = list.Given(kAddIndex);
  const Value self = list.Given(kAddSelf);
  const size_t axis = self->shape.empty() ? 0 : *AxisAt(call.At(kAddDim).integer, self->shape);
  Dims shape = table->shape, strides(shape.size(), 0), of_source = source->strides;
  if (!shape.empty()) {
    shape[axis] = index->extent.elements;
    if (!index->strides.empty()) strides[axis] = index->strides[0];
  }
  of_source.resize(shape.size(), 0);  // of one element, if ranks differ
  IndexedPlaces places =
      PlacesAlong(table, {.index = index, .axis = axis, .strides = strides}, shape, source);
  places.strides = of_source;
  list.Add(PlanReduced(places, Reduce::kSum));
}

// Products with alpha, and sums with them, are of doubles or of INT64, and rounded once.
void PlanIndexAdd(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kAddSelf), out = list.Given(kAddOut);
  const Value source = list.Given(kAddSource);
  const size_t axis = self->shape.empty() ? 0 : *AxisAt(call.At(kAddDim).integer, self->shape);
  list.Add(CheckOf(call, list, kAddIndex, self->shape.empty() ? 1 : self->shape[axis], false));
  const Scalar& alpha = *call.At(kAddAlpha).scalar;
  if (ExactOf(alpha).nearest == 1 || source->extent.elements == 0) {
    if (self.slot != out.slot) list.Add(PlanMove(self, out));
    AddSlices(call, list, out, source);
    return list.Finish();
  }
  const bool is_float = ClassOf(self->dtype) == DtypeClass::kFloat;
  const aclDataType wide = is_float ? ACL_DOUBLE : ACL_INT64;
  const Value factor = list.Temporary(wide, {}), terms = list.Temporary(wide, source->shape);
  const Value sums = list.Temporary(wide, self->shape);
  list.Add(PlanFill(ElementOf(alpha, wide), factor));
  const std::array factors = {source, factor};
  list.Add(is_float ? PlanFormulaInDouble(MulKernel(), factors, terms)
                    : PlanFormulaInIntegers(MulKernel(), factors, terms));
  list.Add(PlanMove(self, sums));
  AddSlices(call, list, sums, terms);
  list.Add(PlanMove(sums, out));
  list.Finish();
}

bool IsAddedTo(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0];
}

constexpr Kind kIndexAdd = OnCpusAlone(InStages(PlanIndexAdd, IsAddedTo));

}  // namespace

constexpr OpSpec kIndexAddSpec = Resolved({
    .name = "aclnnIndexAdd",
    .formula = "out = self + alpha * source at the places index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Input("source"),
                  ScalarInput("alpha"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals), DtypeIn("index", kIndexDtypes),
              SameDtype("source", "self"), SameDtype("out", "self"), DimOf("dim", "self"),
              CastableUnlessOne("alpha", "self"), MaxRank(8), SameShape("out", "self"),
              SliceShape("source", "self", "dim", "index"), PlacesOf("index", "self")},
    .chips = kBfloat16Chips,
    .operands = {"self", "index", "source"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kIndexAdd},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(IndexAdd, const aclTensor*, const int64_t, const aclTensor*, const aclTensor*,
                      const aclScalar*, aclTensor*);
