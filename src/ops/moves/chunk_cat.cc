#include "aclnnop/aclnn_chunk_cat.h"

#include <cstdint>

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/moves/concatenated.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"

namespace openaclnn {
namespace {

enum ChunkCatArgument { kChunkedTensors, kChunkedDim, kChunks, kChunkedOut };

// Each member fills columns of `out`: whole chunks, the slices that are left, and zeros behind
// them.
void PlanChunkCat(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kChunkedOut);
  const int64_t chunks = call.At(kChunks).integer;
  const auto count = static_cast<int>(call.TensorsAt(kChunkedTensors).size());
  int64_t column = 0;
  for (int i = 0; i < count; ++i) {
    const Value member = list.Member(kChunkedTensors, i);
    if (member->extent.elements == 0) continue;
    const int64_t slices = member->shape[0], elements = member->extent.elements,
                  width = SlicesOfChunk(slices, chunks) * (elements / slices),
                  whole = elements / width, left = elements % width;
    const Value dense = Dense(list, member), columns = PartAlong(list, out, 1, column, width);
    const auto rows_from = [&](int64_t row, int64_t rows, int64_t first, int64_t size) {
      return PartAlong(list, PartAlong(list, columns, 0, row, rows), 1, first, size);
    };
    list.Add(PlanMove(list.Seen(dense, {whole, width}, {width, 1}),
                      PartAlong(list, columns, 0, 0, whole)));
    if (left > 0) {
      list.Add(PlanMove(PartOf(list, dense, whole * width, {1, left}, {left, 1}),
                        rows_from(whole, 1, 0, left)));
      list.Add(PlanFill(0, rows_from(whole, 1, left, width - left)));
    }
    const int64_t filled = whole + (left > 0 ? 1 : 0);
    if (filled < chunks) list.Add(PlanFill(0, rows_from(filled, chunks - filled, 0, width)));
    column += width;
  }
  list.Finish();
}

constexpr Kind kChunkCatKind = InStages(PlanChunkCat);

}  // namespace

constexpr OpSpec kChunkCatSpec = Resolved({
    .name = "aclnnChunkCat",
    .formula = "out[i] = chunk i of each of tensors, one after the other, of numChunks along the "
               "axis 0",
    .arguments = {Inputs("tensors"), IntInput("dim"), IntInput("numChunks"), Output("out")},
    .rules = {HasMembers("tensors"), DtypeIn("tensors", kFloatDtypes), OneDtype("tensors"),
              DtypeIn("out", kFloatDtypes), IntIn("dim", 0), MinRank("tensors", 1), MaxRank(8),
              Chunked("out", "tensors", "numChunks")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kChunkCatKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ChunkCat, const aclTensorList*, int64_t, int64_t, aclTensor*);
