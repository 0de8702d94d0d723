// Where the elements of a call lie, as the plans of its executor have it.
#include "engine/lay_operands.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "engine/check.h"
#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"

namespace openaclnn {
namespace {

// Whether a sum is that of elements that were cast to its dtype first: integers of floats, and
// which elements are not 0.
bool CastsFirst(aclDataType from, aclDataType sum) {
  if (ClassOf(sum) == DtypeClass::kFloat) return false;
  return ClassOf(from) == DtypeClass::kFloat || (sum == ACL_BOOL && from != ACL_BOOL);
}

// A tensor of one element, which is 1 in the loop's type: replaces an optional operand that is
// null.
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

OperandView ViewBy(const Tensor& tensor, Dims strides) {
  for (int64_t& stride : strides) stride *= DtypeBytes(tensor.dtype);
  return {tensor.dtype, std::move(strides)};
}

OperandView ViewIn(const Tensor& tensor, const Dims& shape) {
  if (tensor.extent.elements == 1) return ViewBy(tensor, Dims(shape.size(), 0));  // of any rank
  return ViewBy(tensor, BroadcastStrides(tensor.shape, tensor.strides, shape));
}

// A tensor that is cut in two as its first half is seen under the shape of a half.
OperandView ViewOfHalf(const Tensor& tensor) { return ViewBy(tensor, tensor.strides); }

// Lays the operands and results under the shape of the first result.
class Planner {
 public:
  Planner(const OpSpec& spec, std::span<const Argument> arguments, const Likeness& likeness,
          bool is_complex, Executor& executor)
      : spec_(spec),
        arguments_(arguments),
        executor_(executor),
        is_complex_(is_complex),
        has_halves_(spec.halves_at[0] >= 0),
        is_of_one_shape_(likeness.one_shape && !has_halves_),
        shape_(ShapeOf(spec.results_at[0])),
        elements_(TensorAt(spec.results_at[0]).extent.elements /
                  (has_halves_ && spec.IsCut(spec.results_at[0]) ? 2 : 1)) {}

  void Plan() {
    for (const int i : Ones(spec_.tensors)) {
      const Tensor& tensor = TensorAt(static_cast<int8_t>(i));
      TensorSlot& slot = executor_.tensors[size_t(i)];
      slot.handle = static_cast<const aclTensor*>(arguments_[i].handle);
      slot.data = tensor.data;
      slot.offset = tensor.offset == 0 ? 0 : tensor.offset * DtypeBytes(tensor.dtype);
    }
    if (is_complex_) {
      TensorSlot& slot = executor_.tensors[size_t(zero_at())];
      slot = {.handle = nullptr, .data = ZeroImaginary().data, .offset = 0, .begin = 0, .end = 0};
    }
    AddOperands(spec_.operands_at);
    num_results_ = -num_operands_;
    AddOperands(spec_.results_at);
    num_results_ += num_operands_;
    switch (spec_.computation) {
      case Computation::kChannels:
        PlanChannels();
        break;
      case Computation::kRows:
        return PlanRowsAlong();
      case Computation::kReduction:
        return PlanReduction();
      case Computation::kProduct:
        return PlanProduct();
      case Computation::kPicks:
        return PlanPicks();
      default:
        break;
    }
    if (is_complex_ || !PlanDense(executor_.plan)) PlanViews();
  }

 private:
  // The place of ZeroImaginary behind the arguments.
  int8_t zero_at() const { return static_cast<int8_t>(arguments_.size()); }

  const Tensor& TensorAt(int8_t argument) const {
    const Tensor* const tensor = arguments_[static_cast<size_t>(argument)].tensor;
    return tensor != nullptr ? *tensor : OneOf(executor_.loop);
  }
  // Of the plan's operand k.
  const Tensor& TensorOf(size_t k) const { return *operands_[k]; }

  void AddOperands(std::span<const int8_t> arguments) {
    for (const int8_t argument : arguments) {
      if (argument < 0) break;
      AddOperand(argument);
    }
  }

  void AddOperand(int8_t argument) {
    if (argument == spec_.channel_operand_at) {
      executor_.channels.operand = static_cast<int8_t>(num_operands_);
    }
    const Tensor& tensor = TensorAt(argument);
    AddOperand(argument, tensor);
    if (is_complex_) {
      IsComplex(tensor.dtype) ? AddOperand(argument, tensor)
                              : AddOperand(zero_at(), ZeroImaginary());
    } else if (has_halves_ && spec_.IsCut(argument)) {
      AddOperand(argument, tensor);
    }
  }
  void AddOperand(int8_t argument, const Tensor& tensor) {
    executor_.argument_of[num_operands_] = argument;
    operands_[num_operands_] = &tensor;
    ++num_operands_;
  }

  int64_t IntegerAt(int8_t argument, int64_t by_default) const {
    return argument >= 0 ? arguments_[static_cast<size_t>(argument)].integer : by_default;
  }

  // Of what is computed with of a tensor.
  const Dims& ShapeOf(int8_t argument) {
    const Dims& shape = TensorAt(argument).shape;
    if (!has_halves_ || !spec_.IsCut(argument)) return shape;
    half_shape_ = shape;
    half_shape_[*AxisAt(IntegerAt(spec_.axis_at, -1), shape)] /= 2;
    return half_shape_;
  }

  // Bytes from the first element of a cut tensor to that of its second half.
  int64_t ToSecondHalf(const Tensor& tensor) const {
    const size_t axis = *AxisAt(IntegerAt(spec_.axis_at, -1), tensor.shape);
    return tensor.shape[axis] / 2 * tensor.strides[axis] * DtypeBytes(tensor.dtype);
  }

  // Halves are planned as if all of them were first ones.
  void MoveToHalves(openaclnn::Plan& plan) const {
    if (!has_halves_ || plan.elements == 0) return;
    const bool swaps =
        spec_.swaps_halves_at >= 0 && arguments_[static_cast<size_t>(spec_.swaps_halves_at)].flag;
    for (int k = 0; k < num_operands_; ++k) {
      const int8_t argument = executor_.argument_of[k];
      if (!spec_.IsCut(argument)) continue;
      plan.origin[swaps ? k : k + 1] += ToSecondHalf(TensorAt(argument));
      ++k;
    }
  }

  // Both parts of complex tensors are planned as if they were the real ones.
  void MoveToImaginary(openaclnn::Plan& plan) const {
    if (!is_complex_ || plan.elements == 0) return;
    for (int k = 1; k < num_operands_; k += 2) {
      if (executor_.argument_of[k] != zero_at()) plan.origin[k] += DtypeBytes(plan.dtype[k]);
    }
  }

  // The elements are walked as [outer, reduced, inner], where inner is the last axes that are all
  // summed over, or all not; an axis of one element is none.
  ReductionShape ReductionOf(const Tensor& self, Dims& shape, Dims& strides) const {
    if (self.extent.elements == 0) {  // other axes may have more elements than can be counted
      shape = {TensorAt(spec_.results_at[0]).extent.elements, 0};
      strides = {0, 0};
      return {shape[0], 1, 0, true};
    }
    const std::vector<int64_t>& dims = *arguments_[static_cast<size_t>(spec_.axes_at)].integers;
    const auto is_reduced = *ReducedAxes(self.shape, dims);
    boost::container::small_vector<size_t, 8> axes;
    for (size_t axis = 0; axis < self.shape.size(); ++axis) {
      if (self.shape[axis] != 1) axes.push_back(axis);
    }
    ReductionShape reduction = {1, 1, 1, axes.empty() || is_reduced[axes.back()]};
    size_t inner = axes.size();
    while (inner > 0 && is_reduced[axes[inner - 1]] == reduction.along_rows) --inner;
    const auto add = [&](size_t axis, int64_t& extent) {
      shape.push_back(self.shape[axis]);
      strides.push_back(self.strides[axis]);
      extent *= self.shape[axis];
    };
    for (const bool reduces : {false, true}) {
      for (size_t i = 0; i < inner; ++i) {
        if (is_reduced[axes[i]] != reduces) continue;
        add(axes[i], reduces ? reduction.reduced : reduction.outer);
      }
    }
    for (size_t i = inner; i < axes.size(); ++i) add(axes[i], reduction.inner);
    return reduction;
  }

  void PlanReduction() {
    const Tensor& self = TensorAt(spec_.operands_at[0]);
    Dims shape, strides;
    executor_.reduction = ReductionOf(self, shape, strides);
    const aclDataType sum = arguments_[static_cast<size_t>(spec_.sum_dtype_at)].dtype;
    OperandView views[2] = {ViewBy(self, strides)};
    executor_.casts = CastsFirst(self.dtype, sum);
    if (executor_.casts) {
      views[1] = {sum, ContiguousStrides(shape)};
      for (int64_t& stride : views[1].byte_strides) stride *= DtypeBytes(sum);
      executor_.load = PlanInOrder(shape, views, 1);
      views[0] = views[1];
    }
    executor_.plan = PlanInOrder(shape, std::span(views, 1), 0);
    PlanAlone(TensorAt(spec_.results_at[0]), 1, executor_.store);
    if (executor_.loop == LoopType::kInt64) executor_.store.wraps_to = sum;
  }

  // An axis of a plan whose operands have strides, in elements, of their own; 0 if they are not
  // along it.
  Axis AxisAlong(int64_t extent, std::initializer_list<int64_t> strides) const {
    Axis axis{.extent = extent, .stride = {}};
    size_t k = 0;
    for (const int64_t stride : strides) {
      axis.stride[k] = stride * DtypeBytes(TensorOf(k).dtype);
      ++k;
    }
    return axis;
  }

  // What PlanProduct and PlanPicks have in common: the plan's axes are there already.
  void FinishAxes() {
    openaclnn::Plan& plan = executor_.plan;
    plan.num_operands = num_operands_;
    plan.num_outputs = num_results_;
    plan.elements = 1;
    for (const Axis& axis : plan.axes) {
      if (__builtin_mul_overflow(plan.elements, axis.extent, &plan.elements)) {
        plan.elements = INT64_MAX;  // unless another axis has none
      }
    }
    for (int k = 0; k < num_operands_; ++k) {
      const Tensor& tensor = TensorOf(k);
      plan.dtype[k] = tensor.dtype;
      plan.origin[k] = 0;
      executor_.counts[k] = tensor.extent.elements;
    }
  }

  void PlanProduct() {
    const Tensor &a = TensorAt(spec_.operands_at[0]), &b = TensorAt(spec_.operands_at[1]);
    const Tensor& out = TensorAt(spec_.results_at[0]);
    const ProductShape product = *ProductOf(a.shape, b.shape);
    const size_t rank_a = a.shape.size(), rank_b = b.shape.size(), rank = out.shape.size();
    const size_t row_a = rank_a - 1, column_b = rank_b - 1;
    Dims added(rank, 0);
    const bool adds = spec_.operands_at[2] >= 0;
    if (adds) {
      const Tensor& third = TensorAt(spec_.operands_at[2]);
      added = BroadcastStrides(third.shape, third.strides, out.shape);
    }
    const auto along = [&](int64_t extent, int64_t of_a, int64_t of_b, std::optional<size_t> axis) {
      const int64_t of_added = axis ? added[*axis] : 0, of_out = axis ? out.strides[*axis] : 0;
      return adds ? AxisAlong(extent, {of_a, of_b, of_added, of_out})
                  : AxisAlong(extent, {of_a, of_b, of_out});
    };
    const auto if_there = [](bool is, size_t axis) {
      return is ? std::optional(axis) : std::nullopt;
    };
    auto& axes = executor_.plan.axes;
    axes.push_back(along(product.k, a.strides[row_a],
                         b.strides[product.has_column ? column_b - 1 : column_b], std::nullopt));
    axes.push_back(along(product.n, 0, product.has_column ? b.strides[column_b] : 0,
                         if_there(product.has_column, rank - 1)));
    const size_t row = rank - (product.has_column ? 2 : 1);
    axes.push_back(along(product.m, product.has_row ? a.strides[row_a - 1] : 0, 0,
                         if_there(product.has_row, row)));
    const auto batches_of = [&](const Tensor& tensor, bool is_matrix) {
      const long count = std::ssize(tensor.shape) - (is_matrix ? 2 : 1);
      const auto first = [count](const Dims& dims) {
        return Dims(dims.begin(), dims.begin() + count);
      };
      return BroadcastStrides(first(tensor.shape), first(tensor.strides), product.batches);
    };
    const Dims of_a = batches_of(a, product.has_row), of_b = batches_of(b, product.has_column);
    for (size_t axis = product.batches.size(); axis-- > 0;) {
      axes.push_back(along(product.batches[axis], of_a[axis], of_b[axis], axis));
    }
    FinishAxes();
  }

  // Axes of classes and rows, of which the latter is missing where there is one row.
  void PlanPicks() {
    const bool is_gradient = num_results_ == 1;
    const Tensor& scores = TensorAt(is_gradient ? spec_.results_at[0] : spec_.operands_at[0]);
    const Tensor& losses = TensorAt(is_gradient ? spec_.operands_at[0] : spec_.results_at[0]);
    const Tensor &target = TensorAt(spec_.operands_at[1]), &weight = TensorAt(spec_.operands_at[2]);
    const bool has_rows = scores.shape.size() == 2;
    const auto of_rows = [has_rows](const Tensor& tensor) {
      return has_rows && !tensor.strides.empty() ? tensor.strides[0] : 0;
    };
    const bool of_each = arguments_[static_cast<size_t>(spec_.reduction_at)].integer == 0;
    const int64_t of_losses = of_each ? of_rows(losses) : 0;
    const int64_t classes = scores.shape.back(), rows = has_rows ? scores.shape[0] : 1;
    const int64_t step = scores.strides.back(), to_next = of_rows(scores);
    auto& axes = executor_.plan.axes;
    if (is_gradient) {
      axes.push_back(AxisAlong(classes, {0, 0, weight.strides[0], 0, step}));
      axes.push_back(AxisAlong(rows, {of_losses, of_rows(target), 0, 0, to_next}));
    } else {
      axes.push_back(AxisAlong(classes, {step, 0, weight.strides[0], 0, 0}));
      axes.push_back(AxisAlong(rows, {to_next, of_rows(target), 0, of_losses, 0}));
    }
    FinishAxes();
  }

  // The number of each row is the last operand.
  void PlanRowsAlong() {
    if (spec_.row_result_at >= 0) {
      AddOperand(spec_.row_result_at);
      ++num_results_;
    }
    if (AsksForNothing(spec_, arguments_)) return;
    const int64_t dim =
        spec_.axis_at >= 0 ? arguments_[static_cast<size_t>(spec_.axis_at)].integer : -1;
    const size_t axis = *AxisAt(dim, shape_);
    std::array<OperandView, kMaxOperands> views;
    for (int k = 0; k < num_operands_; ++k) {
      const Tensor& tensor = TensorOf(k);
      if (executor_.argument_of[k] != spec_.row_result_at) {
        views[k] = ViewIn(tensor, shape_);
        continue;
      }
      views[k] = ViewIn(tensor, tensor.shape);
      views[k].byte_strides.insert(views[k].byte_strides.begin() + static_cast<long>(axis), 0);
    }
    const std::span<const OperandView> used(views.data(), static_cast<size_t>(num_operands_));
    executor_.plan = PlanRows(shape_, used, num_results_, axis);
  }

  // The channel operand is read as dense elements of the loop's type, in their order.
  void PlanChannels() {
    ChannelPlan& channels = executor_.channels;
    channels.partials = nullptr;
    PlanAlone(TensorAt(spec_.channel_operand_at), 0, executor_.load);
    if (spec_.channel_sums_at >= 0) PlanAlone(TensorAt(spec_.channel_sums_at), 1, executor_.store);
    if (executor_.load.elements == 1) {
      channels.shape = {1, 1, elements_};
    } else {
      const int64_t outer = shape_[0], per_inner = outer * shape_[1];
      channels.shape = {outer, shape_[1], elements_ == 0 ? 0 : elements_ / per_inner};
    }
  }

  // PlanInOrder for one operand.
  static void PlanAlone(const Tensor& tensor, int num_outputs, openaclnn::Plan& plan) {
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

  // What PlanElementwise and PlanInOrder come to where each operand but that of channels is
  // contiguous or one element: at most one axis. False, and nothing of use in `plan`, where an
  // operand is neither.
  bool PlanDense(openaclnn::Plan& plan) const {
    const int num_operands = num_operands_, channel = executor_.channels.operand;
    if (channel >= 0 && !executor_.HasSums() && executor_.load.elements != 1) return false;
    Axis& axis = plan.axes.emplace_back();  // 0, and set where it is: a copy would wait for that
    axis.extent = elements_;
    for (int k = 0; k < num_operands; ++k) {
      const Tensor& tensor = TensorOf(k);
      const bool is_channel = k == channel;
      const bool dense =
          !is_channel && tensor.extent.contiguous && (is_of_one_shape_ || tensor.shape == shape_);
      if (!dense && !is_channel && tensor.extent.elements != 1) return false;
      plan.dtype[k] = is_channel ? DtypeOf(executor_.loop) : tensor.dtype;
      plan.origin[k] = 0;
      axis.stride[k] = dense ? DtypeBytes(tensor.dtype) : 0;
    }
    plan.num_operands = num_operands;
    Finish(plan, num_results_);
    return true;
  }

  // Sets the parts of a plan along one axis that are the same for all operands.
  static void Finish(openaclnn::Plan& plan, int num_outputs) {
    plan.num_outputs = num_outputs;
    plan.elements = plan.axes[0].extent;
    if (plan.elements <= 1) plan.axes.clear();
  }

  void PlanViews() {
    std::array<OperandView, kMaxOperands> views;
    for (int k = 0; k < num_operands_; ++k) {
      const Tensor& tensor = TensorOf(k);
      if (k != executor_.channels.operand) {
        const bool is_cut = spec_.IsCut(executor_.argument_of[k]);
        views[k] = is_cut ? ViewOfHalf(tensor) : ViewIn(tensor, shape_);
        if (IsComplex(tensor.dtype) && is_complex_) views[k].dtype = PartOf(tensor.dtype);
        continue;
      }
      // Where there are sums, RunWithSums knows where it lies.
      const aclDataType dtype = DtypeOf(executor_.loop);
      views[k] = {dtype, Dims(shape_.size(), 0)};
      const bool is_walked = !executor_.HasSums() && executor_.load.elements > 1;
      if (is_walked) views[k].byte_strides[1] = DtypeBytes(dtype);
    }
    const std::span<const OperandView> used(views.data(), static_cast<size_t>(num_operands_));
    executor_.plan = spec_.channel_sums_at < 0 ? PlanElementwise(shape_, used, num_results_)
                                               : PlanInOrder(shape_, used, num_results_);
    MoveToHalves(executor_.plan);
    MoveToImaginary(executor_.plan);
  }

  const OpSpec& spec_;
  std::span<const Argument> arguments_;
  Executor& executor_;
  const bool is_complex_;
  const bool has_halves_;
  const bool is_of_one_shape_;  // each operand has that of the results, and none is made up
  Dims half_shape_;             // of results that are halves
  const Dims& shape_;
  const int64_t elements_;
  std::array<const Tensor*, kMaxOperands> operands_;  // results included
  int num_operands_ = 0;
  int num_results_ = 0;
};

}  // namespace

void LayOperands(const OpSpec& spec, std::span<const Argument> arguments, const Likeness& likeness,
                 bool is_complex, Executor& executor) {
  Planner(spec, arguments, likeness, is_complex, executor).Plan();
}

}  // namespace openaclnn
