// Device code that formulas over rows use in place of kinds/rows/row_loops-inl.h: its words, for a
// thread that shares rows with the others of its group, and the kernel.
//
// A thread takes those elements of a chunk that belong to its lanes (cuda/device/group.h), to map
// them too. So neighbours read what lies side by side: the elements of a row that a group shares,
// or rows next to each other, one for each thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/half.h"
#include "cpu/term_order.h"
#include "cuda/argument.h"
#include "cuda/device/elements.h"
#include "cuda/device/group.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "formulas/lanes-inl.h"
#include "formulas/scalar.h"

#ifdef OPENACLNN_EMULATED
#include <typeinfo>

#include "cuda/kernel_name.h"
#endif

// For a lambda, after HWY_ATTR.
#undef OPENACLNN_INLINED
#define OPENACLNN_INLINED __attribute__((always_inline))

#define HWY_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define HWY_NOINLINE OPENACLNN_INLINE  // nothing is called
#define HWY_ALIGN

namespace openaclnn {

struct Kernel;  // the loops of CPUs, of which there are none here

// As in kinds/rows/kernel.h and run.h.
using RowNumbers = std::array<double, 4>;
inline constexpr int64_t kRowChunk = kTermsOfChunk;
inline constexpr int64_t kRowsAtOnce = 16;

namespace one_lane {

template <class T>
using Lanes = OneLane<T>;

inline constexpr int64_t kSumLanes = kLanesOfChunk;
template <class F>
inline constexpr int64_t kLanesOf = 1;
template <class F>
inline constexpr size_t kVectorsOfSum = kSumLanes;
template <class F>
using EachVectorOfSum = std::make_index_sequence<kVectorsOfSum<F>>;

// How many elements or chunks a group shares, or a thread has for itself.
struct RowExtent {
  OPENACLNN_INLINE RowExtent(int64_t own) : count(own), group{1, 0} {}  // NOLINT: as a number
  OPENACLNN_INLINE RowExtent(int64_t all, const Group& by) : count(all), group(by) {}
  OPENACLNN_INLINE operator int64_t() const { return count; }  // NOLINT: as a number

  int64_t count;
  Group group;
};

// A chunk of an operand, whose elements may lie anywhere and be of any dtype.
template <class T>
struct RowOperand {
  static constexpr bool kIsHalf = sizeof(T) == 2;
  static constexpr int kHalf = std::is_same_v<T, Bfloat16Bits> ? ACL_BF16 : ACL_FLOAT16;

  OPENACLNN_INLINE uint64_t At(int64_t i) const {
    return address + static_cast<uint64_t>(i * stride);
  }
  template <class Lane>
  OPENACLNN_INLINE Lane Load(int64_t i) const {
    if constexpr (kIsHalf) {
      return FromHalf<Lane>(LoadAt<T>(At(i)));  // as all operands are of T then
    } else {
      return static_cast<Lane>(LoadElement<T>(At(i), dtype, false));
    }
  }
  // A double becomes one of the 16-bit types by way of float, as on CPUs.
  template <class Lane>
  OPENACLNN_INLINE void Store(int64_t i, Lane value, bool float_results) const {
    if constexpr (kIsHalf) {
      StoreAt(At(i), ToHalf<T>(static_cast<float>(value)));
    } else {
      StoreElement(At(i), dtype, static_cast<T>(value), false, float_results);
    }
  }

  uint64_t address;
  int64_t stride;
  int32_t dtype;
};
template <class T>
using RowInput = RowOperand<T>;
template <class T>
struct RowOutput : RowOperand<T> {
  bool float_results;
};
// What begins so many elements further on.
template <class Operand>
OPENACLNN_INLINE auto operator+(Operand operand, int64_t elements)
    -> decltype(operand.address, Operand()) {
  operand.address = operand.At(elements);
  return operand;
}
template <class T>
struct RowInputs {
  OPENACLNN_INLINE const RowInput<T>& operator[](size_t k) const { return inputs[k]; }

  RowInput<T> inputs[2];
};

// Element i of a chunk.
template <class F, class T, bool kStream = false>
struct WholeVector {
  static constexpr int64_t kLanes = 1;

  OPENACLNN_INLINE F Load(const RowInput<T>& from, typename F::Lane /*past_end*/) const {
    return from.template Load<typename F::Lane>(i);
  }
  OPENACLNN_INLINE void Store(F value, const RowOutput<T>& to) const {
    to.Store(i, value.raw, to.float_results);
  }
  OPENACLNN_INLINE F Term(F term) const { return term; }
  OPENACLNN_INLINE int64_t Count() const { return 1; }

  int64_t i;
};

// One lane at a time, of those that a thread has, then their sum.
template <class F, class Sum = typename F::Lane>
class LaneSums {
 public:
  OPENACLNN_INLINE LaneSums() : LaneSums(0) {}
  explicit OPENACLNN_INLINE LaneSums(typename F::Lane start) : start_(start), lane_(start) {}

  OPENACLNN_INLINE F& operator[](size_t) { return lane_; }
  OPENACLNN_INLINE void EndLane() {
    tree_.Add(static_cast<Sum>((lane_ - start_).raw));
    lane_ = start_;
  }
  OPENACLNN_INLINE Sum Total(const RowExtent& terms) const {
    return SumOfGroup(terms.group, tree_.Sum());
  }
  OPENACLNN_INLINE Sum ExactTotal(const RowExtent& terms) const { return Total(terms); }

 private:
  F start_, lane_;
  LaneTree<Sum> tree_;
};

template <class F>
OPENACLNN_INLINE void AddWide(LaneSums<Lanes<double>>& sums, size_t v, F x) {
  sums[v] = sums[v] + Lanes<double>(static_cast<double>(x.raw));
}

template <class F>
OPENACLNN_INLINE int64_t CountTrue(typename F::Mask mask) {
  return mask.raw ? 1 : 0;
}
OPENACLNN_INLINE double CountAll(double count, const RowExtent& shared) {
  return SumOfGroup(shared.group, count);
}
template <class T>
OPENACLNN_INLINE double CountAll(Lanes<T> count, const RowExtent& shared) {
  return CountAll(static_cast<double>(count.raw), shared);
}

template <class F, class T, class Visit, class... Sums>
OPENACLNN_INLINE void ForLanes(const RowExtent& columns, Visit&& visit, Sums&... sums) {
  for (int32_t n = 0; n < CountLanes(columns.group); ++n) {
    for (int64_t i = LaneAt(columns.group, n); i < columns.count; i += kLanesOfChunk) {
      visit(size_t{0}, WholeVector<F, T>{i});
    }
    (sums.EndLane(), ...);
  }
}

template <class F, bool kStream, class T, class Visit, class... In>
OPENACLNN_INLINE void ForVectors(const RowExtent& columns, const RowOutput<T>& /*out*/,
                                 Visit&& visit, const In&... /*in*/) {
  for (int64_t i = columns.group.thread; i < columns.count; i += columns.group.size) {
    visit(WholeVector<F, T>{i});
  }
}

template <class F, bool kStream, class T, class Visit, class... In>
OPENACLNN_INLINE void ForTwins(const RowExtent& columns, const RowOutput<T>& out, Visit&& visit,
                               const In&... /*in*/) {
  ForVectors<F, kStream, T>(columns, out, visit);
}

template <class F, class T>
using WideSums = LaneSums<Lanes<double>>;
template <class F, class T, class Term>
OPENACLNN_INLINE void AddTerms(WideSums<F, T>& sums, const RowExtent& columns, const Term& term) {
  ForLanes<F, T>(
      columns, [&](auto v, auto at) { AddWide(sums, v, term(at)); }, sums);
}

template <class F, bool kStream, class T, class Value, class... In>
OPENACLNN_INLINE void StoreVectors(const RowExtent& columns, const RowOutput<T>& out,
                                   const Value& value, const In&... /*in*/) {
  ForVectors<F, kStream>(columns, out, [&](auto at) { at.Store(value(at), out); });
}

// The largest of the numbers, -inf if there is none but NaNs.
template <class T>
OPENACLNN_INLINE double MaxOf(const RowInput<T>& x, const RowExtent& columns) {
  using Lane = std::conditional_t<sizeof(T) == 8, double, float>;
  OneLane<Lane> max(-std::numeric_limits<Lane>::infinity());
  for (int64_t i = columns.group.thread; i < columns.count; i += columns.group.size) {
    max = Max(OneLane<Lane>(x.template Load<Lane>(i)), max);
  }
  return MaxOfGroup(columns.group, max.raw);
}

// The numbers of a row's only chunk, which all threads have.
struct OneChunk {
  RowNumbers& numbers;
};
template <class Change>
OPENACLNN_INLINE void ForChunks(OneChunk chunk, const RowExtent&, const Change& change) {
  change(chunk.numbers);
}
OPENACLNN_INLINE double MaxOfChunks(OneChunk chunk, const RowExtent&) { return chunk.numbers[0]; }
OPENACLNN_INLINE double TreeSum(OneChunk chunk, const RowExtent&) { return chunk.numbers[0]; }

// The numbers of the chunks of a row. What one thread stores, others read when all have met.
struct ChunksInMemory {
  OPENACLNN_INLINE uint64_t At(int64_t c, size_t k) const {
    return address + static_cast<uint64_t>(c) * sizeof(RowNumbers) + k * sizeof(double);
  }
  OPENACLNN_INLINE RowNumbers Load(int64_t c) const {
    return {LoadAt<double>(At(c, 0)), LoadAt<double>(At(c, 1)), LoadAt<double>(At(c, 2)),
            LoadAt<double>(At(c, 3))};
  }
  OPENACLNN_INLINE void Store(int64_t c, const RowNumbers& numbers) const {
    for (size_t k = 0; k < numbers.size(); ++k) StoreAt(At(c, k), numbers[k]);
  }

  uint64_t address;
};
template <class Change>
OPENACLNN_INLINE void ForChunks(ChunksInMemory chunks, const RowExtent& count,
                                const Change& change) {
  for (int64_t c = count.group.thread; c < count.count; c += count.group.size) {
    RowNumbers numbers = chunks.Load(c);
    change(numbers);
    chunks.Store(c, numbers);
  }
  Meet(count.group.size);
}
OPENACLNN_INLINE double MaxOfChunks(ChunksInMemory chunks, const RowExtent& count) {
  double max = -std::numeric_limits<double>::infinity();
  for (int64_t c = count.group.thread; c < count.count; c += count.group.size) {
    const double one = LoadAt<double>(chunks.At(c, 0));
    max = max < one ? one : max;
  }
  return MaxOfGroup(count.group, max);
}
// Neighbours first, in place.
OPENACLNN_INLINE double TreeSum(ChunksInMemory chunks, const RowExtent& count) {
  const Group& group = count.group;
  for (int64_t step = 1; step < count.count; step *= 2) {
    for (int64_t i = 2 * step * group.thread; i + step < count.count; i += 2 * step * group.size) {
      const double sum = LoadAt<double>(chunks.At(i, 0)) + LoadAt<double>(chunks.At(i + step, 0));
      StoreAt(chunks.At(i, 0), sum);
    }
    Meet(group.size);
  }
  const double sum = LoadAt<double>(chunks.At(0, 0));
  Meet(group.size);
  return sum;
}

namespace row_internal {

template <class Formula, class T>
OPENACLNN_INLINE RowInputs<T> ChunkOf(const RowInputs<T>& row, int64_t first) {
  RowInputs<T> chunk{};
  for (size_t k = 0; k < Formula::kInputs; ++k) chunk.inputs[k] = row[k] + first;
  return chunk;
}

// A row, and the group's place in it.
template <class T, class Formula>
class Row {
 public:
  static constexpr int kResults = Formula::kHasSum ? 2 : 1;
  static constexpr int kOperands = kResults + static_cast<int>(Formula::kInputs);

  OPENACLNN_INLINE Row(const RowsArgument& argument, int64_t row, const Group& group)
      : argument_(argument), group_(group) {
    uint64_t at[kOperands];
    Locate(argument.rows, row, at);
    for (int k = 0; k < kOperands - kResults; ++k) {
      const int place = kResults + k;
      in_.inputs[k] = {at[place], argument.stride[place], argument.rows.dtype[place]};
    }
    out_ = {{at[0], argument.stride[0], argument.rows.dtype[0]}, argument.rows.float_results};
    total_at_ = at[kResults - 1];
  }

  OPENACLNN_INLINE RowNumbers Reduce(int64_t chunk) const {
    const RowExtent columns = ColumnsOf(chunk);
    const RowInputs<T> in = ChunkOf<Formula>(in_, chunk * kRowChunk);
    double max = 0;
    if constexpr (Formula::kHasMax) max = MaxOf<T>(in[0], columns);
    RowNumbers numbers{};
    Formula::template Reduce<T, false>(in, columns, max, nullptr, numbers);
    return numbers;
  }
  OPENACLNN_INLINE double Map(int64_t chunk, const RowNumbers& numbers) const {
    return Formula::template Map<T, false, false>(ChunkOf<Formula>(in_, chunk * kRowChunk),
                                                  ColumnsOf(chunk), nullptr, numbers,
                                                  out_ + chunk * kRowChunk);
  }
  OPENACLNN_INLINE void StoreTotal(double total) const {
    if (group_.thread == 0) StoreElement(total_at_, argument_.rows.dtype[kResults - 1], total);
  }

 private:
  OPENACLNN_INLINE RowExtent ColumnsOf(int64_t chunk) const {
    const int64_t rest = argument_.columns - chunk * kRowChunk;
    return {rest < kRowChunk ? rest : kRowChunk, group_};
  }

  const RowsArgument& argument_;
  const Group& group_;
  RowInputs<T> in_;
  RowOutput<T> out_;
  uint64_t total_at_;
};

// The steps of an argument, of the chunks first .. end of a row of `count`; a single one's numbers
// need no memory.
template <class T, class Formula>
OPENACLNN_INLINE void RunChunks(const Row<T, Formula>& row, ChunksInMemory chunks, int64_t first,
                                int64_t end, const RowExtent& count, int steps) {
  const bool is_alone = count == 1, stores = !is_alone && count.group.thread == 0;
  RowNumbers numbers{};
  double total = 0;
  if ((steps & RowsArgument::kReduce) != 0) {
    for (int64_t c = first; c < end; ++c) {
      numbers = row.Reduce(c);
      if (stores) chunks.Store(c, numbers);
    }
    Meet(count.group.size);
  }
  if ((steps & RowsArgument::kFold) != 0) {
    is_alone ? Formula::Fold(OneChunk{numbers}, 1) : Formula::Fold(chunks, count);
  }
  if ((steps & RowsArgument::kMap) != 0) {
    for (int64_t c = first; c < end; ++c) {
      if (!is_alone) numbers = chunks.Load(c);
      total = row.Map(c, numbers);
      if (Formula::kHasSum && stores) StoreAt(chunks.At(c, 0), total);
    }
    Meet(count.group.size);
  }
  if constexpr (Formula::kHasSum) {
    if ((steps & RowsArgument::kTotal) == 0) return;
    row.StoreTotal(is_alone ? total : TreeSum(chunks, count));
  }
}

template <class T, class Formula>
OPENACLNN_INLINE void RunRows(const RowsArgument& argument) {
  const int32_t size = 1 << argument.group_log2;
  const Group group{size, static_cast<int32_t>(ThisThread()) & (size - 1)};
  const int64_t chunks = (argument.columns + kRowChunk - 1) / kRowChunk;
  const int64_t parts = argument.shares_chunks ? chunks : 1;
  const int64_t units = argument.rows.elements * parts;
  for (int64_t unit = ThisThread() >> argument.group_log2; unit < units;
       unit += CountThreads() >> argument.group_log2) {
    const int64_t index = parts == 1 ? unit : unit / parts, part = unit - index * parts;
    const Row<T, Formula> row(argument, index, group);
    const ChunksInMemory numbers{argument.numbers +
                                 static_cast<uint64_t>(index * chunks) * sizeof(RowNumbers)};
    RunChunks(row, numbers, part, argument.shares_chunks ? part + 1 : chunks, {chunks, group},
              argument.steps);
  }
}

}  // namespace row_internal

// The kernel's name is known to the host (cuda/kernel_name.h).
#ifdef OPENACLNN_EMULATED

template <class T, class Formula>
struct RowsAlong {
  static void Run(const void* given) {
    row_internal::RunRows<T, Formula>(*static_cast<const RowsArgument*>(given));
  }
  static inline const bool known =
      emulator::Add(KernelName(typeid(RowsAlong).name(), "RowsArgument"), Run, sizeof(RowsArgument),
                    emulator::Threads::kMeet);
};

template <class T, class Formula>
void OfferRows() {
  (void)&RowsAlong<T, Formula>::known;
}

#else

template <class T, class Formula>
OPENACLNN_GLOBAL void RowsAlong(const RowsArgument argument) {
  row_internal::RunRows<T, Formula>(argument);
}

template <class T, class Formula>
void OfferRows() {
  (void)&RowsAlong<T, Formula>;
}

#endif

// As that of kinds/rows/kernel-inl.h; a kernel is found by its name.
template <class InFloat, class InDouble = void, class InHalves = InFloat>
const Kernel* RowKernel() {
  OfferRows<float, InFloat>();
  OfferRows<Bfloat16Bits, InHalves>();
  OfferRows<Float16Bits, InHalves>();
  if constexpr (!std::is_void_v<InDouble>) OfferRows<double, InDouble>();
  return nullptr;
}

}  // namespace one_lane
}  // namespace openaclnn
