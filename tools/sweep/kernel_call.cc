#include "tools/sweep/kernel_call.h"

#include <stdexcept>

namespace openaclnn::sweep {
namespace {

void Require(bool success) {
  if (!success) throw std::runtime_error(aclGetRecentErrMsg());
}

}  // namespace

Elements::Elements(const Dtype& dtype, size_t count) : bits_(dtype.bits) {
  void* memory = nullptr;
  Require(aclrtMalloc(&memory, count * dtype.bits / 8, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
  memory_.reset(memory);
  const auto size = static_cast<int64_t>(count);
  tensor_.reset(aclCreateTensor(&size, 1, dtype.type, nullptr, 0, ACL_FORMAT_ND, &size, 1, memory));
  Require(tensor_ != nullptr);
}

uint64_t Elements::Get(size_t i) const {
  switch (bits_) {
    case 16:
      return static_cast<const uint16_t*>(memory_.get())[i];
    case 32:
      return static_cast<const uint32_t*>(memory_.get())[i];
    default:
      return static_cast<const uint64_t*>(memory_.get())[i];
  }
}

void Elements::Set(size_t i, uint64_t pattern) {
  switch (bits_) {
    case 16:
      static_cast<uint16_t*>(memory_.get())[i] = static_cast<uint16_t>(pattern);
      break;
    case 32:
      static_cast<uint32_t*>(memory_.get())[i] = static_cast<uint32_t>(pattern);
      break;
    default:
      static_cast<uint64_t*>(memory_.get())[i] = pattern;
  }
}

KernelCall::KernelCall(const Subject& subject, const Dtype& dtype, size_t count)
    : grad(dtype, count),
      self(dtype, count),
      result(dtype, count),
      weight_(dtype, 1),
      pos_weight_(dtype, 1),
      weight_gradient_(dtype, 1),
      operator_(*FindOperator(subject.operation)) {
  weight_.Set(0, test::BitsOf(dtype.type, subject.scalars.first));
  pos_weight_.Set(0, test::BitsOf(dtype.type, subject.scalars.second));
  int scalars_used = 0;
  for (int i = 0; i < operator_.spec->NumArguments(); ++i) {
    arguments_.push_back(ArgumentOf(i, subject, &scalars_used));
  }
  Require(aclrtCreateStream(&stream_) == 0);
  Require(operator_.plan(arguments_, &workspace_size_, &executor_) == 0);
  Require(aclSetAclOpExecutorRepeatable(executor_) == 0);
  if (workspace_size_ > 0) {
    Require(aclrtMalloc(&workspace_, workspace_size_, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
  }
}

AnyArgument KernelCall::ArgumentOf(int index, const Subject& subject, int* scalars_used) {
  const OpSpec& operation = *operator_.spec;
  const ArgumentSpec& spec = operation.arguments[static_cast<size_t>(index)];
  AnyArgument argument;
  const auto next_scalar = [&] {
    const oracle::Scalars& s = subject.scalars;
    const double scalars[] = {s.first, s.second, s.third};
    return scalars[(*scalars_used)++];
  };
  switch (spec.kind) {
    case ArgumentKind::kInput:
      argument.tensor = index == operation.operands_at[2]   ? weight_.tensor()
                        : index == operation.operands_at[3] ? pos_weight_.tensor()
                        : operation.IsFirstOfTwo(index)     ? grad.tensor()
                                                            : self.tensor();
      break;
    case ArgumentKind::kUnread:  // any
      argument.tensor = self.tensor();
      break;
    case ArgumentKind::kOutput:
      argument.tensor =
          index == operation.channel_sums_at ? weight_gradient_.tensor() : result.tensor();
      break;
    case ArgumentKind::kScalar: {
      double value = next_scalar();
      argument.scalar = aclCreateScalar(&value, ACL_DOUBLE);
      Require(argument.scalar != nullptr);
      break;
    }
    case ArgumentKind::kDouble:
      argument.number = next_scalar();
      break;
    case ArgumentKind::kInt:
      if (index == operation.reduction_at) break;  // 0: none
      argument.integer = static_cast<int64_t>(next_scalar());
      break;
    case ArgumentKind::kBool:
      argument.flag = subject.scalars.fourth != 0;
      break;
    default:
      argument.text = subject.text;
  }
  return argument;
}

KernelCall::~KernelCall() {
  if (executor_ != nullptr) aclDestroyAclOpExecutor(executor_);
  for (const AnyArgument& argument : arguments_) {
    if (argument.scalar != nullptr) aclDestroyScalar(argument.scalar);
  }
  if (workspace_ != nullptr) aclrtFree(workspace_);
  if (stream_ != nullptr) aclrtDestroyStream(stream_);
}

void KernelCall::Run() {
  Require(operator_.run(workspace_, workspace_size_, executor_, stream_) == 0 &&
          aclrtSynchronizeStream(stream_) == 0);
}

}  // namespace openaclnn::sweep
