#include "tests/ops/harness/long_sum.h"

#include <cmath>
#include <cstddef>

namespace openaclnn::test {

std::vector<LongSum> SumProducts(const std::vector<float>& a, const std::vector<float>& b,
                                 int64_t channels, int64_t inner) {
  std::vector<LongSum> sums(static_cast<size_t>(channels));
  std::vector<long double> lost(sums.size());  // Kahan's
  for (size_t i = 0; i < a.size();) {
    for (size_t c = 0; c < sums.size(); ++c) {
      LongSum& of = sums[c];
      for (int64_t k = 0; k < inner; ++k, ++i) {
        const long double term = double{a[i]} * double{b[i]};
        const long double corrected = term - lost[c], next = of.sum + corrected;
        lost[c] = (next - of.sum) - corrected;
        of.sum = next;
        of.absolute += std::abs(term);
      }
    }
  }
  return sums;
}

}  // namespace openaclnn::test
