// Plans so short that preparing for tiles, threads and conversions would take longer than the loop.
#pragma once

#include "base/dtype.h"
#include "cpu/tile.h"
#include "kinds/elementwise/run.h"
#include "tensor/plan.h"

namespace openaclnn {

// Elements of the longest of them; also what small_sums.h is for.
inline constexpr int64_t kOneTile = 1024;

// Whether the walk of an operand is along dense elements of a loop's type.
inline bool LiesDense(const Plan& plan, int operand, aclDataType dtype) {
  return plan.dtype[operand] == dtype &&
         (plan.axes.empty() ||
          (plan.axes.size() == 1 && plan.axes[0].stride[operand] == DtypeBytes(dtype)));
}

// Whether a tile of up to `longest` elements is all of the plan, with every operand as it lies;
// `aside` is no matter.
template <class T>
bool IsOneTile(const Plan& plan, int aside = -1, int64_t longest = kOneTile) {
  for (int k = 0; k < plan.num_operands; ++k) {
    if (k != aside && !LiesDense(plan, k, LoopTraits<T>::kDtype)) return false;
  }
  return 0 < plan.elements && plan.elements <= longest && !plan.float_results;
}

template <class T>
Tile<T> OneTile(const ElementwiseRun& run) {
  const Plan& plan = *run.plan;
  const int inputs = plan.num_operands - plan.num_outputs;
  Tile<T> tile;
  tile.rows = 1;
  tile.columns = plan.elements;
  const auto values_of = [&](int k) { return reinterpret_cast<T*>(run.data[k] + plan.origin[k]); };
  for (int k = 0; k < inputs; ++k) tile.inputs[k] = {values_of(k), -1, plan.elements};
  for (int k = 0; k < plan.num_outputs; ++k) {
    tile.outputs[k] = values_of(inputs + k);
    tile.output_steps[k] = plan.elements;
  }
  return tile;
}

}  // namespace openaclnn
