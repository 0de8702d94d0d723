// Sums that results are compared with; those of millions of terms in the harness, which is
// optimised.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace openaclnn::test {

// A sum, and that of its absolute terms.
struct LongSum {
  long double sum = 0, absolute = 0;

  void Add(long double term) {
    sum += term;
    absolute += std::abs(term);
  }
};

// To 2^-60 of the absolute terms, for each of `channels` the sum of a[i] b[i] over its elements,
// where i / inner % channels is the channel of element i. Both have as many elements.
std::vector<LongSum> SumProducts(const std::vector<float>& a, const std::vector<float>& b,
                                 int64_t channels, int64_t inner);

}  // namespace openaclnn::test
