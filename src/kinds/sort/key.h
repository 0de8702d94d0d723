// Keys of elements: numbers without a sign that have their order.
#pragma once

#include <cstdint>
#include <limits>

#include "base/dtype.h"
#include "kinds/sort/run.h"

namespace openaclnn {

inline Ordering OrderingOf(aclDataType dtype) {
  if (ClassOf(dtype) == DtypeClass::kFloat) return Ordering::kFloat;
  if (dtype == ACL_BOOL) return Ordering::kTruth;
  const bool is_unsigned = ClassOf(dtype) == DtypeClass::kUnsigned;
  return is_unsigned ? Ordering::kUnsigned : Ordering::kSigned;
}

// Zeros of both signs have one key, and NaNs the last one. `infinity`: that of the floats, in bits.
template <Ordering ordering, class Word>
Word KeyOf(Word word, Word infinity) {
  constexpr Word kSign = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));
  if constexpr (ordering == Ordering::kSigned) return static_cast<Word>(word ^ kSign);
  if constexpr (ordering == Ordering::kTruth) return word != 0 ? 1 : 0;
  if constexpr (ordering == Ordering::kFloat) {
    const Word size = static_cast<Word>(word & ~kSign);
    const Word key = static_cast<Word>((word & kSign) != 0 ? kSign - size : kSign + size);
    return size > infinity ? std::numeric_limits<Word>::max() : key;
  }
  return word;
}

}  // namespace openaclnn
