// Phase 1: from checked arguments to an executor.

#include <algorithm>
#include <array>
#include <span>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "base/dtype.h"
#include "cpu/targets.h"
#include "engine/check.h"
#include "engine/executor.h"
#include "engine/operator.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

bool HasInputOf(const OpSpec& spec, std::span<const Argument> arguments,
                std::initializer_list<aclDataType> dtypes) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (spec.arguments[i].kind != ArgumentKind::kInput) continue;
    if (std::find(dtypes.begin(), dtypes.end(), arguments[i].tensor->dtype) != dtypes.end()) {
      return true;
    }
  }
  return false;
}

// The scalars, once in float and once in double. They are float wherever the contract computes in
// float, even if the loops then run in double.
Params ParamsOf(const OpSpec& spec, std::span<const Argument> arguments, bool is_double) {
  Params params{};
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
  return params;
}

Dims InBytes(Dims strides, aclDataType dtype) {
  for (int64_t& stride : strides) stride *= DtypeBytes(dtype);
  return strides;
}

// Lays the operands and results under the shape of the first result.
class Planner {
 public:
  Planner(const OpSpec& spec, std::span<const Argument> arguments, Executor& executor)
      : spec_(spec), arguments_(arguments), executor_(executor) {}

  void Plan() {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!spec_.arguments[i].IsTensor()) continue;
      const Tensor& tensor = *arguments_[i].tensor;
      executor_.tensors[i] = {static_cast<const aclTensor*>(arguments_[i].handle), tensor.data,
                              tensor.offset * DtypeBytes(tensor.dtype)};
    }
    const Dims& shape = TensorAt(spec_.results_at[0]).shape;
    for (const int8_t argument : spec_.operands_at) AddOperand(argument, shape);
    const size_t inputs = num_views_;
    for (const int8_t argument : spec_.results_at) AddOperand(argument, shape);
    const std::span<const OperandView> views(views_.data(), num_views_);
    const int results = static_cast<int>(num_views_ - inputs);
    if (spec_.channel_sums_at < 0) {
      executor_.plan = PlanElementwise(shape, views, results);
    } else {
      PlanChannels(shape);
      executor_.plan = PlanInOrder(shape, views, results);
    }
  }

 private:
  const Tensor& TensorAt(int8_t argument) const {
    return *arguments_[static_cast<size_t>(argument)].tensor;
  }

  void AddOperand(int8_t argument, const Dims& shape) {
    if (argument < 0) return;
    const Tensor& tensor = TensorAt(argument);
    executor_.argument_of[num_views_] = argument;
    OperandView& view = views_[num_views_];
    if (argument == spec_.channel_operand_at) {
      executor_.channels.emplace().operand = static_cast<int8_t>(num_views_);
      view = {ACL_FLOAT, Dims(shape.size(), 0)};  // RunWithSums knows where it lies
    } else {
      view.dtype = tensor.dtype;
      view.byte_strides =
          InBytes(BroadcastStrides(tensor.shape, tensor.strides, shape), tensor.dtype);
    }
    ++num_views_;
  }

  // The channel operand is read from a dense float copy in the workspace, in the order of its
  // elements.
  void PlanChannels(const Dims& shape) {
    ChannelPlan& channels = *executor_.channels;
    const Tensor& operand = TensorAt(spec_.channel_operand_at);
    const Tensor& sums = TensorAt(spec_.channel_sums_at);
    const OperandView load[] = {{operand.dtype, InBytes(operand.strides, operand.dtype)}};
    channels.load = PlanInOrder(operand.shape, load, 0);
    const OperandView store[] = {{sums.dtype, InBytes(sums.strides, sums.dtype)}};
    channels.store = PlanInOrder(sums.shape, store, 1);
    const auto elements_from = [&shape](int first) {
      return CountElements(Dims(shape.begin() + first, shape.end())).value_or(0);
    };
    if (channels.load.elements == 1) {
      channels.shape = {1, 1, elements_from(0)};
    } else {
      channels.shape = {shape[0], shape[1], elements_from(2)};
    }
  }

  const OpSpec& spec_;
  std::span<const Argument> arguments_;
  Executor& executor_;
  std::array<OperandView, kMaxOperands> views_;
  size_t num_views_ = 0;
};

Status Make(const OpSpec& spec, const Kernels& kernels, std::initializer_list<Argument> given,
            uint64_t* workspace_size, aclOpExecutor** executor) {
  if (workspace_size == nullptr) return Error(ACLNN_ERR_PARAM_NULLPTR, "workspaceSize: is null");
  if (executor == nullptr) return Error(ACLNN_ERR_PARAM_NULLPTR, "executor: is null");
  std::array<Argument, kMaxArguments> copies;
  std::copy(given.begin(), given.end(), copies.begin());
  const std::span arguments(copies.data(), given.size());
  OPENACLNN_RETURN_IF_ERROR(Check(spec, arguments));
  OPENACLNN_RETURN_IF_ERROR(CheckOverlap(spec, arguments));

  ExecutorTable& table = ExecutorTable::Get();
  void* const handle = table.Create();
  try {
    Executor& made = *table.Find(handle);
    ApplySimdSetting();
    made.spec = &spec;
    made.kernel = kernels.choices[TextChoice(spec, arguments)]();
    const bool is_double = HasInputOf(spec, arguments, {ACL_DOUBLE});
    // Integers that float would round on loading go through the double loop where there is one
    // (docs/numerics.md).
    const bool through_double = is_double || HasInputOf(spec, arguments, {ACL_INT32, ACL_INT64});
    made.compute = through_double && made.kernel->in_double != nullptr ? ComputeType::kDouble
                                                                       : ComputeType::kFloat;
    made.params = ParamsOf(spec, arguments, is_double);
    Planner(spec, arguments, made).Plan();
    made.workspace_size = WorkspaceSize(made);
    *workspace_size = made.workspace_size;
  } catch (...) {
    table.Destroy(handle);
    throw;
  }
  *executor = static_cast<aclOpExecutor*>(handle);
  return {};
}

}  // namespace

aclnnStatus PlanOperator(const OpSpec& spec, const Kernels& kernels,
                         std::initializer_list<Argument> arguments, uint64_t* workspaceSize,
                         aclOpExecutor** executor) noexcept {
  return CallApi(spec.plan_name.data(), kAclnnCodes,
                 [&] { return Make(spec, kernels, arguments, workspaceSize, executor); });
}

}  // namespace openaclnn
