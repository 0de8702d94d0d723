// The kernels of kinds/picks/launch.h: a thread for each row's loss, or for each element of the
// gradient.
#include <cstdint>

#include "cuda/device/elements.h"
#include "cuda/device/words.h"
#include "cuda/sum_arguments.h"

namespace openaclnn {
namespace {

constexpr int kClasses = 0, kRows = 1;  // axes

OPENACLNN_INLINE uint64_t AddressOf(const ElementwiseArgument& plan, int operand, int64_t row,
                                    int64_t index) {
  return plan.address[operand] + static_cast<uint64_t>(row * plan.stride[kRows][operand] +
                                                       index * plan.stride[kClasses][operand]);
}

OPENACLNN_INLINE double NumberAt(const ElementwiseArgument& plan, int operand, int64_t row,
                                 int64_t index) {
  return LoadElement<double>(AddressOf(plan, operand, row, index), plan.dtype[operand], false);
}

OPENACLNN_INLINE void SetNumber(const ElementwiseArgument& plan, int operand, int64_t row,
                                int64_t index, double number) {
  StoreElement(AddressOf(plan, operand, row, index), plan.dtype[operand], number);
}

struct Target {
  OPENACLNN_INLINE Target(const PicksArgument& run, int operand, int64_t row)
      : index(LoadInteger<int64_t>(AddressOf(run.plan, operand, row, 0), run.plan.dtype[operand])),
        is_class(index >= 0 && index < run.plan.extent[kClasses]),
        is_ignored(index == run.ignored) {}

  int64_t index;
  bool is_class, is_ignored;
};

OPENACLNN_INLINE void PickLosses(const PicksArgument& run) {
  enum { kOut, kTotal, kSelf, kTarget, kWeight };  // results come first
  const int64_t rows = run.plan.extent[kRows];
  for (int64_t row = ThisThread(); row < rows; row += CountThreads()) {
    const Target target(run, kTarget, row);
    double factor = 0, loss = 0;
    if (!target.is_ignored) {
      factor = loss = __builtin_nan("");
      if (target.is_class) {
        factor = NumberAt(run.plan, kWeight, 0, target.index);
        loss = -(factor * NumberAt(run.plan, kSelf, row, target.index));
      }
    }
    if (run.of_each) {
      SetNumber(run.plan, kOut, row, 0, loss);
    } else {
      const auto place = static_cast<uint64_t>(row) * sizeof(double);
      StoreAt(run.losses + place, loss);
      StoreAt(run.losses + static_cast<uint64_t>(rows) * sizeof(double) + place, factor);
    }
  }
  if (run.of_each && ThisThread() == 0) SetNumber(run.plan, kTotal, 0, 0, 0);
}

// By one thread.
OPENACLNN_INLINE void FinishLoss(const PicksArgument& run) {
  enum { kOut, kTotal };
  if (ThisThread() != 0) return;
  const auto loss = LoadAt<double>(run.sums), factor = LoadAt<double>(run.sums + sizeof(double));
  SetNumber(run.plan, kOut, 0, 0, run.averages ? loss / factor : loss);
  SetNumber(run.plan, kTotal, 0, 0, factor);
}

OPENACLNN_INLINE void PickGradients(const PicksArgument& run) {
  enum { kOut, kGrad, kTarget, kWeight, kTotal };
  const int64_t rows = run.plan.extent[kRows], classes = run.plan.extent[kClasses];
  for (int64_t i = ThisThread(); i < rows * classes; i += CountThreads()) {
    const int64_t row = i / classes, index = i - row * classes;
    const Target target(run, kTarget, row);
    double result = target.is_class || target.is_ignored ? 0 : __builtin_nan("");
    if (index == target.index && !target.is_ignored) {
      const double divisor = run.averages ? NumberAt(run.plan, kTotal, 0, 0) : 1;
      const double grad = NumberAt(run.plan, kGrad, row, 0);
      result = -(grad * NumberAt(run.plan, kWeight, 0, index)) / divisor;
    }
    SetNumber(run.plan, kOut, row, index, result);
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_pick_losses, PickLosses, PicksArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_finish_loss, FinishLoss, PicksArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_pick_gradients, PickGradients, PicksArgument)

}  // namespace openaclnn
