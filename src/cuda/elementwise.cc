#include "cuda/elementwise.h"

#include <algorithm>
#include <cstring>

#include "cuda/argument.h"
#include "cuda/kernel_name.h"
#include "tensor/plan.h"

namespace openaclnn {
namespace {

static_assert(ElementwiseArgument::kMaxOperands == kMaxOperands);
static_assert(ElementwiseArgument::kMaxFormula == DeviceFormula::kMaxBytes);
static_assert(ACL_DT_UNDEFINED == -1 && ACL_COMPLEX128 < kNoWrap);

DeviceFormula Describe(const Kernel& kernel, const Params& params, LoopType loop) {
  DeviceFormula formula{};
  kernel.on_device[static_cast<size_t>(loop)](params, formula);
  return formula;
}

// Where an argument has operand k: results before inputs.
int PlaceOf(const Plan& plan, int k) {
  const int inputs = plan.num_operands - plan.num_outputs;
  return k < inputs ? plan.num_outputs + k : k - inputs;
}

// All but the axes.
ElementwiseArgument ArgumentOf(const ElementwiseRun& run, const DeviceFormula& formula) {
  const Plan& plan = *run.plan;
  ElementwiseArgument argument{};
  std::memcpy(argument.formula, formula.bytes.data(), formula.size);
  argument.formula_size = static_cast<int32_t>(formula.size);
  for (int k = 0; k < plan.num_operands; ++k) {
    const int place = PlaceOf(plan, k);
    argument.address[place] =
        reinterpret_cast<uintptr_t>(run.data[k]) + static_cast<uint64_t>(plan.origin[k]);
    argument.dtype[place] = static_cast<uint8_t>(plan.dtype[k]);
  }
  argument.wraps_to =
      plan.wraps_to == ACL_DT_UNDEFINED ? kNoWrap : static_cast<uint8_t>(plan.wraps_to);
  argument.float_results = plan.float_results;
  argument.nearest_integers = plan.nearest_integers;
  argument.odd_doubles = plan.odd_doubles;
  return argument;
}

void SetAxes(const Plan& plan, size_t axes, ElementwiseArgument& argument) {
  argument.axes = static_cast<int32_t>(std::max(axes, size_t{1}));
  argument.elements = argument.extent[0] = 1;
  for (size_t a = 0; a < axes; ++a) {
    argument.elements *= plan.axes[a].extent;
    argument.extent[a] = plan.axes[a].extent;
    for (int k = 0; k < plan.num_operands; ++k) {
      argument.stride[a][PlaceOf(plan, k)] = plan.axes[a].stride[k];
    }
  }
}

// Walks the axes from the one after `axis` inwards, of which a kernel takes as many as it can.
Status RunAxes(const Plan& plan, size_t axes, const DeviceCode* code, ElementwiseArgument& argument,
               Queue& queue) {
  if (axes <= ElementwiseArgument::kMaxAxes) {
    SetAxes(plan, axes, argument);
    return queue.Run(code, &argument, argument.elements);
  }
  const Axis& outermost = plan.axes[axes - 1];
  ElementwiseArgument part = argument;
  for (int64_t i = 0; i < outermost.extent; ++i) {
    OPENACLNN_RETURN_IF_ERROR(RunAxes(plan, axes - 1, code, part, queue));
    for (int k = 0; k < plan.num_operands; ++k) {
      part.address[PlaceOf(plan, k)] += static_cast<uint64_t>(outermost.stride[k]);
    }
  }
  return {};
}

}  // namespace

Status PrepareElementwise(const Kernel& kernel, const Params& params, LoopType loop, Queue& queue) {
  const DeviceCode* code = nullptr;
  return queue.FindCode(KernelName(Describe(kernel, params, loop).kernel), code);
}

Status LaunchElementwise(const ElementwiseRun& run, LoopType loop, Queue& queue) {
  if (run.plan->elements == 0) return {};
  const DeviceFormula formula = Describe(*run.kernel, run.params, loop);
  const DeviceCode* code = nullptr;
  OPENACLNN_RETURN_IF_ERROR(queue.FindCode(KernelName(formula.kernel), code));
  ElementwiseArgument argument = ArgumentOf(run, formula);
  return RunAxes(*run.plan, run.plan->axes.size(), code, argument, queue);
}

}  // namespace openaclnn
