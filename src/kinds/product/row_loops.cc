#include "kinds/product/row_loops.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/ceil_div.h"
#include "cpu/prefetch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/row_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "cpu/transpose-inl.h"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

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

// Sums in float of a strip of columns in the order kHalves.
struct ChainsOfStrip {
  float *sums, *even, *odd;
};

// Adds the terms of the rows r, of which the first is an even one, to the chains of a block. These
// begin at 0 with its `first` rows, and are added to the sums with its `last` ones.
template <class Load, class T, size_t... r>
HWY_INLINE void AddRowsToChains(const float* a, const T* b, int64_t pitch, const Load& load,
                                bool first, bool last, const ChainsOfStrip& to, int64_t i,
                                std::index_sequence<r...>) {
  Floats even = first ? Floats(0.0f) : Floats::Load(to.even + i);
  Floats odd = first ? Floats(0.0f) : Floats::Load(to.odd + i);
  const auto add = [&](size_t row, Floats terms) HWY_ATTR {
    Floats& chain = row % 2 == 0 ? even : odd;
    chain = Fma(Floats(a[row]), terms, chain);
  };
  (add(r, load(b + int64_t{r} * pitch + i)), ...);
  if (last) {
    (Floats::Load(to.sums + i) + (even + odd)).Store(to.sums + i);
  } else {
    even.Store(to.even + i);
    odd.Store(to.odd + i);
  }
}

template <class T, class Rows>
HWY_INLINE void AddRowsToChains(const float* a, const T* b, int64_t pitch, int64_t width,
                                bool first, bool last, const ChainsOfStrip& to, Rows rows) {
  int64_t i = 0;
  const auto load = [](const T* from) HWY_ATTR { return LoadFrom<Floats>(from); };
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    AddRowsToChains(a, b, pitch, load, first, last, to, i, rows);
  }
  if (i == width) return;
  const auto load_some = [count = width - i](const T* from)
                             HWY_ATTR { return LoadSome<Floats>(from, count); };
  AddRowsToChains(a, b, pitch, load_some, first, last, to, i, rows);
}

template <class T>
HWY_INLINE void AddRowsInBlocks(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                                const ChainsOfStrip& to) {
  int64_t next = 0;  // in a block
  const auto add = [&](auto rows) HWY_ATTR {
    constexpr int64_t kRows = int64_t{rows.size()};
    while (kRows <= k) {
      const bool last = next + kRows == kTermsOfBlock || kRows == k;
      AddRowsToChains(a, b, pitch, width, next == 0, last, to, rows);
      next = (next + kRows) % kTermsOfBlock;
      a += kRows;
      b += kRows * pitch;
      k -= kRows;
    }
  };
  add(std::make_index_sequence<8>());  // more are in the same sets of a cache, perhaps
  add(std::make_index_sequence<2>());
  add(std::make_index_sequence<1>());
}

template <ProductOrder order, class T>
void MultiplyRow(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                 float* in_float, double* sums) {
  if constexpr (order == ProductOrder::kHalves) {
    const int64_t padded = CeilDiv(width, kFloatLanes) * kFloatLanes;
    std::fill_n(in_float, padded, 0.0f);
    AddRowsInBlocks(a, b, k, pitch, width, {in_float, in_float + padded, in_float + 2 * padded});
  } else {
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

// The next kSquare<T> terms of each column, given to add(k, terms).
template <class T, class Add>
HWY_INLINE void ForSquare(const T* b, int64_t pitch, const Add& add) {
  const GroupTag d;
  const auto* const bytes = reinterpret_cast<const std::byte*>(b);
  if constexpr (sizeof(T) == 4) {
    Group terms[kSquare<T>];
    LoadSquares(d, bytes, pitch * int64_t{sizeof(T)}, terms);
    for (int64_t k = 0; k < kSquare<T>; ++k) add(k, terms[k]);
  } else {  // two by two, in words
    const hn::RebindToUnsigned<GroupTag> words;
    hn::Vec<decltype(words)> pairs[kSquare<T> / 2];
    LoadSquares(words, bytes, pitch * int64_t{sizeof(T)}, pairs);
    for (int64_t k = 0; k < kSquare<T> / 2; ++k) {
      if constexpr (std::is_same_v<T, Bfloat16Bits>) {
        add(2 * k, FirstOfPairs(d, pairs[k]));
        add(2 * k + 1, SecondOfPairs(d, pairs[k]));
      } else {
        const HalfBits<GroupTag> halves;
        add(2 * k, FromFloat16<false>(d, hn::TruncateTo(halves, pairs[k])));
        add(2 * k + 1, FromFloat16<false>(d, hn::TruncateTo(halves, hn::ShiftRight<16>(pairs[k]))));
      }
    }
  }
}

// Sums of a group in the order kFloat: one chain.
struct ChainOfGroup {
  Group sum;

  // The next kTerms.
  template <int64_t kTerms, class T>
  HWY_INLINE void Add(const float* a, const T* b, int64_t pitch) {
    for (int64_t k = 0; k < kTerms; k += kSquare<T>) {
      ForSquare(b + k, pitch, [&](int64_t i, Group terms) HWY_ATTR {
        sum = hn::MulAdd(hn::Set(GroupTag(), a[k + i]), terms, sum);
      });
    }
  }
};

// In the order kHalves: blocks of two chains.
struct BlocksOfGroup {
  Group sum;

  template <int64_t kTerms, class T>
  HWY_INLINE void Add(const float* a, const T* b, int64_t pitch) {
    static_assert(kTerms % kTermsOfBlock == 0);
    for (int64_t block = 0; block < kTerms; block += kTermsOfBlock) {
      Group chains[2] = {hn::Zero(GroupTag()), hn::Zero(GroupTag())};
      for (int64_t k = block; k < block + kTermsOfBlock; k += kSquare<T>) {
        ForSquare(b + k, pitch, [&](int64_t i, Group terms) HWY_ATTR {
          chains[i % 2] = hn::MulAdd(hn::Set(GroupTag(), a[k + i]), terms, chains[i % 2]);
        });
      }
      sum = hn::Add(sum, hn::Add(chains[0], chains[1]));
    }
  }
};

template <ProductOrder order>
using SumsOfGroup = std::conditional_t<order == ProductOrder::kFloat, ChainOfGroup, BlocksOfGroup>;
// Terms that are added at once: those of a line of each column, or of a block.
template <class T>
inline constexpr int64_t kStretch = std::max(kCacheLine / int64_t{sizeof(T)}, kTermsOfBlock);

// Adds a stretch of terms; those that follow in the columns are asked for.
template <class T, class Sums>
HWY_INLINE void AddStretch(const float* a, const T* b, int64_t pitch, Sums& sums) {
  constexpr int64_t kAhead = 512, kBytes = kStretch<T> * int64_t{sizeof(T)};
  for (int64_t c = 0; c < kGroup; ++c) {
    for (int64_t line = 0; line < kBytes; line += kCacheLine) {
      hwy::Prefetch(reinterpret_cast<const std::byte*>(b + c * pitch) + kAhead + line);
    }
  }
  sums.template Add<kStretch<T>>(a, b, pitch);
}

// The same for the last terms, fewer, and zeros after them. These change no sum except for the sign
// of a 0, and that is lost when it is added to +0.
template <class T, class Sums>
HWY_INLINE void AddLast(const float* a, const T* b, int64_t k, int64_t pitch, Sums& sums) {
  float factors[kStretch<T>] = {};
  T terms[kGroup * kStretch<T>] = {};
  std::copy_n(a, k, factors);
  for (int64_t c = 0; c < kGroup; ++c) std::copy_n(b + c * pitch, k, terms + c * kStretch<T>);
  sums.template Add<kStretch<T>>(factors, terms, kStretch<T>);
}

// The terms of up to TermsOf(order) indices k for the groups g.
template <ProductOrder order, class T, size_t... g>
HWY_INLINE void AddGroups(const float* a, const T* b, int64_t k, int64_t pitch, double* sums,
                          std::index_sequence<g...>) {
  const int64_t group = kGroup * pitch;
  SumsOfGroup<order> in_float[] = {
      (static_cast<void>(g), SumsOfGroup<order>{hn::Zero(GroupTag())})...};
  int64_t next = 0;
  for (; next + kStretch<T> <= k; next += kStretch<T>) {
    (AddStretch(a + next, b + next + int64_t{g} * group, pitch, in_float[g]), ...);
  }
  if (next < k) {
    (AddLast(a + next, b + next + int64_t{g} * group, k - next, pitch, in_float[g]), ...);
  }
  float terms[sizeof...(g) * kGroup];
  (hn::StoreU(in_float[g].sum, GroupTag(), terms + g * kGroup), ...);
  for (size_t c = 0; c < sizeof...(g) * kGroup; ++c) sums[c] += double{terms[c]};
}

template <ProductOrder order, class T>
int64_t MultiplyColumns(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                        double* sums) {
  int64_t done = 0;
  const auto multiply = [&](auto groups) HWY_ATTR {
    constexpr int64_t kColumns = int64_t{groups.size()} * kGroup;
    for (; done + kColumns <= width; done += kColumns) {
      for (int64_t next = 0; next < k; next += TermsOf(order)) {
        AddGroups<order>(a + next, b + done * pitch + next, std::min(TermsOf(order), k - next),
                         pitch, sums + done, groups);
      }
    }
  };
  multiply(std::make_index_sequence<kGroups>());
  multiply(std::make_index_sequence<1>());
  return done;
}

#else

template <ProductOrder order, class T>
int64_t MultiplyColumns(const float*, const T*, int64_t, int64_t, int64_t, double*) {
  return 0;
}

#endif

template <ProductOrder order, class T>
inline constexpr RowLoopsOf<T> kRowLoops = {MultiplyRow<order, T>, MultiplyColumns<order, T>};

const ProductRowLoops* RowLoopsOfTarget() {
  static constexpr ProductRowLoops kLoops = {
      .orders = {
          {kRowLoops<ProductOrder::kFloat, float>, kRowLoops<ProductOrder::kFloat, Bfloat16Bits>,
           kRowLoops<ProductOrder::kFloat, Float16Bits>},
          {kRowLoops<ProductOrder::kHalves, float>, kRowLoops<ProductOrder::kHalves, Bfloat16Bits>,
           kRowLoops<ProductOrder::kHalves, Float16Bits>}}};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(RowLoopsOfTarget);

const ProductRowLoops& GetProductRowLoops() { return *HWY_DYNAMIC_DISPATCH(RowLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
