// What a stream does with an executor.

#include <algorithm>
#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "acl/acl_rt.h"
#include "base/dtype.h"
#include "checked/report.h"
#include "cpu/convert.h"
#include "cpu/move.h"
#include "cpu/picks.h"
#include "cpu/product.h"
#include "cpu/reduction.h"
#include "cpu/rows.h"
#include "cpu/select.h"
#include "cpu/small_sums.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"

namespace openaclnn {
namespace {

constexpr uint64_t kAlignment = 64;
constexpr int64_t kTile = kFewTerms;

// The parts of the workspace of an executor with sums over channels.
struct ChannelMemory {
  double* sums;        // one for each channel
  double* partials;    // PartialSums
  std::byte* operand;  // an element of the loop's type, at most a float, for each channel
};

uint64_t ChannelBytes(const ChannelPlan& channels) {
  const int64_t doubles = channels.shape.channels + PartialSums(channels.shape);
  return static_cast<uint64_t>(doubles * int64_t{sizeof(double)} +
                               channels.shape.channels * int64_t{sizeof(float)});
}

void* Aligned(void* workspace) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(workspace);
  return static_cast<std::byte*>(workspace) + (kAlignment - address % kAlignment) % kAlignment;
}

ChannelMemory Divide(const ChannelPlan& channels, void* workspace) {
  auto* const sums = static_cast<double*>(Aligned(workspace));
  double* const partials = sums + channels.shape.channels;
  return {sums, partials, reinterpret_cast<std::byte*>(partials + PartialSums(channels.shape))};
}

// In whole numbers, as the offset of a tensor without elements may lead anywhere.
std::byte* FirstElement(const TensorSlot& slot) {
  if (slot.data == nullptr) return nullptr;
  return reinterpret_cast<std::byte*>(reinterpret_cast<uintptr_t>(slot.data) +
                                      static_cast<uintptr_t>(slot.offset));
}

// Whether the walk of an operand is along dense elements of a loop's type.
bool IsDense(const Plan& plan, int operand, aclDataType dtype) {
  return plan.dtype[operand] == dtype &&
         (plan.axes.empty() ||
          (plan.axes.size() == 1 && plan.axes[0].stride[operand] == DtypeBytes(dtype)));
}

// Calls use(first, tile) for all of a plan of one operand, in the caller.
template <class T, class Use>
void ForEachTile(const Plan& plan, std::byte* data, Use use) {
  const TileIo<T> io(plan, {data});
  const TileBuffers buffers(kTile);
  Tile<T> tile;
  tile.rows = 1;
  for (int64_t first = 0; first < plan.elements; first += tile.columns) {
    tile.columns = io.TileAt(first, plan.elements - first, kTile);
    io.Begin(first, buffers, tile);
    use(first, tile);
    io.End(first, buffers, tile);
  }
}

// The channel operand as dense elements of T: where it lies, or a copy.
template <class T>
std::byte* LoadChannels(const Plan& plan, std::byte* data, std::byte* copy) {
  if (IsDense(plan, 0, LoopTraits<T>::kDtype)) return data;
  ForEachTile<T>(plan, data, [copy](int64_t first, const Tile<T>& tile) {
    T* const values = reinterpret_cast<T*>(copy) + first;
    for (int64_t i = 0; i < tile.columns; ++i) {
      values[i] = tile.inputs[0].values[i & tile.inputs[0].mask];
    }
  });
  return copy;
}

// The sums are rounded here, once.
void StoreSums(const Plan& plan, const double* sums, std::byte* data) {
  if (IsDense(plan, 0, ACL_FLOAT)) {
    std::transform(sums, sums + plan.elements, reinterpret_cast<float*>(data),
                   [](double sum) { return static_cast<float>(sum); });
    return;
  }
  if (const aclDataType dtype = plan.dtype[0]; IsDense(plan, 0, dtype)) {
    StoreConversion(LoopType::kDouble, dtype)(sums, data, plan.elements);
    return;
  }
  ForEachTile<double>(plan, data, [sums](int64_t first, const Tile<double>& tile) {
    std::copy_n(sums + first, tile.columns, tile.outputs[0]);
  });
}

// Whether a tile of the plan is all of it, with every operand as it lies, the channel operand
// aside. Then preparing for tiles, threads and conversions would take longer than the loop.
template <class T>
bool IsOneTile(const Executor& executor) {
  const Plan& plan = executor.plan;
  for (int k = 0; k < plan.num_operands; ++k) {
    if (k != executor.channels.operand && !IsDense(plan, k, LoopTraits<T>::kDtype)) return false;
  }
  return 0 < plan.elements && plan.elements <= kTile && !plan.float_results;
}

template <class T>
Tile<T> OneTile(const ElementwiseRun& run) {
  const Plan& plan = *run.plan;
  const int inputs = plan.num_operands - plan.num_outputs;
  Tile<T> tile;
  tile.rows = 1;
  tile.columns = plan.elements;
  for (int k = 0; k < plan.num_operands; ++k) {
    auto* const values = reinterpret_cast<T*>(run.data[k] + plan.origin[k]);
    if (k < inputs) {
      tile.inputs[k] = {values, -1, plan.elements};
    } else {
      tile.outputs[k - inputs] = values;
    }
  }
  return tile;
}

template <class T>
void RunChannels(const Executor& executor, ElementwiseRun& run, void* workspace) {
  const ChannelPlan& channels = executor.channels;
  const auto slot = [&](int8_t argument) { return FirstElement(executor.tensors[argument]); };
  std::byte* const stored = slot(executor.spec->channel_sums_at);
  const bool folds = channels.partials == nullptr;
  if (executor.plan.elements == 0) {  // the sums over nothing
    if (!folds) return;
    const std::vector<double> zeros(static_cast<size_t>(channels.store.elements));
    StoreSums(channels.store, zeros.data(), stored);
    return;
  }
  const ChannelMemory memory = Divide(channels, workspace);
  run.data[channels.operand] =
      LoadChannels<T>(channels.load, slot(executor.spec->channel_operand_at), memory.operand);
  if (!folds) {
    return RunPartialSums(run, channels.shape, channels.partial_order, channels.operand,
                          executor.loop, channels.partials);
  }
  if (IsOneTile<T>(executor)) {
    Tile<T> tile = OneTile<T>(run);
    RunWithFewTerms(*run.kernel, run.params, tile, channels.shape, channels.operand, memory.sums);
  } else {
    RunWithSums(run, channels.shape, channels.operand, executor.loop, memory.partials, memory.sums);
  }
  // The sums may replace an input: they are written when everything has been read.
  StoreSums(channels.store, memory.sums, stored);
}

template <class T>
void RunIn(const Executor& executor, ElementwiseRun& run, void* workspace) {
  if constexpr (sizeof(T) <= sizeof(float) && !std::is_integral_v<T>) {
    if (executor.HasSums()) return RunChannels<T>(executor, run, workspace);
  }
  if (executor.HasChannels()) {
    if (executor.plan.elements == 0) return;  // for which there is no workspace
    const ChannelPlan& channels = executor.channels;
    run.data[channels.operand] = LoadChannels<T>(channels.load, run.data[channels.operand],
                                                 static_cast<std::byte*>(Aligned(workspace)));
    return RunElementwise(run, executor.loop);
  }
  if (IsOneTile<T>(executor)) {
    (run.kernel->*LoopTraits<T>::kLoop)(run.params, OneTile<T>(run));
  } else {
    RunElementwise(run, executor.loop);
  }
}

int32_t RunRowsOf(const Executor& executor, const OperandData& data, void* workspace) {
  const RowsRun run{.plan = &executor.plan,
                    .data = data,
                    .kernel = executor.kernel,
                    .has_row_result = executor.spec->row_result_at >= 0,
                    .chunks = static_cast<RowNumbers*>(Aligned(workspace))};
  RunRows(run, executor.loop);
  return ACL_SUCCESS;
}

// The part of the workspace that holds what is cast before it is summed.
uint64_t CastBytes(const Executor& executor) {
  if (!executor.casts) return 0;
  const auto bytes =
      static_cast<uint64_t>(executor.plan.elements * DtypeBytes(executor.plan.dtype[0]));
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

int32_t RunReductionOf(const Executor& executor, std::byte* elements, void* workspace) {
  auto* const memory = static_cast<std::byte*>(Aligned(workspace));
  if (executor.casts && executor.plan.elements > 0) {
    RunMove(executor.channels.load, elements, memory);
    elements = memory;
  }
  const ReductionRun run{.plan = &executor.plan,
                         .elements = elements,
                         .store = &executor.channels.store,
                         .sums = FirstElement(executor.tensors[executor.StoredAt()]),
                         .shape = executor.reduction,
                         .averages = executor.spec->averages,
                         .partials = memory + CastBytes(executor)};
  RunReduction(run, executor.loop);
  return ACL_SUCCESS;
}

int32_t RunProductOf(const Executor& executor, const OperandData& data, void* workspace) {
  ProductRun run{.plan = &executor.plan, .data = data, .workspace = workspace};
  if (executor.plan.num_operands == 4) {
    run.beta = executor.params.d[0];
    run.alpha = executor.params.d[1];
  }
  RunProduct(run);
  return ACL_SUCCESS;
}

int32_t RunPicksOf(const Executor& executor, const OperandData& data) {
  const PicksRun run{.plan = &executor.plan,
                     .data = data,
                     .reduced = static_cast<Reduced>(executor.params.i[0]),
                     .ignored = executor.params.i[1]};
  executor.plan.num_outputs == 1 ? RunPicksBackward(run) : RunPicks(run);
  return ACL_SUCCESS;
}

int32_t Run(const Executor& executor, void* workspace) {
  ElementwiseRun run{
      .plan = &executor.plan, .data = {}, .kernel = executor.kernel, .params = executor.params};
  for (int k = 0; k < executor.plan.num_operands; ++k) {
    run.data[k] = FirstElement(executor.tensors[executor.argument_of[k]]);
  }
  switch (executor.spec->computation) {
    case Computation::kElementwise:
      break;
    case Computation::kMove:
      RunMove(executor.plan, run.data[0], run.data[1]);
      return ACL_SUCCESS;
    case Computation::kFill:
      RunFill(executor.plan, executor.fill, run.data[0]);
      return ACL_SUCCESS;
    case Computation::kSelect:
      RunSelect(executor.plan, run.data);
      return ACL_SUCCESS;
    case Computation::kRows:
      return RunRowsOf(executor, run.data, workspace);
    case Computation::kReduction:
      return RunReductionOf(executor, run.data[0], workspace);
    case Computation::kProduct:
      return RunProductOf(executor, run.data, workspace);
    case Computation::kPicks:
      return RunPicksOf(executor, run.data);
  }
  switch (executor.loop) {
    case LoopType::kFloat:
      RunIn<float>(executor, run, workspace);
      break;
    case LoopType::kDouble:
      RunIn<double>(executor, run, workspace);
      break;
    case LoopType::kBfloat16:
      RunIn<Bfloat16Bits>(executor, run, workspace);
      break;
    case LoopType::kFloat16:
      RunIn<Float16Bits>(executor, run, workspace);
      break;
    case LoopType::kInt64:
      RunIn<int64_t>(executor, run, workspace);
      break;
    case LoopType::kInt32:
      RunIn<int32_t>(executor, run, workspace);
      break;
  }
  return ACL_SUCCESS;
}

}  // namespace

uint64_t WorkspaceSize(const Executor& executor) {
  if (executor.spec->computation == Computation::kProduct) return ProductWorkspace(executor.plan);
  if (executor.plan.elements == 0 || executor.spec->computation == Computation::kPicks) return 0;
  uint64_t bytes = kAlignment;
  if (executor.IsReduction()) {
    const auto partials = static_cast<uint64_t>(ReductionPartials(executor.reduction));
    if (partials == 0 && !executor.casts) return 0;
    bytes += CastBytes(executor) + partials * sizeof(double);
  } else if (executor.IsOfRows()) {
    const int64_t chunks = RowChunks(executor.plan);
    if (chunks == 0) return 0;
    bytes += static_cast<uint64_t>(chunks) * sizeof(RowNumbers);
  } else if (!executor.HasChannels()) {
    return 0;
  } else if (executor.HasSums()) {
    bytes += ChannelBytes(executor.channels);
  } else if (const aclDataType dtype = DtypeOf(executor.loop);
             IsDense(executor.channels.load, 0, dtype)) {
    return 0;
  } else {
    bytes += static_cast<uint64_t>(executor.channels.load.elements * DtypeBytes(dtype));
  }
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

int32_t RunExecutor(const Executor& executor, void* workspace) noexcept {
  try {
    if (!Checks(Check::kMemory, Check::kOrder)) return Run(executor, workspace);
    // The addresses that programs hold are not those of the bytes.
    const auto translated = std::make_unique<Executor>(executor);
    const int32_t code = GoToDeviceMemory(*translated, workspace);
    return code == ACL_SUCCESS ? Run(*translated, workspace) : code;
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  } catch (...) {
    return ACL_ERROR_RT_INTERNAL_ERROR;
  }
}

}  // namespace openaclnn
