// Slices that are written over others, from where integers say on along an axis.
#include "aclnnop/aclnn_scatter_update.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "aclnnop/aclnn_scatter_list.h"
#include "kinds/index/spans.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "ops/index/span_shape.h"
#include "ops/moves/concatenated.h"
#include "ops/moves/parts.h"
#include "ops/quant/quantised_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum ScatterUpdateArgument {
  kScatterUpdateData,
  kScatterUpdateIndices,
  kScatterUpdates,
  kScatterUpdateAxis
};

void PlanScatterUpdate(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value data = list.Given(kScatterUpdateData), updates = list.Given(kScatterUpdates);
  const Value numbers = DenseAs(list, ACL_INT64, list.Given(kScatterUpdateIndices));
  const size_t axis = *AxisAt(call.At(kScatterUpdateAxis).integer, updates->shape);
  const int64_t spans = updates->shape[0], size = updates->shape[axis];
  const bool has_rows = numbers->shape.size() == 2;
  const Value starts = list.Temporary(ACL_INT64, {spans, size});
  list.Add(PlanSpans({.numbers = numbers,
                      .columns = has_rows ? SpanColumns::kRowsAndStarts : SpanColumns::kStarts,
                      .rows = data->shape[0],
                      .extent = data->shape[axis],
                      .places = starts,
                      .name = NameIn(call, kScatterUpdateIndices)}));
  Dims strides(updates->shape.size(), 0);
  strides[0] = size;
  strides[axis] = 1;
  IndexedPlaces places = PlacesAlong(data, {.index = starts, .axis = axis, .strides = strides},
                                     updates->shape, updates);
  if (has_rows) {
    Dims of_rows(updates->shape.size(), 0);
    of_rows[0] = 2;
    places.table_strides[0] = 0;
    places.along.push_back({.index = numbers,
                            .strides = of_rows,
                            .extent = data->shape[0],
                            .stride = data->strides[0]});
  }
  list.Add(PlanReduced(places, Reduce::kLast));
  list.Finish();
}

struct ScatterListAt {
  enum : int { kList, kIndices, kUpdates, kMask, kReduce, kAxis };
};

void PlanScatterList(const Call& call, Executor& executor) {
  using At = ScatterListAt;
  StageList list(call, executor);
  const Value updates = list.Given(At::kUpdates);
  if (updates->extent.elements == 0) return list.Finish();
  const Value numbers = DenseAs(list, ACL_INT64, list.Given(At::kIndices));
  const size_t axis = *AxisAt(call.At(At::kAxis).integer, updates->shape);
  const int64_t members = updates->shape[0], size = updates->shape[axis];
  const bool has_counts = numbers->shape.size() == 2;
  const bool has_mask = call.IsGiven(At::kMask);
  SpansInputs spans{.numbers = numbers,
                    .columns = has_counts ? SpanColumns::kStartsAndCounts : SpanColumns::kStarts,
                    .extent = list.Member(At::kList, 0)->shape[axis - 1],
                    .places = list.Temporary(ACL_INT64, {members, size}),
                    .name = NameIn(call, At::kIndices)};
  if (has_mask) spans.mask = DenseAs(list, ACL_UINT8, list.Given(At::kMask));
  if (has_mask || has_counts) spans.counts = list.Temporary(ACL_INT64, {members});
  list.Add(PlanSpans(spans));
  const Dims shape(updates->shape.begin() + 1, updates->shape.end());
  const Dims of_updates(updates->strides.begin() + 1, updates->strides.end());
  Dims strides(shape.size(), 0);
  strides[axis - 1] = 1;
  for (int64_t i = 0; i < members; ++i) {
    const Value row = PartOf(list, updates, i * updates->strides[0], shape, of_updates);
    const Value starts = PartOf(list, spans.places, i * size, {size}, {1});
    IndexedPlaces places =
        PlacesAlong(list.Member(At::kList, static_cast<int>(i)),
                    {.index = starts, .axis = axis - 1, .strides = strides}, shape, row);
    if (spans.counts) {
      places.shortened = {.axis = axis - 1, .extent = PartOf(list, *spans.counts, i, {1}, {1})};
    }
    list.Add(PlanReduced(places, Reduce::kLast));
  }
  list.Finish();
}

constexpr Kind kScatterUpdateKind = OnCpusAlone(InStages(PlanScatterUpdate));
constexpr Kind kScatterListKind = OnCpusAlone(InStages(PlanScatterList));

constexpr DtypeSet kWrittenBytes{ACL_UINT8};
constexpr DtypeSet kWrittenFloats8{ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E5M2, ACL_HIFLOAT8};
constexpr DtypeSet kWrittenDtypes =
    kFloatDtypes | kWrittenBytes | kWrittenFloats8 | DtypeSet{ACL_INT8, ACL_INT32};
constexpr DtypeSet kListUpdatedDtypes =
    kFloatDtypes | DtypeSet{ACL_INT8, ACL_INT16, ACL_INT32, ACL_UINT8, ACL_UINT16, ACL_UINT32};
constexpr DtypeSet kMaskOfMembers{ACL_UINT8};
constexpr std::string_view kUpdateAlone[] = {"update"};

}  // namespace

constexpr OpSpec kInplaceScatterUpdateSpec = Resolved({
    .name = "aclnnInplaceScatterUpdate",
    .formula = "data[i, ..., indices[i] + k, ...] = updates[i, ..., k, ...] along the axis axis",
    .arguments = {InOut("data"), Input("indices"), Input("updates"), IntInput("axis")},
    .rules = {DtypeIn("data", kWrittenDtypes), DtypeOnlyOn("data", kWrittenBytes, kBfloat16Chips),
              DtypeOnlyOn("data", kWrittenFloats8, kOnlyA5), DtypeIn("indices", kIndexDtypes),
              SameDtype("updates", "data"), MinRank("data", 2), MaxRank(8), HasElements("data"),
              HasElements("indices"), HasElements("updates"),
              SpansInRows("updates", "data", "indices", "axis"), PlacesOf("indices", "data")},
    .chips = kAllBut310P,
    .axis = "axis",
    .work = {.kind = &kScatterUpdateKind},
});

constexpr OpSpec kScatterListSpec = Resolved({
    .name = "aclnnScatterList",
    .formula = "varRef[i][..., indice[i] + k, ...] = updates[i, ..., k, ...] along the axis axis, "
               "for each i that maskOptional does not leave out",
    .arguments = {InOuts("varRef"), Input("indice"), Input("updates"),
                  Optional(Input("maskOptional")), OptionalText("reduceOptional", "update"),
                  IntInput("axis")},
    .rules = {HasMembers("varRef"), DtypeIn("varRef", kListUpdatedDtypes),
              DtypeIn("indice", kIndexDtypes), SameDtype("updates", "varRef"),
              DtypeIn("maskOptional", kMaskOfMembers), TextIn("reduceOptional", kUpdateAlone),
              MinRank("varRef", 1), MaxRank(8),
              SpansInMembers("updates", "varRef", "indice", "axis"),
              OneForEachSpan("maskOptional", "updates"), PlacesOf("indice", "varRef")},
    .chips = kBfloat16Chips,
    .axis = "axis",
    .work = {.kind = &kScatterListKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceScatterUpdate, aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t);
OPENACLNN_C_FUNCTIONS(ScatterList, aclTensorList*, const aclTensor*, const aclTensor*,
                      const aclTensor*, char*, int64_t);
