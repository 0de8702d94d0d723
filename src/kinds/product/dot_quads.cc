#include "kinds/product/dot_quads.h"

#include <algorithm>
#include <cstring>
#include <numeric>
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
constexpr size_t kMostRowsAtOnce = 8;
static_assert(kSideOfUnit == 2 * kLanes && kSideOfUnitTile % kMostRowsAtOnce == 0);

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
  for (int64_t half = 0; half < 2; ++half) {
    __m512i sums = _mm512_setzero_si512();
    for (const std::byte* tile = packed + half * kBytesOfIntegerTile; tile < end;
         tile += 2 * kBytesOfIntegerTile) {
      for (int64_t at = 0; at < kBytesOfIntegerTile; at += kBytesOfVector) {
        sums = _mm512_dpbusd_epi32(sums, all_128, VectorAt(tile + at));
      }
    }
    _mm512_storeu_si512(end + half * kBytesOfVector, sums);
  }
}

// Vector v of row r is number s = r * kVectors + v.
template <size_t kVectors, size_t... r, size_t... v, size_t... s>
OPENACLNN_DOT_QUADS void MultiplyVectors(const std::byte* first, const std::byte* second,
                                         int64_t words, int32_t* to, std::index_sequence<r...>,
                                         std::index_sequence<v...>, std::index_sequence<s...>) {
  const auto at = [to](size_t sum) {
    return to + sum / kVectors * kSideOfUnit + sum % kVectors * kLanes;
  };
  __m512i sums[] = {VectorAt(at(s))...};
  for (; words > 0; words -= kWordsOfRow) {
    const int64_t some = std::min(words, kWordsOfRow);
    for (int64_t w = 0; w < some; ++w) {
      const std::byte *const row = first + w * kBytesOfWord, *const columns =
                                                                 second + w * kBytesOfVector;
      const __m512i b[] = {VectorAt(columns + int64_t{v} * kBytesOfIntegerTile)...};
      const __m512i a[] = {WordForAll(row + int64_t{r} * kBytesOfVector)...};
      ((sums[s] = _mm512_dpbusd_epi32(sums[s], a[s / kVectors], b[s % kVectors])), ...);
    }
    first += 2 * kBytesOfIntegerTile;
    second += 2 * kBytesOfIntegerTile;
  }
  const __m512i less[] = {VectorAt(second + int64_t{v} * kBytesOfVector)...};
  (_mm512_storeu_si512(at(s), _mm512_sub_epi32(sums[s], less[s % kVectors])), ...);
}

template <size_t kRows, size_t kVectors>
OPENACLNN_DOT_QUADS void MultiplyRows(const std::byte* first, const std::byte* second, int64_t k,
                                      int64_t row, int32_t* sums) {
  const std::byte* const rows =
      first + row / kSideOfUnitTile * kBytesOfIntegerTile + row % kSideOfUnitTile * kBytesOfVector;
  MultiplyVectors<kVectors>(rows, second, CeilDiv(k, kTermsOfWord), sums + row * kSideOfUnit,
                            std::make_index_sequence<kRows>(), std::make_index_sequence<kVectors>(),
                            std::make_index_sequence<kRows * kVectors>());
}

template <size_t kVectors>
OPENACLNN_DOT_QUADS void MultiplyHalves(const std::byte* first, const std::byte* second, int64_t k,
                                        int64_t rows, int32_t* sums) {
  constexpr size_t kFew = 2;
  int64_t row = 0;
  for (; rows - row > static_cast<int64_t>(kFew); row += kMostRowsAtOnce) {
    MultiplyRows<kMostRowsAtOnce, kVectors>(first, second, k, row, sums);
  }
  if (row < rows) MultiplyRows<kFew, kVectors>(first, second, k, row, sums);
}

OPENACLNN_DOT_QUADS void Multiply(const std::byte* first, const std::byte* second, int64_t k,
                                  int64_t rows, int64_t columns, int32_t* sums) {
  columns > kLanes ? MultiplyHalves<2>(first, second, k, rows, sums)
                   : MultiplyHalves<1>(first, second, k, rows, sums);
}

// The sums of the lanes of four vectors.
constexpr size_t kColumnsOfLines = 4;
OPENACLNN_DOT_QUADS inline __m128i SumsOf(const __m512i (&vectors)[kColumnsOfLines]) {
  __m256i halves[2 * kColumnsOfLines];
  std::memcpy(halves, vectors, sizeof(vectors));
  for (size_t c = 0; c < kColumnsOfLines; ++c) {
    halves[c] = _mm256_add_epi32(halves[2 * c], halves[2 * c + 1]);
  }
  const __m256i sums = _mm256_hadd_epi32(_mm256_hadd_epi32(halves[0], halves[1]),
                                         _mm256_hadd_epi32(halves[2], halves[3]));
  return _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

// The bytes of a vector from `from` on, of which `some` are there.
OPENACLNN_DOT_QUADS inline __m512i BytesAt(const int8_t* from, __mmask64 some) {
  return _mm512_maskz_loadu_epi8(some, from);
}

// Adds a vector of indices k to the sums of rows with columns. Here 128 is added to the bytes of
// columns.
template <bool kIsWhole, size_t kRowsOfLines, size_t kColumns>
OPENACLNN_DOT_QUADS inline __attribute__((always_inline)) void AddLines(
    const IntegerLines& lines, const int8_t* first, const int8_t* second, __mmask64 some,
    __m512i (&sums)[kRowsOfLines][kColumns]) {
  const __m512i all_128 = _mm512_set1_epi8(-128);
  __m512i a[kRowsOfLines];
  for (size_t r = 0; r < kRowsOfLines; ++r) {
    const int8_t* const row = first + static_cast<int64_t>(r) * lines.first_pitch;
    a[r] = kIsWhole ? VectorAt(row) : BytesAt(row, some);
  }
  for (size_t c = 0; c < kColumns; ++c) {
    const int8_t* const column = second + static_cast<int64_t>(c) * lines.second_pitch;
    const __m512i b =
        _mm512_xor_si512(kIsWhole ? VectorAt(column) : BytesAt(column, some), all_128);
    for (size_t r = 0; r < kRowsOfLines; ++r) {
      sums[r][c] = _mm512_dpbusd_epi32(sums[r][c], b, a[r]);
    }
  }
}

// The sums of kRowsOfLines rows with as many columns as kColumns. From them is subtracted `less` of
// each row. If wanted, the caches are asked for the columns that follow.
template <size_t kRowsOfLines, size_t kColumns>
OPENACLNN_DOT_QUADS void MultiplyLinesOf(const IntegerLines& lines, bool asks, const int8_t* first,
                                         const int8_t* second, const int32_t* less, int32_t* to) {
  __m512i sums[kRowsOfLines][kColumns] = {};
  int64_t k = 0;
  for (; k + kBytesOfVector <= lines.k; k += kBytesOfVector) {
    for (size_t c = kColumns; asks && c < 2 * kColumns; ++c) {
      const int8_t* const later = second + static_cast<int64_t>(c) * lines.second_pitch + k;
      AskForLines(reinterpret_cast<uintptr_t>(later), 1);
    }
    AddLines<true>(lines, first + k, second + k, 0, sums);
  }
  if (k < lines.k) {
    AddLines<false>(lines, first + k, second + k, ~uint64_t{0} >> (kBytesOfVector - (lines.k - k)),
                    sums);
  }
  for (size_t r = 0; r < kRowsOfLines; ++r) {
    __m512i of_columns[kColumnsOfLines] = {};
    std::copy_n(sums[r], kColumns, of_columns);
    const __m128i rest = _mm_sub_epi32(SumsOf(of_columns), _mm_set1_epi32(less[r]));
    int32_t of_row[kColumnsOfLines];
    std::memcpy(of_row, &rest, sizeof(rest));
    std::copy_n(of_row, kColumns, to + static_cast<int64_t>(r) * lines.columns);
  }
}

// All rows with some columns.
template <size_t kColumns>
OPENACLNN_DOT_QUADS void MultiplyColumns(const IntegerLines& lines, int64_t column,
                                         const int32_t* less, int32_t* sums) {
  const int8_t* const second = lines.second + column * lines.second_pitch;
  for (int64_t row = 0; row < lines.rows;) {
    const int64_t rest = lines.rows - row;
    const int8_t* const first = lines.first + row * lines.first_pitch;
    int32_t* const to = sums + row * lines.columns + column;
    if (rest >= 4) {
      MultiplyLinesOf<4, kColumns>(lines, row == 0, first, second, less + row, to);
      row += 4;
    } else if (rest >= 2) {
      MultiplyLinesOf<2, kColumns>(lines, row == 0, first, second, less + row, to);
      row += 2;
    } else {
      MultiplyLinesOf<1, kColumns>(lines, row == 0, first, second, less + row, to);
      row += 1;
    }
  }
}

// 128 times the sums of rows.
OPENACLNN_DOT_QUADS void SumRows(const IntegerLines& lines, int32_t* to) {
  for (int64_t row = 0; row < lines.rows; ++row) {
    const int8_t* const first = lines.first + row * lines.first_pitch;
    to[row] = 128 * std::accumulate(first, first + lines.k, int32_t{0});
  }
}

OPENACLNN_DOT_QUADS void MultiplyLines(const IntegerLines& lines, int32_t* sums) {
  constexpr int64_t kTogether = kColumnsOfLines;
  int32_t less[kMostRowsOfLines];
  SumRows(lines, less);
  int64_t column = 0;
  for (; column + kTogether <= lines.columns; column += kTogether) {
    MultiplyColumns<kColumnsOfLines>(lines, column, less, sums);
  }
  for (; column < lines.columns; ++column) MultiplyColumns<1>(lines, column, less, sums);
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
