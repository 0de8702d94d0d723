// The kernels of kinds/index/plan.h on a GPU: a thread for each row that is read, or for each
// element that is written.
#include <cstdint>

#include "cuda/device/elements.h"
#include "cuda/device/words.h"
#include "kinds/index/index_argument.h"

namespace openaclnn {
namespace {

constexpr int kColumns = 0, kRows = 1;  // axes

OPENACLNN_INLINE uint64_t AddressOf(const ElementwiseArgument& plan, int operand, int64_t row,
                                    int64_t column) {
  return plan.address[operand] + static_cast<uint64_t>(row * plan.stride[kRows][operand] +
                                                       column * plan.stride[kColumns][operand]);
}

OPENACLNN_INLINE double NumberAt(const ElementwiseArgument& plan, int operand, int64_t row,
                                 int64_t column) {
  return LoadElement<double>(AddressOf(plan, operand, row, column), plan.dtype[operand], false);
}

OPENACLNN_INLINE void SetNumber(const ElementwiseArgument& plan, int operand, int64_t row,
                                int64_t column, double number) {
  StoreElement(AddressOf(plan, operand, row, column), plan.dtype[operand], number);
}

struct Index {
  OPENACLNN_INLINE Index(const IndexArgument& run, int operand, int64_t row)
      : column(LoadInteger<int64_t>(AddressOf(run.plan, operand, row, 0), run.plan.dtype[operand])),
        is_column(column >= 0 && column < run.plan.extent[kColumns]),
        is_ignored(column == run.ignored) {}

  int64_t column;
  bool is_column, is_ignored;
};

// Results come first.
OPENACLNN_INLINE void Pick(const IndexArgument& run) {
  const int first = run.gives_factors ? 2 : 1;
  const int of_index = first, of_factor = first + 1, of_table = first + 2;
  for (int64_t row = ThisThread(); row < run.plan.extent[kRows]; row += CountThreads()) {
    const Index index(run, of_index, row);
    double by = 0, picked = 0;
    if (!index.is_ignored) {
      by = picked = __builtin_nan("");
      if (index.is_column) {
        by = NumberAt(run.plan, of_factor, 0, index.column);
        picked = -(by * NumberAt(run.plan, of_table, row, index.column));
      }
    }
    SetNumber(run.plan, 0, row, 0, picked);
    if (run.gives_factors) SetNumber(run.plan, 1, row, 0, by);
  }
}

OPENACLNN_INLINE void Put(const IndexArgument& run) {
  enum { kTable, kNumber, kIndex, kFactor, kDivisor };
  const int64_t rows = run.plan.extent[kRows], columns = run.plan.extent[kColumns];
  for (int64_t i = ThisThread(); i < rows * columns; i += CountThreads()) {
    const int64_t row = i / columns, column = i - row * columns;
    const Index index(run, kIndex, row);
    double result = index.is_column || index.is_ignored ? 0 : __builtin_nan("");
    if (column == index.column && !index.is_ignored) {
      const double divisor = run.divides ? NumberAt(run.plan, kDivisor, 0, 0) : 1;
      const double number = NumberAt(run.plan, kNumber, row, 0);
      result = -(number * NumberAt(run.plan, kFactor, 0, column)) / divisor;
    }
    SetNumber(run.plan, kTable, row, column, result);
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_pick, Pick, IndexArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_put, Put, IndexArgument)

}  // namespace openaclnn
