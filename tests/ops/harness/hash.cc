#include "tests/ops/harness/hash.h"

#include <utility>

namespace openaclnn::test {

void Hash::Add(Array elements) {
  constexpr int64_t kAtOnce = 1024;
  const Array parts = PartsOf(std::move(elements));
  const int64_t count = parts.size();
  uint64_t bits[kAtOnce];
  for (int64_t first = 0; first < count; first += kAtOnce) {
    const int64_t some = count - first < kAtOnce ? count - first : kAtOnce;
    parts.GetBits(first, bits, some);
    for (int64_t k = 0; k < some; ++k) Add(parts.dtype, bits[k]);
  }
}

}  // namespace openaclnn::test
