#include "kinds/product/view.h"

#include <algorithm>
#include <cstring>

#include "base/dtype.h"
#include "cpu/convert.h"

namespace openaclnn {

ProductView::ProductView(const ProductRun& run)
    : loops(GetProductLoops()),
      order(OrderOf(run.plan->dtype[0], run.plan->dtype[1])),
      k(run.plan->axes[kK].extent),
      n(run.plan->axes[kN].extent),
      m(run.plan->axes[kM].extent),
      run_(run),
      plan_(*run.plan),
      result_(plan_.num_operands - 1) {
  int64_t& count = run.sums_batches ? summed : batches;
  for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) count *= plan_.axes[axis].extent;
}

std::byte* ProductView::Batch(int operand, int64_t batch) const {
  int64_t offset = plan_.origin[operand];
  for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) {
    const Axis& along = plan_.axes[axis];
    offset += batch % along.extent * along.stride[operand];
    batch /= along.extent;
  }
  return run_.data[static_cast<size_t>(operand)] + offset;
}

Factor ProductView::FactorOf(int operand, int64_t batch, size_t axis) const {
  return {Batch(operand, batch),          plan_.dtype[operand],
          plan_.axes[kK].stride[operand], plan_.axes[axis].stride[operand],
          plan_.axes[kK].extent,          plan_.axes[axis].extent};
}

void ProductView::Store(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                        int64_t pitch, const double* sums) const {
  const bool adds = result_ == 3 && run_.beta != 0;
  const std::byte* const added_at = adds ? At(2, batch, row, column) : nullptr;
  std::byte* const target = At(result_, batch, row, column);
  const aclDataType dtype = plan_.dtype[result_];
  const auto to = dtype == ACL_FLOAT  ? loops.to_float
                  : dtype == ACL_BF16 ? loops.to_bfloat16
                                      : loops.to_float16;
  const int64_t item = DtypeBytes(dtype), stride = plan_.axes[kN].stride[result_];
  alignas(kWidestVector) double added[kMostColumns];
  alignas(kWidestVector) std::byte results[kMostColumns * sizeof(float)];
  for (int64_t r = 0; r < rows; ++r, sums += pitch) {
    Finish finish{run_.alpha, run_.beta, nullptr};
    if (adds) {
      LoadAdded(added_at + r * plan_.axes[kM].stride[2], columns, added);
      finish.added = added;
    }
    std::byte* const to_row = target + r * plan_.axes[kM].stride[result_];
    if (stride == item) {
      to(finish, sums, columns, to_row);
      continue;
    }
    to(finish, sums, columns, results);
    for (int64_t i = 0; i < columns; ++i) {
      std::memcpy(to_row + i * stride, results + i * item, static_cast<size_t>(item));
    }
  }
}

void ProductView::LoadAdded(const std::byte* from, int64_t count, double* added) const {
  const aclDataType dtype = plan_.dtype[2];
  const ConvertLoop convert = LoadConversion(dtype, LoopType::kDouble);
  const int64_t stride = plan_.axes[kN].stride[2];
  std::fill(added + count, added + kMostColumns, 0.0);
  if (stride == DtypeBytes(dtype)) return convert(from, added, count);
  for (int64_t i = 0; i < count; ++i) convert(from + i * stride, added + i, 1);
}

}  // namespace openaclnn
