// Phase 1: from checked arguments to an executor.

#include <array>
#include <span>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "base/dtype.h"
#include "checked/history.h"
#include "cpu/targets.h"
#include "engine/check.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"
#include "engine/observed_operator.h"
#include "engine/operator.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

bool HasInputOf(const OpSpec& spec, std::span<const Argument> arguments, DtypeSet dtypes) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (spec.arguments[i].kind != ArgumentKind::kInput) continue;
    if (dtypes.Has(arguments[i].tensor->dtype)) return true;
  }
  return false;
}

// Whether all that the loops read and write is of one dtype.
bool AllOf(const OpSpec& spec, std::span<const Argument> arguments, aclDataType dtype) {
  const auto is_of = [&](int8_t i) { return i < 0 || arguments[size_t(i)].tensor->dtype == dtype; };
  return std::all_of(spec.operands_at.begin(), spec.operands_at.end(), is_of) &&
         std::all_of(spec.results_at.begin(), spec.results_at.end(), is_of);
}

LoopType LoopFor(const OpSpec& spec, std::span<const Argument> arguments, const Kernel& kernel) {
  // Integers that float would round on loading go through the double loop where there is one
  // (docs/numerics.md).
  if (kernel.in_double != nullptr &&
      HasInputOf(spec, arguments, DtypeSet(ACL_DOUBLE, ACL_INT32, ACL_INT64))) {
    return LoopType::kDouble;
  }
  if (kernel.in_bfloat16 != nullptr && AllOf(spec, arguments, ACL_BF16)) {
    return LoopType::kBfloat16;
  }
  if (kernel.in_float16 != nullptr && AllOf(spec, arguments, ACL_FLOAT16)) {
    return LoopType::kFloat16;
  }
  return LoopType::kFloat;
}

// The scalars, once in float and once in double. They are float wherever the contract computes in
// float, even if the loops then run in double.
void SetParams(const OpSpec& spec, std::span<const Argument> arguments, bool is_double,
               Params& params) {
  params = {};
  size_t next = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (spec.arguments[i].kind == ArgumentKind::kScalar) {
      params.f[next] = ScalarTo<float>(*arguments[i].scalar);
      params.d[next] = is_double ? ScalarTo<double>(*arguments[i].scalar) : double{params.f[next]};
      ++next;
    } else if (spec.arguments[i].kind == ArgumentKind::kDouble) {
      params.f[next] = static_cast<float>(arguments[i].number);
      params.d[next] = is_double ? arguments[i].number : double{params.f[next]};
      ++next;
    }
  }
}

OperandView ViewIn(const Tensor& tensor, const Dims& shape) {
  OperandView view{tensor.dtype, BroadcastStrides(tensor.shape, tensor.strides, shape)};
  for (int64_t& stride : view.byte_strides) stride *= DtypeBytes(tensor.dtype);
  return view;
}

// Lays the operands and results under the shape of the first result.
class Planner {
 public:
  Planner(const OpSpec& spec, std::span<const Argument> arguments, Executor& executor)
      : spec_(spec),
        arguments_(arguments),
        executor_(executor),
        shape_(TensorAt(spec.results_at[0]).shape),
        elements_(TensorAt(spec.results_at[0]).extent.elements) {}

  void Plan() {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!spec_.arguments[i].IsTensor()) continue;
      const Tensor& tensor = *arguments_[i].tensor;
      TensorSlot& slot = executor_.tensors[i];
      slot.handle = static_cast<const aclTensor*>(arguments_[i].handle);
      slot.data = tensor.data;
      slot.offset = tensor.offset * DtypeBytes(tensor.dtype);
    }
    for (const int8_t argument : spec_.operands_at) AddOperand(argument);
    num_results_ = -num_operands_;
    for (const int8_t argument : spec_.results_at) AddOperand(argument);
    num_results_ += num_operands_;
    if (spec_.channel_sums_at >= 0) PlanChannels();
    if (!PlanDense(executor_.plan)) PlanViews();
  }

 private:
  const Tensor& TensorAt(int8_t argument) const {
    return *arguments_[static_cast<size_t>(argument)].tensor;
  }

  void AddOperand(int8_t argument) {
    if (argument < 0) return;
    if (argument == spec_.channel_operand_at) {
      executor_.channels.operand = static_cast<int8_t>(num_operands_);
    }
    executor_.argument_of[static_cast<size_t>(num_operands_++)] = argument;
  }

  // The channel operand is read as dense floats, in the order of its elements.
  void PlanChannels() {
    ChannelPlan& channels = executor_.channels;
    PlanAlone(TensorAt(spec_.channel_operand_at), 0, channels.load);
    PlanAlone(TensorAt(spec_.channel_sums_at), 1, channels.store);
    if (channels.load.elements == 1) {
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
    Finish(plan, num_outputs, {tensor.extent.elements, {DtypeBytes(tensor.dtype)}});
  }

  // What PlanElementwise and PlanInOrder come to where each operand is contiguous or one element:
  // at most one axis. False, and nothing of use in `plan`, where an operand is neither.
  bool PlanDense(openaclnn::Plan& plan) const {
    Axis axis{.extent = elements_, .stride = {}};
    for (int k = 0; k < num_operands_; ++k) {
      const Tensor& tensor = TensorAt(executor_.argument_of[k]);
      const bool is_channel = k == executor_.channels.operand;
      const bool dense = !is_channel && tensor.shape == shape_ && tensor.extent.contiguous;
      if (!dense && tensor.extent.elements != 1) return false;
      plan.dtype[k] = is_channel ? ACL_FLOAT : tensor.dtype;
      plan.origin[k] = 0;
      axis.stride[k] = dense ? DtypeBytes(tensor.dtype) : 0;
    }
    plan.num_operands = num_operands_;
    Finish(plan, num_results_, axis);
    return true;
  }

  // Sets the parts of a plan along one axis that are the same for all operands.
  static void Finish(openaclnn::Plan& plan, int num_outputs, const Axis& axis) {
    plan.num_outputs = num_outputs;
    plan.elements = axis.extent;
    if (axis.extent > 1) plan.axes.push_back(axis);
  }

  void PlanViews() {
    std::array<OperandView, kMaxOperands> views;
    for (int k = 0; k < num_operands_; ++k) {
      const Tensor& tensor = TensorAt(executor_.argument_of[k]);
      if (k != executor_.channels.operand) {
        views[k] = ViewIn(tensor, shape_);
        continue;
      }
      views[k] = {ACL_FLOAT, Dims(shape_.size(), 0)};  // RunWithSums knows where it lies
    }
    const std::span<const OperandView> used(views.data(), static_cast<size_t>(num_operands_));
    executor_.plan = spec_.channel_sums_at < 0 ? PlanElementwise(shape_, used, num_results_)
                                               : PlanInOrder(shape_, used, num_results_);
  }

  const OpSpec& spec_;
  std::span<const Argument> arguments_;
  Executor& executor_;
  const Dims& shape_;
  const int64_t elements_;
  int num_operands_ = 0;  // results included
  int num_results_ = 0;
};

Status Make(const OpSpec& spec, const Kernels& kernels, std::span<Argument> arguments,
            uint64_t* workspace_size, aclOpExecutor** executor) {
  if (workspace_size == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "workspaceSize: is null");
  }
  if (executor == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "executor: is null");
  }
  OPENACLNN_RETURN_IF_ERROR(CheckArguments(spec, arguments));
  OPENACLNN_RETURN_IF_ERROR(CheckOverlap(spec, arguments));
  if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckMemory(spec, arguments));

  ExecutorTable& table = ExecutorTable::Get();
  void* const handle = table.Create(spec);
  try {
    Executor& made = *table.Find(handle);
    ApplySimdSetting();
    made.kernel = kernels.choices[TextChoice(spec, arguments)]();
    const bool is_double = HasInputOf(spec, arguments, DtypeSet(ACL_DOUBLE));
    made.loop = LoopFor(spec, arguments, *made.kernel);
    SetParams(spec, arguments, is_double, made.params);
    Planner(spec, arguments, made).Plan();
    made.workspace_size = WorkspaceSize(made);
    *workspace_size = made.workspace_size;
    if (AnyChecks()) {
      KeepRanges(arguments, made);
      Made("aclOpExecutor", handle);
    }
  } catch (...) {
    table.Destroy(handle);
    throw;
  }
  *executor = static_cast<aclOpExecutor*>(handle);
  return {};
}

}  // namespace

aclnnStatus PlanOperator(const OpSpec& spec, const Kernels& kernels, std::span<Argument> arguments,
                         uint64_t* workspaceSize, aclOpExecutor** executor) noexcept {
  if (ToBeObserved()) [[unlikely]] {
    const PlanCall call{spec.plan_name.data(), &spec, arguments, workspaceSize, executor};
    return Observed(call, [=, &spec, &kernels] {
      return PlanOperator(spec, kernels, arguments, workspaceSize, executor);
    });
  }
  return RunAsApi(spec.plan_name.data(), kAclnnCodes,
                  [&] { return Make(spec, kernels, arguments, workspaceSize, executor); });
}

}  // namespace openaclnn
