// What functions need that use AVX-512's dot products of pairs, in files that are compiled without
// it. They may be called where HasDotPairs().
#pragma once

#include "base/matrix_unit.h"

#if OPENACLNN_KNOWS_DOT_PAIRS

#include <immintrin.h>

#include <cstring>

#define OPENACLNN_DOT_PAIRS __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")))

namespace openaclnn {

// The two elements that lie at `from`, in all words of a vector.
OPENACLNN_DOT_PAIRS inline __m512bh WordForAll(const void* from) {
  int word;
  std::memcpy(&word, from, sizeof(word));
  return reinterpret_cast<__m512bh>(_mm512_set1_epi32(word));
}

}  // namespace openaclnn

#endif
