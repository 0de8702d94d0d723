// Elements to put into tensors.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/ops/harness/array.h"

namespace openaclnn::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// NaNs quiet and signaling, infinities, zeros, subnormals, the largest, of either sign, and some
// common numbers, as patterns of a floating-point dtype.
std::vector<uint64_t> SpecialPatterns(aclDataType dtype);

// The value and the two next to it on either side in the dtype; all finite.
std::vector<double> Around(aclDataType dtype, double value);

// Floats: mostly uniform in [low, high], one in 16 a special pattern. Integers and BOOL: uniform
// over all patterns. The same `seed` gives the same elements.
Array RandomArray(aclDataType dtype, Shape shape, uint32_t seed, double low = -4, double high = 4);

// Any pattern of the dtype is as likely as any other.
Array RandomPatterns(aclDataType dtype, Shape shape, uint32_t seed);

// For a floating-point dtype, numbers at which formulas err: special patterns, subnormal numbers
// and their neighbours, numbers next to `points` of either sign, short numbers, whose products are
// ties, large ones, any patterns, and here and there an ordinary number.
Array WildArray(aclDataType dtype, Shape shape, uint32_t seed,
                const std::vector<double>& points = {});

// Every pair of elements of the two, as two arrays of equal length.
struct Pairs {
  Array first, second;
};
Pairs AllPairs(const Array& first, const Array& second);

// One array after the other, along one axis.
Array Joined(const std::vector<Array>& arrays);

}  // namespace openaclnn::test
