#include "kinds/product/word_loops.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "cpu/prefetch.h"
#include "cpu/product_order.h"
#include "kinds/product/matrix_unit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/word_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

Exponents ExponentsOf(const Bfloat16Bits* values, int64_t count) {
  const hn::ScalableTag<uint16_t> d;
  constexpr uint16_t kField = Exponents::kInfinity << 7, kSize = 0x7fff;
  auto least = hn::Set(d, kField), most = hn::Zero(d);
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(d))) {
    const auto size = hn::And(hn::LoadU(d, &values[i].value), hn::Set(d, kSize));
    const auto field = hn::And(size, hn::Set(d, kField));
    const auto is_zero = hn::Eq(size, hn::Zero(d));
    least = hn::Min(least, hn::IfThenElse(is_zero, hn::Set(d, kField), field));
    most = hn::Max(most, field);
  }
  constexpr size_t kLanes = hn::MaxLanes(d);
  uint16_t leasts[kLanes], mosts[kLanes];
  hn::StoreU(least, d, leasts);
  hn::StoreU(most, d, mosts);
  Exponents found;
  for (size_t i = 0; i < kLanes; ++i) {
    found.least = std::min(found.least, leasts[i] >> 7);
    found.most = std::max(found.most, mosts[i] >> 7);
  }
  return found;
}

// A pair of elements as one word, the first one in the lower half.
HWY_INLINE uint32_t PairAt(const Bfloat16Bits* from) {
  uint32_t pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

// A word as FLOAT: the element in its lower half, or in its upper half.
HWY_INLINE float LowerOf(uint32_t word) { return std::bit_cast<float>(word << 16); }
HWY_INLINE float UpperOf(uint32_t word) { return std::bit_cast<float>(word & 0xffff0000); }

// Adds the blocks to a vector of each of the rows r, kSideOfUnit sums apart.
template <WordOrder order, size_t... r>
HWY_INLINE void AddWords(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                         float* sums, std::index_sequence<r...>) {
  constexpr int64_t kOfBlock = kSideOfUnit * kTermsOfBlock, kPairs = kTermsOfBlock / 2;
  const Floats::D d;
  const Pairs<Floats::D> words;
  for (; blocks > 0; --blocks, first += kOfBlock, second += kOfBlock) {
    Floats even[] = {(static_cast<void>(r), Floats(0.0f))...};
    Floats odd[] = {(static_cast<void>(r), Floats(0.0f))...};
    for (int64_t pair = 0; pair < kPairs; ++pair) {
      const auto* const columns = second + pair * kTermsOfBlock;
      const auto both = hn::LoadU(words, reinterpret_cast<const uint32_t*>(columns));
      const Floats lower(FirstOfPairs(d, both)), upper(SecondOfPairs(d, both));
      const uint32_t a[] = {PairAt(first + int64_t{r} * kTermsOfBlock + 2 * pair)...};
      if constexpr (order == WordOrder::kNeighbours) {
        ((even[r] = Fma(Floats(LowerOf(a[r])), lower, even[r])), ...);
        ((odd[r] = Fma(Floats(UpperOf(a[r])), upper, odd[r])), ...);
      } else {
        auto& chain = pair < kPairs / 2 ? even : odd;
        ((chain[r] = Fma(Floats(UpperOf(a[r])), upper, chain[r])), ...);
        ((chain[r] = Fma(Floats(LowerOf(a[r])), lower, chain[r])), ...);
      }
    }
    const auto add = [sums](size_t row, Floats e, Floats o) HWY_ATTR {
      float* const to = sums + row * kSideOfUnit;
      (Floats::Load(to) + (e + o)).Store(to);
    };
    (add(r, even[r], odd[r]), ...);
  }
}

template <WordOrder order>
void MultiplyWords(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                   int64_t rows_wanted, float* sums) {
  constexpr int64_t kRows = 4, kTile = kSideOfUnitTile * kTermsOfBlock;
  static_assert(kSideOfUnitTile % kFloatLanes == 0);
  for (int64_t row = 0; row < rows_wanted; row += kRows) {
    const Bfloat16Bits* const rows =
        first + row / kSideOfUnitTile * kTile + row % kSideOfUnitTile * kTermsOfBlock;
    for (int64_t column = 0; column < kSideOfUnit; column += kFloatLanes) {
      const Bfloat16Bits* const columns =
          second + column / kSideOfUnitTile * kTile + column % kSideOfUnitTile * 2;
      AddWords<order>(rows, columns, blocks, sums + row * kSideOfUnit + column,
                      std::make_index_sequence<kRows>());
    }
  }
}

void Interleave(const Bfloat16Bits* one, const Bfloat16Bits* next, Bfloat16Bits* to) {
#if HWY_TARGET == HWY_SCALAR
  for (int64_t i = 0; i < kSideOfUnitTile; ++i) {
    to[2 * i] = one[i];
    to[2 * i + 1] = next[i];
  }
#else
  const hn::CappedTag<uint16_t, kSideOfUnitTile> d;
  for (int64_t i = 0; i < kSideOfUnitTile; i += static_cast<int64_t>(hn::Lanes(d))) {
    hn::StoreInterleaved2(hn::LoadU(d, &one[i].value), hn::LoadU(d, &next[i].value), d,
                          &to[2 * i].value);
  }
#endif
}

void InterleaveIntegers(const std::byte* from, int64_t pitch, std::byte* to) {
  constexpr int64_t kBytesOfHalf = kSideOfUnitTile * int64_t{sizeof(int16_t)};
  for (int64_t pair = 0; pair < kWordsOfRow; ++pair, from += 2 * pitch, to += 2 * kBytesOfHalf) {
    for (int64_t half = 0; half < 2; ++half) {
      const auto row = [&](int64_t i) {
        return reinterpret_cast<const Bfloat16Bits*>(from + i * pitch + half * kBytesOfHalf);
      };
      Interleave(row(0), row(1), reinterpret_cast<Bfloat16Bits*>(to + half * kBytesOfIntegerTile));
    }
  }
}

// Calls `use` with each word of a row of the first factor, and where its columns begin.
template <class Use>
HWY_INLINE void ForEachPair(const std::byte* first, const std::byte* second, int64_t pairs,
                            const Use& use) {
  for (; pairs > 0; pairs -= kWordsOfRow) {
    const int64_t some = std::min(pairs, kWordsOfRow);
    for (int64_t w = 0; w < some; ++w) {
      use(first + w * kBytesOfWord, second + w * kSideOfUnitTile * kBytesOfWord);
    }
    first += 2 * kBytesOfIntegerTile;
    second += 2 * kBytesOfIntegerTile;
  }
}

#if HWY_TARGET == HWY_SCALAR

void AddIntegers(const std::byte* first, const std::byte* second, int64_t pairs, int64_t rows,
                 int32_t* sums) {
  for (int64_t row = 0; row < rows; ++row, first += kWordsOfRow * kBytesOfWord) {
    int32_t of_row[kSideOfUnitTile];
    std::copy_n(sums + row * kSideOfUnit, kSideOfUnitTile, of_row);
    ForEachPair(first, second, pairs, [&](const std::byte* a, const std::byte* b) {
      int16_t pair[2], columns[2 * kSideOfUnitTile];
      std::memcpy(pair, a, sizeof(pair));
      std::memcpy(columns, b, sizeof(columns));
      for (int64_t c = 0; c < kSideOfUnitTile; ++c) {
        of_row[c] += pair[0] * columns[2 * c] + pair[1] * columns[2 * c + 1];
      }
    });
    std::copy_n(of_row, kSideOfUnitTile, sums + row * kSideOfUnit);
  }
}

#else

using Sums = hn::CappedTag<int32_t, kSideOfUnitTile>;
inline constexpr int64_t kSums = hn::MaxLanes(Sums());

// Vector v of row r is number s = r * kVectors + v.
template <size_t kVectors, size_t... r, size_t... s>
HWY_INLINE void AddVectors(const std::byte* first, const std::byte* second, int64_t pairs,
                           int32_t* to, std::index_sequence<r...>, std::index_sequence<s...>) {
  const Sums d;
  const hn::Repartition<int16_t, Sums> halves;
  const auto at = [to](size_t sum) HWY_ATTR {
    return to + sum / kVectors * kSideOfUnit + sum % kVectors * kSums;
  };
  using Vector = hn::Vec<Sums>;
  Vector sums[] = {(static_cast<void>(s), hn::Zero(d))...};
  Vector others[] = {(static_cast<void>(s), hn::Zero(d))...};
  ForEachPair(first, second, pairs, [&](const std::byte* row, const std::byte* columns) HWY_ATTR {
    hn::Vec<decltype(halves)> b[kVectors];
    for (size_t v = 0; v < kVectors; ++v) {
      b[v] = hn::LoadU(halves, reinterpret_cast<const int16_t*>(columns) + 2 * v * kSums);
    }
    const auto word = [row](size_t of_row) {
      int32_t pair;
      std::memcpy(&pair, row + of_row * kWordsOfRow * kBytesOfWord, sizeof(pair));
      return pair;
    };
    const hn::Vec<decltype(halves)> a[] = {hn::BitCast(halves, hn::Set(d, word(r)))...};
    ((sums[s] =
          hn::ReorderWidenMulAccumulate(d, a[s / kVectors], b[s % kVectors], sums[s], others[s])),
     ...);
  });
  // Only then a lane has the sum of a pair, on each target.
  const auto add = [&](size_t sum) HWY_ATTR {
    const Vector pairs_of_columns = hn::RearrangeToOddPlusEven(sums[sum], others[sum]);
    hn::StoreU(hn::Add(hn::LoadU(d, at(sum)), pairs_of_columns), d, at(sum));
  };
  (add(s), ...);
}

void AddIntegers(const std::byte* first, const std::byte* second, int64_t pairs, int64_t rows,
                 int32_t* sums) {
  constexpr size_t kRows = 4, kVectors = kSums == kSideOfUnitTile ? 1 : 2;
  for (int64_t row = 0; row < rows; row += kRows) {
    for (int64_t column = 0; column < kSideOfUnitTile; column += kVectors * kSums) {
      AddVectors<kVectors>(first + row * kWordsOfRow * kBytesOfWord, second + column * kBytesOfWord,
                           pairs, sums + row * kSideOfUnit + column,
                           std::make_index_sequence<kRows>(),
                           std::make_index_sequence<kRows * kVectors>());
    }
  }
}

#endif

void MultiplyIntegers(const std::byte* first, const std::byte* second, int64_t k, int64_t rows,
                      int64_t columns, int32_t* sums) {
  const int64_t pairs = (k + 1) / 2;
  for (int64_t row = 0; row < rows; row += kSideOfUnitTile, first += kBytesOfIntegerTile) {
    for (int64_t half = 0; half * kSideOfUnitTile < columns; ++half) {
      AddIntegers(first, second + half * kBytesOfIntegerTile, pairs,
                  std::min(kSideOfUnitTile, rows - row),
                  sums + row * kSideOfUnit + half * kSideOfUnitTile);
    }
  }
}

#if HWY_TARGET == HWY_SCALAR

int32_t SumOfLine(const int8_t* a, const int8_t* b, int64_t k) {
  int32_t sum = 0;
  for (int64_t i = 0; i < k; ++i) sum += a[i] * b[i];
  return sum;
}

void MultiplyIntegerLines(const IntegerLines& lines, int32_t* sums) {
  for (int64_t row = 0; row < lines.rows; ++row) {
    for (int64_t c = 0; c < lines.columns; ++c) {
      *sums++ = SumOfLine(lines.first + row * lines.first_pitch,
                          lines.second + c * lines.second_pitch, lines.k);
    }
  }
}

#else

// A row with some columns, as 16 bits.
template <size_t... c>
HWY_INLINE void MultiplyLine(const IntegerLines& lines, const int8_t* first, const int8_t* second,
                             int32_t* to, std::index_sequence<c...>) {
  const Sums d;
  const hn::Repartition<int16_t, Sums> halves;
  const hn::Rebind<int8_t, decltype(halves)> bytes;
  constexpr int64_t kTerms = 2 * kSums;
  using Vector = hn::Vec<Sums>;
  Vector sums[] = {(static_cast<void>(c), hn::Zero(d))...};
  Vector others[] = {(static_cast<void>(c), hn::Zero(d))...};
  const auto add = [&](const int8_t* a, auto... b) HWY_ATTR {
    const auto of_row = hn::PromoteTo(halves, hn::LoadU(bytes, a));
    ((sums[c] = hn::ReorderWidenMulAccumulate(d, of_row, hn::PromoteTo(halves, hn::LoadU(bytes, b)),
                                              sums[c], others[c])),
     ...);
  };
  int64_t k = 0;
  for (; k + kTerms <= lines.k; k += kTerms) {
    if (k % kCacheLine == 0) {
      (AskForLines(reinterpret_cast<uintptr_t>(second) +
                       static_cast<uintptr_t>((sizeof...(c) + c) * lines.second_pitch + k),
                   1),
       ...);
    }
    add(first + k, (second + int64_t{c} * lines.second_pitch + k)...);
  }
  if (k < lines.k) {
    int8_t last[1 + sizeof...(c)][kTerms] = {};
    std::copy_n(first + k, lines.k - k, last[0]);
    (std::copy_n(second + int64_t{c} * lines.second_pitch + k, lines.k - k, last[1 + c]), ...);
    add(last[0], (last[1 + c])...);
  }
  ((to[c] = hn::GetLane(hn::SumOfLanes(d, hn::Add(sums[c], others[c])))), ...);
}

void MultiplyIntegerLines(const IntegerLines& lines, int32_t* sums) {
  constexpr size_t kColumns = 4;
  const auto multiply = [&](int64_t column, auto columns) HWY_ATTR {
    for (int64_t row = 0; row < lines.rows; ++row) {
      MultiplyLine(lines, lines.first + row * lines.first_pitch,
                   lines.second + column * lines.second_pitch, sums + row * lines.columns + column,
                   columns);
    }
  };
  int64_t column = 0;
  for (; column + int64_t{kColumns} <= lines.columns; column += int64_t{kColumns}) {
    multiply(column, std::make_index_sequence<kColumns>());
  }
  for (; column < lines.columns; ++column) multiply(column, std::make_index_sequence<1>());
}

#endif

const WordLoops* WordLoopsOfTarget() {
  static constexpr WordLoops kLoops = {
      .exponents = ExponentsOf,
      .multiply = {MultiplyWords<WordOrder::kNeighbours>, MultiplyWords<WordOrder::kChains>},
      .interleave = Interleave,
      .integers = {.item = 2,
                   .interleave = InterleaveIntegers,
                   .arrange = nullptr,
                   .multiply = MultiplyIntegers,
                   .multiply_lines = MultiplyIntegerLines}};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(WordLoopsOfTarget);

const WordLoops& GetWordLoops() { return *HWY_DYNAMIC_DISPATCH(WordLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
