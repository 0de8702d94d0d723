#include "kinds/attention/pairs.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/settings.h"
#include "cpu/term_order.h"
#include "kinds/product/dot_pairs_target.h"

namespace openaclnn {

#if OPENACLNN_KNOWS_DOT_PAIRS

namespace {

constexpr int64_t kLanes = 16;
constexpr uint32_t kUpper = 0xffff0000;

OPENACLNN_DOT_PAIRS void PackPairs(const float* packed, int64_t depth, int64_t step,
                                   uint32_t* words) {
  for (int64_t k = 0; k < depth; k += 2, packed += 2 * step, words += step) {
    for (int64_t i = 0; i < step; ++i) {
      uint32_t one, next;
      std::memcpy(&one, packed + i, sizeof(one));
      std::memcpy(&next, packed + step + i, sizeof(next));
      words[i] = (one & kUpper) | next >> 16;
    }
  }
}

OPENACLNN_DOT_PAIRS Exponents ExponentsOf(const float* packed, int64_t count) {
  constexpr int kDigits = 24;  // next to the exponent, without the sign
  uint32_t least = UINT32_MAX, most = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, packed + i, sizeof(bits));
    bits <<= 1;
    least = std::min(least, bits - 1);  // of 0 the largest number
    most = std::max(most, bits);
  }
  Exponents found;
  if (most == 0) return found;
  found.least = static_cast<int>((least + 1) >> kDigits);
  found.most = static_cast<int>(most >> kDigits);
  return found;
}

// Adds a vector of chains to sums.
OPENACLNN_DOT_PAIRS inline void AddChain(__m512 chain, double* sums) {
  using Floats = float __attribute__((vector_size(32)));
  using Doubles = double __attribute__((vector_size(64)));
  Floats halves[2];
  std::memcpy(halves, &chain, sizeof(chain));
  for (const Floats& half : halves) {
    Doubles sum;
    std::memcpy(&sum, sums, sizeof(sum));
    sum += __builtin_convertvector(half, Doubles);
    std::memcpy(sums, &sum, sizeof(sum));
    sums += kLanes / 2;
  }
}

// One row at a time, so that all chains stay in registers.
template <size_t... v>
OPENACLNN_DOT_PAIRS inline __attribute__((always_inline)) void AddRow(__m512bh row,
                                                                      const __m512bh* columns,
                                                                      __m512* chains,
                                                                      std::index_sequence<v...>) {
  ((chains[v] = _mm512_dpbf16_ps(chains[v], row, columns[v])), ...);
}

// Vector v of row r is number s = r * kVectors + v.
template <size_t kVectors, size_t... r, size_t... v, size_t... s>
OPENACLNN_DOT_PAIRS void AddRows(const uint32_t* a, const uint32_t* b, int64_t depth,
                                 float* in_float, double* sums, std::index_sequence<r...>,
                                 std::index_sequence<v...>, std::index_sequence<s...>) {
  constexpr int64_t kRows = sizeof...(r), kWidth = kVectors * kLanes;
  while (depth > 0) {
    const int64_t words = std::min(depth, kTermsInFloat) / 2;
    __m512 chains[] = {(static_cast<void>(s), _mm512_setzero_ps())...};
    for (int64_t k = 0; k < words; ++k, a += kRows, b += kWidth) {
      const __m512bh columns[] = {
          reinterpret_cast<__m512bh>(_mm512_loadu_si512(b + int64_t{v} * kLanes))...};
      (AddRow(WordForAll(a + r), columns, chains + r * kVectors, std::index_sequence<v...>()), ...);
    }
    if (in_float != nullptr) {
      (_mm512_storeu_ps(in_float + int64_t{s} * kLanes, chains[s]), ...);
      return;
    }
    (AddChain(chains[s], sums + int64_t{s} * kLanes), ...);
    depth -= kTermsInFloat;
  }
}

template <size_t kRows>
OPENACLNN_DOT_PAIRS void AddTile(const uint32_t* a, const uint32_t* b, int64_t depth, int64_t rows,
                                 int64_t vectors, float* in_float, double* sums) {
  if constexpr (kRows > 1) {
    if (rows < int64_t{kRows})
      return AddTile<kRows / 2>(a, b, depth, rows, vectors, in_float, sums);
  }
  const auto add = [&]<size_t kVectors>(std::integral_constant<size_t, kVectors>) {
    AddRows<kVectors>(a, b, depth, in_float, sums, std::make_index_sequence<kRows>(),
                      std::make_index_sequence<kVectors>(),
                      std::make_index_sequence<kRows * kVectors>());
  };
  switch (vectors) {
    case 1:
      return add(std::integral_constant<size_t, 1>());
    case 2:
      return add(std::integral_constant<size_t, 2>());
    default:
      return add(std::integral_constant<size_t, 3>());
  }
}

constexpr PairLoops kLoops = {PackPairs, ExponentsOf, AddTile<kMostRows>};

}  // namespace

const PairLoops* GetPairLoops(const ProductLoops& loops) {
  const bool is_allowed = (GetSettings().simd_targets & kDotPairsTarget) != 0 && HasDotPairs();
  return is_allowed && loops.lanes == kLanes && loops.rows == kMostRows ? &kLoops : nullptr;
}

#else

const PairLoops* GetPairLoops(const ProductLoops& /*loops*/) { return nullptr; }

#endif

}  // namespace openaclnn
