#pragma once

#include <cstdint>

namespace openaclnn {

// a / b, rounded up; a is not negative, b positive.
constexpr int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace openaclnn
