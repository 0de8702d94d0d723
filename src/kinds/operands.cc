#include "kinds/operands.h"

#include <iterator>
#include <utility>

#include "base/dtype.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

// Sets the parts of a plan along one axis that are the same for all operands.
void Finish(Plan& plan, int num_outputs) {
  plan.num_outputs = num_outputs;
  plan.elements = plan.axes[0].extent;
  if (plan.elements <= 1) plan.axes.clear();
}

}  // namespace

const Tensor& OneOf(LoopType loop) {
  struct One : Tensor {
    One(aclDataType element_type, uint64_t bits) : value(bits) {
      dtype = element_type;
      data = &value;
      extent.representable = true;
    }
    uint64_t value;
  };
  static const One ones[] = {{ACL_FLOAT, 0x3f800000},  // by LoopType
                             {ACL_DOUBLE, 0x3ff0000000000000},
                             {ACL_BF16, 0x3f80},
                             {ACL_FLOAT16, 0x3c00},
                             {ACL_INT64, 1},
                             {ACL_INT32, 1},
                             {ACL_INT8, 1}};
  static_assert(std::size(ones) == kLoopTypes);
  return ones[static_cast<size_t>(loop)];
}

Operands OperandsOf(const Call& call, LoopType loop, TensorSlots& slots) {
  Operands operands;
  const auto add = [&](int8_t argument) {
    const Tensor* tensor = call.At(argument).tensor;
    if (tensor == nullptr) [[unlikely]] {
      tensor = &OneOf(loop);
      slots[static_cast<size_t>(argument)].data = tensor->data;
    }
    operands.Add(argument, *tensor);
  };
  for (const int8_t argument : call.spec.operands_at) {
    if (argument < 0) break;
    add(argument);
  }
  for (const int8_t argument : call.spec.results_at) {
    if (argument < 0) break;
    add(argument);
    ++operands.num_results;
  }
  return operands;
}

OperandView ViewBy(const Tensor& tensor, Dims strides) {
  for (int64_t& stride : strides) stride *= DtypeBytes(tensor.dtype);
  return {tensor.dtype, std::move(strides)};
}

OperandView ViewIn(const Tensor& tensor, const Dims& shape) {
  if (tensor.extent.elements == 1) return ViewBy(tensor, Dims(shape.size(), 0));  // of any rank
  return ViewBy(tensor, BroadcastStrides(tensor.shape, tensor.strides, shape));
}

bool PlanDense(const Operands& operands, const Dims& shape, int64_t elements, bool is_of_one_shape,
               Plan& plan) {
  Axis& axis = plan.axes.emplace_back();  // 0, and set where it is: a copy would wait for that
  axis.extent = elements;
  const int count = operands.count;
  for (int k = 0; k < count; ++k) {
    const Tensor& tensor = operands[k];
    const bool dense = tensor.extent.contiguous && (is_of_one_shape || tensor.shape == shape);
    if (!dense && tensor.extent.elements != 1) return false;
    plan.dtype[k] = tensor.dtype;
    plan.origin[k] = 0;
    axis.stride[k] = dense ? DtypeBytes(tensor.dtype) : 0;
  }
  plan.num_operands = count;
  Finish(plan, operands.num_results);
  return true;
}

void PlanBroadcast(const Call& call, LoopType loop, TensorSlots& slots, PlannedComputation& made) {
  const Operands operands = OperandsOf(call, loop, slots);
  made.slot_of = operands.slots;
  const Tensor& result = call.FirstResult();
  const Dims& shape = result.shape;
  if (PlanDense(operands, shape, result.extent.elements, call.likeness.one_shape, made.plan))
    return;
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < operands.count; ++k) views[k] = ViewIn(operands[k], shape);
  made.plan = PlanElementwise(shape, std::span(views).first(static_cast<size_t>(operands.count)),
                              operands.num_results);
}

void PlanAlone(const Tensor& tensor, int num_outputs, Plan& plan) {
  if (!tensor.extent.contiguous) {
    const OperandView views[] = {ViewIn(tensor, tensor.shape)};
    plan = PlanInOrder(tensor.shape, views, num_outputs);
    return;
  }
  plan.dtype[0] = tensor.dtype;
  plan.origin[0] = 0;
  plan.num_operands = 1;
  Axis& axis = plan.axes.emplace_back();
  axis.extent = tensor.extent.elements;
  axis.stride[0] = DtypeBytes(tensor.dtype);
  Finish(plan, num_outputs);
}

}  // namespace openaclnn
