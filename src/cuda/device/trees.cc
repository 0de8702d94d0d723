// Adds neighbours of many trees at once.
#include <cstdint>

#include "cuda/channel_sums_argument.h"
#include "cuda/device/words.h"

namespace openaclnn {
namespace {

OPENACLNN_INLINE void AddNeighbours(const TreeArgument& a) {
  const int64_t pairs = (a.count - a.step - 1) / (2 * a.step) + 1;
  for (int64_t n = ThisThread(); n < a.trees * pairs * a.width; n += CountThreads()) {
    const int64_t row = n / a.width, column = n - row * a.width;
    const int64_t tree = row / pairs, first = 2 * a.step * (row - tree * pairs);
    const uint64_t left =
        a.numbers + static_cast<uint64_t>((tree * a.count + first) * a.width + column) * 8;
    const uint64_t right = left + static_cast<uint64_t>(a.step * a.width) * 8;
    StoreAt(left, LoadAt<double>(left) + LoadAt<double>(right));
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_add_neighbours, AddNeighbours, TreeArgument)

}  // namespace openaclnn
