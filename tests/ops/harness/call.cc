#include "tests/ops/harness/call.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "acl/acl.h"
#include "engine/executor.h"
#include "engine/op_spec.h"
#include "gtest/gtest.h"
#include "kinds/planned.h"
#include "ops/registry.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

const Operator& OperatorOf(const OperatorCall& call) {
  const Operator* const found = FindOperator(call.name);
  if (found == nullptr || static_cast<size_t>(found->spec->NumArguments()) != call.arguments.size())
    std::abort();  // a mistake in the test
  return *found;
}

template <class Is>
std::vector<size_t> ArgumentsThat(const OperatorCall& call, Is is) {
  const OpSpec& spec = *OperatorOf(call).spec;
  std::vector<size_t> found;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (is(spec.arguments[i])) found.push_back(i);
  }
  return found;
}

// The objects of one run.
class Prepared {
 public:
  Prepared(const OperatorCall& call, const Placement& placement)
      : call_(call), operator_(OperatorOf(call)), placement_(placement) {
    EnsureDevice();
    const size_t count = call.arguments.size();
    tensors_.resize(count);
    members_.resize(count);
    scalars_.resize(count);
    arrays_.resize(count);
    arguments_.resize(count);
    for (size_t i = 0; i < count; ++i) Prepare(i);
    if (placement.in_place) {
      const auto [output, input] = *placement.in_place;
      if (tensors_[input] == nullptr) {
        MakeListOfSame(output, input);
        return;
      }
      alias_ = tensors_[input]->SameView(call.arguments[output].array.dtype);
      arguments_[output].tensor = alias_.get();
    }
  }

  std::vector<Array> Run() {
    if (!RunAndSynchronize(0)) return {};
    return Results();
  }

  std::string RunToFailure(aclError code) {
    RunAndSynchronize(code);
    const char* const message = aclGetRecentErrMsg();
    for (const auto& tensor : tensors_) {
      if (tensor == nullptr) continue;
      EXPECT_TRUE(tensor->Untouched());
    }
    return message != nullptr ? message : "";
  }

  const Kernel* ChosenKernel() {
    aclOpExecutor* const executor = Plan().executor;
    if (executor == nullptr) return nullptr;
    const Computation* const computation = ExecutorTable::Get().Find(executor)->computation;
    const auto* const of_formula = dynamic_cast<const FormulaComputation*>(computation);
    const Kernel* const kernel = of_formula == nullptr ? nullptr : of_formula->kernel;
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    return kernel;
  }

 private:
  struct Planned {
    aclOpExecutor* executor = nullptr;  // null: phase 1 failed
    uint64_t workspace_size = ~uint64_t{0};
  };
  Planned Plan() {
    Planned planned;
    const aclnnStatus status =
        operator_.plan(arguments_, &planned.workspace_size, &planned.executor);
    EXPECT_EQ(status, 0) << aclGetRecentErrMsg();
    return planned;
  }

  // False if the run was not queued. `code`: that of the synchronisation.
  bool RunAndSynchronize(aclError code) {
    const auto [executor, workspace_size] = Plan();
    if (executor == nullptr) return false;
    // On CPUs of the heap, of which sanitizers know the end.
    const bool on_device = OnGpu() && workspace_size > 0;
    const DeviceMemory device = on_device ? MakeDeviceMemory(workspace_size) : nullptr;
    const std::unique_ptr<std::byte[]> host(
        workspace_size > 0 && !on_device ? new std::byte[workspace_size] : nullptr);
    void* const workspace = on_device ? device.get() : host.get();
    const aclnnStatus ran = operator_.run(workspace, workspace_size, executor, nullptr);
    EXPECT_EQ(ran, 0) << aclGetRecentErrMsg();
    const aclError synchronized = aclrtSynchronizeStream(nullptr);
    EXPECT_EQ(synchronized, code) << (code == 0 ? aclGetRecentErrMsg() : "");
    return ran == 0;
  }

  void Prepare(size_t i) {
    if (placement_.in_place && placement_.in_place->first == i) return;  // made of the other
    const CallArgument& argument = call_.arguments[i];
    switch (operator_.spec->arguments[i].kind) {
      case ArgumentKind::kInput:
      case ArgumentKind::kOutput:
      case ArgumentKind::kInOut:
        if (argument.is_null) break;
        tensors_[i] = MakeTensor(i, argument.array);
        break;
      case ArgumentKind::kInputs:
      case ArgumentKind::kOutputs:
      case ArgumentKind::kInOuts:
        if (!argument.is_null) MakeList(i);
        break;
      case ArgumentKind::kScalars:
        MakeScalars(i);
        break;
      case ArgumentKind::kScalar:
        if (argument.is_null) break;
        scalars_[i] = argument.array.bytes.empty() ? MakeScalar(argument.number, argument.dtype)
                                                   : MakeScalar(argument.array);
        arguments_[i].scalar = scalars_[i].get();
        break;
      case ArgumentKind::kUnread:
        tensors_[i] = std::make_unique<PlacedTensor>(Array(ACL_INT8, {5}), Dense());
        break;
      case ArgumentKind::kInts:
        if (argument.is_null) break;
        arrays_[i].reset(aclCreateIntArray(argument.integers.data(), argument.integers.size()));
        arguments_[i].integers = arrays_[i].get();
        break;
      case ArgumentKind::kBools: {
        const std::unique_ptr<bool[]> flags(new bool[argument.integers.size()]);
        std::ranges::transform(argument.integers, flags.get(), [](int64_t f) { return f != 0; });
        flags_.emplace_back(aclCreateBoolArray(flags.get(), argument.integers.size()));
        arguments_[i].bools = flags_.back().get();
        break;
      }
      case ArgumentKind::kInt:
        arguments_[i].integer = static_cast<int64_t>(argument.number);
        break;
      default:
        arguments_[i].number = argument.number;
        arguments_[i].flag = argument.number != 0;
        if (!argument.is_null) arguments_[i].text = argument.text.c_str();
        arguments_[i].dtype = argument.dtype;
    }
    if (tensors_[i] != nullptr) arguments_[i].tensor = tensors_[i]->handle();
  }

  // A list that owns its tensors, which lie in the memory of those of `from`.
  void MakeListOfSame(size_t i, size_t from) {
    std::vector<const aclTensor*> members;
    for (size_t k = 0; k < members_[from].size(); ++k) {
      const aclDataType dtype = call_.arguments[i].arrays[k].dtype;
      members.push_back(members_[from][k]->SameView(dtype).release());
    }
    lists_.emplace_back(aclCreateTensorList(members.data(), members.size()));
    arguments_[i].tensors = lists_.back().get();
  }
  void MakeList(size_t i) {
    for (const Array& array : call_.arguments[i].arrays) {
      members_[i].push_back(MakeTensor(i, array));
    }
    MakeListOfSame(i, i);
  }

  // An input as it is, or an output that is not written yet.
  std::unique_ptr<PlacedTensor> MakeTensor(size_t i, const Array& array) const {
    const ArgumentSpec& argument = operator_.spec->arguments[i];
    if (argument.IsRead()) return std::make_unique<PlacedTensor>(array, LayoutOf(i));
    const aclDataType dtype = array.dtype;
    const Array unwritten(dtype, array.shape, [dtype](int64_t) { return UnwrittenBits(dtype); });
    return std::make_unique<PlacedTensor>(unwritten, LayoutOf(i));
  }

  // The numbers are the elements of the argument's array.
  void MakeScalars(size_t i) {
    const Array& numbers = call_.arguments[i].array;
    std::vector<const aclScalar*> members;
    for (int64_t k = 0; k < numbers.size(); ++k) {
      members.push_back(MakeScalar(numbers.Value(k), numbers.dtype).release());
    }
    scalar_lists_.emplace_back(aclCreateScalarList(members.data(), members.size()));
    arguments_[i].scalars = scalar_lists_.back().get();
  }

  const Layout& LayoutOf(size_t i) const {
    const bool given = i < placement_.layouts.size() && placement_.layouts[i] != nullptr;
    return given ? *placement_.layouts[i] : Dense();
  }

  std::vector<Array> Results() const {
    const size_t changed = placement_.in_place ? placement_.in_place->second : ~size_t{0};
    for (const size_t i : InputsOf(call_)) {
      EXPECT_TRUE(i == changed ? tensors_[i]->SurroundingsIntact() : tensors_[i]->Untouched())
          << operator_.spec->arguments[i].name;
    }
    for (size_t i = 0; i < members_.size(); ++i) {
      const bool is_written = i == changed || operator_.spec->arguments[i].IsWritten();
      for (const auto& member : members_[i]) {
        EXPECT_TRUE(is_written ? member->SurroundingsIntact() : member->Untouched())
            << operator_.spec->arguments[i].name;
      }
    }
    std::vector<Array> results;
    for (const size_t i : OutputsOf(call_)) {
      if (operator_.spec->arguments[i].IsTensorList()) {
        const size_t from = members_[i].empty() && changed < members_.size() ? changed : i;
        for (const auto& member : members_[from]) results.push_back(member->Read());
        continue;
      }
      const PlacedTensor& tensor = *tensors_[tensors_[i] != nullptr ? i : changed];
      EXPECT_TRUE(tensor.SurroundingsIntact()) << operator_.spec->arguments[i].name;
      results.push_back(tensor.Read());
      results.back().dtype = call_.arguments[i].array.dtype;
    }
    return results;
  }

  const OperatorCall& call_;
  const Operator& operator_;
  const Placement& placement_;
  std::vector<std::unique_ptr<PlacedTensor>> tensors_;  // null: no tensor, or the output in place
  std::vector<ScalarHandle> scalars_;
  std::vector<IntArrayHandle> arrays_;
  struct Free {
    void operator()(aclTensorList* list) const { aclDestroyTensorList(list); }
    void operator()(aclScalarList* list) const { aclDestroyScalarList(list); }
  };
  std::vector<BoolArrayHandle> flags_;
  std::vector<std::vector<std::unique_ptr<PlacedTensor>>> members_;  // of lists, by argument
  std::vector<std::unique_ptr<aclTensorList, Free>> lists_;
  std::vector<std::unique_ptr<aclScalarList, Free>> scalar_lists_;
  TensorHandle alias_;
  std::vector<AnyArgument> arguments_;
};

}  // namespace

std::vector<Array> RunCall(const OperatorCall& call, const Placement& placement) {
  if (OnGpu()) return RunOnce(call, placement);
  std::vector<Array> first;
  for (const int64_t target : SimdTargets()) {
    const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    std::vector<Array> results = RunOnce(call, placement);
    if (first.empty()) first = results;
    EXPECT_EQ(results.size(), first.size()) << TargetName(target);
    for (size_t i = 0; i < std::min(results.size(), first.size()); ++i) {
      EXPECT_TRUE(SameBits(results[i], first[i]))
          << TargetName(target) << " beside " << TargetName(SimdTargets()[0]) << ", output " << i;
    }
  }
  return first;
}

std::vector<Array> RunOnce(const OperatorCall& call, const Placement& placement) {
  return Prepared(call, placement).Run();
}

std::string FailureOf(const OperatorCall& call, aclError code) {
  return Prepared(call, {}).RunToFailure(code);
}

const Kernel* KernelOf(const OperatorCall& call) { return Prepared(call, {}).ChosenKernel(); }

std::vector<size_t> InputsOf(const OperatorCall& call) {
  std::vector<size_t> inputs =
      ArgumentsThat(call, [](const ArgumentSpec& a) { return !a.IsWritten() && a.IsTensor(); });
  std::erase_if(inputs, [&call](size_t i) { return call.arguments[i].is_null; });
  return inputs;
}

std::vector<size_t> OutputsOf(const OperatorCall& call) {
  std::vector<size_t> outputs =
      ArgumentsThat(call, [](const ArgumentSpec& a) { return a.IsWritten(); });
  std::erase_if(outputs, [&call](size_t i) { return call.arguments[i].is_null; });
  return outputs;
}

uint64_t UnwrittenBits(aclDataType dtype) {
  switch (dtype) {  // numbers of no significance, not NaNs, which compare as equal
    case ACL_DOUBLE:
      return 0xc05edd2f1a9fbe77;
    case ACL_FLOAT:
      return 0xc2f6e979;
    default:
      return 0xd7b6;
  }
}

}  // namespace openaclnn::test
