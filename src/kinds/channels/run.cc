#include "kinds/channels/run.h"

#include <algorithm>
#include <vector>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "kinds/channels/small_sums.h"
#include "kinds/elementwise/one_tile.h"

namespace openaclnn {
namespace {

// The parts of the workspace of sums.
struct SumMemory {
  double* sums;        // one for each channel
  double* partials;    // PartialSums
  std::byte* operand;  // an element of the loop's type, at most a float, for each channel
};

SumMemory Divide(const SumShape& shape, void* workspace) {
  auto* const sums = static_cast<double*>(workspace);
  double* const partials = sums + shape.channels;
  return {sums, partials, reinterpret_cast<std::byte*>(partials + PartialSums(shape))};
}

// Calls use(first, tile) for all of a plan of one operand, in the caller.
template <class T, class Use>
void ForEachTile(const Plan& plan, std::byte* data, Use use) {
  const TileIo<T> io(plan, {data});
  const TileBuffers buffers(kOneTile);
  Tile<T> tile;
  tile.rows = 1;
  for (int64_t first = 0; first < plan.elements; first += tile.columns) {
    tile.columns = io.TileAt(first, plan.elements - first, kOneTile);
    io.Begin(first, buffers, tile);
    use(first, tile);
    io.End(first, buffers, tile);
  }
}

// The values of channels as dense elements of T: where they lie, or a copy.
template <class T>
std::byte* LoadValues(const Plan& plan, std::byte* data, std::byte* copy) {
  if (LiesDense(plan, 0, LoopTraits<T>::kDtype)) return data;
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
  if (LiesDense(plan, 0, ACL_FLOAT)) {
    std::transform(sums, sums + plan.elements, reinterpret_cast<float*>(data),
                   [](double sum) { return static_cast<float>(sum); });
    return;
  }
  if (const aclDataType dtype = plan.dtype[0]; LiesDense(plan, 0, dtype)) {
    StoreConversion(LoopType::kDouble, dtype)(sums, data, plan.elements);
    return;
  }
  ForEachTile<double>(plan, data, [sums](int64_t first, const Tile<double>& tile) {
    std::copy_n(sums + first, tile.columns, tile.outputs[0]);
  });
}

template <class T>
void RunWithValues(const ChannelsRun& run) {
  std::byte*& values = run.elements->data[run.channels->operand];
  values = LoadValues<T>(*run.load, values, static_cast<std::byte*>(run.workspace));
  RunElementwise(*run.elements, LoopTraits<T>::kType);
}

template <class T>
void RunSums(const ChannelsRun& run) {
  ElementwiseRun& elements = *run.elements;
  const ChannelPlan& channels = *run.channels;
  const bool folds = channels.partials == nullptr;
  if (elements.plan->elements == 0) {  // the sums over nothing
    if (!folds) return;
    const std::vector<double> zeros(static_cast<size_t>(run.store->elements));
    return StoreSums(*run.store, zeros.data(), run.sums);
  }
  const SumMemory memory = Divide(channels.shape, run.workspace);
  elements.data[channels.operand] =
      LoadValues<T>(*run.load, elements.data[channels.operand], memory.operand);
  if (!folds) {
    return RunPartialSums(elements, channels.shape, channels.partial_order, channels.operand,
                          LoopTraits<T>::kType, channels.partials);
  }
  static_assert(kOneTile <= kFewTerms);
  if (IsOneTile<T>(*elements.plan, channels.operand)) {
    Tile<T> tile = OneTile<T>(elements);
    const int inputs = elements.plan->num_operands - elements.plan->num_outputs;
    RunWithFewTerms(*elements.kernel, elements.params, tile, inputs, channels.shape,
                    channels.operand, memory.sums);
  } else {
    RunWithSums(elements, channels.shape, channels.operand, LoopTraits<T>::kType, memory.partials,
                memory.sums);
  }
  // The sums may replace an input: they are written when everything has been read.
  StoreSums(*run.store, memory.sums, run.sums);
}

template <class T>
void RunIn(const ChannelsRun& run) {
  if constexpr (sizeof(T) <= sizeof(float)) {
    if (run.store != nullptr) return RunSums<T>(run);
  }
  if (run.elements->plan->elements > 0) RunWithValues<T>(run);
}

}  // namespace

uint64_t ChannelsWorkspace(const ChannelPlan& channels, const Plan& load, bool has_sums,
                           LoopType loop) {
  if (has_sums) {
    const int64_t doubles = channels.shape.channels + PartialSums(channels.shape);
    return static_cast<uint64_t>(doubles * int64_t{sizeof(double)} +
                                 channels.shape.channels * int64_t{sizeof(float)});
  }
  const aclDataType dtype = DtypeOf(loop);
  if (LiesDense(load, 0, dtype)) return 0;
  return static_cast<uint64_t>(load.elements * DtypeBytes(dtype));
}

void RunChannels(const ChannelsRun& run, LoopType loop) {
  // No formula of integers has channels.
  ForLoopType<float, double, Bfloat16Bits, Float16Bits>(loop, [&]<class T>() { RunIn<T>(run); });
}

}  // namespace openaclnn
