// Elements of tensors that count as vectors.
#include "aclnnop/aclnn_take.h"

#include "aclnnop/aclnn_put.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/family.h"
#include "ops/index/places.h"

namespace openaclnn {
namespace {

// A vector of all elements, moved first if they have gaps.
Value AsVector(StageList& list, const Value& value) {
  return list.SeenDense(Dense(list, value), {value->extent.elements});
}

IndexedPlaces PlacesInVector(const Value& table, const Value& index, const Value& elements) {
  return {.shape = elements->shape,
          .table = table,
          .table_strides = Dims(elements->shape.size(), 0),
          .elements = elements,
          .strides = elements->strides,
          .along = {
              {.index = index, .strides = index->strides, .extent = table->shape[0], .stride = 1}}};
}

enum TakeArgument { kTakeSelf, kTakeIndex, kTakeOut };

void PlanTake(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kTakeSelf);
  list.Add(CheckOf(call, list, kTakeIndex, self->extent.elements, false));
  list.Add(PlanReadIndexed(
      PlacesInVector(AsVector(list, self), list.Given(kTakeIndex), list.Given(kTakeOut))));
  list.Finish();
}

enum PutArgument { kPutInto, kPutPlaces, kPutElements, kPutAdds };

void PlanPutInto(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kPutInto), index = list.Given(kPutPlaces);
  if (index->extent.elements == 0) return list.Finish();
  list.Add(CheckOf(call, list, kPutPlaces, self->extent.elements, false));
  const Value places = AsVector(list, index), source = AsVector(list, list.Given(kPutElements));
  const bool has_gaps = !self->extent.contiguous;
  const Value table = AsVector(list, self);
  list.Add(PlanReduced(PlacesInVector(table, places, source),
                       call.FlagAt(kPutAdds) ? Reduce::kSum : Reduce::kLast));
  if (has_gaps) list.Add(PlanMove(list.SeenDense(table, self->shape), self));
  list.Finish();
}

constexpr Kind kTake = OnCpusAlone(InStages(PlanTake)), kPut = OnCpusAlone(InStages(PlanPutInto));

}  // namespace

constexpr OpSpec kTakeSpec = Resolved({
    .name = "aclnnTake",
    .formula = "out = what self, as a vector, has at index",
    .arguments = {Input("self"), Input("index"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kIndexedUnsigned | kComplexDtypes),
              DtypeIn("index", kIndexDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "index"), PlacesOf("index", "self")},
    .chips = kAllBut310P,
    .operands = {"self", "index"},
    .results = {"out"},
    .work = {.kind = &kTake},
});

constexpr OpSpec kInplacePutSpec = Resolved({
    .name = "aclnnInplacePut",
    .formula = "selfRef, as a vector, has source at index, or source is added there",
    .arguments = {InOut("selfRef"), Input("index"), Input("source"), BoolInput("accumulate")},
    .rules = {DtypeIn("selfRef", kIndexedReals | kComplexDtypes), DtypeIn("index", kIndexDtypes),
              SameDtype("source", "selfRef"), MaxRank(8), AsMany("source", "index", "selfRef"),
              PlacesOf("index", "selfRef")},
    .chips = kAllChips,
    .operands = {"selfRef", "index", "source"},
    .results = {"selfRef"},
    .work = {.kind = &kPut},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Take, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplacePut, aclTensor*, const aclTensor*, const aclTensor*, bool);
