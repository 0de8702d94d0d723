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

// A vector of any length.
template <class D>
struct Numbers {
  friend HWY_INLINE Numbers operator+(Numbers a, Numbers b) { return {hn::Add(a.raw, b.raw)}; }
  friend HWY_INLINE Numbers operator*(Numbers a, Numbers b) { return {hn::Mul(a.raw, b.raw)}; }
  hn::Vec<D> raw;
};

// How terms are put together. A lane begins with kNone, and so do those past the last term.
struct Add {
  static constexpr double kNone = 0;
  template <class V>
  static HWY_INLINE V Join(V a, V b) {
    return a + b;
  }
  static HWY_INLINE Wide Term(Wide term) { return term; }
};
struct AddNumbersAlone : Add {
  static HWY_INLINE Wide Term(Wide term) { return Select(term == term, term, Wide(0.0)); }
};
struct Multiply {
  static constexpr double kNone = 1;
  template <class V>
  static HWY_INLINE V Join(V a, V b) {
    return a * b;
  }
  static HWY_INLINE Wide Term(Wide term) { return term; }
};

// The lanes by halves.
template <class Way, class D>
HWY_INLINE double JoinHalves(D, hn::Vec<D> v) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    const Numbers<hn::Half<D>> joined = Way::Join(Numbers<hn::Half<D>>{hn::LowerHalf(half, v)},
                                                  Numbers<hn::Half<D>>{hn::UpperHalf(half, v)});
    return JoinHalves<Way>(half, joined.raw);
  }
#endif
  return hn::GetLane(v);
}

// How a vector of floats has its terms as doubles: in their order.
template <class T>
struct InOrder {
  static HWY_INLINE Wide Load(const T* from) { return LoadTerms(from); }
  template <class Way>
  static HWY_INLINE double JoinLanes(Wide sum) {
#if HWY_TARGET == HWY_SCALAR
    return Fold(sum);
#else
    return JoinHalves<Way>(Doubles::D(), Way::Join(sum.a, sum.b).raw);
#endif
  }
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
  template <class Way>
  static HWY_INLINE double JoinLanes(Wide sum) {
    return Way::Join(JoinHalves<Way>(Doubles::D(), sum.a.raw),
                     JoinHalves<Way>(Doubles::D(), sum.b.raw));
  }
  static HWY_INLINE int64_t InFirst(int64_t count) { return (count + 1) / 2; }
  static HWY_INLINE int64_t InSecond(int64_t count) { return count / 2; }
};

template <class T>
using OrderInRow = std::conditional_t<std::is_same_v<T, Bfloat16Bits>, EvenAndOdd, InOrder<T>>;

// The lanes before lane `count`, which there may not be, and kNone in the others.
template <class Way>
HWY_INLINE Doubles FirstLanes(Doubles lanes, int64_t count) {
  const Doubles::D d;
  const int64_t some = std::clamp<int64_t>(count, 0, kDoubleLanes);
  const auto first = hn::FirstN(d, static_cast<size_t>(some));
  if constexpr (Way::kNone == 0) return Doubles(hn::IfThenElseZero(first, lanes.raw));
  return Doubles(hn::IfThenElse(first, lanes.raw, hn::Set(d, Way::kNone)));
}
#else
template <class T>
using OrderInRow = InOrder<T>;
#endif

// The first `count` terms, and kNone after them. There may be none, or more than a vector of
// floats. `end` is behind the last term that can be read. Terms that follow the first ones are
// read, too, as far as that.
template <class Way, class Order, class T>
HWY_INLINE Wide LoadSomeTerms(const T* from, int64_t count, const T* end) {
  if (count <= 0) return Wide(Way::kNone);
  if (count >= kFloatLanes) return Way::Term(Order::Load(from));
  T terms[kFloatLanes] = {};
  if (end - from < kFloatLanes) {
    std::copy_n(from, count, terms);
    from = terms;
  }
#if HWY_TARGET == HWY_SCALAR
  return Way::Term(Order::Load(from));
#else
  const Wide wide = Way::Term(Order::Load(from));
  return {FirstLanes<Way>(wide.a, Order::InFirst(count)),
          FirstLanes<Way>(wide.b, Order::InSecond(count))};
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

// As FoldVectors.
template <class Way, size_t n, size_t... v>
HWY_INLINE Wide JoinVectors(const Wide (&sums)[n], std::index_sequence<v...>) {
  if constexpr (n == 1) {
    return sums[0];
  } else {
    const Wide halves[n / 2] = {Way::Join(sums[v], sums[v + n / 2])...};
    return JoinVectors<Way>(halves, std::make_index_sequence<n / 4>());
  }
}

// Term i is joined with lane i mod kSumLanes; those that are missing in the end are kNone, which
// changes no lane: +0 changes none, as none is -0.
template <class Way, class T, size_t... v>
HWY_INLINE double SumTerms(const T* terms, int64_t count, const T* end,
                           std::index_sequence<v...> vectors) {
  static_assert(kSumLanes == kLanesOfChunk);
  using Order = OrderInRow<T>;
  Wide sums[] = {(static_cast<void>(v), Wide(Way::kNone))...};
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    if constexpr (sizeof(T) == 2) AskForTermsAhead(terms + i);
    ((sums[v] = Way::Join(sums[v], Way::Term(Order::Load(terms + i + v * kFloatLanes)))), ...);
  }
  if (i < count) {
    ((sums[v] =
          Way::Join(sums[v], LoadSomeTerms<Way, Order>(terms + i + v * kFloatLanes,
                                                       count - i - int64_t{v} * kFloatLanes, end))),
     ...);
  }
  constexpr auto kHalf = std::make_index_sequence<vectors.size() / 2>();
  return Order::template JoinLanes<Way>(JoinVectors<Way>(sums, kHalf));
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

template <class Way, class T>
void SumRows(const T* terms, int64_t rows, int64_t count, double* sums) {
  const T* const end = terms + rows * count;
  for (int64_t r = 0; r < rows; ++r) {
    AskForShortRow(terms + r * count, count);
    sums[r] = SumTerms<Way>(terms + r * count, count, end,
                            std::make_index_sequence<kSumLanes / kFloatLanes>());
  }
}

template <class Way, class T, size_t... r>
HWY_INLINE void AddTermRows(const T* terms, int64_t pitch, int64_t width, const T* end,
                            double* sums, std::index_sequence<r...>) {
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    Wide sum = LoadWide(sums + i);
    ((sum = Way::Join(sum, Way::Term(LoadTerms(terms + static_cast<int64_t>(r) * pitch + i)))),
     ...);
    StoreWide(sum, sums + i);
  }
  if (i == width) return;
  Wide sum = LoadWide(sums + i);
  ((sum = Way::Join(sum, LoadSomeTerms<Way, InOrder<T>>(terms + static_cast<int64_t>(r) * pitch + i,
                                                        width - i, end))),
   ...);
  StoreWide(sum, sums + i);
}

template <class Way, class T>
void AddColumns(const T* terms, int64_t rows, int64_t pitch, int64_t width, double* sums) {
  constexpr int64_t kAtOnce = 4;
  const T* const end = terms + (rows - 1) * pitch + width;
  int64_t r = 0;
  for (; r + kAtOnce <= rows; r += kAtOnce) {
    for (int64_t k = r; k < r + kAtOnce; ++k) AskForShortRow(terms + k * pitch, pitch);
    AddTermRows<Way>(terms + r * pitch, pitch, width, end, sums,
                     std::make_index_sequence<kAtOnce>());
  }
  for (; r < rows; ++r) {
    AddTermRows<Way>(terms + r * pitch, pitch, width, end, sums, std::make_index_sequence<1>());
  }
}

// These are left to the compiler. In whole numbers without a sign, modulo 2^64.
template <class Way>
void SumIntegers(const int64_t* terms, int64_t rows, int64_t count, int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    auto sum = static_cast<uint64_t>(Way::kNone);
    for (int64_t i = 0; i < count; ++i) {
      sum = Way::Join(sum, static_cast<uint64_t>(terms[r * count + i]));
    }
    sums[r] = static_cast<int64_t>(sum);
  }
}
template <class Way>
void AddIntegers(const int64_t* terms, int64_t rows, int64_t pitch, int64_t width, int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < width; ++i) {
      const auto term = static_cast<uint64_t>(terms[r * pitch + i]);
      sums[i] = static_cast<int64_t>(Way::Join(static_cast<uint64_t>(sums[i]), term));
    }
  }
}

template <class Way>
constexpr AllTermLoops LoopsOf() {
  AllTermLoops loops;
  loops.Of<float>() = {SumRows<Way, float>, AddColumns<Way, float>};
  loops.Of<double>() = {SumRows<Way, double>, AddColumns<Way, double>};
  loops.Of<Bfloat16Bits>() = {SumRows<Way, Bfloat16Bits>, AddColumns<Way, Bfloat16Bits>};
  loops.Of<Float16Bits>() = {SumRows<Way, Float16Bits>, AddColumns<Way, Float16Bits>};
  loops.Of<int64_t>() = {SumIntegers<Way>, AddIntegers<Way>};
  return loops;
}

const AllTermLoops* TermLoopsOfTarget(TermWay way) {
  static constexpr AllTermLoops kLoops[] = {LoopsOf<Add>(), LoopsOf<AddNumbersAlone>(),
                                            LoopsOf<Multiply>()};  // by TermWay
  return kLoops + static_cast<size_t>(way);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TermLoopsOfTarget);

const AllTermLoops& GetTermLoops(TermWay way) {
  return *HWY_DYNAMIC_DISPATCH(TermLoopsOfTarget)(way);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
