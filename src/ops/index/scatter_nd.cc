#include "aclnnop/aclnn_scatter_nd.h"

#include <vector>

#include "aclnnop/aclnn_scatter_nd_update.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "ops/index/scattered_shape.h"

namespace openaclnn {
namespace {

// Element k of each row of indices, a place along axis k of the table, all checked.
std::vector<Value> AddPlaces(const Call& call, StageList& list, const Value& table, int indices) {
  const Value given = list.Given(indices);
  const Dims lead(given->shape.begin(), given->shape.end() - 1);
  const Dims steps(given->strides.begin(), given->strides.end() - 1);
  std::vector<Value> places;
  for (int64_t k = 0; k < given->shape.back(); ++k) {
    Value column = list.Seen(given, lead, steps);
    column.origin += k * given->strides.back() * DtypeBytes(given->dtype);
    places.push_back(list.Temporary(ACL_INT64, lead));
    list.Add(PlanMove(column, places.back()));
    list.Add(PlanCheckIndices({.index = places.back(),
                               .extent = table->shape[static_cast<size_t>(k)],
                               .count_from_behind = false,
                               .name = NameIn(call, indices)}));
  }
  return places;
}

// Moves updates to the slices of the table that are there.
void AddScattered(StageList& list, const Value& table, const std::vector<Value>& indices,
                  const Value& updates) {
  const Dims lead = indices[0]->shape;
  IndexedPlaces places{.shape = lead,
                       .table = table,
                       .table_strides = Dims(lead.size(), 0),
                       .elements = updates,
                       .strides = updates->strides,
                       .along = {}};
  for (size_t axis = indices.size(); axis < table->shape.size(); ++axis) {
    places.shape.push_back(table->shape[axis]);
    places.table_strides.push_back(table->strides[axis]);
  }
  for (size_t k = 0; k < indices.size(); ++k) {
    Dims strides = indices[k]->strides;
    strides.resize(places.shape.size(), 0);
    places.along.push_back({.index = indices[k],
                            .strides = strides,
                            .extent = table->shape[k],
                            .stride = table->strides[k]});
  }
  list.Add(PlanReduced(places, Reduce::kLast));
}

enum UpdateArgument { kUpdatedVar, kUpdatedIndices, kUpdatedUpdates };

void PlanUpdate(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value table = list.Given(kUpdatedVar);
  const std::vector<Value> places = AddPlaces(call, list, table, kUpdatedIndices);
  AddScattered(list, table, places, list.Given(kUpdatedUpdates));
  list.Finish();
}

enum ScatterNdArgument { kScatteredData, kScatteredIndices, kScatteredUpdates, kScatteredOut };

void PlanScatterNd(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value data = list.Given(kScatteredData), out = list.Given(kScatteredOut);
  const std::vector<Value> places = AddPlaces(call, list, data, kScatteredIndices);
  list.Add(PlanMove(data, out));
  AddScattered(list, out, places, list.Given(kScatteredUpdates));
  list.Finish();
}

constexpr Kind kUpdate = OnCpusAlone(InStages(PlanUpdate)),
               kScatterNd = OnCpusAlone(InStages(PlanScatterNd));
constexpr DtypeSet kEightBitFloats{ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN};
constexpr DtypeSet kOnlyUpdatedOnA5 = kEightBitFloats | DtypeSet(ACL_UINT8);
constexpr DtypeSet kOnlyUpdatedOnA2{ACL_INT16, ACL_INT32};
constexpr DtypeSet kUpdatedDtypes =
    kFloatDtypes | DtypeSet(ACL_BOOL, ACL_INT64, ACL_INT8) | kOnlyUpdatedOnA2 | kOnlyUpdatedOnA5;
constexpr DtypeSet kScatteredNdDtypes = kFloatDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kScatterNdUpdateSpec = Resolved({
    .name = "aclnnScatterNdUpdate",
    .formula = "varRef = updates at the slices that rows of indices name",
    .arguments = {InOut("varRef"), Input("indices"), Input("updates")},
    .rules = {DtypeIn("varRef", kUpdatedDtypes),
              DtypeOnlyOn("varRef", kOnlyUpdatedOnA2, kOnlyA2AndA3),
              DtypeOnlyOn("varRef", kOnlyUpdatedOnA5, kOnlyA5), DtypeIn("indices", kIndexDtypes),
              SameDtype("updates", "varRef"), MinRank("varRef", 1), MinRank("indices", 2),
              MaxRank(8), ScatteredNdShape("updates", "varRef", "indices"),
              PlacesOf("indices", "varRef")},
    .chips = kBfloat16Chips,
    .operands = {"varRef", "indices", "updates"},
    .results = {"varRef"},
    .work = {.kind = &kUpdate},
});

constexpr OpSpec kScatterNdSpec = Resolved({
    .name = "aclnnScatterNd",
    .formula = "out = data, with updates at the slices that rows of indices name",
    .arguments = {Input("data"), Input("indices"), Input("updates"), Output("out")},
    .rules = {DtypeIn("data", kScatteredNdDtypes), DtypeIn("indices", kIndexDtypes),
              SameDtype("updates", "data"), SameDtype("out", "data"), MinRank("data", 1),
              MinRank("indices", 1), MaxRank(8), SameShape("out", "data"),
              ScatteredNdShape("updates", "data", "indices"), PlacesOf("indices", "data")},
    .chips = kBfloat16Chips,
    .operands = {"data", "indices", "updates"},
    .results = {"out"},
    .work = {.kind = &kScatterNd},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ScatterNdUpdate, aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(ScatterNd, const aclTensor*, const aclTensor*, const aclTensor*, aclTensor*);
