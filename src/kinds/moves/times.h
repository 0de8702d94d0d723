// How often something comes, added up. Compilers of CPUs and GPUs both read this: a constant
// expression may be one of device code.
#pragma once

#include <cstdint>

namespace openaclnn {

// The end of what begins at `start` and comes so many times, where there is room for `size`. So
// sums of such numbers are the same in any order.
constexpr int64_t AfterTimes(int64_t start, int64_t times, int64_t size) {
  return times <= 0 ? start : times < size - start ? start + times : size;
}

}  // namespace openaclnn
