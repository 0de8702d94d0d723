// The scalar parameters of a formula.
#pragma once

#include <array>
#include <cstdint>

namespace openaclnn {

// Each is converted once from what the caller gave to every compute type; to integers toward zero,
// those beyond the ends being the ends, and NaN 0.
struct Params {
  static constexpr int kMax = 4;
  std::array<float, kMax> f;
  std::array<double, kMax> d;
  std::array<int64_t, kMax> i;
};

}  // namespace openaclnn
