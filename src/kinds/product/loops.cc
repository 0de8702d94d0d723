#include "kinds/product/loops.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cpu/prefetch.h"
#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "cpu/transpose-inl.h"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A tile of sums fills the registers: 24 of 32 vectors, or 12 of 16.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr size_t kTileRows = 8;
#else
inline constexpr size_t kTileRows = 4;
#endif

// Adds the terms of up to kTermsInFloat indices k, one after the other, to sums of 0, and these to
// `sums`. Vector v of row r is number r * kVectors + v.
template <size_t kVectors, size_t... s, size_t... v>
HWY_INLINE void AddTerms(const float* a, const float* b, int64_t k, double* sums,
                         std::index_sequence<s...>, std::index_sequence<v...>) {
  Floats in_float[] = {(static_cast<void>(s), Floats(0.0f))...};
  for (; k > 0; --k, a += kTileRows, b += kVectors * kFloatLanes) {
    const Floats row[] = {Floats::Load(b + v * kFloatLanes)...};
    ((in_float[s] = Fma(Floats(a[s / kVectors]), row[s % kVectors], in_float[s])), ...);
  }
  (StoreWide(LoadWide(sums + s * kFloatLanes) + Widen(in_float[s]), sums + s * kFloatLanes), ...);
}

template <size_t kVectors>
void MultiplyTile(const float* a, const float* b, int64_t k, double* sums) {
  std::fill_n(sums, kTileRows * kVectors * kFloatLanes, 0.0);
  for (int64_t first = 0; first < k; first += kTermsInFloat) {
    AddTerms<kVectors>(a + first * kTileRows, b + first * int64_t{kVectors} * kFloatLanes,
                       std::min(kTermsInFloat, k - first), sums,
                       std::make_index_sequence<kTileRows * kVectors>(),
                       std::make_index_sequence<kVectors>());
  }
}

void Multiply(const float* a, const float* b, int64_t k, int64_t vectors, double* sums) {
  switch (vectors) {
    case 1:
      return MultiplyTile<1>(a, b, k, sums);
    case 2:
      return MultiplyTile<2>(a, b, k, sums);
    default:
      return MultiplyTile<3>(a, b, k, sums);
  }
}

// Adds the terms of the rows r to sums in float, of which `first` are none yet.
template <class T, size_t... r>
HWY_INLINE void AddRowsInFloat(const float* a, const T* b, int64_t pitch, int64_t width, bool first,
                               float* in_float, std::index_sequence<r...>) {
  const auto add = [a](Floats sum, auto... rows) HWY_ATTR {
    ((sum = Fma(Floats(a[r]), rows, sum)), ...);
    return sum;
  };
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    const Floats sum = first ? Floats(0.0f) : Floats::Load(in_float + i);
    add(sum, LoadFrom<Floats>(b + int64_t{r} * pitch + i)...).Store(in_float + i);
  }
  if (i == width) return;
  const Floats sum = first ? Floats(0.0f) : Floats::Load(in_float + i);
  add(sum, LoadSome<Floats>(b + int64_t{r} * pitch + i, width - i)...).Store(in_float + i);
}

template <class T>
void MultiplyRow(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                 float* in_float, double* sums) {
  constexpr int64_t kAtOnce = 8;
  int64_t next = 0;
  for (; next + kAtOnce <= k; next += kAtOnce) {
    AddRowsInFloat(a + next, b + next * pitch, pitch, width, next == 0, in_float,
                   std::make_index_sequence<kAtOnce>());
  }
  for (; next < k; ++next) {
    AddRowsInFloat(a + next, b + next * pitch, pitch, width, next == 0, in_float,
                   std::make_index_sequence<1>());
  }
  for (int64_t i = 0; i < width; i += kFloatLanes) {
    StoreWide(LoadWide(sums + i) + WideOf(in_float + i, Floats::Load(in_float + i)), sums + i);
  }
}

#if HWY_NATIVE_FMA && HWY_TARGET != HWY_SCALAR

// A group of columns whose terms lie side by side is transposed in registers as it is used.
using GroupTag = SquaresTag<float>;
using Group = hn::Vec<GroupTag>;
inline constexpr int64_t kGroup = hn::MaxLanes(GroupTag());
// That many groups in turn, so that no sum waits for the one before it.
inline constexpr size_t kGroups = 4;

template <class T>
inline constexpr int64_t kSquare = 16 / int64_t{sizeof(T)};

// Adds the next kSquare<T> terms, one after the other.
HWY_INLINE Group AddSquare(const float* a, const float* b, int64_t pitch, Group sum) {
  const GroupTag d;
  Group terms[kSquare<float>];
  LoadSquares(d, reinterpret_cast<const std::byte*>(b), pitch * int64_t{sizeof(float)}, terms);
  for (int64_t k = 0; k < kSquare<float>; ++k) sum = hn::MulAdd(hn::Set(d, a[k]), terms[k], sum);
  return sum;
}
// Terms of 16 bits two by two, in words.
template <class T>
HWY_INLINE Group AddSquare(const float* a, const T* b, int64_t pitch, Group sum) {
  const GroupTag d;
  const hn::RebindToUnsigned<GroupTag> words;
  hn::Vec<decltype(words)> pairs[kSquare<T> / 2];
  LoadSquares(words, reinterpret_cast<const std::byte*>(b), pitch * int64_t{sizeof(T)}, pairs);
  for (int64_t k = 0; k < kSquare<T> / 2; ++k) {
    Group even, odd;
    if constexpr (std::is_same_v<T, Bfloat16Bits>) {
      even = FirstOfPairs(d, pairs[k]);
      odd = SecondOfPairs(d, pairs[k]);
    } else {
      const HalfBits<GroupTag> halves;
      even = FromFloat16<false>(d, hn::TruncateTo(halves, pairs[k]));
      odd = FromFloat16<false>(d, hn::TruncateTo(halves, hn::ShiftRight<16>(pairs[k])));
    }
    sum = hn::MulAdd(hn::Set(d, a[2 * k]), even, sum);
    sum = hn::MulAdd(hn::Set(d, a[2 * k + 1]), odd, sum);
  }
  return sum;
}

// The terms of a line of each column; those that follow in it are asked for.
template <class T>
HWY_INLINE Group AddLines(const float* a, const T* b, int64_t pitch, Group sum) {
  constexpr int64_t kAhead = 512;  // bytes
  for (int64_t c = 0; c < kGroup; ++c) {
    hwy::Prefetch(reinterpret_cast<const std::byte*>(b + c * pitch) + kAhead);
  }
  for (int64_t k = 0; k < kCacheLine / int64_t{sizeof(T)}; k += kSquare<T>) {
    sum = AddSquare(a + k, b + k, pitch, sum);
  }
  return sum;
}

// The same for the last terms, fewer than a square's, and zeros after them, which change no sum, as
// none is -0.
template <class T>
HWY_INLINE Group AddLast(const float* a, const T* b, int64_t k, int64_t pitch, Group sum) {
  float factors[kSquare<T>] = {};
  T terms[kGroup * kSquare<T>] = {};
  std::copy_n(a, k, factors);
  for (int64_t c = 0; c < kGroup; ++c) std::copy_n(b + c * pitch, k, terms + c * kSquare<T>);
  return AddSquare(factors, terms, kSquare<T>, sum);
}

// The terms of up to kTermsInFloat indices k for the groups g.
template <class T, size_t... g>
HWY_INLINE void AddGroups(const float* a, const T* b, int64_t k, int64_t pitch, double* sums,
                          std::index_sequence<g...>) {
  constexpr int64_t kLine = kCacheLine / int64_t{sizeof(T)};
  const int64_t group = kGroup * pitch;
  Group in_float[] = {(static_cast<void>(g), hn::Zero(GroupTag()))...};
  int64_t next = 0;
  for (; next + kLine <= k; next += kLine) {
    ((in_float[g] = AddLines(a + next, b + next + int64_t{g} * group, pitch, in_float[g])), ...);
  }
  for (; next + kSquare<T> <= k; next += kSquare<T>) {
    ((in_float[g] = AddSquare(a + next, b + next + int64_t{g} * group, pitch, in_float[g])), ...);
  }
  if (next < k) {
    ((in_float[g] = AddLast(a + next, b + next + int64_t{g} * group, k - next, pitch, in_float[g])),
     ...);
  }
  float terms[sizeof...(g) * kGroup];
  (hn::StoreU(in_float[g], GroupTag(), terms + g * kGroup), ...);
  for (size_t c = 0; c < sizeof...(g) * kGroup; ++c) sums[c] += double{terms[c]};
}

template <class T>
int64_t MultiplyColumns(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                        double* sums) {
  int64_t done = 0;
  const auto multiply = [&](auto groups) HWY_ATTR {
    constexpr int64_t kColumns = int64_t{groups.size()} * kGroup;
    for (; done + kColumns <= width; done += kColumns) {
      for (int64_t next = 0; next < k; next += kTermsInFloat) {
        AddGroups(a + next, b + done * pitch + next, std::min(kTermsInFloat, k - next), pitch,
                  sums + done, groups);
      }
    }
  };
  multiply(std::make_index_sequence<kGroups>());
  multiply(std::make_index_sequence<1>());
  return done;
}

#else

template <class T>
int64_t MultiplyColumns(const float*, const T*, int64_t, int64_t, int64_t, double*) {
  return 0;
}

#endif

template <class T>
void FinishRow(const Finish& finish, const double* sums, int64_t count, void* to) {
  T* const results = static_cast<T*>(to);
  const Doubles alpha(finish.alpha), beta(finish.beta);
  for (int64_t i = 0; i < count; i += kDoubleLanes) {
    Doubles result = alpha * Doubles::Load(sums + i);
    if (finish.added != nullptr) result = result + beta * Doubles::Load(finish.added + i);
    if constexpr (sizeof(T) == 2) {
      StoreTo(result, results + i);
    } else {
      result.Store(results + i);
    }
  }
}

const ProductLoops* ProductLoopsOfTarget() {
  static constexpr ProductLoops kLoops = {.rows = kTileRows,
                                          .lanes = kFloatLanes,
                                          .tile = Multiply,
                                          .row_of_floats = MultiplyRow<float>,
                                          .row_of_bfloat16 = MultiplyRow<Bfloat16Bits>,
                                          .row_of_float16 = MultiplyRow<Float16Bits>,
                                          .columns_of_floats = MultiplyColumns<float>,
                                          .columns_of_bfloat16 = MultiplyColumns<Bfloat16Bits>,
                                          .columns_of_float16 = MultiplyColumns<Float16Bits>,
                                          .to_float = FinishRow<float>,
                                          .to_bfloat16 = FinishRow<Bfloat16Bits>,
                                          .to_float16 = FinishRow<Float16Bits>};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ProductLoopsOfTarget);

const ProductLoops& GetProductLoops() { return *HWY_DYNAMIC_DISPATCH(ProductLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
