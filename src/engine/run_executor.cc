// What a stream does with an executor.

#include <algorithm>
#include <array>
#include <vector>

#include "acl/acl_rt.h"
#include "checked/report.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"

namespace openaclnn {
namespace {

constexpr uint64_t kAlignment = 64;
constexpr int64_t kTile = 1024;

// The parts of the workspace of an executor with sums over channels.
struct ChannelMemory {
  float* operand;   // one value for each channel
  float* sums;      // one for each channel
  float* partials;  // PartialSums
};

uint64_t ChannelFloats(const ChannelPlan& channels) {
  return static_cast<uint64_t>(2 * channels.shape.channels + PartialSums(channels.shape));
}

ChannelMemory Divide(const ChannelPlan& channels, void* workspace) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(workspace);
  const uintptr_t skipped = (kAlignment - address % kAlignment) % kAlignment;
  float* const first = reinterpret_cast<float*>(static_cast<std::byte*>(workspace) + skipped);
  return {first, first + channels.shape.channels, first + 2 * channels.shape.channels};
}

std::byte* FirstElement(const TensorSlot& slot) {
  return slot.data == nullptr ? nullptr : static_cast<std::byte*>(slot.data) + slot.offset;
}

// Calls use(first, tile) for all of a plan of one operand, in the caller.
template <class Use>
void ForEachTile(const Plan& plan, std::byte* data, Use use) {
  const TileIo<float> io(plan, {data});
  const TileBuffers buffers(kTile);
  Tile<float> tile;
  tile.rows = 1;
  for (int64_t first = 0; first < plan.elements; first += tile.columns) {
    tile.columns = io.TileAt(first, plan.elements - first, kTile);
    io.Begin(first, buffers, tile);
    use(first, tile);
    io.End(first, buffers, tile);
  }
}

void LoadFloats(const Plan& plan, std::byte* data, float* values) {
  ForEachTile(plan, data, [values](int64_t first, const Tile<float>& tile) {
    for (int64_t i = 0; i < tile.columns; ++i) {
      values[first + i] = tile.inputs[0].values[i & tile.inputs[0].mask];
    }
  });
}

void StoreFloats(const Plan& plan, const float* values, std::byte* data) {
  ForEachTile(plan, data, [values](int64_t first, const Tile<float>& tile) {
    std::copy_n(values + first, tile.columns, tile.outputs[0]);
  });
}

// Whether the walk of an operand is along dense floats.
bool IsDenseFloat(const Plan& plan, int operand) {
  return plan.dtype[operand] == ACL_FLOAT &&
         (plan.axes.empty() ||
          (plan.axes.size() == 1 && plan.axes[0].stride[operand] == sizeof(float)));
}

// The values of a plan of one operand where they lie as dense floats already, else `copy`.
float* FloatsOf(const Plan& plan, std::byte* data, float* copy) {
  return IsDenseFloat(plan, 0) ? reinterpret_cast<float*>(data) : copy;
}

// Whether a tile of the plan is all of it, with every operand as it lies, the channel operand
// aside. Then preparing for tiles, threads and conversions would take longer than the loop.
bool IsOneTile(const Executor& executor) {
  const Plan& plan = executor.plan;
  for (int k = 0; k < plan.num_operands; ++k) {
    if (k != executor.channels.operand && !IsDenseFloat(plan, k)) return false;
  }
  return 0 < plan.elements && plan.elements <= kTile;
}

Tile<float> OneTile(const ElementwiseRun& run) {
  const Plan& plan = *run.plan;
  const int inputs = plan.num_operands - plan.num_outputs;
  Tile<float> tile;
  tile.rows = 1;
  tile.columns = plan.elements;
  for (int k = 0; k < plan.num_operands; ++k) {
    auto* const values = reinterpret_cast<float*>(run.data[k] + plan.origin[k]);
    if (k < inputs) {
      tile.inputs[k] = {values, -1, plan.elements};
    } else {
      tile.outputs[k - inputs] = values;
    }
  }
  return tile;
}

// One tile and one channel. So short a sum is that of a row.
void RunOneChannel(const ElementwiseRun& run, int8_t channel_operand, float* sum) {
  Tile<float> tile = OneTile(run);
  alignas(kWidestVector) std::array<float, kWidestVector / sizeof(float)> repeated;
  repeated.fill(*tile.inputs[channel_operand].values);
  tile.inputs[channel_operand] = {repeated.data(), 0, 0};
  run.kernel->sum_rows(run.params, tile, sum);
}

void RunChannels(const Executor& executor, ElementwiseRun& run, void* workspace) {
  const ChannelPlan& channels = executor.channels;
  const auto slot = [&](int8_t argument) { return FirstElement(executor.tensors[argument]); };
  std::byte* const stored = slot(executor.spec->channel_sums_at);
  if (executor.plan.elements == 0) {  // the sums over nothing
    const std::vector<float> zeros(static_cast<size_t>(channels.store.elements));
    StoreFloats(channels.store, zeros.data(), stored);
    return;
  }
  const ChannelMemory memory = Divide(channels, workspace);
  std::byte* const loaded = slot(executor.spec->channel_operand_at);
  float* const operand = FloatsOf(channels.load, loaded, memory.operand);
  if (operand == memory.operand) LoadFloats(channels.load, loaded, operand);
  run.data[channels.operand] = reinterpret_cast<std::byte*>(operand);
  // The sums may replace an input: they are written when everything has been read.
  float* const sums = FloatsOf(channels.store, stored, memory.sums);
  if (channels.load.elements == 1 && IsOneTile(executor)) {
    RunOneChannel(run, channels.operand, sums);
  } else {
    RunWithSums(run, channels.shape, channels.operand, memory.partials, sums);
  }
  if (sums == memory.sums) StoreFloats(channels.store, sums, stored);
}

int32_t Run(const Executor& executor, void* workspace) {
  ElementwiseRun run{
      .plan = &executor.plan, .data = {}, .kernel = executor.kernel, .params = executor.params};
  for (int k = 0; k < executor.plan.num_operands; ++k) {
    run.data[k] = FirstElement(executor.tensors[executor.argument_of[k]]);
  }
  if (executor.HasSums()) {
    RunChannels(executor, run, workspace);
  } else if (executor.compute == ComputeType::kDouble) {
    RunElementwise<double>(run);
  } else if (IsOneTile(executor)) {
    executor.kernel->in_float(run.params, OneTile(run));
  } else {
    RunElementwise<float>(run);
  }
  return ACL_SUCCESS;
}

// Checked mode, where programs' addresses are not those of the bytes.
int32_t RunInDeviceMemory(const Executor& planned, void* workspace) {
  Executor executor = planned;
  const int32_t code = GoToDeviceMemory(executor, workspace);
  return code == ACL_SUCCESS ? Run(executor, workspace) : code;
}

}  // namespace

uint64_t WorkspaceSize(const Executor& executor) {
  if (!executor.HasSums() || executor.plan.elements == 0) return 0;
  const uint64_t bytes = ChannelFloats(executor.channels) * sizeof(float) + kAlignment;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

int32_t RunExecutor(const Executor& executor, void* workspace) noexcept {
  try {
    return Checks(Check::kMemory) ? RunInDeviceMemory(executor, workspace)
                                  : Run(executor, workspace);
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  } catch (...) {
    return ACL_ERROR_RT_INTERNAL_ERROR;
  }
}

}  // namespace openaclnn
