#include "aclnnop/aclnn_scatter.h"

#include "aclnnop/aclnn_scatter_add.h"
#include "aclnnop/aclnn_scatter_reduce.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// The arguments up to `value`, in-place forms too; others are found by their names.
enum ScatterArgument {
  kScatterSelf,
  kScatterDim,
  kScatterIndex,
  kScatterSource,
  kScatterReduce,
  kIncludesSelf
};

// Whether there is anything to scatter; if not, the output is a copy.
bool Scatters(const Call& call, StageList& list) {
  if (list.Given(kScatterIndex)->extent.elements > 0) return true;
  const Value self = list.Given(kScatterSelf), out = list.Given(call.spec.results_at[0]);
  if (self.slot != out.slot) list.Add(PlanMove(self, out));
  list.Finish();
  return false;
}

// Stages that write `source` where the index says, or fold it into what is there, or into zeros.
void AddScatter(const Call& call, StageList& list, const Value& source, const Dims& strides,
                Reduce reduce, bool begins_with_zeros = false) {
  const Value self = list.Given(kScatterSelf), index = list.Given(kScatterIndex);
  const Value out = list.Given(call.spec.results_at[0]);
  const size_t axis = *AxisAt(call.At(kScatterDim).integer, self->shape);
  list.Add(CheckOf(call, list, kScatterIndex, self->shape.empty() ? 1 : self->shape[axis], false));
  if (self.slot != out.slot) list.Add(PlanMove(self, out));
  IndexedPlaces places = PlacesAlong(out, {.index = index, .axis = axis, .strides = index->strides},
                                     index->shape, source);
  places.strides = strides;
  if (begins_with_zeros) {
    const Value zero = list.Temporary(out->dtype, {});
    list.Add(PlanFill(0, zero));
    IndexedPlaces of_zeros = places;
    of_zeros.elements = zero;
    of_zeros.strides = Dims(index->shape.size(), 0);
    list.Add(PlanReduced(of_zeros, Reduce::kLast));
  }
  list.Add(PlanReduced(places, reduce));
  list.Finish();
}

constexpr Reduce kReductions[] = {Reduce::kLast, Reduce::kSum, Reduce::kProduct};

void PlanScatter(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (!Scatters(call, list)) return;
  const Value source = list.Given(kScatterSource);
  AddScatter(call, list, source, source->strides, kReductions[call.ChoiceAt(kScatterReduce)]);
}

void PlanScatterAdd(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (!Scatters(call, list)) return;
  const Value source = list.Given(kScatterSource);
  AddScatter(call, list, source, source->strides, Reduce::kSum);
}

void PlanScatterReduce(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (!Scatters(call, list)) return;
  const Value source = list.Given(kScatterSource);
  const bool includes_self = call.At(kIncludesSelf).flag;
  AddScatter(call, list, source, source->strides, Reduce::kSum, !includes_self);
}

void PlanScatterValue(const Call& call, Executor& executor) {
  StageList list(call, executor);
  if (!Scatters(call, list)) return;
  const Value value = list.Temporary(list.Given(kScatterSelf)->dtype, {});
  list.Add(PlanFill(ElementOf(*call.At(kScatterSource).scalar, value->dtype), value));
  const Dims strides(list.Given(kScatterIndex)->shape.size(), 0);
  AddScatter(call, list, value, strides, kReductions[call.ChoiceAt(kScatterReduce)]);
}

// What is scattered into, and copied before, may be the output itself.
bool IsScatteredInto(const OpSpec& spec, int /*output*/, int input) {
  return input == spec.operands_at[0];
}

constexpr Kind kScatter = OnCpusAlone(InStages(PlanScatter, IsScatteredInto)),
               kScatterAdd = OnCpusAlone(InStages(PlanScatterAdd, IsScatteredInto)),
               kScatterReduceKind = OnCpusAlone(InStages(PlanScatterReduce, IsScatteredInto)),
               kScatterValue = OnCpusAlone(InStages(PlanScatterValue, IsScatteredInto));
constexpr DtypeSet kScattered = kIndexedReals | kComplexDtypes;
constexpr Chips kWithScatter = kBfloat16Chips;
constexpr Chips kWithScatterReduce{Chip::kAscend910B, Chip::kAscend910_93};
constexpr int64_t kSums = 1;  // of `reduce`

}  // namespace

constexpr OpSpec kScatterSpec = Resolved({
    .name = "aclnnScatter",
    .formula = "out = self with src at index along the axis dim, or with sums or products there",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Input("src"), IntInput("reduce"),
                  Output("out")},
    .rules = {DtypeIn("self", kScattered), DtypeIn("index", kIndexDtypes), SameDtype("src", "self"),
              SameDtype("out", "self"), IntIn("reduce", 0, 1, 2), SameRank("index", "self"),
              SameRank("src", "self"), SameShape("out", "self"), DimOf("dim", "self"), MaxRank(8),
              NoLonger("index", "src"), Within("index", "self", "dim"), PlacesOf("index", "self")},
    .chips = kWithScatter,
    .operands = {"self", "index", "src"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kScatter},
});

constexpr OpSpec kInplaceScatterSpec = InPlace(kScatterSpec, "aclnnInplaceScatter");

constexpr OpSpec kScatterValueSpec = Resolved({
    .name = "aclnnScatterValue",
    .formula = "out = self with value at index along the axis dim, or with sums or products there",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), AnyScalarInput("value"),
                  IntInput("reduce"), Output("out")},
    .rules = {DtypeIn("self", kScattered), DtypeIn("index", kIndexDtypes), SameDtype("out", "self"),
              IntIn("reduce", 0, 1, 2), SameRank("index", "self"), SameShape("out", "self"),
              DimOf("dim", "self"), MaxRank(8), Within("index", "self", "dim"),
              FilledWith("self", "value"), PlacesOf("index", "self")},
    .chips = kWithScatter,
    .operands = {"self", "index"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kScatterValue},
});

constexpr OpSpec kInplaceScatterValueSpec = InPlace(kScatterValueSpec, "aclnnInplaceScatterValue");

constexpr OpSpec kScatterAddSpec = Resolved({
    .name = "aclnnScatterAdd",
    .formula = "out = self + the elements of src, each at its index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Input("src"), Output("out")},
    .rules = {DtypeIn("self", kScattered), DtypeIn("index", kIndexDtypes), SameDtype("src", "self"),
              SameDtype("out", "self"), SameShape("out", "self"), SameRank("index", "self"),
              SameRank("src", "self"), MaxRank(8), DimOf("dim", "self"), NoLonger("index", "src"),
              Within("index", "self", "dim"), PlacesOf("index", "self")},
    .chips = kWithScatter,
    .operands = {"self", "index", "src"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kScatterAdd},
});

constexpr OpSpec kScatterReduceSpec = Resolved({
    .name = "aclnnScatterReduce",
    .formula = "out = self + the elements of src, each at its index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Input("src"), IntInput("reduce"),
                  BoolInput("includeSelf"), Output("out")},
    .rules = {DtypeIn("self", DtypeSet(ACL_FLOAT)), DtypeIn("index", kIndexDtypes),
              SameDtype("src", "self"), SameDtype("out", "self"), IntIn("reduce", kSums),
              SameRank("index", "self"), SameRank("src", "self"), SameShape("out", "self"),
              DimOf("dim", "self"), MaxRank(8), NoLonger("index", "src"),
              Within("index", "self", "dim"), PlacesOf("index", "self")},
    .chips = kWithScatterReduce,
    .operands = {"self", "index", "src"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kScatterReduceKind},
});

constexpr OpSpec kInplaceScatterReduceSpec =
    InPlace(kScatterReduceSpec, "aclnnInplaceScatterReduce");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Scatter, const aclTensor*, int64_t, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceScatter, aclTensor*, int64_t, const aclTensor*, const aclTensor*,
                      int64_t);
OPENACLNN_C_FUNCTIONS(ScatterValue, const aclTensor*, int64_t, const aclTensor*, const aclScalar*,
                      int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceScatterValue, aclTensor*, int64_t, const aclTensor*, const aclScalar*,
                      int64_t);
OPENACLNN_C_FUNCTIONS(ScatterAdd, const aclTensor*, int64_t, const aclTensor*, const aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(ScatterReduce, const aclTensor*, int64_t, const aclTensor*, const aclTensor*,
                      int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceScatterReduce, aclTensor*, int64_t, const aclTensor*, const aclTensor*,
                      int64_t, bool);
