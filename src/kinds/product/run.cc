#include "kinds/product/run.h"

#include <cstddef>
#include <utility>

#include "kinds/product/blocks.h"
#include "kinds/product/few_rows.h"

namespace openaclnn {
namespace {

void Multiply(const ProductRun& run) {
  const ProductView view(run);
  HasFewRows(view) ? MultiplyFewRows(view) : MultiplyInBlocks(view);
}

}  // namespace

void RunProduct(const ProductRun& run) {
  for (size_t axis = ProductView::kN; axis < run.plan->axes.size(); ++axis) {
    if (run.plan->axes[axis].extent == 0) return;
  }
  if (run.plan->axes[ProductView::kN].extent > 1 || run.plan->axes[ProductView::kM].extent == 1)
    return Multiply(run);
  // A product with one column is that with one row of the factors the other way round.
  Plan turned = *run.plan;
  std::swap(turned.axes[ProductView::kN], turned.axes[ProductView::kM]);
  for (Axis& axis : turned.axes) std::swap(axis.stride[0], axis.stride[1]);
  std::swap(turned.dtype[0], turned.dtype[1]);
  std::swap(turned.origin[0], turned.origin[1]);
  ProductRun turned_run = run;
  turned_run.plan = &turned;
  std::swap(turned_run.data[0], turned_run.data[1]);
  Multiply(turned_run);
}

}  // namespace openaclnn
