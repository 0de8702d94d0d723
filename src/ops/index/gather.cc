#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_index_select.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum EmbeddingArgument { kEmbeddingWeight, kEmbeddingIndices, kEmbeddingOut };

void PlanEmbedding(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value weight = list.Given(kEmbeddingWeight), indices = list.Given(kEmbeddingIndices);
  const Value out = list.Given(kEmbeddingOut);
  IndexedPlaces places{.shape = out->shape,
                       .table = weight,
                       .table_strides = Dims(out->shape.size(), 0),
                       .elements = out,
                       .strides = out->strides,
                       .along = {}};
  places.table_strides.back() = weight->strides[1];
  IndexAlong along{.index = indices,
                   .strides = indices->strides,
                   .extent = weight->shape[0],
                   .stride = weight->strides[0]};
  along.strides.push_back(0);
  places.along.push_back(along);
  list.Add(CheckOf(call, list, kEmbeddingIndices, weight->shape[0], false));
  list.Add(PlanReadIndexed(places));
  list.Finish();
}

enum GatherArgument { kGatherSelf, kGatherDim, kGatherIndex, kGatherOut };

// The size of an axis, of which no axis has one.
int64_t SizeOf(const Value& value, size_t axis) {
  return value->shape.empty() ? 1 : value->shape[axis];
}

void PlanIndexSelect(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kGatherSelf), index = list.Given(kGatherIndex);
  const Value out = list.Given(kGatherOut);
  const size_t axis = *AxisAt(call.At(kGatherDim).integer, self->shape);
  Dims strides(out->shape.size(), 0);
  if (!strides.empty() && !index->strides.empty()) strides[axis] = index->strides[0];
  list.Add(CheckOf(call, list, kGatherIndex, SizeOf(self, axis), false));
  list.Add(PlanReadIndexed(
      PlacesAlong(self, {.index = index, .axis = axis, .strides = strides}, out->shape, out)));
  list.Finish();
}

void PlanGather(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kGatherSelf), index = list.Given(kGatherIndex);
  const Value out = list.Given(kGatherOut);
  const size_t axis = *AxisAt(call.At(kGatherDim).integer, self->shape);
  list.Add(CheckOf(call, list, kGatherIndex, SizeOf(self, axis), true));
  list.Add(PlanReadIndexed(PlacesAlong(
      self, {.index = index, .axis = axis, .strides = index->strides}, out->shape, out)));
  list.Finish();
}

// The axes of the index stand in the place of the one that they index.
void PlanGatherV2(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kGatherSelf), index = list.Given(kGatherIndex);
  const Value out = list.Given(kGatherOut);
  const size_t axis = *AxisAt(call.At(kGatherDim).integer, self->shape);
  const size_t rank = out->shape.size();
  IndexedPlaces places{.shape = out->shape,
                       .table = self,
                       .table_strides = Dims(rank, 0),
                       .elements = out,
                       .strides = out->strides,
                       .along = {}};
  IndexAlong along{.index = index,
                   .strides = Dims(rank, 0),
                   .extent = SizeOf(self, axis),
                   .stride = self->shape.empty() ? 0 : self->strides[axis]};
  if (!self->shape.empty()) {
    const size_t behind = rank - (self->shape.size() - axis - 1);  // the axes of the index
    for (size_t i = 0; i < axis; ++i) places.table_strides[i] = self->strides[i];
    for (size_t i = behind; i < rank; ++i) {
      places.table_strides[i] = self->strides[axis + 1 + i - behind];
    }
    for (size_t i = 0; i < index->strides.size(); ++i) {
      along.strides[axis + i] = index->strides[i];
    }
  }
  places.along.push_back(along);
  list.Add(CheckOf(call, list, kGatherIndex, along.extent, true));
  list.Add(PlanReadIndexed(places));
  list.Finish();
}

constexpr Kind kEmbedding = OnCpusAlone(InStages(PlanEmbedding)),
               kIndexSelect = OnCpusAlone(InStages(PlanIndexSelect)),
               kGather = OnCpusAlone(InStages(PlanGather)),
               kGatherV2 = OnCpusAlone(InStages(PlanGatherV2));

}  // namespace

constexpr OpSpec kEmbeddingSpec = Resolved({
    .name = "aclnnEmbedding",
    .formula = "out = the rows of weight at indices",
    .arguments = {Input("weight"), Input("indices"), Output("out")},
    .rules = {DtypeIn("weight", kIndexedReals | kComplexDtypes), SameDtype("out", "weight"),
              DtypeIn("indices", kIndexDtypes), MaxRank(8), RankIs("weight", 2),
              EmbeddedShape("out", "weight", "indices"), PlacesOf("indices", "weight")},
    .chips = kAllChips,
    .operands = {"weight", "indices"},
    .results = {"out"},
    .work = {.kind = &kEmbedding},
});

constexpr OpSpec kGatherSpec = Resolved({
    .name = "aclnnGather",
    .formula = "out = self at index along the axis dim, and at its own place along the others",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kIndexedUnsigned), DtypeIn("index", kIndexDtypes),
              SameDtype("out", "self"), SameRank("index", "self"), MaxRank(8),
              SameShape("out", "index"), DimOf("dim", "self"), Within("index", "self", "dim"),
              PlacesOf("index", "self")},
    .chips = kOnlyA2AndA3,
    .operands = {"self", "index"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kGather},
});

constexpr OpSpec kGatherV2Spec = Resolved({
    .name = "aclnnGatherV2",
    .formula = "out = what self has at the places index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Output("out")},
    .rules = {SameDtype("out", "self"), DtypeIn("self", kIndexedReals | kComplexDtypes),
              DtypeIn("index", kIndexDtypes), DimOf("dim", "self"), MaxRank(8),
              GatheredShape("out", "self", "dim", "index"), PlacesOf("index", "self")},
    .chips = kAllChips,
    .operands = {"self", "index"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kGatherV2},
});

constexpr OpSpec kIndexSelectSpec = Resolved({
    .name = "aclnnIndexSelect",
    .formula = "out = what self has at the places index along the axis dim",
    .arguments = {Input("self"), IntInput("dim"), Input("index"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kIndexedUnsigned | kComplexDtypes),
              SameDtype("out", "self"), DtypeIn("index", kIndexDtypes), MaxRank(8),
              DimOf("dim", "self"), SelectedShape("out", "self", "dim", "index"),
              PlacesOf("index", "self")},
    .chips = kAllChips,
    .operands = {"self", "index"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kIndexSelect},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Embedding, const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Gather, const aclTensor*, const int64_t, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GatherV2, const aclTensor*, int64_t, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(IndexSelect, const aclTensor*, int64_t, const aclTensor*, aclTensor*);
