// Squares of a factor whose rows lie apart, transposed in registers. Include after
// foreach_target.h.

#if defined(OPENACLNN_KINDS_PRODUCT_SQUARES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_PRODUCT_SQUARES_INL_H_
#undef OPENACLNN_KINDS_PRODUCT_SQUARES_INL_H_
#else
#define OPENACLNN_KINDS_PRODUCT_SQUARES_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/half.h"
#include "cpu/half_lanes-inl.h"
#include "cpu/transpose-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Whether there are 32 registers, as with AVX-512.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr bool kHasManyRegisters = true;
#else
inline constexpr bool kHasManyRegisters = false;
#endif

#if HWY_TARGET != HWY_SCALAR

// How far behind what a loop reads of columns the bytes are that it asks the caches for: where a
// column has only `left` bytes, they are those of the column that is `next` bytes behind it.
inline int64_t BytesAhead(int64_t left, int64_t next) {
  constexpr int64_t kAhead = kHasManyRegisters ? 192 : 512;
  return kAhead < left ? kAhead : kAhead - left + next;
}

// The elements of each row in a square.
template <class T>
inline constexpr int64_t kSquare = 16 / int64_t{sizeof(T)};

// FLOAT16 two by two, in words as wide as floats: the first and the second ones of two vectors.
template <class D, class Use>
HWY_INLINE void UseHalvesOfPairs(D d, hn::Vec<Pairs<D>> a, hn::Vec<Pairs<D>> b, const Use& use) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  // A conversion takes as long for twice as many.
  if constexpr (hn::MaxLanes(D()) == 8) {
    const hn::CappedTag<float, 16> twice;
    const hn::Repartition<uint16_t, D> halves;
    const auto a_halves = hn::BitCast(halves, a), b_halves = hn::BitCast(halves, b);
    const auto first = FromFloat16<false>(twice, hn::ConcatEven(halves, b_halves, a_halves));
    const auto second = FromFloat16<false>(twice, hn::ConcatOdd(halves, b_halves, a_halves));
    use(0, hn::LowerHalf(d, first));
    use(1, hn::LowerHalf(d, second));
    use(2, hn::UpperHalf(d, first));
    use(3, hn::UpperHalf(d, second));
    return;
  }
#endif
  const HalfBits<D> half;
  const auto lower = [&](hn::Vec<Pairs<D>> words)
                         HWY_ATTR { return FromFloat16<false>(d, hn::TruncateTo(half, words)); };
  use(0, lower(a));
  use(1, lower(hn::ShiftRight<16>(a)));
  use(2, lower(b));
  use(3, lower(hn::ShiftRight<16>(b)));
}

// Calls use(k, terms) for the next kSquare<T> elements k of as many rows as D has lanes, which are
// `pitch` elements apart.
template <class D, class T, class Use>
HWY_INLINE void ForSquare(D d, const T* from, int64_t pitch, const Use& use) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(from);
  if constexpr (sizeof(T) == 4) {
    hn::Vec<D> terms[kSquare<T>];
    LoadSquares(d, bytes, pitch * int64_t{sizeof(T)}, terms);
    for (int64_t k = 0; k < kSquare<T>; ++k) use(k, terms[k]);
  } else {  // two by two, in words
    const Pairs<D> words;
    hn::Vec<Pairs<D>> pairs[kSquare<T> / 2];
    LoadSquares(words, bytes, pitch * int64_t{sizeof(T)}, pairs);
    for (int64_t k = 0; k < kSquare<T> / 2; k += 2) {
      if constexpr (std::is_same_v<T, Bfloat16Bits>) {
        use(2 * k, FirstOfPairs(d, pairs[k]));
        use(2 * k + 1, SecondOfPairs(d, pairs[k]));
        use(2 * k + 2, FirstOfPairs(d, pairs[k + 1]));
        use(2 * k + 3, SecondOfPairs(d, pairs[k + 1]));
      } else {
        UseHalvesOfPairs(d, pairs[k], pairs[k + 1],
                         [&](int64_t i, hn::Vec<D> terms) HWY_ATTR { use(2 * k + i, terms); });
      }
    }
  }
}

#endif

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
