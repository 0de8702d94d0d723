// The dense loop of elements that are likely enough.
#pragma once

#include <cstdint>

namespace openaclnn {

struct LikelyLoops {
  // numbers[i] = e^(numbers[i] - base), within 1 ULP; NaN where that is of two infinities.
  void (*exponentials)(double base, int64_t count, double* numbers);
};

const LikelyLoops& GetLikelyLoops();

}  // namespace openaclnn
