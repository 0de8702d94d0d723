#include "tools/call/operator_call.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "engine/executor.h"
#include "engine/rules/infer.h"
#include "fmt/format.h"
#include "kinds/channels/computation.h"
#include "kinds/elementwise/computation.h"
#include "ops/moves/split_shape.h"
#include "ops/registry.h"
#include "ops/sums/normalized_shape.h"
#include "runtime/launch.h"
#include "tensor/shape.h"

namespace openaclnn::tools {
namespace {

[[noreturn]] void ThrowRecent(int32_t status) {
  const char* const message = aclGetRecentErrMsg();
  throw Refused(status, message != nullptr ? message : fmt::format("status {}", status));
}

void Require(int32_t status) {
  if (status != 0) ThrowRecent(status);
}

template <class Handle>
Handle* Require(Handle* made) {
  if (made == nullptr) ThrowRecent(ACL_ERROR_INVALID_PARAM);
  return made;
}

// One thread's stream on device 0.
class ThreadStream {
 public:
  ThreadStream() {
    const aclError initialised = aclInit(nullptr);
    if (initialised != ACL_ERROR_REPEAT_INITIALIZE) Require(initialised);
    Require(aclrtSetDevice(0));
    Require(aclrtCreateStream(&stream_));
  }
  ThreadStream(const ThreadStream&) = delete;
  ThreadStream& operator=(const ThreadStream&) = delete;
  ~ThreadStream() { aclrtDestroyStream(stream_); }

  aclrtStream get() const { return stream_; }

 private:
  aclrtStream stream_ = nullptr;
};

aclrtStream StreamOfThread() {
  static thread_local const ThreadStream stream;
  return stream.get();
}

struct FreeMemory {
  void operator()(void* memory) const { aclrtFree(memory); }
};
using DeviceMemory = std::unique_ptr<void, FreeMemory>;

DeviceMemory Allocate(uint64_t bytes) {
  void* memory = nullptr;
  if (bytes > 0) Require(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  return DeviceMemory(memory);
}

// The bytes of an array, from the first element in memory to the last.
struct Span {
  std::byte* begin;
  size_t bytes;
  size_t to_first;  // from `begin` to the element at index 0
};

Span SpanOf(const ArrayView& array) {
  const int64_t item = FindDtype(array.dtype)->bits / 8;
  int64_t low = 0, high = item;
  for (size_t k = 0; k < array.shape.size(); ++k) {
    if (array.shape[k] == 0) return {static_cast<std::byte*>(array.data), 0, 0};
    const int64_t reach = (array.shape[k] - 1) * array.strides[k] * item;
    (reach < 0 ? low : high) += reach;
  }
  return {static_cast<std::byte*>(array.data) + low, static_cast<size_t>(high - low),
          static_cast<size_t>(-low)};
}

// That the value has as a tensor or as a scalar; ACL_DT_UNDEFINED if it is neither.
aclDataType DtypeOf(const Value& value) {
  if (const auto* array = std::get_if<ArrayView>(&value)) return array->dtype;
  if (std::holds_alternative<double>(value)) return ACL_DOUBLE;
  if (std::holds_alternative<int64_t>(value)) return ACL_INT64;
  return std::holds_alternative<bool>(value) ? ACL_BOOL : ACL_DT_UNDEFINED;
}

// The integer that the value is, or what is near its number.
int64_t IntegerIn(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return *integer;
  return static_cast<int64_t>(std::clamp(NumberIn(value).value_or(0), -0x1p62, 0x1p62));
}

struct DestroyExecutor {
  void operator()(aclOpExecutor* executor) const { aclDestroyAclOpExecutor(executor); }
};

template <class Object, auto kDestroy>
struct Destroys {
  void operator()(const Object* object) const { kDestroy(object); }
};
template <class Object, auto kDestroy>
using Owned = std::unique_ptr<const Object, Destroys<Object, kDestroy>>;

// A tensor on an array, or on its copy in device memory.
class PreparedTensor {
 public:
  PreparedTensor() = default;
  PreparedTensor(const ArrayView& array, Memory memory) {
    void* data = array.data;
    if (memory == Memory::kDevice) {
      span_ = SpanOf(array);
      copy_ = Allocate(span_.bytes);
      data = copy_ != nullptr ? static_cast<std::byte*>(copy_.get()) + span_.to_first : nullptr;
      if (copy_ != nullptr) {
        Require(aclrtMemcpy(copy_.get(), span_.bytes, span_.begin, span_.bytes,
                            ACL_MEMCPY_HOST_TO_DEVICE));
      }
    }
    tensor_.reset(Require(aclCreateTensor(array.shape.data(), array.shape.size(), array.dtype,
                                          array.strides.data(), 0, ACL_FORMAT_ND,
                                          array.shape.data(), array.shape.size(), data)));
  }

  const aclTensor* get() const { return tensor_.get(); }
  // For a list, which owns its members.
  const aclTensor* release() { return tensor_.release(); }

  // Brings back what the operator wrote.
  void CopyBack() const {
    if (copy_ == nullptr) return;
    Require(
        aclrtMemcpy(span_.begin, span_.bytes, copy_.get(), span_.bytes, ACL_MEMCPY_DEVICE_TO_HOST));
  }

 private:
  Span span_ = {};
  DeviceMemory copy_;  // null: the tensor lies in the caller's memory
  Owned<aclTensor, aclDestroyTensor> tensor_;
};

// One argument with the objects that it needs.
class PreparedArgument {
 public:
  PreparedArgument(const ArgumentSpec& spec, const Value& value, Memory memory) {
    if (const auto* array = std::get_if<ArrayView>(&value)) {
      argument_.tensor = tensors_.emplace_back(*array, memory).get();
    } else if (const auto* arrays = std::get_if<std::vector<ArrayView>>(&value)) {
      PrepareList(*arrays, memory);
    } else if (spec.kind == ArgumentKind::kScalars) {
      PrepareScalars(value);
    } else if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) {
      integers_.reset(Require(aclCreateIntArray(integers->data(), integers->size())));
      argument_.integers = integers_.get();
    } else if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
      const std::vector<float> floats(numbers->begin(), numbers->end());
      floats_.reset(Require(aclCreateFloatArray(floats.data(), floats.size())));
      argument_.floats = floats_.get();
    } else if (const auto* flags = std::get_if<std::vector<bool>>(&value)) {
      const auto bools = std::make_unique<bool[]>(flags->size());
      std::ranges::copy(*flags, bools.get());
      bools_.reset(Require(aclCreateBoolArray(bools.get(), flags->size())));
      argument_.bools = bools_.get();
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      argument_.text = text->c_str();
    } else if (const auto* dtype = std::get_if<aclDataType>(&value)) {
      argument_.dtype = *dtype;
    } else if (const auto number = NumberIn(value)) {
      argument_.number = *number;
      if (spec.kind == ArgumentKind::kInt) argument_.integer = IntegerIn(value);
      argument_.flag = *number != 0;
      if (spec.kind == ArgumentKind::kScalar) {
        scalar_.reset(MakeScalar(value));
        argument_.scalar = scalar_.get();
      }
    } else if (spec.kind == ArgumentKind::kUnread && !spec.is_optional) {
      argument_.tensor =
          tensors_.emplace_back(ArrayView{ACL_FLOAT, {0}, {1}, nullptr}, Memory::kHost).get();
    }
  }

  const AnyArgument& get() const { return argument_; }

  // Brings back what the operator wrote.
  void CopyBack() const {
    for (const PreparedTensor& tensor : tensors_) tensor.CopyBack();
  }

 private:
  // The scalar of a number.
  static const aclScalar* MakeScalar(Value value) {
    void* const number = std::visit([](auto& held) -> void* { return &held; }, value);
    return Require(aclCreateScalar(number, DtypeOf(value)));
  }

  void PrepareList(const std::vector<ArrayView>& arrays, Memory memory) {
    for (const ArrayView& array : arrays) {
      if (array.dtype == ACL_DT_UNDEFINED) {
        tensors_.emplace_back();
      } else {
        tensors_.emplace_back(array, memory);
      }
    }
    std::vector<const aclTensor*> members;
    for (PreparedTensor& tensor : tensors_) members.push_back(tensor.release());
    list_.reset(Require(aclCreateTensorList(members.data(), members.size())));
    argument_.tensors = list_.get();
  }

  void PrepareScalars(const Value& value) {
    std::vector<const aclScalar*> members;
    const auto add = [&members](const auto& numbers) {
      for (const auto number : numbers) members.push_back(MakeScalar(number));
    };
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) add(*numbers);
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) add(*integers);
    if (const auto* flags = std::get_if<std::vector<bool>>(&value)) {
      for (const bool flag : *flags) members.push_back(MakeScalar(flag));
    }
    scalars_.reset(Require(aclCreateScalarList(members.data(), members.size())));
    argument_.scalars = scalars_.get();
  }

  AnyArgument argument_;
  std::deque<PreparedTensor> tensors_;  // the tensor, or the memory of a list's members
  Owned<aclTensorList, aclDestroyTensorList> list_;
  Owned<aclScalar, aclDestroyScalar> scalar_;
  Owned<aclScalarList, aclDestroyScalarList> scalars_;
  Owned<aclIntArray, aclDestroyIntArray> integers_;
  Owned<aclFloatArray, aclDestroyFloatArray> floats_;
  Owned<aclBoolArray, aclDestroyBoolArray> bools_;
};

// A call after the first phase.
class Prepared {
 public:
  Prepared(const Operator& entry, std::span<const Value> values, Memory memory) : entry_(entry) {
    std::vector<AnyArgument> arguments;
    arguments_.reserve(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      arguments_.emplace_back(entry.spec->arguments[i], values[i], memory);
      arguments.push_back(arguments_.back().get());
    }
    aclOpExecutor* executor = nullptr;
    Require(entry.plan(arguments, &workspace_size_, &executor));
    executor_.reset(executor);
  }

  void KeepPartialSums(const PartOfSums& part) {
    Executor& executor = *ExecutorTable::Get().Find(executor_.get());
    auto* const sums = dynamic_cast<ChannelsComputation*>(executor.computation);
    const auto [outer, channels, inner] = part.shape;
    if (sums == nullptr || !sums->HasSums() || channels != sums->load.elements ||
        outer * channels * inner != sums->plan.elements ||
        PartialSums(part.shape, part.order) != static_cast<int64_t>(part.partials.size())) {
      throw Refused(ACL_ERROR_INVALID_PARAM,
                    fmt::format("{}: no sums of {} x {} x {} elements with {} partial sums",
                                entry_.spec->name, outer, channels, inner, part.partials.size()));
    }
    double* partials = part.partials.data();
    if (GetSettings().device_kind == DeviceKind::kCuda) {
      partials_ = part.partials;
      copy_of_partials_ = Allocate(partials_.size_bytes());
      partials = static_cast<double*>(copy_of_partials_.get());
    }
    executor.workspace_size = sums->KeepPartialSums(part.shape, part.order, partials);
    workspace_size_ = executor.workspace_size;
  }

  void DivideBy(int64_t elements) {
    Computation* const computation = ExecutorTable::Get().Find(executor_.get())->computation;
    auto* const loss = dynamic_cast<ElementwiseComputation*>(computation);
    if (loss != nullptr) loss->params.d[0] = static_cast<double>(elements);
  }

  void Run(aclrtStream stream) {
    const DeviceMemory workspace = Allocate(workspace_size_);
    // The second phase ends the executor.
    Require(entry_.run(workspace.get(), workspace_size_, executor_.release(), stream));
    Require(aclrtSynchronizeStream(stream));
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (entry_.spec->arguments[i].IsWritten()) arguments_[i].CopyBack();
    }
    if (copy_of_partials_ != nullptr) {
      Require(aclrtMemcpy(partials_.data(), partials_.size_bytes(), copy_of_partials_.get(),
                          partials_.size_bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
    }
  }

  std::vector<ViewOfRun> ViewsOfRun() const {
    std::vector<ViewOfRun> views;
    for (const Rule& rule : RulesOf(*entry_.spec)) {
      const int argument = rule.at[0];
      if (rule.type->name != "SetByRun" || entry_.spec->arguments[argument].IsRead()) continue;
      const aclTensor* const tensor = arguments_[static_cast<size_t>(argument)].get().tensor;
      views.push_back(
          {argument, DimsOf(aclGetViewShape, tensor), DimsOf(aclGetViewStrides, tensor)});
    }
    return views;
  }

 private:
  template <class Get>
  static std::vector<int64_t> DimsOf(const Get& get, const aclTensor* tensor) {
    int64_t* dims = nullptr;
    uint64_t rank = 0;
    Require(get(tensor, &dims, &rank));
    const std::unique_ptr<int64_t[]> owned(dims);
    return {dims, dims + rank};
  }

  const Operator& entry_;
  std::vector<PreparedArgument> arguments_;
  uint64_t workspace_size_ = 0;
  std::span<double> partials_;     // where they are wanted
  DeviceMemory copy_of_partials_;  // where a GPU writes them
  std::unique_ptr<aclOpExecutor, DestroyExecutor> executor_;
};

// The values as the rules of a spec look at them: tensors without memory.
class KnownArguments {
 public:
  KnownArguments(const OpSpec& spec, std::span<const Value> values) {
    for (size_t i = 0; i < values.size(); ++i) {
      all_.push_back(Make(spec.arguments[i].kind, values[i]));
    }
  }

  std::span<const Argument> all() const { return all_; }

 private:
  Argument Make(ArgumentKind kind, const Value& value) {
    Argument argument;
    argument.is_null = std::holds_alternative<std::monostate>(value);
    if (const auto* array = std::get_if<ArrayView>(&value)) {
      argument.tensor = Known(*array);
    } else if (const auto* arrays = std::get_if<std::vector<ArrayView>>(&value)) {
      std::vector<Tensor*>& members = lists_.emplace_back();
      for (const ArrayView& member : *arrays) members.push_back(Known(member));
      argument.tensors = members.data();
      argument.count = static_cast<uint32_t>(members.size());
    } else if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) {
      argument.integers = integers;
    } else if (const auto* flags = std::get_if<std::vector<bool>>(&value)) {
      argument.bools = flags;
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      argument.text = text->c_str();
    } else if (const auto* dtype = std::get_if<aclDataType>(&value)) {
      argument.dtype = *dtype;
    } else if (const auto number = NumberIn(value)) {
      if (kind == ArgumentKind::kScalar) {
        argument.scalar = Known(value);
      } else if (kind == ArgumentKind::kInt) {
        argument.integer = IntegerIn(value);
      } else if (kind == ArgumentKind::kBool) {
        argument.flag = *number != 0;
      } else {
        argument.number = *number;
      }
    }
    return argument;
  }

  Tensor* Known(const ArrayView& array) {
    if (array.dtype == ACL_DT_UNDEFINED) return nullptr;
    Tensor& tensor = tensors_.emplace_back();
    tensor.dtype = array.dtype;
    tensor.shape.assign(array.shape.begin(), array.shape.end());
    return &tensor;
  }

  const Scalar* Known(const Value& number) {
    Scalar& scalar = scalars_.emplace_back();
    scalar.dtype = DtypeOf(number);
    std::visit(
        [&scalar](const auto& value) {
          if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>) {
            std::memcpy(scalar.bytes.data(), &value, sizeof(value));
          }
        },
        number);
    return &scalar;
  }

  std::deque<Tensor> tensors_;
  std::deque<std::vector<Tensor*>> lists_;
  std::deque<Scalar> scalars_;
  std::vector<Argument> all_;
};

// The argument like which outputs are where no rule says otherwise: the first operand, or what is
// filled, or read first, where the spec names none. -1: the operator takes no tensors.
int FirstOperand(const OpSpec& spec) {
  if (spec.operands_at[0] >= 0) return spec.operands_at[0];
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (spec.arguments[i].IsRead()) return i;
  }
  return -1;
}

const Tensor* FirstTensor(std::span<const Argument> arguments, int first) {
  const Argument& operand = arguments[static_cast<size_t>(first)];
  return operand.count > 0 ? operand.tensors[0] : operand.tensor;
}

// What outputs are like where there are no inputs.
const Tensor& OneFloat() {
  static const Tensor one = [] {
    Tensor tensor;
    tensor.dtype = ACL_FLOAT;
    return tensor;
  }();
  return one;
}

int CountMembers(const OpSpec& spec, int output, std::span<const Argument> arguments) {
  const RuleCall call(spec, arguments);
  for (const Rule& rule : RulesOf(spec)) {
    const bool splits = rule.Is(rules::kSplitEvenly) || rule.Is(rules::kSplitBySizes);
    if (!splits || rule.at[0] != output) continue;
    if (const auto count = CountParts(call, rule)) return static_cast<int>(*count);
  }
  for (const int i : Ones(spec.tensor_lists)) {
    if (spec.arguments[i].IsRead()) return static_cast<int>(arguments[i].count);
  }
  throw Refused(ACL_ERROR_INVALID_PARAM,
                fmt::format("{}: no list of inputs says how many tensors {} has", spec.name,
                            spec.arguments[output].name));
}

}  // namespace

std::optional<double> NumberIn(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* integer = std::get_if<int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
  return std::nullopt;
}

std::vector<int64_t> DenseStrides(const std::vector<int64_t>& shape) {
  const Dims strides = ContiguousStrides({shape.begin(), shape.end()});
  return {strides.begin(), strides.end()};
}

// Refuses members that are missing from lists of inputs.
void RequireMembers(const OpSpec& spec, std::span<const Value> values) {
  for (const int i : Ones(spec.tensor_lists)) {
    const ArgumentSpec& list = spec.arguments[i];
    const auto* const arrays = std::get_if<std::vector<ArrayView>>(&values[size_t(i)]);
    if (arrays == nullptr || !list.IsRead() || list.has_optional_members) continue;
    const auto missing = std::ranges::find(*arrays, ACL_DT_UNDEFINED, &ArrayView::dtype);
    if (missing == arrays->end()) continue;
    throw Refused(ACL_ERROR_INVALID_PARAM, fmt::format("{}: {}[{}] is missing", spec.name,
                                                       list.name, missing - arrays->begin()));
  }
}

// Refuses dtypes of which arrays have no elements.
void RequireWholeBytes(const OpSpec& spec, int output, aclDataType dtype) {
  if (DtypeBytes(dtype) > 0) return;
  throw Refused(ACL_ERROR_INVALID_PARAM,
                fmt::format("{}: {} would be {}, which arrays here cannot be{}", spec.name,
                            spec.arguments[output].name, DtypeName(dtype),
                            dtype == ACL_INT4 ? "; INT32 holds eight of them in an element" : ""));
}

// Whether a mask among the values says that an output is not computed, or a rule that it never is.
bool IsMaskedOut(const OpSpec& spec, std::span<const Value> values, int output) {
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.type->name == "NoMembers" && rule.at[0] == output) return true;
    if (!rule.Is(rules::kOutputMask)) continue;
    const auto* const mask = std::get_if<std::vector<bool>>(&values[size_t(rule.at[0])]);
    size_t before = 0;
    for (int i = 0; i < output; ++i) before += spec.arguments[i].IsWritten() ? 1 : 0;
    return mask != nullptr && before < mask->size() && !(*mask)[before];
  }
  return false;
}

std::vector<OutputType> OutputTypes(const OpSpec& spec, std::span<const Value> values) {
  const KnownArguments arguments(spec, values);
  RequireMembers(spec, values);
  const int first = FirstOperand(spec);
  const Tensor* const tensor = first < 0 ? &OneFloat() : FirstTensor(arguments.all(), first);
  if (tensor == nullptr) {
    throw Refused(ACL_ERROR_INVALID_PARAM,
                  fmt::format("{}: {} is missing", spec.name, spec.arguments[first].name));
  }
  // That an argument names, or the first operand's.
  aclDataType dtype = tensor->dtype;
  for (const Value& value : values) {
    if (const auto* const named = std::get_if<aclDataType>(&value)) dtype = *named;
  }
  std::vector<OutputType> types;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    if (!argument.IsWritten() || IsMaskedOut(spec, values, i)) continue;
    const bool is_list = argument.IsTensorList();
    const int count = is_list ? CountMembers(spec, i, arguments.all()) : 1;
    for (int member = 0; member < count; ++member) {
      Inferred output{i, dtype, tensor->shape, member};
      const Status status = Infer(spec, arguments.all(), output);
      if (!status.ok()) throw Refused(status.code(), status.message());
      RequireWholeBytes(spec, i, output.dtype);
      types.push_back(
          {i, output.dtype, {output.shape.begin(), output.shape.end()}, is_list ? member : -1});
    }
  }
  return types;
}

std::vector<int64_t> ShapeByRules(const OpSpec& spec, std::span<const Value> values, int argument,
                                  const std::vector<int64_t>& otherwise) {
  Inferred input{argument, ACL_DT_UNDEFINED, {otherwise.begin(), otherwise.end()}};
  const Status status = Infer(spec, KnownArguments(spec, values).all(), input);
  if (!status.ok()) throw Refused(status.code(), status.message());
  return {input.shape.begin(), input.shape.end()};
}

void CheckCall(const Operator& entry, std::span<const Value> values) {
  Prepared(entry, values, Memory::kHost);
}

void* NativeStreamOfThread() { return NativeStream(StreamOfThread()); }

std::vector<ViewOfRun> CallOperator(const Operator& entry, std::span<const Value> values,
                                    Memory memory) {
  const aclrtStream stream = StreamOfThread();
  Prepared call(entry, values, memory);
  call.Run(stream);
  return call.ViewsOfRun();
}

void CallForPart(const Operator& entry, std::span<const Value> values, int64_t elements,
                 Memory memory) {
  const aclrtStream stream = StreamOfThread();
  Prepared call(entry, values, memory);
  if (const int reduction = entry.spec->reduction_at; reduction >= 0) {
    if (NumberIn(values[static_cast<size_t>(reduction)]) == kMean) call.DivideBy(elements);
  }
  call.Run(stream);
}

void CallForPartialSums(const Operator& entry, std::span<const Value> values,
                        const PartOfSums& part, Memory memory) {
  const aclrtStream stream = StreamOfThread();
  Prepared call(entry, values, memory);
  call.KeepPartialSums(part);
  call.Run(stream);
}

}  // namespace openaclnn::tools
