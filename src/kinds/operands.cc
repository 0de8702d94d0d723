#include "kinds/operands.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "base/dtype.h"
#include "engine/call.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

struct MadeElement : Tensor {
  MadeElement(aclDataType element_type, uint64_t bits) : value(bits) {
    dtype = element_type;
    data = &value;
    extent.representable = true;
  }
  uint64_t value;
};

// The least number of a loop's type, and the largest one: infinities of floats.
const Tensor& LeastOf(LoopType loop) {
  static const MadeElement least[] = {
      {ACL_FLOAT, 0xff800000},  // by LoopType
      {ACL_DOUBLE, 0xfff0000000000000}, {ACL_BF16, 0xff80},      {ACL_FLOAT16, 0xfc00},
      {ACL_INT64, 0x8000000000000000},  {ACL_INT32, 0x80000000}, {ACL_INT8, 0x80}};
  static_assert(std::size(least) == kLoopTypes);
  return least[static_cast<size_t>(loop)];
}
const Tensor& LargestOf(LoopType loop) {
  static const MadeElement largest[] = {
      {ACL_FLOAT, 0x7f800000},  // by LoopType
      {ACL_DOUBLE, 0x7ff0000000000000}, {ACL_BF16, 0x7f80},      {ACL_FLOAT16, 0x7c00},
      {ACL_INT64, 0x7fffffffffffffff},  {ACL_INT32, 0x7fffffff}, {ACL_INT8, 0x7f}};
  static_assert(std::size(largest) == kLoopTypes);
  return largest[static_cast<size_t>(loop)];
}

// What an optional tensor that is null stands for: ones, or numbers beyond all others.
const Tensor& ElementFor(const ArgumentSpec& argument, LoopType loop) {
  if (!std::isinf(argument.by_default)) return OneOf(loop);
  return argument.by_default < 0 ? LeastOf(loop) : LargestOf(loop);
}

}  // namespace

const Tensor& OneOf(LoopType loop) {
  static const MadeElement ones[] = {{ACL_FLOAT, 0x3f800000},  // by LoopType
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
      tensor = &ElementFor(call.spec.arguments[argument], loop);
      slots[static_cast<size_t>(argument)] = {
          .handle = nullptr, .data = tensor->data, .offset = 0, .begin = 0, .end = 0};
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

}  // namespace openaclnn
