#include "kinds/sort/unique.h"

#include <optional>

#include "aclnnop/aclnn_unique.h"
#include "aclnnop/aclnn_unique2.h"
#include "aclnnop/aclnn_unique_consecutive.h"
#include "aclnnop/aclnn_unique_dim.h"
#include "kinds/sort/plan.h"
#include "kinds/sort/slices.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/family.h"
#include "ops/index/unique_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// What is wanted besides the values; arguments, or -1.
struct WantedRuns {
  int values, places, counts;
  bool are_slices = false;  // along an axis
};

// Places are written dense, and moved where there are gaps between them. Along an axis they may
// have more room than they need.
void AddUnique(StageList& list, UniqueInputs inputs, const WantedRuns& wanted) {
  std::optional<Value> places;
  if (wanted.places >= 0) {
    places = list.Given(wanted.places);
    const Dims along = {inputs.elements->shape[inputs.axis]};
    inputs.sets_view_of_places = wanted.are_slices && (*places)->shape != along;
    inputs.places = inputs.sets_view_of_places ? list.SeenDense(*places, along)
                                               : DenseResultAs(list, ACL_INT64, *places);
  }
  if (wanted.counts >= 0) inputs.counts = list.Given(wanted.counts);
  list.Add(PlanUnique(inputs));
  if (places) MoveResult(list, *inputs.places, *places);
  list.Finish();
}

void PlanSortedRuns(const Call& call, Executor& executor, const WantedRuns& wanted) {
  StageList list(call, executor);
  const Value self = list.Given(0);
  const int64_t count = self->extent.elements;
  const Value flat = list.SeenDense(Dense(list, self), {count});
  UniqueInputs inputs{.elements = flat, .axis = 0, .values = list.Given(wanted.values)};
  if (count > 0) {
    inputs.elements = list.Temporary(self->dtype, {count});
    inputs.order = list.Temporary(ACL_INT64, {count});
    list.Add(PlanSort(
        {.elements = flat, .axis = 0, .values = inputs.elements, .indices = *inputs.order}));
  }
  AddUnique(list, inputs, wanted);
}

enum UniqueArgument { kUniqueSelf, kUniqueSorted, kUniqueWithPlaces, kUniqueValues, kUniquePlaces };

void PlanUniqueOf(const Call& call, Executor& executor) {
  const bool has_places = call.FlagAt(kUniqueWithPlaces);
  PlanSortedRuns(call, executor, {kUniqueValues, has_places ? int{kUniquePlaces} : -1, -1});
}

enum Unique2Argument {
  kUnique2Self,
  kUnique2Sorted,
  kUnique2WithPlaces,
  kUnique2WithCounts,
  kUnique2Values,
  kUnique2Places,
  kUnique2Counts
};

void PlanUnique2(const Call& call, Executor& executor) {
  const bool has_counts = call.FlagAt(kUnique2WithCounts);
  const bool has_places = has_counts || call.FlagAt(kUnique2WithPlaces);
  PlanSortedRuns(call, executor,
                 {kUnique2Values, has_places ? int{kUnique2Places} : -1,
                  has_counts ? int{kUnique2Counts} : -1});
}

enum RunsArgument {
  kRunsSelf,
  kRunsWithPlaces,
  kRunsWithCounts,
  kRunsDim,
  kRunsValues,
  kRunsPlaces,
  kRunsCounts
};

void PlanRuns(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRunsSelf), values = list.Given(kRunsValues);
  const int64_t dim = call.At(kRunsDim).integer, count = self->extent.elements;
  const bool is_of_elements = dim == kEachElement || self->shape.empty();
  UniqueInputs inputs{.elements = Dense(list, self), .axis = 0, .values = values};
  if (is_of_elements) {
    inputs.elements = list.SeenDense(inputs.elements, {count});
    if (values->shape.size() != 1) inputs.values = list.SeenDense(values, {count});
  } else {
    inputs.axis = *AxisAt(dim, self->shape);
    if (values->shape != self->shape) inputs.values = list.SeenDense(values, self->shape);
  }
  AddUnique(list, inputs,
            {kRunsValues, call.FlagAt(kRunsWithPlaces) ? int{kRunsPlaces} : -1,
             call.FlagAt(kRunsWithCounts) ? int{kRunsCounts} : -1, !is_of_elements});
}

enum SlicesArgument {
  kSlicesSelf,
  kSlicesSorted,
  kSlicesWithPlaces,
  kSlicesDim,
  kSlicesValues,
  kSlicesPlaces,
  kSlicesCounts
};

// One number without axes is a slice.
void PlanUniqueSlices(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kSlicesSelf), values = list.Given(kSlicesValues);
  UniqueInputs inputs{.elements = Dense(list, self),
                      .axis = 0,
                      .values = values,
                      .operator_name = call.spec.name,
                      .name_of_values = "valueOut",
                      .name_of_counts = "countsOut"};
  if (self->shape.empty()) {
    inputs.elements = list.SeenDense(inputs.elements, {1});
    inputs.values = list.SeenDense(values, {1});
  } else {
    inputs.axis = *AxisAt(call.At(kSlicesDim).integer, self->shape);
  }
  if (self->extent.elements > 0) {
    const Value whole = inputs.elements;
    inputs.elements = list.Temporary(whole->dtype, whole->shape);
    inputs.order = list.Temporary(ACL_INT64, {whole->shape[inputs.axis]});
    list.Add(PlanSliceOrder({.elements = whole,
                             .axis = inputs.axis,
                             .slices = inputs.elements,
                             .order = *inputs.order}));
  }
  AddUnique(list, inputs,
            {kSlicesValues, call.FlagAt(kSlicesWithPlaces) ? int{kSlicesPlaces} : -1, kSlicesCounts,
             true});
}

constexpr Kind kUnique = OnCpusAlone(InStages(PlanUniqueOf)),
               kUnique2 = OnCpusAlone(InStages(PlanUnique2)),
               kRuns = OnCpusAlone(InStages(PlanRuns)),
               kUniqueSlices = OnCpusAlone(InStages(PlanUniqueSlices));
constexpr DtypeSet kUniqueDtypes = kIndexedReals | kIndexedUnsigned;
constexpr DtypeSet kNotOfA5 = DtypeSet(ACL_DOUBLE) | DtypeSet(ACL_BOOL) | kComplexDtypes;
constexpr DtypeSet kPlaceDtypes{ACL_INT64};

}  // namespace

constexpr OpSpec kUniqueSpec = Resolved({
    .name = "aclnnUnique",
    .formula =
        "valueOut = the elements of self in order, equal ones once, inverseOut = their places",
    .arguments = {Input("self"), BoolInput("sorted"), BoolInput("returnInverse"),
                  Output("valueOut"), Output("inverseOut")},
    .rules = {DtypeIn("self", kUniqueDtypes), DtypeIn("inverseOut", kPlaceDtypes),
              SameDtype("valueOut", "self"), MaxRank(8),
              PlacesOfRuns("inverseOut", "self", "returnInverse"), RoomForRuns("valueOut", "self"),
              SetByRun("valueOut"), SetByRun("inverseOut")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"valueOut", "inverseOut"},
    .work = {.kind = &kUnique},
});

constexpr OpSpec kUnique2Spec = Resolved({
    .name = "aclnnUnique2",
    .formula = "valueOut = the elements of self in order, equal ones once, inverseOut = their "
               "places, countsOut = how many there are",
    .arguments = {Input("self"), BoolInput("sorted"), BoolInput("returnInverse"),
                  BoolInput("returnCounts"), Output("valueOut"), Output("inverseOut"),
                  Output("countsOut")},
    .rules = {DtypeIn("self", kUniqueDtypes), DtypeIn("inverseOut", kPlaceDtypes),
              DtypeIn("countsOut", kPlaceDtypes), SameDtype("valueOut", "self"), MaxRank(8),
              PlacesOfRuns("inverseOut", "self", "returnInverse", "returnCounts"),
              CountsOfRuns("countsOut", "self", "returnCounts"), RoomForRuns("valueOut", "self"),
              SetByRun("valueOut"), SetByRun("inverseOut"), SetByRun("countsOut")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kUnique2},
});

constexpr OpSpec kUniqueConsecutiveSpec = Resolved({
    .name = "aclnnUniqueConsecutive",
    .formula = "valueOut = one of each run of equal slices of self along dim, inverseOut = the "
               "number of the run of each, countsOut = how many slices it has",
    .arguments = {Input("self"), BoolInput("returnInverse"), BoolInput("returnCounts"),
                  IntInput("dim"), Output("valueOut"), Output("inverseOut"), Output("countsOut")},
    .rules = {DtypeIn("self", kUniqueDtypes | kComplexDtypes),
              DtypeOnlyOn("self", kNotOfA5, kOnlyA2AndA3), DtypeIn("inverseOut", kPlaceDtypes),
              DtypeIn("countsOut", kPlaceDtypes), SameDtype("valueOut", "self"), MaxRank(8),
              AxisOrAll("dim", "self"), AllRunsOnlyOn("returnInverse", "dim", kOnlyA2AndA3),
              RoomForRuns("valueOut", "self", "dim"),
              PlacesOfRuns("inverseOut", "self", "returnInverse", "dim"),
              CountsOfRuns("countsOut", "self", "returnCounts", "dim"), SetByRun("valueOut"),
              SetByRun("inverseOut"), SetByRun("countsOut")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kRuns},
});

constexpr OpSpec kUniqueDimSpec = Resolved({
    .name = "aclnnUniqueDim",
    .formula = "valueOut = the slices of self along dim in order, equal ones once, inverseOut = "
               "their places, countsOut = how many there are",
    .arguments = {Input("self"), BoolInput("sorted"), BoolInput("returnInverse"), IntInput("dim"),
                  Output("valueOut"), Output("inverseOut"), Output("countsOut")},
    .rules = {DtypeIn("self", kUniqueDtypes), DtypeIn("inverseOut", kPlaceDtypes),
              DtypeIn("countsOut", kPlaceDtypes), SameDtype("valueOut", "self"), MaxRank(8),
              DimOf("dim", "self"), RoomForSlices("valueOut", "self", "dim"),
              PlacesOfRuns("inverseOut", "self", "returnInverse", "dim"),
              CountForSlices("countsOut", "self", "dim"), SetByRun("valueOut"),
              SetByRun("inverseOut"), SetByRun("countsOut")},
    .chips = kBfloat16Chips,
    .axis = "dim",
    .work = {.kind = &kUniqueSlices},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Unique, const aclTensor*, bool, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Unique2, const aclTensor*, bool, bool, bool, aclTensor*, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UniqueDim, const aclTensor*, bool, bool, int64_t, aclTensor*, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UniqueConsecutive, const aclTensor*, bool, bool, int64_t, aclTensor*,
                      aclTensor*, aclTensor*);
