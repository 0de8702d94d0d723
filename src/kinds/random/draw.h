// What an element may be drawn from.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "base/shared.h"

namespace openaclnn {

enum class Distribution : uint8_t {
  kUniform,      // low + (high - low) u, u a multiple of 2^-24 in [0, 1)
  kNormal,       // low + high z, z of mean 0 and deviation 1
  kBernoulli,    // 1 where u < low, else 0
  kExponential,  // low t, t of mean 1, above 0
  kIntegers,     // first + k, k in [0, count)
};

struct Draw {
  Distribution distribution;
  double low = 0, high = 0;
  double most = 0;                // of kUniform: what is above it becomes it
  uint64_t first = 0, count = 0;  // of kIntegers; a count of 0 is 2^64
};

// Numbers in [from, to), or `from` if there are none: in float dtypes none is rounded up to `to`.
OPENACLNN_SHARED Draw UniformDraw(double from, double to, aclDataType dtype);
constexpr Draw NormalDraw(double mean, double deviation) {
  return {.distribution = Distribution::kNormal, .low = mean, .high = deviation};
}
constexpr Draw BernoulliDraw(double probability) {
  return {.distribution = Distribution::kBernoulli, .low = probability};
}
constexpr Draw ExponentialDraw(double mean) {
  return {.distribution = Distribution::kExponential, .low = mean};
}
// Up to this many, an integer takes one word of an element's; of more it takes two, so that all
// are drawn alike.
inline constexpr uint64_t kIntegersOfOneWord = uint64_t{1} << 16;
constexpr Draw IntegerDraw(int64_t from, uint64_t count) {
  return {.distribution = Distribution::kIntegers,
          .first = static_cast<uint64_t>(from),
          .count = count};
}

}  // namespace openaclnn
