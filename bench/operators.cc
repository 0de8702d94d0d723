// The operators through the C API: long tensors through a repeatable executor, short ones with both
// phases.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/cases.h"
#include "bench/operand.h"
#include "ops/registry.h"

namespace openaclnn::bench {
namespace {

// A call of an operator on dense tensors of one axis, PReLU with one weight.
class Call {
 public:
  Call(const Case& c, aclDataType dtype, int64_t elements)
      : operation_(*FindOperator(c.operation)) {
    size_t scalar = 0;
    for (int i = 0; i < operation_.spec->NumArguments(); ++i) {
      const ArgumentSpec& argument = operation_.spec->arguments[i];
      AnyArgument& value = arguments_.emplace_back();
      if (argument.IsTensor()) {
        const bool is_weight = argument.name.ends_with("eight");
        const bool is_self = argument.name == "self" || argument.name == "x";
        operands_.emplace_back(dtype, is_weight ? 1 : elements, is_self ? c.low : -1,
                               is_self ? c.high : 1);
        value.tensor = operands_.back().tensor();
      } else if (argument.kind == ArgumentKind::kScalar) {
        float number = static_cast<float>(c.scalars[scalar++]);
        value.scalar = aclCreateScalar(&number, ACL_FLOAT);
      } else if (argument.kind == ArgumentKind::kDouble) {
        value.number = c.scalars[scalar++];
      } else {
        value.text = c.text;
      }
    }
    aclrtCreateStream(&stream_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    aclrtDestroyStream(stream_);
    for (const AnyArgument& argument : arguments_) aclDestroyScalar(argument.scalar);
    if (workspace_ != nullptr) aclrtFree(workspace_);
  }

  bool Plan() {
    if (operation_.plan(arguments_, &workspace_size_, &executor_) != 0) return false;
    if (workspace_size_ > 0 && workspace_ == nullptr) {
      aclrtMalloc(&workspace_, workspace_size_, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    return true;
  }
  bool Run() {
    return operation_.run(workspace_, workspace_size_, executor_, stream_) == 0 &&
           aclrtSynchronizeStream(stream_) == 0;
  }
  aclOpExecutor* executor() const { return executor_; }

 private:
  const Operator& operation_;
  std::vector<AnyArgument> arguments_;
  std::vector<Operand> operands_;
  aclrtStream stream_ = nullptr;
  void* workspace_ = nullptr;
  uint64_t workspace_size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

void RunRepeatedly(benchmark::State& state, const Case& c, aclDataType dtype) {
  const int64_t elements = state.range(0);
  Call call(c, dtype, elements);
  if (!call.Plan() || aclSetAclOpExecutorRepeatable(call.executor()) != 0) {
    return state.SkipWithError(aclGetRecentErrMsg());
  }
  for (auto _ : state) {
    if (!call.Run()) return state.SkipWithError(aclGetRecentErrMsg());
  }
  aclDestroyAclOpExecutor(call.executor());
  state.SetItemsProcessed(state.iterations() * elements);
}

void RunBothPhases(benchmark::State& state, const Case& c) {
  Call call(c, ACL_FLOAT, state.range(0));
  for (auto _ : state) {
    if (!call.Plan() || !call.Run()) return state.SkipWithError(aclGetRecentErrMsg());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

struct Registered {
  Registered() {
    constexpr int64_t kShort = 8, kCached = 1 << 16, kLong = 1 << 24;
    for (const Case& c : Cases()) {
      for (const auto& [dtype, name] :
           {std::pair{ACL_FLOAT, "float"}, {ACL_BF16, "bfloat16"}, {ACL_FLOAT16, "float16"}}) {
        const std::string full = std::string("openaclnn/") + c.name + "/" + name;
        benchmark::RegisterBenchmark(full.c_str(), RunRepeatedly, c, dtype)
            ->Arg(kCached)
            ->Arg(kLong)
            ->UseRealTime();
      }
      const std::string call = std::string("openaclnn/") + c.name + "/call";
      benchmark::RegisterBenchmark(call.c_str(), RunBothPhases, c)->Arg(kShort)->UseRealTime();
    }
  }
} const registered;

}  // namespace
}  // namespace openaclnn::bench

int main(int argc, char** argv) {
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) return 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return aclFinalize();
}
