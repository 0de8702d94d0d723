#include "kinds/index/run.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

constexpr size_t kColumns = 0, kRows = 1;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// One operand, element by element.
class Operand {
 public:
  Operand(const IndexRun& run, int operand)
      : base_(run.data[static_cast<size_t>(operand)] + run.plan->origin[operand]),
        along_columns_(run.plan->axes[kColumns].stride[operand]),
        along_rows_(run.plan->axes[kRows].stride[operand]),
        dtype_(run.plan->dtype[operand]),
        load_(LoadConversion(dtype_, LoopType::kDouble)),
        store_(StoreConversion(LoopType::kDouble, dtype_)) {}

  double At(int64_t row, int64_t column) const {
    double value;
    load_(Address(row, column), &value, 1);
    return value;
  }
  void Set(int64_t row, int64_t column, double value) const {
    store_(&value, Address(row, column), 1);
  }
  void SetRow(int64_t row, int64_t columns, double value) const {
    const int64_t item = DtypeBytes(dtype_);
    if (value == 0 && along_columns_ == item) {
      std::memset(Address(row, 0), 0, static_cast<size_t>(columns * item));
      return;
    }
    for (int64_t c = 0; c < columns; ++c) Set(row, c, value);
  }

 private:
  std::byte* Address(int64_t row, int64_t column) const {
    return base_ + row * along_rows_ + column * along_columns_;
  }

  std::byte* const base_;
  const int64_t along_columns_, along_rows_;
  const aclDataType dtype_;
  const ConvertLoop load_, store_;
};

class Indices {
 public:
  Indices(const IndexRun& run, int operand)
      : base_(run.data[static_cast<size_t>(operand)] + run.plan->origin[operand]),
        along_rows_(run.plan->axes[kRows].stride[operand]),
        load_(LoadConversion(run.plan->dtype[operand], LoopType::kInt64)),
        columns_(run.plan->axes[kColumns].extent),
        ignored_(run.ignored) {}

  int64_t At(int64_t row) const {
    int64_t index;
    load_(base_ + row * along_rows_, &index, 1);
    return index;
  }
  bool Ignores(int64_t index) const { return index == ignored_; }
  bool IsColumn(int64_t index) const { return index >= 0 && index < columns_; }

 private:
  const std::byte* const base_;
  const int64_t along_rows_;
  const ConvertLoop load_;
  const int64_t columns_, ignored_;
};

int64_t GrainOf(int64_t each) { return std::max<int64_t>(1, GrainFor(kIndexCost) / each); }

}  // namespace

void RunPick(const IndexRun& run) {
  const int64_t rows = run.plan->axes[kRows].extent;
  if (rows == 0) return;
  const Indices indices(run, 0);
  const Operand factor(run, 1), table(run, 2), product(run, 3);
  const bool gives_factors = run.plan->num_outputs == 2;
  const Operand factors(run, gives_factors ? 4 : 3);
  ParallelFor(rows, GrainOf(1), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t index = indices.At(row);
      double by = 0, picked = 0;
      if (!indices.Ignores(index)) {
        const bool is_column = indices.IsColumn(index);
        by = is_column ? factor.At(0, index) : kNan;
        picked = is_column ? -(by * table.At(row, index)) : kNan;
      }
      product.Set(row, 0, picked);
      if (gives_factors) factors.Set(row, 0, by);
    }
  });
}

void RunPut(const IndexRun& run) {
  const int64_t rows = run.plan->axes[kRows].extent, columns = run.plan->axes[kColumns].extent;
  if (rows == 0 || columns == 0) return;
  const Operand number(run, 0), factor(run, 2), table(run, 4);
  const Indices indices(run, 1);
  const double divisor = run.divides ? Operand(run, 3).At(0, 0) : 1;
  ParallelFor(rows, GrainOf(columns), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t index = indices.At(row);
      const bool is_column = indices.IsColumn(index), is_ignored = indices.Ignores(index);
      table.SetRow(row, columns, is_column || is_ignored ? 0 : kNan);
      if (!is_column || is_ignored) continue;
      table.Set(row, index, -(number.At(row, 0) * factor.At(0, index)) / divisor);
    }
  });
}

}  // namespace openaclnn
