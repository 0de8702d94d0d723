// What intervals are measured by.
#pragma once

#include <chrono>
#include <cstdint>

namespace openaclnn {

// Nanoseconds of a clock that is never set.
inline int64_t SteadyNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace openaclnn
