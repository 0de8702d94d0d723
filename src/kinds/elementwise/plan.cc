#include <optional>
#include <span>

#include "base/dtype.h"
#include "kinds/elementwise/computation.h"
#include "kinds/elementwise/split.h"
#include "kinds/formula_loop.h"
#include "kinds/operands.h"

namespace openaclnn {
namespace {

// What the imaginary parts of a real operand are: one of them.
const Tensor& ZeroImaginary() {
  struct Zero : Tensor {
    Zero() {
      dtype = ACL_DOUBLE;
      data = &value;
      extent.elements = 1;
      extent.representable = true;
    }
    double value = 0;
  };
  static const Zero zero;
  return zero;
}

aclDataType PartOf(aclDataType complex) {
  return complex == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
}

void PlanViews(const Operands& operands, std::span<const OperandView> views, const Dims& shape,
               Plan& plan) {
  plan = PlanElementwise(shape, views.first(static_cast<size_t>(operands.count)),
                         operands.num_results);
}

// Operands and results of complex numbers as twice as many of their parts, real before imaginary.
// The imaginary part of a real operand is one 0, in the slot of the kind. A real result is one.
void PlanParts(const Call& call, TensorSlots& slots, ElementwiseComputation& made) {
  const Operands whole = OperandsOf(call, LoopType::kDouble, slots);
  const auto zero_at = static_cast<int32_t>(slots.of_kind());
  slots[static_cast<size_t>(zero_at)] = {
      .handle = nullptr, .data = ZeroImaginary().data, .offset = 0, .begin = 0, .end = 0};
  Operands parts = {};
  for (int k = 0; k < whole.count; ++k) {
    parts.Add(whole.slots[k], whole[k]);
    const bool is_complex = IsComplex(whole[k].dtype);
    const bool is_result = k >= whole.count - whole.num_results;
    if (is_complex) parts.Add(whole.slots[k], whole[k]);
    if (!is_complex && !is_result) parts.Add(zero_at, ZeroImaginary());
    if (is_result) parts.num_results += is_complex ? 2 : 1;
  }
  const Dims& shape = call.FirstResult().shape;
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < parts.count; ++k) {
    views[k] = ViewIn(parts[k], shape);
    if (IsComplex(parts[k].dtype)) views[k].dtype = PartOf(parts[k].dtype);
  }
  made.slot_of = parts.slots;
  PlanViews(parts, views, shape, made.plan);
  if (made.plan.elements == 0) return;
  for (int k = 1; k < parts.count; k += 2) {  // as if they were the real parts, until here
    if (parts.slots[k] != zero_at) made.plan.origin[k] += DtypeBytes(made.plan.dtype[k]);
  }
}

// Tensors that are cut in two along an axis as two operands, or two results: their halves.
class SplitPlanner {
 public:
  explicit SplitPlanner(const Call& call) : call_(call), spec_(call.spec) {
    shape_ = call.FirstResult().shape;
    if (IsSplit(spec_, spec_.results_at[0])) shape_[AxisOf(call.FirstResult())] /= 2;
  }

  void Plan(const Operands& whole, ElementwiseComputation& made) const {
    Operands operands = {};
    for (int k = 0; k < whole.count; ++k) {
      const int32_t slot = whole.slots[k];
      operands.Add(slot, whole[k]);
      if (IsSplit(spec_, slot)) operands.Add(slot, whole[k]);
      if (k >= whole.count - whole.num_results) {
        operands.num_results += IsSplit(spec_, slot) ? 2 : 1;
      }
    }
    made.slot_of = operands.slots;
    const bool is_dense = PlanDense(operands, shape_, Elements(), false, made.plan);
    if (is_dense) return;
    std::array<OperandView, kMaxOperands> views;
    for (int k = 0; k < operands.count; ++k) {
      const bool is_split = IsSplit(spec_, operands.slots[k]);
      views[k] = is_split ? ViewBy(operands[k], operands[k].strides) : ViewIn(operands[k], shape_);
    }
    PlanViews(operands, views, shape_, made.plan);
    MoveToParts(operands, made.plan);
  }

 private:
  size_t AxisOf(const Tensor& tensor) const {
    return *AxisAt(call_.IntegerAt(spec_.axis_at, -1), tensor.shape);
  }
  int64_t Elements() const {
    return call_.FirstResult().extent.elements / (IsSplit(spec_, spec_.results_at[0]) ? 2 : 1);
  }
  // Bytes from the first element of a cut tensor to that of its second half.
  int64_t ToSecondHalf(const Tensor& tensor) const {
    const size_t axis = AxisOf(tensor);
    return tensor.shape[axis] / 2 * tensor.strides[axis] * DtypeBytes(tensor.dtype);
  }
  // Halves are planned as if all of them were first ones.
  void MoveToParts(const Operands& operands, openaclnn::Plan& plan) const {
    if (plan.elements == 0) return;
    const bool swaps = SwapsPartsOf(spec_) >= 0 && call_.At(SwapsPartsOf(spec_)).flag;
    for (int k = 0; k < operands.count; ++k) {
      if (!IsSplit(spec_, operands.slots[k])) continue;
      plan.origin[swaps ? k : k + 1] += ToSecondHalf(operands[k]);
      ++k;
    }
  }

  const Call& call_;
  const OpSpec& spec_;
  Dims shape_;  // of a half
};

// A vector lies along the rows of the result.
void PlanOuter(const Call& call, const Operands& operands, ElementwiseComputation& made) {
  const int8_t column = call.spec.work.at[kColumn];
  const Dims& shape = call.FirstResult().shape;
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < operands.count; ++k) {
    views[k] = operands.slots[k] == column ? ViewBy(operands[k], {operands[k].strides[0], 0})
                                           : ViewIn(operands[k], shape);
  }
  made.slot_of = operands.slots;
  PlanViews(operands, views, shape, made.plan);
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<ElementwiseComputation>();
  const FormulaLoop loop = ChooseLoop(call);
  made.kernel = loop.kernel;
  made.loop = loop.type;
  SetParams(call, loop, made.params);
  if (loop.is_complex) {
    PlanParts(call, executor.slots, made);
  } else if (call.spec.work.at[kFirstSplit] >= 0) {
    SplitPlanner(call).Plan(OperandsOf(call, loop.type, executor.slots), made);
  } else if (call.spec.work.at[kColumn] >= 0) {
    PlanOuter(call, OperandsOf(call, loop.type, executor.slots), made);
  } else {
    PlanBroadcast(call, loop.type, executor.slots, made);
  }
  SetConversions(call, loop, made.plan);
  executor.SetWeight(made.plan.elements, made.kernel->cost);
}

// Tensors that are cut in two take the place of none but each other.
bool MayBeOne(const OpSpec& spec, int output, int input) {
  return !HasSplit(spec) || (IsSplit(spec, output) && IsSplit(spec, input));
}

// Only what is added to a product may be the result.
bool MayBeOneOfOuter(const OpSpec& spec, int /*output*/, int input) {
  return spec.operands_at[2] >= 0 && input == spec.operands_at[0];
}

}  // namespace

constinit const Kind kElementwiseKind = {.name = "elementwise",
                                         .cuts = Cuts::kByElement,
                                         .takes_parameters_only = true,
                                         .plan = PlanComputation,
                                         .may_be_one = MayBeOne};

constinit const Kind kOuterKind = {.name = "outer",
                                   .cuts = Cuts::kNone,
                                   .takes_parameters_only = true,
                                   .plan = PlanComputation,
                                   .may_be_one = MayBeOneOfOuter};

}  // namespace openaclnn
