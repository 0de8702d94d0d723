// Sums of many products, for tests of long sums: here, as the harness is optimised and tests are
// not.
#pragma once

#include <cstdint>
#include <vector>

namespace openaclnn::test {

// A sum, right to 2^-60 of `absolute`, the sum of the absolute values of its terms.
struct SumOfProducts {
  long double sum = 0, absolute = 0;
};

// For each of `channels` the sum of a[i] b[i] over its elements, where i / inner % channels is the
// channel of element i. Both have as many elements.
std::vector<SumOfProducts> SumProducts(const std::vector<float>& a, const std::vector<float>& b,
                                       int64_t channels, int64_t inner);

}  // namespace openaclnn::test
