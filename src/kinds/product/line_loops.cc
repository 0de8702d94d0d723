#include "kinds/product/line_loops.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/ceil_div.h"
#include "cpu/prefetch.h"
#include "kinds/product/reading_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/line_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/half_lanes-inl.h"
#include "cpu/transpose-inl.h"
#include "hwy/highway.h"
#include "kinds/product/squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

using Tag = hn::CappedTag<float, 16>;
using Group = hn::Vec<Tag>;
inline constexpr int64_t kGroup = 16;

// The terms of a lane.
template <ProductOrder order>
inline constexpr int64_t kLane = TermsOfLanes(order) / kGroup;

// Terms of each lane that are transposed together: 32 bytes.
template <class T>
inline constexpr int64_t kTogether = 32 / int64_t{sizeof(T)};

template <ProductOrder order>
void TurnRow(const float* row, int64_t k, float* turned) {
  constexpr int64_t kTerms = TermsOfLanes(order);
  for (; k > 0; k -= kTerms, row += kTerms) {
    float last[kTerms];
    const float* terms = row;
    if (k < kTerms) {
      std::fill(std::copy_n(row, k, last), last + kTerms, 0.0f);
      terms = last;
    }
    for (int64_t i = 0; i < kLane<order>; i += kSquare<float>) {
      Group of_lanes[kSquare<float>];
      LoadSquares(Tag(), reinterpret_cast<const std::byte*>(terms + i),
                  kLane<order> * int64_t{sizeof(float)}, of_lanes);
      for (Group terms_of_lanes : of_lanes) {
        hn::Store(terms_of_lanes, Tag(), turned);
        turned += kGroup;
      }
    }
  }
}

// The words, or halves, of two vectors of squares that are those of a pair of terms, or of words.
struct Places {
  uint16_t of_halves[2][32];
  uint32_t of_words[2][16];
};
inline constexpr Places kPlaces = [] {
  Places places{};
  for (uint32_t pair = 0; pair < 2; ++pair) {
    for (uint32_t lane = 0; lane < 16; ++lane) {
      const uint32_t vector = lane / 4 % 2, square = lane / 8 * 2 + pair, row = lane % 4;
      const uint32_t word = vector * 16 + square * 4 + row;
      places.of_words[pair][lane] = word;
      for (uint32_t half = 0; half < 2; ++half) {
        places.of_halves[pair][half * 16 + lane] = static_cast<uint16_t>(2 * word + half);
      }
    }
  }
  return places;
}();

// Calls use(k, terms) for the next kTogether<T> terms k of all lanes, which are `pitch` apart.
template <class T, class Use>
HWY_INLINE void ForTurned(const T* from, int64_t pitch, const Use& use) {
  const hn::Repartition<uint32_t, Tag> words;
  const auto* const bytes = reinterpret_cast<const std::byte*>(from);
  const int64_t step = pitch * int64_t{sizeof(T)};
  const auto load = [](const std::byte* line) HWY_ATTR {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(line));
  };
  // Squares of 4 rows by 4 words: those of the rows r and r + 8, whose two are side by side.
  hn::Vec<decltype(words)> squares[2][4];
  for (int64_t half = 0; half < 2; ++half) {
    for (int64_t r = 0; r < 4; ++r) {
      const std::byte* const row = bytes + (4 * half + r) * step;
      squares[half][r].raw =
          _mm512_inserti64x4(_mm512_castsi256_si512(load(row)), load(row + 8 * step), 1);
    }
    TurnSquares(words, squares[half]);
  }
  for (int64_t pair = 0; pair < 2; ++pair) {
    for (int64_t column = 0; column < 4; ++column) {
      const __m512i a = squares[0][column].raw, b = squares[1][column].raw;
      const int64_t word = 4 * pair + column, k = 2 * word;
      if constexpr (std::is_same_v<T, float>) {
        use(word, hn::BitCast(Tag(), hn::Vec<decltype(words)>{_mm512_permutex2var_epi32(
                                         a, _mm512_loadu_si512(kPlaces.of_words[pair]), b)}));
      } else if constexpr (std::is_same_v<T, Bfloat16Bits>) {
        const hn::Vec<decltype(words)> pairs{
            _mm512_permutex2var_epi32(a, _mm512_loadu_si512(kPlaces.of_words[pair]), b)};
        use(k, FirstOfPairs(Tag(), pairs));
        use(k + 1, SecondOfPairs(Tag(), pairs));
      } else {
        const __m512i terms =
            _mm512_permutex2var_epi16(a, _mm512_loadu_si512(kPlaces.of_halves[pair]), b);
        use(k, Group{_mm512_cvtph_ps(_mm512_castsi512_si256(terms))});
        use(k + 1, Group{_mm512_cvtph_ps(_mm512_extracti64x4_epi64(terms, 1))});
      }
    }
  }
}

// The sums in float of a chunk of a column, for some rows. Meanwhile the caches are asked for as
// many bytes that follow soon, and the second-level cache for later ones.
template <ProductOrder order, size_t kRows, class T>
HWY_INLINE void AddChunk(const float* a, int64_t a_pitch, const T* b, uintptr_t soon,
                         uintptr_t later, Group (&sums)[kRows]) {
  constexpr int64_t kBytes =
      TermsOfLanes(order) * int64_t{sizeof(T)} / (kLane<order> / kTogether<T>);
  constexpr int kChains = order == ProductOrder::kFloat ? 1 : 2;
  Group chains[kChains][kRows];
  for (auto& chain : chains) {
    for (Group& sum : chain) sum = hn::Zero(Tag());
  }
  for (int64_t k = 0; k < kLane<order>; k += kTogether<T>, soon += kBytes, later += kBytes) {
    AskForLines(soon, kBytes);
    AskForLines<false, CacheLevel::kSecond>(later, kBytes);
    ForTurned(b + k, kLane<order>, [&](int64_t i, Group terms) HWY_ATTR {
      for (size_t r = 0; r < kRows; ++r) {
        const float* const row = a + static_cast<int64_t>(r) * a_pitch + (k + i) * kGroup;
        Group& sum = chains[i % kChains][r];
        sum = hn::MulAdd(hn::Load(Tag(), row), terms, sum);
      }
    });
  }
  for (size_t r = 0; r < kRows; ++r) {
    sums[r] = kChains == 1 ? chains[0][r] : hn::Add(chains[0][r], chains[kChains - 1][r]);
  }
}

// The products of some rows with up to kGroup columns.
template <ProductOrder order, size_t kRows, class T>
class LinesOfGroup {
 public:
  // `count` columns of b from `first` on.
  LinesOfGroup(const float* a, int64_t a_pitch, const T* b, int64_t k, int64_t pitch, int64_t first,
               int64_t count)
      : a_(a),
        a_pitch_(a_pitch),
        b_(b + first * pitch),
        k_(k),
        pitch_(pitch),
        count_(count),
        soon_(k, 1),
        later_(k, kStepsAhead) {
    if (count < kGroup) std::memset(of_lanes_, 0, sizeof(of_lanes_));
  }

  HWY_INLINE void AddTo(double* sums, int64_t sums_pitch) {
    double of_columns[kRows][kGroup] = {};
    Group in_float[kRows];
    for (size_t r = 0; r < kRows; ++r) {
      in_float[r] = hn::Zero(Tag());
      std::copy_n(sums + static_cast<int64_t>(r) * sums_pitch, count_, of_columns[r]);
    }
    for (int64_t part = 0; part < k_; part += kTermsOfPart) {
      const int64_t end = std::min(part + kTermsOfPart, k_);
      for (int64_t c = 0; c < count_; ++c) SumLanes(c, part, end);
      for (int64_t k = part; k < end; k += kTerms) {
        const bool ends = k + kTerms >= k_ || (k + kTerms) % TermsOf(order) == 0;
        for (size_t r = 0; r < kRows; ++r) {
          AddLanes(of_lanes_[r][(k - part) / kTerms], ends, in_float[r], of_columns[r]);
        }
      }
    }
    for (size_t r = 0; r < kRows; ++r) {
      std::copy_n(of_columns[r], count_, sums + static_cast<int64_t>(r) * sums_pitch);
    }
  }

 private:
  static constexpr int64_t kTerms = TermsOfLanes(order);
  // A column's indices k that are used before the next one's: they lie side by side in memory, and
  // their terms of the rows stay in the first-level cache.
  static constexpr int64_t kTermsOfPart = std::max((4096) / int64_t{kRows}, kTerms);
  using Chunk = ChunkOfColumns<kTermsOfPart, kTerms, 1, kGroup>;
  // The second-level cache is asked for so many bytes ahead.
  static constexpr int64_t kBytesAhead = 16384;
  static constexpr int64_t kStepsAhead = kBytesAhead / (kTerms * int64_t{sizeof(T)});

  // Sums the chunks of a part of a column.
  HWY_INLINE void SumLanes(int64_t column, int64_t part, int64_t end) {
    for (int64_t k = part; k < end; k += kTerms) {
      const T* b = b_ + column * pitch_ + k;
      T last[kTerms];
      if (end - k < kTerms) {
        std::fill(std::copy_n(b, end - k, last), last + kTerms, T{});
        b = last;
      }
      Group sums[kRows];
      AddChunk<order>(a_ + k, a_pitch_, b, Address(soon_), Address(later_), sums);
      soon_.Step();
      later_.Step();
      for (size_t r = 0; r < kRows; ++r) {
        hn::Store(sums[r], Tag(), of_lanes_[r][(k - part) / kTerms][column]);
      }
    }
  }

  uintptr_t Address(const Chunk& place) const {
    return reinterpret_cast<uintptr_t>(b_) +
           static_cast<uintptr_t>((place.Column() * pitch_ + place.K()) * kItem);
  }

  // Adds the sums of lanes, one after the other, each column in a lane.
  static HWY_INLINE void AddLanes(const float (&of_lanes)[kGroup][kGroup], bool ends,
                                  Group& in_float, double (&to)[kGroup]) {
    const hn::CappedTag<double, 8> d;
    const hn::Half<Tag> half;
    auto lower = hn::LoadU(d, to), upper = hn::LoadU(d, to + kGroup / 2);
    const auto add = [&](Group terms) HWY_ATTR {
      lower = hn::Add(lower, hn::PromoteTo(d, hn::LowerHalf(half, terms)));
      upper = hn::Add(upper, hn::PromoteTo(d, hn::UpperHalf(half, terms)));
    };
    for (int64_t lane = 0; lane < kGroup; lane += kSquare<float>) {
      Group of_columns[kSquare<float>];
      LoadSquares(Tag(), reinterpret_cast<const std::byte*>(&of_lanes[0][lane]),
                  kGroup * int64_t{sizeof(float)}, of_columns);
      for (Group terms : of_columns) {
        if constexpr (order == ProductOrder::kFloat) {
          add(terms);
        } else {
          in_float = hn::Add(in_float, terms);
        }
      }
    }
    if (order == ProductOrder::kHalves && ends) {
      add(in_float);
      in_float = hn::Zero(Tag());
    }
    hn::StoreU(lower, d, to);
    hn::StoreU(upper, d, to + kGroup / 2);
  }

  static constexpr int64_t kItem = sizeof(T);

  const float* const a_;
  const int64_t a_pitch_;
  const T* const b_;
  const int64_t k_, pitch_, count_;
  Chunk soon_, later_;
  // The sums of each column's lanes.
  alignas(kCacheLine) float of_lanes_[kRows][kTermsOfPart / kTerms][kGroup][kGroup];
};

template <ProductOrder order, class T>
void MultiplyLines(const float* rows, int64_t count, const T* b, int64_t k, int64_t pitch,
                   int64_t width, double* sums, int64_t sums_pitch) {
  const int64_t places = CeilDiv(k, TermsOfLanes(order)) * TermsOfLanes(order);
  for (int64_t first = 0; first < width; first += kGroup) {
    int64_t row = 0;
    const auto add = [&](auto some) HWY_ATTR {
      for (; row + int64_t{some()} <= count; row += int64_t{some()}) {
        LinesOfGroup<order, some(), T>(rows + row * places, places, b, k, pitch, first,
                                       std::min(kGroup, width - first))
            .AddTo(sums + row * sums_pitch + first, sums_pitch);
      }
    };
    add(std::integral_constant<size_t, 4>());
    add(std::integral_constant<size_t, 2>());
    add(std::integral_constant<size_t, 1>());
  }
}

template <ProductOrder order>
inline constexpr LineLoops::Ordered kLineLoops = {TurnRow<order>, MultiplyLines<order, float>,
                                                  MultiplyLines<order, Bfloat16Bits>,
                                                  MultiplyLines<order, Float16Bits>};

#else

template <ProductOrder>
inline constexpr LineLoops::Ordered kLineLoops = {};

#endif

const LineLoops* LineLoopsOfTarget() {
  static constexpr LineLoops kLoops = {
      .orders = {kLineLoops<ProductOrder::kFloat>, kLineLoops<ProductOrder::kHalves>}};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LineLoopsOfTarget);

const LineLoops& GetLineLoops() { return *HWY_DYNAMIC_DISPATCH(LineLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
