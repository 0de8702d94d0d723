#include "kinds/reduction/term_loops.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include "cpu/prefetch.h"
#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/reduction/term_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "formulas/add_by_fma-inl.h"
#include "formulas/pow-inl.h"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A vector of any length.
template <class D>
struct Numbers {
  friend HWY_INLINE Numbers operator+(Numbers a, Numbers b) { return {hn::Add(a.raw, b.raw)}; }
  friend HWY_INLINE Numbers operator*(Numbers a, Numbers b) { return {hn::Mul(a.raw, b.raw)}; }
  friend HWY_INLINE hn::Mask<D> operator==(Numbers a, Numbers b) { return hn::Eq(a.raw, b.raw); }
  friend HWY_INLINE hn::Mask<D> operator<(Numbers a, Numbers b) { return hn::Lt(a.raw, b.raw); }
  friend HWY_INLINE hn::Mask<D> operator>(Numbers a, Numbers b) { return hn::Lt(b.raw, a.raw); }
  friend HWY_INLINE Numbers Select(hn::Mask<D> mask, Numbers a, Numbers b) {
    return {hn::IfThenElse(mask, a.raw, b.raw)};
  }
  hn::Vec<D> raw;
};

// How terms are put together. A lane begins with kNone, and so do those past the last term.
struct Add {
  static constexpr double kNone = 0;
  template <class V>
  static HWY_INLINE V Join(V a, V b) {
    return a + b;
  }
  // Terms have often been converted.
  static HWY_INLINE Wide Join(Wide sum, Wide term) { return AddByFma(term, sum); }
  HWY_INLINE Wide Term(Wide x) const { return x; }
  double power;  // of kPowers alone
};
struct AddNumbersAlone : Add {
  HWY_INLINE Wide Term(Wide x) const { return Select(x == x, x, Wide(0.0)); }
};
struct Multiply : Add {
  static constexpr double kNone = 1;
  template <class V>
  static HWY_INLINE V Join(V a, V b) {
    return a * b;
  }
};
struct AddOnes : Add {
  HWY_INLINE Wide Term(Wide x) const { return Select(x == Wide(0.0), Wide(0.0), Wide(1.0)); }
};
struct AddSizes : Add {
  HWY_INLINE Wide Term(Wide x) const { return Abs(x); }
};
struct AddSquares : Add {
  HWY_INLINE Wide Term(Wide x) const { return x * x; }
};
struct AddPowers : Add {
  HWY_NOINLINE static HWY_ATTR Doubles PowerOf(Doubles x, double power) {
    return Pow(Abs(x), Doubles(power));
  }
  HWY_INLINE Wide Term(Wide x) const {
#if HWY_TARGET == HWY_SCALAR
    return PowerOf(x, power);
#else
    return {PowerOf(x.a, power), PowerOf(x.b, power)};
#endif
  }
};
// The larger one, or a NaN.
struct TakeLargest : AddSizes {
  template <class V>
  static HWY_INLINE V Join(V a, V b) {
    return Select(a == a, Select(a > b, a, b), a);
  }
  static HWY_INLINE double Join(double a, double b) { return a != a || a > b ? a : b; }
};
struct TakeSmallest : AddSizes {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  template <class V>
  static HWY_INLINE V Join(V a, V b) {
    return Select(a == a, Select(a < b, a, b), a);
  }
  static HWY_INLINE double Join(double a, double b) { return a != a || a < b ? a : b; }
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
template <class Order, class Way, class T>
HWY_INLINE Wide LoadSomeTerms(const Way& way, const T* from, int64_t count, const T* end) {
  if (count <= 0) return Wide(Way::kNone);
  if (count >= kFloatLanes) return way.Term(Order::Load(from));
  T terms[kFloatLanes] = {};
  if (end - from < kFloatLanes) {
    std::copy_n(from, count, terms);
    from = terms;
  }
#if HWY_TARGET == HWY_SCALAR
  return way.Term(Order::Load(from));
#else
  const Wide wide = way.Term(Order::Load(from));
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
HWY_INLINE double SumTerms(const Way& way, const T* terms, int64_t count, const T* end,
                           std::index_sequence<v...> vectors) {
  static_assert(kSumLanes == kLanesOfChunk);
  using Order = OrderInRow<T>;
  Wide sums[] = {(static_cast<void>(v), Wide(Way::kNone))...};
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    if constexpr (sizeof(T) == 2) AskForTermsAhead(terms + i);
    ((sums[v] = Way::Join(sums[v], way.Term(Order::Load(terms + i + v * kFloatLanes)))), ...);
  }
  if (i < count) {
    ((sums[v] =
          Way::Join(sums[v], LoadSomeTerms<Order>(way, terms + i + v * kFloatLanes,
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
void SumRows(const T* terms, int64_t rows, int64_t count, double power, double* sums) {
  const Way way{power};
  const T* const end = terms + rows * count;
  for (int64_t r = 0; r < rows; ++r) {
    AskForShortRow(terms + r * count, count);
    sums[r] = SumTerms(way, terms + r * count, count, end,
                       std::make_index_sequence<kSumLanes / kFloatLanes>());
  }
}

template <class Way, class T, size_t... r>
HWY_INLINE void AddTermRows(const Way& way, const T* terms, int64_t pitch, int64_t width,
                            const T* end, double* sums, std::index_sequence<r...>) {
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    Wide sum = LoadWide(sums + i);
    ((sum = Way::Join(sum, way.Term(LoadTerms(terms + static_cast<int64_t>(r) * pitch + i)))), ...);
    StoreWide(sum, sums + i);
  }
  if (i == width) return;
  Wide sum = LoadWide(sums + i);
  ((sum = Way::Join(sum, LoadSomeTerms<InOrder<T>>(way, terms + static_cast<int64_t>(r) * pitch + i,
                                                   width - i, end))),
   ...);
  StoreWide(sum, sums + i);
}

template <class Way, class T>
void AddColumns(const T* terms, int64_t rows, int64_t pitch, int64_t width, double power,
                double* sums) {
  const Way way{power};
  constexpr int64_t kAtOnce = 4;
  const T* const end = terms + (rows - 1) * pitch + width;
  int64_t r = 0;
  for (; r + kAtOnce <= rows; r += kAtOnce) {
    for (int64_t k = r; k < r + kAtOnce; ++k) AskForShortRow(terms + k * pitch, pitch);
    AddTermRows(way, terms + r * pitch, pitch, width, end, sums,
                std::make_index_sequence<kAtOnce>());
  }
  for (; r < rows; ++r) {
    AddTermRows(way, terms + r * pitch, pitch, width, end, sums, std::make_index_sequence<1>());
  }
}

// These are left to the compiler. In whole numbers without a sign, modulo 2^64.
template <class Way>
void SumIntegers(const int64_t* terms, int64_t rows, int64_t count, double /*power*/,
                 int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    auto sum = static_cast<uint64_t>(Way::kNone);
    for (int64_t i = 0; i < count; ++i) {
      sum = Way::Join(sum, static_cast<uint64_t>(terms[r * count + i]));
    }
    sums[r] = static_cast<int64_t>(sum);
  }
}
template <class Way>
void AddIntegers(const int64_t* terms, int64_t rows, int64_t pitch, int64_t width, double /*power*/,
                 int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < width; ++i) {
      const auto term = static_cast<uint64_t>(terms[r * pitch + i]);
      sums[i] = static_cast<int64_t>(Way::Join(static_cast<uint64_t>(sums[i]), term));
    }
  }
}

// Numbers are joined with others, one by one.
template <class Way>
void JoinNumbers(const double* others, int64_t count, double* numbers) {
  for (int64_t i = 0; i < count; ++i) numbers[i] = Way::Join(numbers[i], others[i]);
}
template <class Way>
void JoinIntegers(const int64_t* others, int64_t count, int64_t* numbers) {
  for (int64_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<int64_t>(
        Way::Join(static_cast<uint64_t>(numbers[i]), static_cast<uint64_t>(others[i])));
  }
}

template <class Way, class T>
constexpr TermLoops<T> LoopsOf() {
  return {SumRows<Way, T>, AddColumns<Way, T>, JoinNumbers<Way>, Way::kNone};
}
template <class Way>
constexpr AllTermLoops LoopsOfNorm() {
  AllTermLoops loops;
  loops.Of<float>() = LoopsOf<Way, float>();
  loops.Of<Bfloat16Bits>() = LoopsOf<Way, Bfloat16Bits>();
  loops.Of<Float16Bits>() = LoopsOf<Way, Float16Bits>();
  return loops;
}
template <class Way>
constexpr AllTermLoops LoopsOfAll() {
  AllTermLoops loops = LoopsOfNorm<Way>();
  loops.Of<double>() = LoopsOf<Way, double>();
  loops.Of<int64_t>() = {SumIntegers<Way>, AddIntegers<Way>, JoinIntegers<Way>,
                         static_cast<int64_t>(Way::kNone)};
  return loops;
}

const AllTermLoops* TermLoopsOfTarget(TermWay way) {
  static constexpr AllTermLoops kLoops[] = {
      LoopsOfAll<Add>(),        LoopsOfAll<AddNumbersAlone>(), LoopsOfAll<Multiply>(),
      LoopsOfNorm<AddOnes>(),   LoopsOfNorm<AddSizes>(),       LoopsOfNorm<AddSquares>(),
      LoopsOfNorm<AddPowers>(), LoopsOfNorm<TakeLargest>(),    LoopsOfNorm<TakeSmallest>(),
  };  // by TermWay
  static_assert(std::size(kLoops) == kTermWays);
  return kLoops + static_cast<size_t>(way);
}

void TakeRootsOnTarget(double power, double* numbers, int64_t count) {
  for (int64_t i = 0; i < count; i += kDoubleLanes) {
    HWY_ALIGN double some[kDoubleLanes] = {};
    const int64_t here = std::min(kDoubleLanes, count - i);
    std::copy_n(numbers + i, here, some);
    AddPowers::PowerOf(Doubles::Load(some), 1 / power).Store(some);
    std::copy_n(some, here, numbers + i);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TermLoopsOfTarget);

const AllTermLoops& GetTermLoops(TermWay way) {
  return *HWY_DYNAMIC_DISPATCH(TermLoopsOfTarget)(way);
}

HWY_EXPORT(TakeRootsOnTarget);

void TakeRoots(double power, double* numbers, int64_t count) {
  HWY_DYNAMIC_DISPATCH(TakeRootsOnTarget)(power, numbers, count);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
