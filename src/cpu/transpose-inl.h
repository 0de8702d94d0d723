// Squares of a matrix transposed in registers. Include after foreach_target.h.

#if defined(OPENACLNN_CPU_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_TRANSPOSE_INL_H_
#undef OPENACLNN_CPU_TRANSPOSE_INL_H_
#else
#define OPENACLNN_CPU_TRANSPOSE_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

// Vectors of 32 bytes at most, as the rows of more squares may be too many lines of one set of the
// first-level cache.
template <class T>
using SquaresTag = hn::CappedTag<T, 32 / sizeof(T)>;

// 16 bytes of each of several rows, `step` bytes apart, one after the other in a vector.
template <class D>
HWY_INLINE hn::Vec<D> LoadRows(D d, const std::byte* source, int64_t step) {
  if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) > 16) {
    const hn::Half<D> half;
    constexpr int64_t kRows = hn::MaxLanes(hn::Half<D>()) * sizeof(hn::TFromD<D>) / 16;
    return hn::Combine(d, LoadRows(half, source + kRows * step, step),
                       LoadRows(half, source, step));
  } else {
    return hn::LoadU(d, reinterpret_cast<const hn::TFromD<D>*>(source));
  }
}

// Squares of 16 bytes a side, as many at once as a vector holds of their rows: of their rows in v,
// their columns.
template <class D, int64_t kSide = 16 / sizeof(hn::TFromD<D>)>
HWY_INLINE void TurnSquares(D d, hn::Vec<D> (&v)[kSide]) {
  for (int64_t round = 1; round < kSide; round *= 2) {  // perfect shuffles of the square
    hn::Vec<D> shuffled[kSide];
    for (int64_t r = 0; r < kSide / 2; ++r) {
      shuffled[2 * r] = hn::InterleaveLower(d, v[r], v[r + kSide / 2]);
      shuffled[2 * r + 1] = hn::InterleaveUpper(d, v[r], v[r + kSide / 2]);
    }
    std::copy_n(shuffled, kSide, v);
  }
}

// Such squares: v[c] has column c of each, of as many rows, `step` bytes apart, as the vector has
// elements.
template <class D, int64_t kSide = 16 / sizeof(hn::TFromD<D>)>
HWY_INLINE void LoadSquares(D d, const std::byte* source, int64_t step, hn::Vec<D> (&v)[kSide]) {
  for (int64_t r = 0; r < kSide; ++r) v[r] = LoadRows(d, source + r * step, kSide * step);
  TurnSquares(d, v);
}

#endif

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
