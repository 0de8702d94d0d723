#include "cpu/tile_io.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "base/dtype.h"
#include "cpu/gather.h"
#include "cpu/prefetch.h"
#include "cpu/streaming.h"

namespace openaclnn {
namespace {

struct Freed {
  void operator()(std::byte* memory) const { std::free(memory); }
};

// An innermost axis at least this long is worth staying on.
constexpr int64_t kLongRow = 512;

// Rows of these lengths are taken one by one within a tile: shorter ones are better gathered, of
// longer ones each is a tile.
constexpr int64_t kShortestRow = 16, kLongestRow = 8192;

// How far ahead of a row its inputs are asked for, but at least a row, and the longest rows for
// which that pays. On a Zen 5, where rows of 256 floats of two halves took 0.53 ns an element
// without, two rows ahead took 0.20, as long as two tensors; rows of 2048 0.29 and 0.25, of 4096 no
// less.
constexpr int64_t kBytesAhead = 4096, kLongestStretch = 16384;

// Buffers of doubles hold a vector for each row of so many elements.
constexpr int64_t kFewestUniform = kWidestVector / int64_t{sizeof(double)};

// Bytes between the rows of a transposed block in a buffer, so that what is written at once, a
// piece of every row, is not all in a few sets of the first-level cache.
constexpr int64_t kRowGap = kCacheLine;

// Buffers are that long, so that each of them is aligned.
constexpr int64_t WholeVectors(int64_t bytes) {
  return (bytes + kWidestVector - 1) / kWidestVector * kWidestVector;
}

// Whether an element that a wider integer becomes is the same by way of `narrow`.
bool HasLowBitsOf(aclDataType dtype, aclDataType narrow) {
  if (narrow == ACL_BOOL) return dtype == ACL_BOOL;
  return IsInteger(dtype) && DtypeBytes(dtype) <= DtypeBytes(narrow);
}

// Whether an output lies where an input does: its lines are read anyway, and to store past the
// caches only keeps them from being written where they are.
bool ReplacesInput(const Plan& plan, const OperandData& data) {
  const int inputs = plan.num_operands - plan.num_outputs;
  for (int out = inputs; out < plan.num_operands; ++out) {
    for (int k = 0; k < inputs; ++k) {
      if (data[k] + plan.origin[k] == data[out] + plan.origin[out]) return true;
    }
  }
  return false;
}

// A value as often as the widest vector has room for it; by words, which compilers fill it with at
// once, of 16-bit values too.
template <class T>
std::array<uint64_t, kWidestVector / sizeof(uint64_t)> RepeatedWords(T value) {
  uint64_t word = 0;
  std::memcpy(&word, &value, sizeof(T));
  if constexpr (sizeof(T) == 1) word *= 0x0101'0101'0101'0101;
  if constexpr (sizeof(T) == 2) word *= 0x0001'0001'0001'0001;
  if constexpr (sizeof(T) == 4) word *= 0x0000'0001'0000'0001;
  std::array<uint64_t, kWidestVector / sizeof(uint64_t)> words;
  words.fill(word);
  return words;
}

}  // namespace

TileBuffers::TileBuffers(int64_t elements, int64_t panel_elements)
    : bytes_(WholeVectors(std::max(elements, int64_t{1}) * int64_t{sizeof(double)})),
      panel_bytes_(WholeVectors(panel_elements * int64_t{sizeof(float)})) {
  thread_local std::unique_ptr<std::byte, Freed> memory;
  thread_local int64_t size = 0;
  const int64_t needed = bytes_ * (kMaxOperands + 1) + panel_bytes_ * kMaxOperands;
  if (size < needed) {
    size = 0;
    memory.reset(
        static_cast<std::byte*>(std::aligned_alloc(kWidestVector, static_cast<size_t>(needed))));
    if (memory == nullptr) throw std::bad_alloc();
    size = needed;
  }
  memory_ = memory.get();
}

template <class T>
TileIo<T>::TileIo(const Plan& plan, const OperandData& data)
    : TileIo(plan, data, ExceedsCaches(plan) && !ReplacesInput(plan, data)) {}

template <class T>
TileIo<T>::TileIo(const Plan& plan, const OperandData& data, bool streams)
    : plan_(plan), num_inputs_(plan.num_operands - plan.num_outputs), streams_(streams) {
  for (int k = 0; k < plan.num_operands; ++k) {
    Operand& operand = operands_[k];
    const aclDataType dtype = plan.dtype[k];
    const bool is_input = k < num_inputs_;
    operand.base = data[k] + plan.origin[k];
    operand.item_bytes = DtypeBytes(dtype);
    operand.dense = IsDense(plan, k);
    operand.uniform = is_input && IsUniform(plan, k);
    const bool rounds = !is_input && plan.float_results && dtype == ACL_DOUBLE;
    const bool loads_to_odd = is_input && plan.odd_doubles && dtype == ACL_INT64;
    operand.conversion = rounds                           ? StoreFloatsAsDoubles()
                         : loads_to_odd                   ? LoadToOddDoubles()
                         : dtype == LoopTraits<T>::kDtype ? nullptr
                         : is_input
                             ? LoadConversion(dtype, LoopTraits<T>::kType)
                             : StoreConversion(LoopTraits<T>::kType, dtype, plan.nearest_integers);
    operand.wrap = is_input || HasLowBitsOf(dtype, plan.wraps_to)
                       ? nullptr
                       : WrapIntegers(LoopTraits<T>::kType, plan.wraps_to);
    if (operand.conversion == nullptr) operand.conversion = std::exchange(operand.wrap, nullptr);
    const bool converts = operand.conversion != nullptr;
    const int64_t step = plan.axes.empty() ? operand.item_bytes : plan.axes[0].stride[k];
    const bool repeats = is_input && step == 0;
    all_in_place_ = all_in_place_ && (operand.uniform || (operand.dense && !converts));
    rows_in_place_ = rows_in_place_ && (repeats || (step == operand.item_bytes && !converts));
    takes_rows_ = takes_rows_ && !converts && (repeats || step == operand.item_bytes);
    takes_blocks_by_rows_ = takes_blocks_by_rows_ || HasRowsInPlace(k);
  }
  rows_in_place_ = rows_in_place_ && !plan.axes.empty() && plan.axes[0].extent >= kLongRow;
  takes_rows_ = takes_rows_ && plan.block == 0 && plan.axes.size() > 1 && !all_in_place_ &&
                plan.axes[0].extent >= kShortestRow && plan.axes[0].extent <= kLongestRow &&
                plan.axes[0].extent * plan.axes[1].extent >= kLongRow;
  if (takes_rows_ && streams_) FindStretches();
}

template <class T>
void TileIo<T>::FindStretches() {
  const auto same_steps = [this](int a, int b) {
    return std::all_of(plan_.axes.begin(), plan_.axes.end(),
                       [&](const Axis& axis) { return axis.stride[a] == axis.stride[b]; });
  };
  const int64_t row = plan_.axes[0].extent * int64_t{sizeof(T)};
  const auto all = stretches_.begin();
  auto end = all;
  for (int k = 0; k < num_inputs_; ++k) {
    const int64_t step = plan_.axes[1].stride[k];
    if (plan_.axes[0].stride[k] == 0 || step == 0 || step == row) continue;
    const std::byte* const base = operands_[k].base;
    const auto beside = std::find_if(all, end, [&](const Stretch& s) {
      const std::byte* const first = operands_[s.operand].base;
      return (base + row == first || first + s.bytes == base) && same_steps(k, s.operand);
    });
    if (beside == end) {
      *end++ = {k, row};
      continue;
    }
    if (base < operands_[beside->operand].base) beside->operand = k;
    beside->bytes += row;
  }
  end = std::remove_if(all, end, [](const Stretch& s) { return s.bytes > kLongestStretch; });
  num_stretches_ = static_cast<int>(end - all);
}

template <class T>
int64_t TileIo<T>::TileAt(int64_t first, int64_t wanted, int64_t buffered) const {
  if (all_in_place_) return wanted;
  if (plan_.block != 0) {
    return std::min({wanted, buffered, plan_.block - first % plan_.block});
  }
  const int64_t row = plan_.axes.empty() ? 1 : plan_.axes[0].extent;
  const int64_t rest = row - first % row;
  if (rows_in_place_) return std::min(wanted, rest);
  // A long row may still hold operands that need no buffer.
  return std::min(wanted, row >= kLongRow ? std::min(buffered, rest) : buffered);
}

template <class T>
bool TileIo<T>::OnOneRow(int64_t first, int64_t count) const {
  return plan_.axes.empty() || first % plan_.axes[0].extent + count <= plan_.axes[0].extent;
}

template <class T>
typename TileIo<T>::Rows TileIo<T>::RowsOf(int operand) const {
  const Operand& o = operands_[operand];
  if (plan_.block == 0 || o.conversion != nullptr) return Rows::kOther;
  if (plan_.axes[0].stride[operand] == o.item_bytes) return Rows::kInPlace;
  const bool is_transposed = IsTransposedBlock({plan_, operand, 0, plan_.block});
  return is_transposed ? Rows::kTransposed : Rows::kOther;
}

template <class T>
int64_t TileIo<T>::BufferedBlock() const {
  if (plan_.block == 0) return 0;
  return plan_.block + plan_.axes[1].extent * (kRowGap / int64_t{sizeof(T)});
}

template <class T>
std::byte* TileIo<T>::InPlace(int operand, int64_t first, int64_t count) const {
  const Operand& o = operands_[operand];
  if (o.dense) return o.base + first * o.item_bytes;
  if (plan_.axes[0].stride[operand] != o.item_bytes) return nullptr;
  const bool rows_follow =  // each other, in a block that is taken whole
      plan_.block == count && plan_.axes[1].stride[operand] == plan_.axes[0].extent * o.item_bytes;
  if (!rows_follow && !OnOneRow(first, count)) return nullptr;
  return o.base + OffsetOf(plan_, operand, first);
}

template <class T>
TileInput<T> TileIo<T>::LoadUniform(int operand, int64_t first, int64_t rows,
                                    const TileBuffers& buffers) const {
  constexpr int64_t kRepeats = kWidestVector / int64_t{sizeof(T)};
  const Operand& o = operands_[operand];
  const std::byte* item = o.base + (o.uniform ? 0 : OffsetOf(plan_, operand, first));
  T* const values = Values(buffers, operand);
  for (int64_t r = 0; r < rows; ++r) {
    T value;
    if (o.conversion != nullptr) {
      o.conversion(item, &value, 1);
    } else {
      std::memcpy(&value, item, sizeof(T));
    }
    const auto words = RepeatedWords(value);
    std::memcpy(values + r * kRepeats, words.data(), kWidestVector);
    if (rows > 1) item += plan_.axes[1].stride[operand];
  }
  return {values, 0, rows > 1 ? kRepeats : 0};
}

template <class T>
bool TileIo<T>::RepeatsRows(int operand, int64_t columns) const {
  for (const Axis& axis : plan_.axes) {
    if (columns > 1) {  // within a row
      if (columns % axis.extent != 0) return false;
      columns /= axis.extent;
    } else if (axis.stride[operand] != 0) {
      return false;
    }
  }
  return true;
}

template <class T>
TileInput<T> TileIo<T>::Load(int operand, int64_t first, int64_t rows, int64_t columns,
                             const TileBuffers& buffers, LookAhead* ahead) const {
  const Operand& o = operands_[operand];
  const bool repeats_rows = rows > 1 && RepeatsRows(operand, columns);
  const int64_t count = repeats_rows ? columns : rows * columns;
  if (o.uniform || (plan_.axes[0].stride[operand] == 0 && OnOneRow(first, count))) {
    return LoadUniform(operand, first, 1, buffers);
  }
  const bool is_block = rows > 1 && plan_.block != 0;
  if (is_block && plan_.axes[0].stride[operand] == 0 && columns >= kFewestUniform) {
    return LoadUniform(operand, first, rows, buffers);
  }
  if (rows > 1 && HasRowsInPlace(operand)) {
    const std::byte* const row = o.base + OffsetOf(plan_, operand, first);
    return {reinterpret_cast<const T*>(row), -1,
            plan_.axes[1].stride[operand] / int64_t{sizeof(T)}};
  }
  T* const values = Values(buffers, operand);
  if (is_block && RowsOf(operand) == Rows::kTransposed && !repeats_rows) {
    const int64_t step = columns + kRowGap / int64_t{sizeof(T)};
    GatherRows({plan_, operand, first, count}, o.base, o.item_bytes, values,
               step * int64_t{sizeof(T)}, *ahead);
    return {values, -1, step};
  }
  const std::byte* items = InPlace(operand, first, count);
  if (items == nullptr) {
    std::byte* const gathered =
        o.conversion == nullptr ? reinterpret_cast<std::byte*>(values) : buffers.Items();
    Gather({plan_, operand, first, count}, o.base, o.item_bytes, gathered);
    items = gathered;
  } else if (streams_ && (o.conversion != nullptr || !(all_in_place_ || rows_in_place_))) {
    // What the next tile will read, while this one is computed in the caches: memory that is
    // read in bursts comes 1.05 to 1.25 times as fast.
    const int64_t bytes = count * o.item_bytes;
    AskForLines(reinterpret_cast<uintptr_t>(items) + static_cast<uintptr_t>(bytes), bytes);
  }
  const int64_t row_step = repeats_rows ? 0 : columns;
  if (o.conversion == nullptr) return {reinterpret_cast<const T*>(items), -1, row_step};
  o.conversion(items, values, count);
  return {values, -1, row_step};
}

template <class T>
void TileIo<T>::Begin(int64_t first, const TileBuffers& buffers, Tile<T>& tile,
                      LookAhead* ahead) const {
  const int64_t count = tile.rows * tile.columns;
  for (int k = 0; k < num_inputs_; ++k) {
    tile.inputs[k] = Load(k, first, tile.rows, tile.columns, buffers, ahead);
  }
  tile.stream = streams_;
  for (int k = num_inputs_; k < plan_.num_operands; ++k) {
    int64_t& step = tile.output_steps[k - num_inputs_];
    step = tile.columns;
    std::byte* items = operands_[k].conversion == nullptr ? InPlace(k, first, count) : nullptr;
    if (items == nullptr && tile.rows > 1 && HasRowsInPlace(k)) {
      items = operands_[k].base + OffsetOf(plan_, k, first);
      step = plan_.axes[1].stride[k] / int64_t{sizeof(T)};
    }
    tile.outputs[k - num_inputs_] =
        items != nullptr ? reinterpret_cast<T*>(items) : Values(buffers, k);
    tile.stream =
        tile.stream && items != nullptr && reinterpret_cast<uintptr_t>(items) % sizeof(T) == 0;
  }
}

template <class T>
int64_t TileIo<T>::RowsAt(int64_t first, int64_t wanted, int64_t buffered) const {
  const Axis &row = plan_.axes[0], &next = plan_.axes[1];
  const int64_t rest = next.extent - first / row.extent % next.extent;
  return std::min({wanted / row.extent, rest, std::max(buffered / kFewestUniform, int64_t{1})});
}

template <class T>
void TileIo<T>::BeginRows(int64_t first, const TileBuffers& buffers, Tile<T>& tile) const {
  tile.stream = streams_;
  for (int k = 0; k < plan_.num_operands; ++k) {
    const Operand& o = operands_[k];
    if (o.uniform || (k < num_inputs_ && plan_.axes[0].stride[k] == 0)) {
      tile.inputs[k] = LoadUniform(k, first, o.uniform ? 1 : tile.rows, buffers);
      continue;
    }
    auto* const row = reinterpret_cast<T*>(o.base + OffsetOf(plan_, k, first));
    const int64_t step = plan_.axes[1].stride[k] / int64_t{sizeof(T)};
    if (k < num_inputs_) {
      tile.inputs[k] = {row, -1, step};
    } else {
      tile.outputs[k - num_inputs_] = row;
      tile.output_steps[k - num_inputs_] = step;
      tile.stream = tile.stream && reinterpret_cast<uintptr_t>(row) % sizeof(T) == 0;
    }
  }
  tile.num_rows_ahead = num_stretches_;
  for (int i = 0; i < num_stretches_; ++i) {
    const auto [operand, bytes] = stretches_[i];
    const int64_t step = plan_.axes[1].stride[operand];
    const int64_t ahead = std::max(kBytesAhead / bytes, int64_t{1}) * step;
    tile.rows_ahead[i] = {
        reinterpret_cast<uintptr_t>(tile.inputs[operand].values) + static_cast<uintptr_t>(ahead),
        step, bytes};
  }
}

template <class T>
void TileIo<T>::End(int64_t first, const TileBuffers& buffers, const Tile<T>& tile) const {
  const int64_t count = tile.rows * tile.columns;
  for (int k = num_inputs_; k < plan_.num_operands; ++k) {
    const Operand& o = operands_[k];
    T* const values = tile.outputs[k - num_inputs_];
    if (values != Values(buffers, k)) continue;
    if (o.wrap != nullptr) o.wrap(values, values, count);
    std::byte* const items = InPlace(k, first, count);
    if (items != nullptr && !streams_) {
      o.conversion(values, items, count);
      continue;
    }
    const void* stored = values;
    if (o.conversion != nullptr) {
      o.conversion(values, buffers.Items(), count);
      stored = buffers.Items();
    }
    if (items != nullptr) {
      StreamCopy(stored, items, count * o.item_bytes);
    } else {
      Scatter({plan_, k, first, count}, stored, o.item_bytes, o.base);
    }
  }
}

template class TileIo<float>;
template class TileIo<double>;
template class TileIo<Bfloat16Bits>;
template class TileIo<Float16Bits>;
template class TileIo<int64_t>;
template class TileIo<int32_t>;
template class TileIo<int8_t>;

}  // namespace openaclnn
