// What sums are made of, and products.
#pragma once

#include <cstdint>

namespace openaclnn {

enum class TermWay : int64_t {
  kSum,
  kSumOfNumbers,  // a NaN counts as 0
  kProduct,
};

}  // namespace openaclnn
