#include "kinds/product/dot_quads.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/ceil_div.h"
#include "base/matrix_unit.h"
#include "cpu/prefetch.h"

#if OPENACLNN_KNOWS_DOT_QUADS
#include <immintrin.h>
#endif

namespace openaclnn {

#if OPENACLNN_KNOWS_DOT_QUADS

#define OPENACLNN_DOT_QUADS __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")))

namespace {

constexpr int64_t kBytesOfVector = 64, kLanes = 16;
constexpr int64_t kTermsOfWord = kBytesOfWord;
// The sums of 8 rows by 2 vectors are 16 of 32 registers.
constexpr size_t kRows = 8, kVectors = 2;
static_assert(kSideOfUnit == kVectors * kLanes && kSideOfUnitTile % kRows == 0);

constexpr __mmask8 kAll = 0xff;
constexpr __mmask16 kAllWords = 0xffff;

OPENACLNN_DOT_QUADS inline __m512i VectorAt(const void* from) { return _mm512_loadu_si512(from); }

OPENACLNN_DOT_QUADS inline __m512i WordForAll(const std::byte* from) {
  int word;
  std::memcpy(&word, from, sizeof(word));
  return _mm512_set1_epi32(word);
}

OPENACLNN_DOT_QUADS inline __m256i HalfAt(const std::byte* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

// The rows of two indices k, 32 columns each. GCC 12 takes the operand of intrinsics without a mask
// that is undefined for a mistake.
OPENACLNN_DOT_QUADS inline __m512i TwoRowsAt(const std::byte* from, int64_t pitch) {
  return _mm512_maskz_inserti64x4(kAll, _mm512_castsi256_si512(HalfAt(from)), HalfAt(from + pitch),
                                  1);
}

// Four rows of 32 columns become two vectors of 16 words: four columns of all rows come to each
// lane of 16 bytes, which then is turned.
OPENACLNN_DOT_QUADS void Interleave(const std::byte* from, int64_t pitch, std::byte* to) {
  alignas(64) static constexpr int kWords[] = {0, 8,  16, 24, 1, 9,  17, 25,
                                               2, 10, 18, 26, 3, 11, 19, 27};
  const __m512i first = _mm512_load_si512(kWords),
                second = _mm512_add_epi32(first, _mm512_set1_epi32(4));
  const __m512i turned = _mm512_maskz_broadcast_i32x4(
      kAllWords, _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  for (int64_t word = 0; word < kWordsOfRow; ++word, from += kTermsOfWord * pitch) {
    const __m512i low = TwoRowsAt(from, pitch), high = TwoRowsAt(from + 2 * pitch, pitch);
    std::byte* const target = to + word * kBytesOfVector;
    _mm512_storeu_si512(target,
                        _mm512_shuffle_epi8(_mm512_permutex2var_epi32(low, first, high), turned));
    _mm512_storeu_si512(target + kBytesOfIntegerTile,
                        _mm512_shuffle_epi8(_mm512_permutex2var_epi32(low, second, high), turned));
  }
}

OPENACLNN_DOT_QUADS void Arrange(bool is_second, std::byte* packed, int64_t blocks) {
  const __m512i all_128 = _mm512_set1_epi8(-128);
  std::byte* const end = packed + blocks * 2 * kBytesOfIntegerTile;
  if (!is_second) {
    for (std::byte* at = packed; at < end; at += kBytesOfVector) {
      _mm512_storeu_si512(at, _mm512_xor_si512(VectorAt(at), all_128));
    }
    return;
  }
  for (size_t v = 0; v < kVectors; ++v) {
    __m512i sums = _mm512_setzero_si512();
    for (const std::byte* tile = packed + v * kBytesOfIntegerTile; tile < end;
         tile += 2 * kBytesOfIntegerTile) {
      for (int64_t at = 0; at < kBytesOfIntegerTile; at += kBytesOfVector) {
        sums = _mm512_dpbusd_epi32(sums, all_128, VectorAt(tile + at));
      }
    }
    _mm512_storeu_si512(end + v * kBytesOfVector, sums);
  }
}

// Vector v of row r is number s = r * kVectors + v.
template <size_t... r, size_t... s>
OPENACLNN_DOT_QUADS void MultiplyRows(const std::byte* first, const std::byte* second,
                                      int64_t words, int32_t* to, std::index_sequence<r...>,
                                      std::index_sequence<s...>) {
  __m512i sums[] = {VectorAt(to + s * kLanes)...};
  for (; words > 0; words -= kWordsOfRow) {
    const int64_t some = std::min(words, kWordsOfRow);
    for (int64_t w = 0; w < some; ++w) {
      const std::byte *const row = first + w * kBytesOfWord, *const columns =
                                                                 second + w * kBytesOfVector;
      const __m512i b[] = {VectorAt(columns), VectorAt(columns + kBytesOfIntegerTile)};
      const __m512i a[] = {WordForAll(row + int64_t{r} * kBytesOfVector)...};
      ((sums[s] = _mm512_dpbusd_epi32(sums[s], a[s / kVectors], b[s % kVectors])), ...);
    }
    first += 2 * kBytesOfIntegerTile;
    second += 2 * kBytesOfIntegerTile;
  }
  const __m512i less[] = {VectorAt(second), VectorAt(second + kBytesOfVector)};
  (_mm512_storeu_si512(to + s * kLanes, _mm512_sub_epi32(sums[s], less[s % kVectors])), ...);
}

template <size_t kCount>
OPENACLNN_DOT_QUADS void MultiplySome(const std::byte* first, const std::byte* second, int64_t k,
                                      int64_t row, int32_t* sums) {
  const std::byte* const rows =
      first + row / kSideOfUnitTile * kBytesOfIntegerTile + row % kSideOfUnitTile * kBytesOfVector;
  MultiplyRows(rows, second, CeilDiv(k, kTermsOfWord), sums + row * kSideOfUnit,
               std::make_index_sequence<kCount>(), std::make_index_sequence<kCount * kVectors>());
}

OPENACLNN_DOT_QUADS void Multiply(const std::byte* first, const std::byte* second, int64_t k,
                                  int64_t rows, int32_t* sums) {
  constexpr size_t kFew = 2;
  int64_t row = 0;
  for (; rows - row > static_cast<int64_t>(kFew); row += kRows) {
    MultiplySome<kRows>(first, second, k, row, sums);
  }
  if (row < rows) MultiplySome<kFew>(first, second, k, row, sums);
}

// The lanes of a difference, in two each.
OPENACLNN_DOT_QUADS inline __m256i HalfOf(__m512i sums, __m512i less) {
  const __m512i rest = _mm512_sub_epi32(sums, less);
  __m256i halves[2];
  std::memcpy(halves, &rest, sizeof(rest));
  return _mm256_add_epi32(halves[0], halves[1]);
}

// The sums of the lanes of four vectors.
constexpr size_t kColumnsOfLines = 4;
OPENACLNN_DOT_QUADS inline __m128i SumsOf(const __m256i (&halves)[kColumnsOfLines]) {
  const __m256i sums = _mm256_hadd_epi32(_mm256_hadd_epi32(halves[0], halves[1]),
                                         _mm256_hadd_epi32(halves[2], halves[3]));
  return _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

// The sums of `kRowsOfLines` rows with as many columns as kColumns. Here 128 is added to the bytes
// of columns, and what that adds to sums is 128 times the sum of a row. The caches are asked for
// the columns that follow.
template <size_t kRowsOfLines, size_t kColumns>
OPENACLNN_DOT_QUADS void MultiplyLinesOf(const IntegerLines& lines, const int8_t* first,
                                         const int8_t* second, int32_t* to) {
  const __m512i all_128 = _mm512_set1_epi8(-128);
  __m512i sums[kRowsOfLines][kColumns] = {}, less[kRowsOfLines] = {};
  const int64_t ahead = static_cast<int64_t>(kColumns) * lines.second_pitch;
  for (int64_t k = 0; k < lines.k; k += kBytesOfVector) {
    const int64_t rest = std::min(lines.k - k, kBytesOfVector);
    const __mmask64 some = ~uint64_t{0} >> (kBytesOfVector - rest);
    __m512i a[kRowsOfLines];
    for (size_t r = 0; r < kRowsOfLines; ++r) {
      a[r] = _mm512_maskz_loadu_epi8(some, first + static_cast<int64_t>(r) * lines.first_pitch + k);
      less[r] = _mm512_dpbusd_epi32(less[r], all_128, a[r]);
    }
    for (size_t c = 0; c < kColumns; ++c) {
      const int8_t* const column = second + static_cast<int64_t>(c) * lines.second_pitch + k;
      AskForLines(reinterpret_cast<uintptr_t>(column) + static_cast<uintptr_t>(ahead), 1);
      const __m512i b = _mm512_xor_si512(_mm512_maskz_loadu_epi8(some, column), all_128);
      for (size_t r = 0; r < kRowsOfLines; ++r) {
        sums[r][c] = _mm512_dpbusd_epi32(sums[r][c], b, a[r]);
      }
    }
  }
  for (size_t r = 0; r < kRowsOfLines; ++r) {
    __m256i halves[kColumnsOfLines] = {};
    for (size_t c = 0; c < kColumns; ++c) halves[c] = HalfOf(sums[r][c], less[r]);
    int32_t of_row[kColumnsOfLines];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(of_row), SumsOf(halves));
    std::copy_n(of_row, kColumns, to + static_cast<int64_t>(r) * lines.columns);
  }
}

template <size_t kColumns>
OPENACLNN_DOT_QUADS void MultiplyColumns(const IntegerLines& lines, int64_t column, int32_t* sums) {
  const int8_t* const second = lines.second + column * lines.second_pitch;
  for (int64_t row = 0; row < lines.rows;) {
    const int64_t rest = lines.rows - row;
    const int8_t* const first = lines.first + row * lines.first_pitch;
    int32_t* const to = sums + row * lines.columns + column;
    if (rest >= 4) {
      MultiplyLinesOf<4, kColumns>(lines, first, second, to);
      row += 4;
    } else if (rest >= 2) {
      MultiplyLinesOf<2, kColumns>(lines, first, second, to);
      row += 2;
    } else {
      MultiplyLinesOf<1, kColumns>(lines, first, second, to);
      row += 1;
    }
  }
}

OPENACLNN_DOT_QUADS void MultiplyLines(const IntegerLines& lines, int32_t* sums) {
  constexpr int64_t kTogether = kColumnsOfLines;
  int64_t column = 0;
  for (; column + kTogether <= lines.columns; column += kTogether) {
    MultiplyColumns<kColumnsOfLines>(lines, column, sums);
  }
  for (; column < lines.columns; ++column) MultiplyColumns<1>(lines, column, sums);
}

constexpr IntegerUnit kUnit = {.item = 1,
                               .interleave = Interleave,
                               .arrange = Arrange,
                               .multiply = Multiply,
                               .multiply_lines = MultiplyLines};

}  // namespace

const IntegerUnit* DotQuadsUnit() { return &kUnit; }

#else

const IntegerUnit* DotQuadsUnit() { return nullptr; }

#endif

}  // namespace openaclnn
