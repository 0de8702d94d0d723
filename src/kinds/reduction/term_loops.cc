#include "kinds/reduction/term_loops.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "cpu/prefetch.h"
#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/reduction/term_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// How a vector of floats has its terms as doubles: in their order.
template <class T>
struct InOrder {
  static HWY_INLINE Wide Load(const T* from) { return LoadTerms(from); }
  static HWY_INLINE double FoldLanes(Wide sum) { return Fold(sum); }
  // How many of the first `count` are in either half.
  static HWY_INLINE int64_t InFirst(int64_t count) { return count; }
  static HWY_INLINE int64_t InSecond(int64_t count) { return count - kFloatLanes / 2; }
};

// Those of even places in the first half, of odd ones in the second: pairs (half_lanes-inl.h),
// which need not be taken out of longer vectors. Lanes half of all lanes apart lie in one half down
// to the last two.
#if HWY_TARGET != HWY_SCALAR
struct EvenAndOdd {
  static HWY_INLINE Wide Load(const Bfloat16Bits* from) {
    const Doubles::FloatTag f;
    const auto pairs = LoadPairs(f, from);
    return {Doubles::FromFloats(FirstOfPairs(f, pairs)),
            Doubles::FromFloats(SecondOfPairs(f, pairs))};
  }
  static HWY_INLINE double FoldLanes(Wide sum) {
    return FoldHalves(Doubles::D(), sum.a.raw) + FoldHalves(Doubles::D(), sum.b.raw);
  }
  static HWY_INLINE int64_t InFirst(int64_t count) { return (count + 1) / 2; }
  static HWY_INLINE int64_t InSecond(int64_t count) { return count / 2; }
};

template <class T>
using OrderInRow = std::conditional_t<std::is_same_v<T, Bfloat16Bits>, EvenAndOdd, InOrder<T>>;

// The lanes before lane `count`, which there may not be, and 0 in the others.
HWY_INLINE Doubles FirstLanes(Doubles lanes, int64_t count) {
  const Doubles::D d;
  const int64_t some = std::clamp<int64_t>(count, 0, kDoubleLanes);
  return Doubles(hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(some)), lanes.raw));
}
#else
template <class T>
using OrderInRow = InOrder<T>;
#endif

// The first `count` terms, and +0 after them. There may be none, or more than a vector of floats.
// `end` is behind the last term that can be read. Terms that follow the first ones are read, too,
// as far as that.
template <class Order, class T>
HWY_INLINE Wide LoadSomeTerms(const T* from, int64_t count, const T* end) {
  if (count <= 0) return Wide(0.0);
  if (count >= kFloatLanes) return Order::Load(from);
  T terms[kFloatLanes] = {};
  if (end - from < kFloatLanes) {
    std::copy_n(from, count, terms);
    from = terms;
  }
#if HWY_TARGET == HWY_SCALAR
  return Order::Load(from);
#else
  const Wide wide = Order::Load(from);
  return {FirstLanes(wide.a, Order::InFirst(count)), FirstLanes(wide.b, Order::InSecond(count))};
#endif
}

// 16-bit terms take as long to widen and to add as to read, and machines do not prefetch enough.
// With this 4096 x 4096 of BFLOAT16 come at 38 GB/s, without at 31. Wider terms are no faster for
// it.
template <class T>
HWY_INLINE void AskForTermsAhead(const T* from) {
  constexpr int64_t kAhead = 8192;  // bytes
  static_assert(kSumLanes * sizeof(T) == kCacheLine);
  hwy::Prefetch(reinterpret_cast<const std::byte*>(from) + kAhead);
}

// Term i is added to lane i mod kSumLanes; those that are missing in the end are +0, which changes
// no lane, as none is -0.
template <class T, size_t... v>
HWY_INLINE double SumTerms(const T* terms, int64_t count, const T* end,
                           std::index_sequence<v...> vectors) {
  static_assert(kSumLanes == kLanesOfChunk);
  using Order = OrderInRow<T>;
  Wide sums[] = {(static_cast<void>(v), Wide(0.0))...};
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    if constexpr (sizeof(T) == 2) AskForTermsAhead(terms + i);
    ((sums[v] = sums[v] + Order::Load(terms + i + v * kFloatLanes)), ...);
  }
  if (i < count) {
    ((sums[v] = sums[v] + LoadSomeTerms<Order>(terms + i + v * kFloatLanes,
                                               count - i - int64_t{v} * kFloatLanes, end)),
     ...);
  }
  return Order::FoldLanes(FoldVectors(sums, std::make_index_sequence<vectors.size() / 2>()));
}

// Machines do not prefetch overlapping loads, of rows shorter than a cache line or little longer.
// 2^20 rows of 10 floats came at 4 GB/s, 2^20 of 16 at 22.
template <class T>
HWY_INLINE void AskForShortRow(const T* row, int64_t count) {
  constexpr int64_t kAhead = 2048, kShort = 128;  // bytes
  if (count * int64_t{sizeof(T)} < kShort) {
    hwy::Prefetch(reinterpret_cast<const std::byte*>(row) + kAhead);
  }
}

template <class T>
void SumRows(const T* terms, int64_t rows, int64_t count, double* sums) {
  const T* const end = terms + rows * count;
  for (int64_t r = 0; r < rows; ++r) {
    AskForShortRow(terms + r * count, count);
    sums[r] = SumTerms(terms + r * count, count, end,
                       std::make_index_sequence<kSumLanes / kFloatLanes>());
  }
}

template <class T, size_t... r>
HWY_INLINE void AddTermRows(const T* terms, int64_t pitch, int64_t width, const T* end,
                            double* sums, std::index_sequence<r...>) {
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    Wide sum = LoadWide(sums + i);
    ((sum = sum + LoadTerms(terms + static_cast<int64_t>(r) * pitch + i)), ...);
    StoreWide(sum, sums + i);
  }
  if (i == width) return;
  Wide sum = LoadWide(sums + i);
  ((sum = sum +
          LoadSomeTerms<InOrder<T>>(terms + static_cast<int64_t>(r) * pitch + i, width - i, end)),
   ...);
  StoreWide(sum, sums + i);
}

template <class T>
void AddColumns(const T* terms, int64_t rows, int64_t pitch, int64_t width, double* sums) {
  constexpr int64_t kAtOnce = 4;
  const T* const end = terms + (rows - 1) * pitch + width;
  int64_t r = 0;
  for (; r + kAtOnce <= rows; r += kAtOnce) {
    for (int64_t k = r; k < r + kAtOnce; ++k) AskForShortRow(terms + k * pitch, pitch);
    AddTermRows(terms + r * pitch, pitch, width, end, sums, std::make_index_sequence<kAtOnce>());
  }
  for (; r < rows; ++r) {
    AddTermRows(terms + r * pitch, pitch, width, end, sums, std::make_index_sequence<1>());
  }
}

// These are left to the compiler.
void SumIntegers(const int64_t* terms, int64_t rows, int64_t count, int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += static_cast<uint64_t>(terms[r * count + i]);
    sums[r] = static_cast<int64_t>(sum);
  }
}
void AddIntegers(const int64_t* terms, int64_t rows, int64_t pitch, int64_t width, int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < width; ++i) {
      const auto term = static_cast<uint64_t>(terms[r * pitch + i]);
      sums[i] = static_cast<int64_t>(static_cast<uint64_t>(sums[i]) + term);
    }
  }
}

const AllTermLoops* TermLoopsOfTarget() {
  static constexpr AllTermLoops kLoops = [] {
    AllTermLoops loops;
    loops.Of<float>() = {SumRows<float>, AddColumns<float>};
    loops.Of<double>() = {SumRows<double>, AddColumns<double>};
    loops.Of<Bfloat16Bits>() = {SumRows<Bfloat16Bits>, AddColumns<Bfloat16Bits>};
    loops.Of<Float16Bits>() = {SumRows<Float16Bits>, AddColumns<Float16Bits>};
    loops.Of<int64_t>() = {SumIntegers, AddIntegers};
    return loops;
  }();
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TermLoopsOfTarget);

const AllTermLoops& GetTermLoops() { return *HWY_DYNAMIC_DISPATCH(TermLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
