// The numbers of a format next to an exact number: to compare elements with one is to compare them
// with the exact number.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "tensor/scalar.h"

namespace openaclnn {

// The least T that is not below the number, and the greatest that is not above; of NaN NaN.
template <class T>
T NotBelow(ExactNumber number) {
  const T nearest = static_cast<T>(number.nearest);
  if (nearest != nearest || ExactNumber{nearest} >= number) return nearest;
  return std::nextafter(nearest, std::numeric_limits<T>::infinity());
}
template <class T>
T NotAbove(ExactNumber number) {
  const T nearest = static_cast<T>(number.nearest);
  if (nearest != nearest || number >= ExactNumber{nearest}) return nearest;
  return std::nextafter(nearest, -std::numeric_limits<T>::infinity());
}

// The integers next to a number on either side, beyond int64_t its ends.
inline int64_t Floor(ExactNumber number) {
  return Truncated({std::floor(number.nearest), number.rest});
}
inline int64_t Ceil(ExactNumber number) {
  return Truncated({std::ceil(number.nearest), number.rest});
}

}  // namespace openaclnn
