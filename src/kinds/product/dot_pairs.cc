#include "kinds/product/dot_pairs.h"

#include <cstddef>
#include <cstring>
#include <utility>

#include "cpu/product_order.h"
#include "kinds/product/dot_pairs_target.h"

namespace openaclnn {

#if OPENACLNN_KNOWS_DOT_PAIRS

namespace {

constexpr int64_t kHalf = kSideOfUnitTile * kTermsOfBlock;  // elements of half a block
constexpr int64_t kWords = kTermsOfBlock / 2, kWordsOfChain = kWords / 2;

// A row of the first factor: its elements k of a block.
OPENACLNN_DOT_PAIRS void ArrangeRow(Bfloat16Bits* row) {
  alignas(64) static constexpr uint16_t kFrom[] = {2,  0,  6,  4,  10, 8,  14, 12, 18, 16, 22,
                                                   20, 26, 24, 30, 28, 3,  1,  7,  5,  11, 9,
                                                   15, 13, 19, 17, 23, 21, 27, 25, 31, 29};
  const __m512i order = _mm512_load_si512(kFrom);
  _mm512_storeu_si512(row, _mm512_permutexvar_epi16(order, _mm512_loadu_si512(row)));
}

// Half a block of the second factor: a vector of 16 columns for each word.
OPENACLNN_DOT_PAIRS void ArrangeColumns(Bfloat16Bits* half) {
  using Words = uint32_t __attribute__((vector_size(64)));
  Words words[kWords], arranged[kWords];
  static_assert(sizeof(words) == kHalf * sizeof(Bfloat16Bits));
  std::memcpy(words, half, sizeof(words));
  for (int64_t w = 0; w < kWordsOfChain; ++w) {
    const Words one = words[2 * w], next = words[2 * w + 1];
    arranged[w] = one << 16 | (next & 0xffff);
    arranged[kWordsOfChain + w] = (one & 0xffff0000) | next >> 16;
  }
  std::memcpy(static_cast<void*>(half), arranged, sizeof(arranged));
}

OPENACLNN_DOT_PAIRS void Arrange(bool is_second, Bfloat16Bits* packed, int64_t blocks) {
  for (Bfloat16Bits* half = packed; half < packed + blocks * 2 * kHalf; half += kHalf) {
    if (is_second) {
      ArrangeColumns(half);
    } else {
      for (int64_t r = 0; r < kSideOfUnitTile; ++r) ArrangeRow(half + r * kTermsOfBlock);
    }
  }
}

// Both chains and the sums of 4 rows by 2 vectors are 24 of 32 registers.
constexpr size_t kRows = 4, kVectors = 2;
constexpr int64_t kLanes = 16;

OPENACLNN_DOT_PAIRS inline __m512bh WordsAt(const Bfloat16Bits* from) {
  return reinterpret_cast<__m512bh>(_mm512_loadu_si512(from));
}

// Vector v of row r is number s = r * kVectors + v.
template <size_t... r, size_t... s>
OPENACLNN_DOT_PAIRS void MultiplyRows(const Bfloat16Bits* first, const Bfloat16Bits* second,
                                      int64_t blocks, float* to, std::index_sequence<r...>,
                                      std::index_sequence<s...>) {
  constexpr int64_t kOddRow = kTermsOfChain, kOddColumns = kWordsOfChain * kTermsOfBlock;
  __m512 sums[] = {_mm512_loadu_ps(to + s * kLanes)...};
  for (; blocks > 0; --blocks, first += 2 * kHalf, second += 2 * kHalf) {
    __m512 even[] = {(static_cast<void>(s), _mm512_setzero_ps())...};
    __m512 odd[] = {(static_cast<void>(s), _mm512_setzero_ps())...};
    for (int64_t w = 0; w < kWordsOfChain; ++w) {
      const Bfloat16Bits *const row = first + 2 * w, *const columns = second + w * kTermsOfBlock;
      const __m512bh of_even[] = {WordsAt(columns), WordsAt(columns + kHalf)};
      const __m512bh of_odd[] = {WordsAt(columns + kOddColumns),
                                 WordsAt(columns + kOddColumns + kHalf)};
      const __m512bh a[] = {WordForAll(row + int64_t{r} * kTermsOfBlock)...};
      const __m512bh b[] = {WordForAll(row + kOddRow + int64_t{r} * kTermsOfBlock)...};
      ((even[s] = _mm512_dpbf16_ps(even[s], a[s / kVectors], of_even[s % kVectors])), ...);
      ((odd[s] = _mm512_dpbf16_ps(odd[s], b[s / kVectors], of_odd[s % kVectors])), ...);
    }
    ((sums[s] = _mm512_add_ps(sums[s], _mm512_add_ps(even[s], odd[s]))), ...);
  }
  (_mm512_storeu_ps(to + s * kLanes, sums[s]), ...);
}

OPENACLNN_DOT_PAIRS void Multiply(const Bfloat16Bits* first, const Bfloat16Bits* second,
                                  int64_t blocks, int64_t rows, float* sums) {
  static_assert(kSideOfUnitTile % kRows == 0 && kSideOfUnit == kVectors * kLanes);
  for (int64_t row = 0; row < rows; row += kRows) {
    const int64_t half = row / kSideOfUnitTile * kHalf;
    MultiplyRows(first + half + row % kSideOfUnitTile * kTermsOfBlock, second, blocks,
                 sums + row * kSideOfUnit, std::make_index_sequence<kRows>(),
                 std::make_index_sequence<kRows * kVectors>());
  }
}

void DoNothing() {}

constexpr MatrixUnit kUnit = {WordOrder::kChains, Arrange, DoNothing, DoNothing, Multiply};

}  // namespace

const MatrixUnit* DotPairsUnit() { return &kUnit; }

#else

const MatrixUnit* DotPairsUnit() { return nullptr; }

#endif

}  // namespace openaclnn
