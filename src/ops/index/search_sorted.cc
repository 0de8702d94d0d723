#include "aclnnop/aclnn_searchsorted.h"

#include <optional>

#include "kinds/moves/plan.h"
#include "kinds/sort/search.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/counted_shape.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/promote.h"

namespace openaclnn {
namespace {

enum SearchArgument {
  kSearchRows,
  kSearchSelf,
  kSearchOutInt32,
  kSearchRight,
  kSearchSorter,
  kSearchOut
};

// As elements of the dtype to which both promote; FLOAT has those of FLOAT16.
Value AsSearched(StageList& list, aclDataType promoted, const Value& value) {
  const Value dense = DenseAs(list, promoted, value);
  return promoted == ACL_FLOAT16 ? DenseAs(list, ACL_FLOAT, dense) : dense;
}

void AddSearch(const Call& call, StageList& list, const Value& rows, const Value& values) {
  const Value out = list.Given(kSearchOut), given = list.Given(kSearchRows);
  const int64_t length = given->shape.back();
  std::optional<Value> order;
  if (call.IsGiven(kSearchSorter)) {
    list.Add(CheckOf(call, list, kSearchSorter, length, false));
    order = Dense(list, list.Given(kSearchSorter));
  }
  const bool has_one_row = given->shape.size() == 1;
  AddDenseResult(list, out, [&](const Value& places) {
    return PlanSearch({.rows = rows,
                       .values = values,
                       .order = order,
                       .places = places,
                       .length = length,
                       .searches = has_one_row ? 1 : values->shape.back(),
                       .has_one_row = has_one_row,
                       .after_equal = call.FlagAt(kSearchRight)});
  });
}

void PlanSearchOfTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value rows = list.Given(kSearchRows), self = list.Given(kSearchSelf);
  if (self->extent.elements == 0) return list.Finish();
  if (rows->extent.elements == 0) return FinishWithZeros(list, list.Given(kSearchOut));
  const aclDataType promoted = *Promote(rows->dtype, self->dtype);
  AddSearch(call, list, AsSearched(list, promoted, rows), AsSearched(list, promoted, self));
  list.Finish();
}

void PlanSearchOfScalar(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value rows = list.Given(kSearchRows);
  if (rows->extent.elements == 0) return FinishWithZeros(list, list.Given(kSearchOut));
  const Scalar& self = *call.At(kSearchSelf).scalar;
  const aclDataType promoted = *PromoteWithScalar(rows->dtype, self.dtype);
  const Value value = list.Temporary(promoted, {1});
  list.Add(PlanFill(ElementOf(self, promoted), value));
  AddSearch(call, list, AsSearched(list, promoted, rows), AsSearched(list, promoted, value));
  list.Finish();
}

constexpr Kind kSearch = OnCpusAlone(InStages(PlanSearchOfTensor)),
               kSearchOfScalar = OnCpusAlone(InStages(PlanSearchOfScalar));
constexpr DtypeSet kSearchedDtypes = DtypeSet(ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE) | kIntegerDtypes;
constexpr DtypeSet kOrderDtypes{ACL_INT64};

}  // namespace

constexpr OpSpec kSearchSortedSpec = Resolved({
    .name = "aclnnSearchSorted",
    .formula = "out = the place of each element of self in sortedSequence",
    .arguments = {Input("sortedSequence"), Input("self"), BoolInput("outInt32"), BoolInput("right"),
                  Optional(Input("sorter")), Output("out")},
    .rules = {DtypeIn("sortedSequence", kSearchedDtypes), DtypeIn("self", kSearchedDtypes),
              DtypeIn("out", kIndexDtypes), IndexedBy("out", "outInt32"),
              DtypeIn("sorter", kOrderDtypes), MaxRank(8), SameShape("out", "self"),
              SameShape("sorter", "sortedSequence"), SearchedShape("sortedSequence", "self"),
              PlacesOf("sorter", "sortedSequence"),
              PromotesInto("sortedSequence", "self", kSearchedDtypes)},
    .chips = kAllBut310P,
    .operands = {"sortedSequence", "self", "sorter"},
    .results = {"out"},
    .work = {.kind = &kSearch},
});

constexpr OpSpec kSearchSortedsSpec = Resolved({
    .name = "aclnnSearchSorteds",
    .formula = "out = the place of self in sortedSequence",
    .arguments = {Input("sortedSequence"), ScalarInput("self"), BoolInput("outInt32"),
                  BoolInput("right"), Optional(Input("sorter")), Output("out")},
    .rules = {OneElement("out"), DtypeIn("sortedSequence", kSearchedDtypes),
              DtypeIn("self", kSearchedDtypes), DtypeIn("out", kIndexDtypes),
              IndexedBy("out", "outInt32"), DtypeIn("sorter", kOrderDtypes), MaxRank(8),
              SameShape("sorter", "sortedSequence"), RankIs("sortedSequence", 1),
              PlacesOf("sorter", "sortedSequence"),
              PromotesInto("sortedSequence", "self", kSearchedDtypes)},
    .chips = Chips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93},
    .operands = {"sortedSequence", "sorter"},
    .results = {"out"},
    .work = {.kind = &kSearchOfScalar},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SearchSorted, const aclTensor*, const aclTensor*, bool, bool,
                      const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SearchSorteds, const aclTensor*, const aclScalar*, const bool, const bool,
                      const aclTensor*, aclTensor*);
