// The operators through the C API: an executor that is used again and again, and whole calls.

#include <benchmark/benchmark.h>

#include <iterator>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/operands.h"
#include "bench/queued.h"
#include "engine/op_spec.h"
#include "ops/registry.h"

namespace openaclnn::bench {
namespace {

class Call {
 public:
  explicit Call(const Case& c) : operation_(*FindOperator(c.subject->operation)) {
    const Operands& operands = OperandsOf(c);
    size_t scalar = 0;
    for (int i = 0; i < operation_.spec->NumArguments(); ++i) {
      const ArgumentSpec& argument = operation_.spec->arguments[i];
      AnyArgument& value = arguments_.emplace_back();
      const bool is_given =
          argument.IsTensor() ? operands.weight.has_value() : scalar < c.subject->scalars.size();
      if (argument.is_optional && !is_given) continue;  // null
      if (argument.IsTensor()) {
        value.tensor = In(operands, SlotOf(*operation_.spec, i)).tensor();
      } else if (argument.IsTensorList()) {
        const aclTensor* const members[] = {operands.grad.NewTensor(), operands.self.NewTensor()};
        value.tensors = aclCreateTensorList(members, std::size(members));
      } else if (argument.kind == ArgumentKind::kInts) {  // the sizes of a row
        value.integers = aclCreateIntArray(&c.self.shape.back(), 1);
      } else if (argument.kind == ArgumentKind::kBools) {  // a mask of outputs
        const bool flags[] = {true, true, true};
        value.bools = aclCreateBoolArray(flags, std::size(flags));
      } else if (argument.kind == ArgumentKind::kScalar) {
        auto number = static_cast<float>(c.subject->scalars[scalar++]);
        value.scalar = aclCreateScalar(&number, ACL_FLOAT);
      } else if (argument.kind == ArgumentKind::kDouble) {
        value.number = c.subject->scalars[scalar++];
      } else if (i == operation_.spec->axis_at) {
        value.integer = c.axis;
      } else if (argument.kind == ArgumentKind::kInt) {
        value.integer = static_cast<int64_t>(c.subject->scalars[scalar++]);
      } else if (argument.kind == ArgumentKind::kUnread) {
        value.tensor = operands.self.tensor();  // any
      } else {                                  // a bool is false
        value.text = c.subject->text;
      }
    }
    aclrtCreateStream(&stream_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    aclrtDestroyStream(stream_);
    for (const AnyArgument& argument : arguments_) {
      aclDestroyScalar(argument.scalar);
      aclDestroyTensorList(argument.tensors);
      aclDestroyIntArray(argument.integers);
      aclDestroyBoolArray(argument.bools);
    }
    if (workspace_ != nullptr) aclrtFree(workspace_);
  }

  bool Plan() {
    if (operation_.plan(arguments_, &workspace_size_, &executor_) != 0) return false;
    return workspace_size_ == 0 || workspace_ != nullptr ||
           aclrtMalloc(&workspace_, workspace_size_, ACL_MEM_MALLOC_HUGE_FIRST) == 0;
  }
  bool Put() { return operation_.run(workspace_, workspace_size_, executor_, stream_) == 0; }
  bool Run() { return Put() && aclrtSynchronizeStream(stream_) == 0; }
  aclrtStream stream() const { return stream_; }
  aclOpExecutor* executor() const { return executor_; }

 private:
  static const Operand& In(const Operands& operands, Slot slot) {
    switch (slot) {
      case Slot::kGrad:
        return operands.grad;
      case Slot::kSelf:
        return operands.self;
      case Slot::kWeight:
        return *operands.weight;
      case Slot::kStatistics:
        return *operands.statistics;
      case Slot::kOut:
        return operands.out;
      case Slot::kSecondOut:
        return *operands.second_out;
      default:
        return *operands.third_out;
    }
  }

  const Operator& operation_;
  std::vector<AnyArgument> arguments_;
  aclrtStream stream_ = nullptr;
  void* workspace_ = nullptr;
  uint64_t workspace_size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

void RunRepeatedly(benchmark::State& state, const Case& c) {
  Call call(c);
  if (!call.Plan() || aclSetAclOpExecutorRepeatable(call.executor()) != 0 || !call.Run()) {
    return state.SkipWithError(aclGetRecentErrMsg());
  }
  if (OnGpu()) {
    TimeQueued(state, call.stream(), [&] { return call.Put(); });
  } else {
    for (auto _ : state) {
      if (!call.Run()) return state.SkipWithError(aclGetRecentErrMsg());
    }
  }
  aclDestroyAclOpExecutor(call.executor());
}

void RunBothPhases(benchmark::State& state, const Case& c) {
  Call call(c);
  if (!call.Plan() || !call.Run()) return state.SkipWithError(aclGetRecentErrMsg());
  for (auto _ : state) {
    if (!call.Plan() || !call.Run()) return state.SkipWithError(aclGetRecentErrMsg());
  }
}

void RunQueued(benchmark::State& state, const Case& c) {
  Call call(c);
  if (!call.Plan() || !call.Run()) return state.SkipWithError(aclGetRecentErrMsg());
  TimeHandingOver(state, call.stream(), [&] { return call.Plan() && call.Put(); });
}

}  // namespace

void AddOperators(Benchmarks* benchmarks) {
  for (const Case& c : Cases()) {
    benchmarks->push_back(
        {"openaclnn/" + c.Name(), [&c](auto& state) { RunRepeatedly(state, c); }, OnGpu()});
    benchmarks->push_back(
        {"openaclnn call/" + c.Name(), [&c](auto& state) { RunBothPhases(state, c); }});
    if (!OnGpu()) continue;
    benchmarks->push_back(
        {"openaclnn queued/" + c.Name(), [&c](auto& state) { RunQueued(state, c); }, true});
  }
}

}  // namespace openaclnn::bench
