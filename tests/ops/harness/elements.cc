#include "tests/ops/harness/elements.h"

#include <iterator>
#include <limits>

#include "base/dtype.h"

namespace openaclnn::test {

static_assert(std::numeric_limits<long double>::digits >= 64);

long double ExactAt(const Array& array, int64_t i) {
  const uint64_t bits = array.Bits(i);
  if (array.dtype == ACL_INT64) return static_cast<long double>(static_cast<int64_t>(bits));
  if (array.dtype == ACL_UINT64) return static_cast<long double>(bits);
  return static_cast<long double>(ValueOf(array.dtype, bits));
}

Array EndsOf(aclDataType dtype) {
  constexpr uint64_t kEnds[] = {0,
                                0x80,
                                0x100,
                                0x8000,
                                0x10000,
                                0x1000000,
                                0x80000000,
                                uint64_t{1} << 32,
                                uint64_t{1} << 53,
                                uint64_t{1} << 63};
  const uint64_t mask = ~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype));
  constexpr int64_t kBeside = 3;  // on either side
  return Array(dtype, {static_cast<int64_t>(std::size(kEnds)) * (2 * kBeside + 1)}, [=](int64_t i) {
    const uint64_t end = kEnds[static_cast<size_t>(i / (2 * kBeside + 1))];
    return (end + static_cast<uint64_t>(i % (2 * kBeside + 1) - kBeside)) & mask;
  });
}

}  // namespace openaclnn::test
