#include "cuda/launch.h"

#include <algorithm>
#include <limits>

#include "base/dtype.h"

namespace openaclnn {
namespace {

static_assert(ElementwiseArgument::kMaxOperands == kMaxOperands);
static_assert(ACL_DT_UNDEFINED == -1 && ACL_COMPLEX128 < kNoWrap);

// All but the axes.
ElementwiseArgument ArgumentOf(const Plan& plan, const OperandData& data,
                               std::span<const std::byte> formula) {
  ElementwiseArgument argument{};
  std::copy(formula.begin(), formula.end(), reinterpret_cast<std::byte*>(argument.formula));
  argument.formula_size = static_cast<int32_t>(formula.size());
  for (int k = 0; k < plan.num_operands; ++k) {
    const int place = PlaceOf(plan, k);
    argument.address[place] =
        reinterpret_cast<uintptr_t>(data[k]) + static_cast<uint64_t>(plan.origin[k]);
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
    const int64_t divisor = std::max(plan.axes[a].extent, int64_t{1});  // of 0, nothing is walked
    if (divisor <= std::numeric_limits<int32_t>::max()) {
      argument.by_extent[a] = DivisorOf(static_cast<uint32_t>(divisor));
    }
    for (int k = 0; k < plan.num_operands; ++k) {
      argument.stride[a][PlaceOf(plan, k)] = plan.axes[a].stride[k];
    }
  }
}

// Walks the innermost `axes`, of which a kernel takes as many as it can.
Status RunAxes(const Plan& plan, size_t axes, const DeviceCode* code, ElementwiseArgument& argument,
               Queue& queue) {
  if (axes <= ElementwiseArgument::kMaxAxes) {
    SetAxes(plan, axes, argument);
    return queue.Run(code, argument, argument.elements);
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

// In a block that is as wide as it is high, neighbours read and write whole sectors together, of
// transposed operands as of others. There are two axes more then.
boost::container::small_vector<Plan, 1> InBlocks(const Plan& plan) {
  constexpr int64_t kSector = 32;  // bytes that a GPU moves at once
  const int64_t size = DtypeBytes(plan.dtype[plan.num_operands - 1]);
  const int64_t side = std::max(kSector / size, int64_t{1});
  if (plan.axes.size() + 2 <= ElementwiseArgument::kMaxAxes) {
    return BlockTransposed(plan, side * side);
  }
  return {plan};
}

}  // namespace

int PlaceOf(const Plan& plan, int k) {
  const int inputs = plan.num_operands - plan.num_outputs;
  return k < inputs ? plan.num_outputs + k : k - inputs;
}

ElementwiseArgument WalkOf(const Plan& plan, const OperandData& data,
                           std::span<const std::byte> formula) {
  ElementwiseArgument argument = ArgumentOf(plan, data, formula);
  SetAxes(plan, plan.axes.size(), argument);
  return argument;
}

Plan DenseDoubles(int64_t count, int num_outputs) {
  Plan plan;
  plan.num_operands = 1;
  plan.num_outputs = num_outputs;
  plan.elements = count;
  plan.dtype[0] = ACL_DOUBLE;
  plan.origin[0] = 0;
  plan.axes.push_back({.extent = count, .stride = {sizeof(double)}});
  return plan;
}

Status LaunchPlan(const KernelCall& call, const Plan& plan, const OperandData& data, Queue& queue) {
  if (plan.elements == 0) return {};
  for (const Plan& part : InBlocks(plan)) {
    ElementwiseArgument argument = ArgumentOf(part, data, call.formula);
    OPENACLNN_RETURN_IF_ERROR(RunAxes(part, part.axes.size(), call.kernel, argument, queue));
  }
  return {};
}

}  // namespace openaclnn
