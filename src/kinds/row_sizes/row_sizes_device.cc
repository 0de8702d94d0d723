// The kernel of kinds/row_sizes: a group of threads for each row.
#include <cstdint>

#include "cuda/device/elements.h"
#include "cuda/device/group.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "formulas/scalar.h"
#include "kinds/row_sizes/row_sizes_argument.h"

namespace openaclnn {
namespace {

// The bits of |x factor|, which are in the order of the numbers, and of NaN above all of them.
template <int kOperands>
OPENACLNN_INLINE uint64_t SizeAt(const RowSizesArgument& run, int64_t element) {
  uint64_t at[kOperands];
  Locate(run.walk, element, at);
  double x = LoadElement<double>(at[0], run.walk.dtype[0], false);
  if constexpr (kOperands > 1) x = x * LoadElement<double>(at[1], run.walk.dtype[1], false);
  return __builtin_bit_cast(uint64_t, scalar_internal::Abs(x));
}

template <int kOperands>
OPENACLNN_INLINE void SizeRows(const RowSizesArgument& run) {
  const Group group{kThreadsOfSizedRow, static_cast<int32_t>(ThisThread() % kThreadsOfSizedRow)};
  for (int64_t row = ThisThread() / kThreadsOfSizedRow; row < run.rows;
       row += CountThreads() / kThreadsOfSizedRow) {
    uint64_t largest = 0;
    for (int64_t c = group.thread; c < run.columns; c += group.size) {
      const uint64_t size = SizeAt<kOperands>(run, row * run.columns + c);
      largest = largest < size ? size : largest;
    }
    largest = MaxOfGroup(group, largest);
    if (group.thread != 0) continue;
    const double size = __builtin_bit_cast(double, largest) / run.divisor;
    StoreAt(run.out + static_cast<uint64_t>(row) * sizeof(float), static_cast<float>(size));
  }
}

OPENACLNN_INLINE void RowSizes(const RowSizesArgument& run) {
  run.has_factor ? SizeRows<2>(run) : SizeRows<1>(run);
}

}  // namespace

OPENACLNN_MEETING_KERNEL(openaclnn_row_sizes, RowSizes, RowSizesArgument)

}  // namespace openaclnn
