#include "kinds/product/row_loops.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "base/ceil_div.h"
#include "cpu/prefetch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/row_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "hwy/cache_control.h"
#include "kinds/product/squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Rows that the caches are asked for are so many behind those that are read.
constexpr int64_t kRowsAhead = 16;

// Adds the terms of the rows r to sums in float, and may ask the second-level cache for later ones.
template <bool asks, class T, size_t... r>
HWY_INLINE void AddRowsInFloat(const float* a, const T* b, int64_t pitch, int64_t width,
                               float* in_float, std::index_sequence<r...>) {
  const auto add = [a](Floats sum, auto... rows) HWY_ATTR {
    ((sum = Fma(Floats(a[r]), rows, sum)), ...);
    return sum;
  };
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    if constexpr (asks) {
      (AskForLines<false, CacheLevel::kSecond>(
           reinterpret_cast<uintptr_t>(b + i) +
               static_cast<uintptr_t>((int64_t{r} + kRowsAhead) * pitch) * sizeof(T),
           kFloatLanes * int64_t{sizeof(T)}),
       ...);
    }
    const Floats sum = Floats::Load(in_float + i);
    add(sum, LoadFrom<Floats>(b + int64_t{r} * pitch + i)...).Store(in_float + i);
  }
  if (i == width) return;
  const Floats sum = Floats::Load(in_float + i);
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

// Asks the caches for the rows r, which the machine does not read ahead for: they are short.
template <class T, size_t... r>
HWY_INLINE void AskForRows(const T* b, int64_t pitch, int64_t width, std::index_sequence<r...>) {
  const auto first = reinterpret_cast<uintptr_t>(b);
  const int64_t step = pitch * int64_t{sizeof(T)};
  (AskForLines(first + static_cast<uintptr_t>(int64_t{r} * step), width * int64_t{sizeof(T)}), ...);
}

template <ProductOrder order, class T>
void MultiplyRow(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                 float* in_float, float* chains) {
  if constexpr (order == ProductOrder::kHalves) {
    const int64_t padded = CeilDiv(width, kFloatLanes) * kFloatLanes;
    AddRowsInBlocks(a, b, k, pitch, width, {in_float, chains, chains + padded});
  } else {
    // The machine reads far enough ahead in longer rows.
    constexpr int64_t kNarrow = 512, kLong = 8192;
    const int64_t bytes = width * int64_t{sizeof(T)};
    const bool is_narrow = bytes <= kNarrow,
               asks = !is_narrow && pitch <= kLong / int64_t{sizeof(T)};
    const auto add = [&](auto rows) HWY_ATTR {
      constexpr int64_t kRows = int64_t{rows.size()};
      for (; k >= kRows; k -= kRows, a += kRows, b += kRows * pitch) {
        if (is_narrow) AskForRows(b + kRowsAhead * pitch, pitch, width, rows);
        asks ? AddRowsInFloat<true>(a, b, pitch, width, in_float, rows)
             : AddRowsInFloat<false>(a, b, pitch, width, in_float, rows);
      }
    };
    add(std::make_index_sequence<8>());
    add(std::make_index_sequence<1>());
  }
}

#if HWY_NATIVE_FMA && HWY_TARGET != HWY_SCALAR

// A group of columns whose terms lie side by side is transposed in registers as it is used.
using GroupTag = SquaresTag<float>;
using Group = hn::Vec<GroupTag>;
inline constexpr int64_t kGroup = hn::MaxLanes(GroupTag());
// Adds the next kTerms terms of a group of columns to its sums in float, for some rows of a, which
// are `a_pitch` apart: whole blocks in the order kHalves.
template <ProductOrder order, int64_t kTerms, size_t kRows, class T>
HWY_INLINE void AddTerms(const float* a, int64_t a_pitch, const T* b, int64_t pitch,
                         Group (&sums)[kRows]) {
  const auto add_to = [a, a_pitch](Group(&to)[kRows], int64_t k, Group terms) HWY_ATTR {
    for (size_t r = 0; r < kRows; ++r) {
      const float factor = a[static_cast<int64_t>(r) * a_pitch + k];
      to[r] = hn::MulAdd(hn::Set(GroupTag(), factor), terms, to[r]);
    }
  };
  if constexpr (order == ProductOrder::kFloat) {
    for (int64_t k = 0; k < kTerms; k += kSquare<T>) {
      ForSquare(GroupTag(), b + k, pitch,
                [&](int64_t i, Group terms) HWY_ATTR { add_to(sums, k + i, terms); });
    }
  } else {
    static_assert(kTerms % kTermsOfBlock == 0);
    for (int64_t block = 0; block < kTerms; block += kTermsOfBlock) {
      Group chains[2][kRows];
      for (size_t r = 0; r < kRows; ++r) chains[0][r] = chains[1][r] = hn::Zero(GroupTag());
      for (int64_t k = block; k < block + kTermsOfBlock; k += kSquare<T>) {
        ForSquare(GroupTag(), b + k, pitch,
                  [&](int64_t i, Group terms) HWY_ATTR { add_to(chains[i % 2], k + i, terms); });
      }
      for (size_t r = 0; r < kRows; ++r) {
        sums[r] = hn::Add(sums[r], hn::Add(chains[0][r], chains[1][r]));
      }
    }
  }
}

// Terms that are added at once: those of a line of each column, or of a block.
template <class T>
inline constexpr int64_t kStretch = std::max(kCacheLine / int64_t{sizeof(T)}, kTermsOfBlock);

// Adds a stretch of terms; those `ahead` are asked for.
template <ProductOrder order, class T, size_t kRows>
HWY_INLINE void AddStretch(const float* a, int64_t a_pitch, const T* b, int64_t pitch,
                           int64_t ahead, Group (&sums)[kRows]) {
  constexpr int64_t kBytes = kStretch<T> * int64_t{sizeof(T)};
  for (int64_t c = 0; c < kGroup; ++c) {
    for (int64_t line = 0; line < kBytes; line += kCacheLine) {
      hwy::Prefetch(reinterpret_cast<const std::byte*>(b + c * pitch) + ahead + line);
    }
  }
  AddTerms<order, kStretch<T>>(a, a_pitch, b, pitch, sums);
}

// The same for the last terms, fewer, and zeros after them. These change no sum except for the sign
// of a 0, and that is lost when it is added to +0.
template <ProductOrder order, class T, size_t kRows>
HWY_INLINE void AddLast(const float* a, int64_t a_pitch, const T* b, int64_t k, int64_t pitch,
                        Group (&sums)[kRows]) {
  float factors[kRows * kStretch<T>] = {};
  T terms[kGroup * kStretch<T>] = {};
  for (size_t r = 0; r < kRows; ++r) {
    std::copy_n(a + static_cast<int64_t>(r) * a_pitch, k,
                factors + static_cast<int64_t>(r) * kStretch<T>);
  }
  for (int64_t c = 0; c < kGroup; ++c) std::copy_n(b + c * pitch, k, terms + c * kStretch<T>);
  AddTerms<order, kStretch<T>>(factors, kStretch<T>, terms, kStretch<T>, sums);
}

// Where rows of a factor and of sums lie.
struct RowsOfColumns {
  const float* a;
  int64_t a_pitch;
  double* sums;
  int64_t sums_pitch;
};

// Bytes of short columns, of which the caches are asked for several.
constexpr int64_t kShort = 512;

// The next memory that the second-level cache is asked for, and its end. That it is asked for in
// the order of memory, and so early, has 16 to 20 GB/s come of columns of 512 to 4096 floats, for 7
// to 14.
struct Far {
  static constexpr uintptr_t kAhead = 65536;

  uintptr_t next, end;
};

// The terms of up to TermsOf(order) indices k, of `left` that the columns have, for the groups g.
// The caches are asked for short columns some groups before they are used.
template <ProductOrder order, size_t kRows, class T, size_t... g>
HWY_INLINE void AddGroups(const RowsOfColumns& rows, const T* b, int64_t left, int64_t pitch,
                          bool is_short, Far& far, std::index_sequence<g...>) {
  constexpr int64_t kGroupsAhead = 3;
  const int64_t k = std::min(TermsOf(order), left), group = kGroup * pitch,
                next_groups = int64_t{sizeof...(g)} * group;
  constexpr int64_t kItem = sizeof(T);
  Group in_float[sizeof...(g)][kRows];
  for (auto& of_group : in_float) {
    for (Group& sum : of_group) sum = hn::Zero(GroupTag());
  }
  int64_t next = 0;
  for (; next + kStretch<T> <= k; next += kStretch<T>) {
    if (far.next < far.end) {
      constexpr int64_t kBytes = int64_t{sizeof...(g)} * kGroup * kStretch<T> * kItem;
      AskForLines<false, CacheLevel::kSecond>(far.next, kBytes);
      far.next += kBytes;
    }
    const int64_t ahead = is_short ? kGroupsAhead * next_groups * kItem
                                   : BytesAhead((left - next) * kItem, next_groups * kItem);
    (AddStretch<order>(rows.a + next, rows.a_pitch, b + next + int64_t{g} * group, pitch, ahead,
                       in_float[g]),
     ...);
  }
  if (next < k) {
    (AddLast<order>(rows.a + next, rows.a_pitch, b + next + int64_t{g} * group, k - next, pitch,
                    in_float[g]),
     ...);
  }
  float terms[sizeof...(g) * kGroup];
  for (size_t r = 0; r < kRows; ++r) {
    (hn::StoreU(in_float[g][r], GroupTag(), terms + g * kGroup), ...);
    double* const sums = rows.sums + static_cast<int64_t>(r) * rows.sums_pitch;
    for (size_t c = 0; c < sizeof...(g) * kGroup; ++c) sums[c] += double{terms[c]};
  }
}

// Columns before `end` are read after the `width` first ones of b.
template <ProductOrder order, size_t kRows, class T>
HWY_INLINE int64_t MultiplyColumnsOfRows(const RowsOfColumns& rows, const T* b, int64_t k,
                                         int64_t pitch, int64_t width, uintptr_t end) {
  const bool is_short = k * int64_t{sizeof(T)} <= kShort;
  int64_t done = 0;
  const auto multiply = [&](auto groups) HWY_ATTR {
    constexpr int64_t kColumns = int64_t{groups.size()} * kGroup;
    for (; done + kColumns <= width; done += kColumns) {
      const T* const columns = b + done * pitch;
      Far far = {reinterpret_cast<uintptr_t>(columns) + Far::kAhead, end};
      for (int64_t next = 0; next < k; next += TermsOf(order)) {
        AddGroups<order, kRows>({rows.a + next, rows.a_pitch, rows.sums + done, rows.sums_pitch},
                                columns + next, k - next, pitch, is_short, far, groups);
      }
    }
  };
  // Two groups in turn, so that no sum waits for the one before it. Processors with AVX-512 read
  // fewer columns faster.
  if constexpr (kRows <= 2 && !kHasManyRegisters) multiply(std::make_index_sequence<2>());
  multiply(std::make_index_sequence<1>());
  return done;
}

template <ProductOrder order, class T>
int64_t MultiplyColumns(const float* a, int64_t a_pitch, int64_t rows, const T* b, int64_t k,
                        int64_t pitch, int64_t width, int64_t follow, double* sums,
                        int64_t sums_pitch) {
  // Some columns for all rows, while they are in a cache: the first rows ask for those that follow.
  constexpr int64_t kColumnsAtOnce = 4 * kGroup;
  const bool asks = pitch == k && k * int64_t{sizeof(T)} > kShort;
  const uintptr_t end =
      reinterpret_cast<uintptr_t>(b) + static_cast<uintptr_t>((width + follow) * pitch) * sizeof(T);
  int64_t done = 0;
  while (done < width) {
    const int64_t columns = std::min(kColumnsAtOnce, width - done);
    int64_t added = 0, row = 0;
    const auto add = [&](auto count) HWY_ATTR {
      for (; row + int64_t{count()} <= rows; row += int64_t{count()}) {
        added = MultiplyColumnsOfRows<order, count()>(
            {a + row * a_pitch, a_pitch, sums + row * sums_pitch + done, sums_pitch},
            b + done * pitch, k, pitch, columns, asks && row == 0 ? end : 0);
      }
    };
    if constexpr (kHasManyRegisters) add(std::integral_constant<size_t, 8>());
    add(std::integral_constant<size_t, 4>());
    add(std::integral_constant<size_t, 2>());
    add(std::integral_constant<size_t, 1>());
    done += added;
    if (added < columns) break;
  }
  return done;
}

// As many blocks as a vector has lanes are transposed in registers as they are used.
template <ProductOrder order>
int64_t MultiplyVectors(const float* a, const float* b, int64_t blocks, float* sums) {
  constexpr int64_t kTerms = TermsOfSum(order), kPitch = kTerms * int64_t{sizeof(float)};
  constexpr GroupTag d;
  int64_t done = 0;
  for (; done + kGroup <= blocks; done += kGroup) {
    const auto* const first = reinterpret_cast<const std::byte*>(a + done * kTerms);
    const auto* const second = reinterpret_cast<const std::byte*>(b + done * kTerms);
    Group chains[2] = {hn::Zero(d), hn::Zero(d)};
    for (int64_t k = 0; k < kTerms; k += kSquare<float>) {
      Group of_a[kSquare<float>], of_b[kSquare<float>];
      LoadSquares(d, first + k * int64_t{sizeof(float)}, kPitch, of_a);
      LoadSquares(d, second + k * int64_t{sizeof(float)}, kPitch, of_b);
      for (int64_t i = 0; i < kSquare<float>; ++i) {
        Group& chain = chains[order == ProductOrder::kFloat ? 0 : i % 2];
        chain = hn::MulAdd(of_a[i], of_b[i], chain);
      }
    }
    const Group sum = order == ProductOrder::kFloat ? chains[0] : hn::Add(chains[0], chains[1]);
    hn::StoreU(sum, d, sums + done);
  }
  return done;
}

#else

template <ProductOrder order>
int64_t MultiplyVectors(const float*, const float*, int64_t, float*) {
  return 0;
}

template <ProductOrder order, class T>
int64_t MultiplyColumns(const float*, int64_t, int64_t, const T*, int64_t, int64_t, int64_t,
                        int64_t, double*, int64_t) {
  return 0;
}

#endif

template <ProductOrder order, class T>
inline constexpr RowLoopsOf<T> kRowLoops = {MultiplyRow<order, T>, MultiplyColumns<order, T>};

const ProductRowLoops* RowLoopsOfTarget() {
  static constexpr ProductRowLoops kLoops = {
      .orders = {
          {kRowLoops<ProductOrder::kFloat, float>, kRowLoops<ProductOrder::kFloat, Bfloat16Bits>,
           kRowLoops<ProductOrder::kFloat, Float16Bits>, MultiplyVectors<ProductOrder::kFloat>},
          {kRowLoops<ProductOrder::kHalves, float>, kRowLoops<ProductOrder::kHalves, Bfloat16Bits>,
           kRowLoops<ProductOrder::kHalves, Float16Bits>, MultiplyVectors<ProductOrder::kHalves>}}};
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
