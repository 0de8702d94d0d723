// One number from one type to another, where C++ leaves the result open or rounds it otherwise than
// wanted. Without branches, so that the compiler can make vectors of loops over them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// constexpr, so that compilers of device code take them as they are.
#define OPENACLNN_CAST [[gnu::always_inline]] constexpr

namespace openaclnn {

// An inexact result is the neighbour of x with an odd last bit: its bits tell which side of a tie
// of a shorter format x is on, so that what follows rounds once. Overflow stays finite.
OPENACLNN_CAST float ToOddFloat(double x) {
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  // In numbers as wide as x and the result are, so that vectors can hold them.
  const int64_t away = std::abs(back) > std::abs(x) ? -1 : 1;
  const int64_t toward_x = ((back < x) | (back > x)) ? away : 0;  // 0 for NaN
  const uint32_t bits = std::bit_cast<uint32_t>(nearest);
  const uint32_t step = (bits & 1) == 0 ? static_cast<uint32_t>(toward_x) : 0;
  return std::bit_cast<float>(bits + step);
}

// The same from integers: from 2^53 on, the bits that a double cannot hold are kept as one that says
// if there were any.
template <class From>
OPENACLNN_CAST double ToOddDouble(From x) {
  constexpr uint64_t kExact = uint64_t{1} << 53, kLost = 0x7ff;
  const uint64_t bits = static_cast<uint64_t>(x);
  const uint64_t folded = (bits & ~kLost) | ((bits & kLost) != 0 ? kLost + 1 : 0);
  const bool fits = std::is_signed_v<From> ? bits + kExact <= 2 * kExact : bits <= kExact;
  return static_cast<double>(static_cast<From>(fits ? bits : folded));
}

// A float as an integer, toward zero; beyond the range its nearest end; NaN gives 0.
template <class Target, class From>
OPENACLNN_CAST Target TowardZero(From x) {
  using Limits = std::numeric_limits<Target>;
  constexpr int kSpare = std::max(Limits::digits - std::numeric_limits<From>::digits, 0);
  constexpr From kLowest = static_cast<From>(Limits::min());
  // The largest number of From in the range, and the power of 2 beyond it.
  constexpr From kLargest = static_cast<From>(Limits::max() >> kSpare << kSpare);
  constexpr From kEnd = static_cast<From>(Target{1} << (Limits::digits - 1)) * 2;
  const From from_below = x > kLowest ? x : kLowest;
  const Target inside = static_cast<Target>(from_below < kLargest ? from_below : kLargest);
  const Target result = x >= kEnd ? Limits::max() : inside;
  return x == x ? result : Target{0};
}

// An integer as a shorter one; beyond the range its nearest end.
template <class Target, class From>
OPENACLNN_CAST Target Saturated(From x) {
  constexpr From kLowest = std::numeric_limits<Target>::min();
  constexpr From kLargest = std::numeric_limits<Target>::max();
  const From from_below = x > kLowest ? x : kLowest;
  return static_cast<Target>(from_below < kLargest ? from_below : kLargest);
}

}  // namespace openaclnn
