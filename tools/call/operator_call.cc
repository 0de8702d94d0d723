#include "tools/call/operator_call.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "engine/executor.h"
#include "fmt/format.h"
#include "kinds/channels/computation.h"
#include "kinds/elementwise/computation.h"
#include "runtime/launch.h"
#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"
#include "tensor/promote.h"
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

struct DestroyTensor {
  void operator()(const aclTensor* tensor) const { aclDestroyTensor(tensor); }
};
struct DestroyScalar {
  void operator()(const aclScalar* scalar) const { aclDestroyScalar(scalar); }
};
struct DestroyIntArray {
  void operator()(const aclIntArray* array) const { aclDestroyIntArray(array); }
};
struct DestroyExecutor {
  void operator()(aclOpExecutor* executor) const { aclDestroyAclOpExecutor(executor); }
};

// One argument with the objects that it needs.
class PreparedArgument {
 public:
  PreparedArgument(const ArgumentSpec& spec, const Value& value, Memory memory) {
    if (const auto* array = std::get_if<ArrayView>(&value)) {
      Prepare(*array, memory);
    } else if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) {
      integers_.reset(Require(aclCreateIntArray(integers->data(), integers->size())));
      argument_.integers = integers_.get();
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      argument_.text = text->c_str();
    } else if (const auto* dtype = std::get_if<aclDataType>(&value)) {
      argument_.dtype = *dtype;
    } else if (const auto number = NumberIn(value)) {
      argument_.number = *number;
      if (spec.kind == ArgumentKind::kInt) {  // and no operator takes one beyond these
        argument_.integer = static_cast<int64_t>(std::clamp(*number, -0x1p62, 0x1p62));
      }
      argument_.flag = *number != 0;
      if (spec.kind == ArgumentKind::kScalar) PrepareScalar(value);
    } else if (spec.kind == ArgumentKind::kUnread && !spec.is_optional) {
      Prepare({ACL_FLOAT, {0}, {1}, nullptr}, Memory::kHost);
    }
  }

  const AnyArgument& get() const { return argument_; }

  // Brings back what the operator wrote.
  void CopyBack() const {
    if (copy_ == nullptr) return;
    Require(
        aclrtMemcpy(span_.begin, span_.bytes, copy_.get(), span_.bytes, ACL_MEMCPY_DEVICE_TO_HOST));
  }

 private:
  void PrepareScalar(Value value) {
    void* const number = std::visit([](auto& held) -> void* { return &held; }, value);
    scalar_.reset(Require(aclCreateScalar(number, DtypeOf(value))));
    argument_.scalar = scalar_.get();
  }

  void Prepare(const ArrayView& array, Memory memory) {
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
    argument_.tensor = tensor_.get();
  }

  AnyArgument argument_;
  Span span_ = {};
  DeviceMemory copy_;  // null: the tensor lies in the caller's memory
  std::unique_ptr<const aclTensor, DestroyTensor> tensor_;
  std::unique_ptr<const aclScalar, DestroyScalar> scalar_;
  std::unique_ptr<aclIntArray, DestroyIntArray> integers_;
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

 private:
  const Operator& entry_;
  std::vector<PreparedArgument> arguments_;
  uint64_t workspace_size_ = 0;
  std::span<double> partials_;     // where they are wanted
  DeviceMemory copy_of_partials_;  // where a GPU writes them
  std::unique_ptr<aclOpExecutor, DestroyExecutor> executor_;
};

const ArrayView& ArrayAt(const OpSpec& spec, std::span<const Value> values, int argument) {
  const auto* array = std::get_if<ArrayView>(&values[static_cast<size_t>(argument)]);
  if (array != nullptr) return *array;
  throw Refused(ACL_ERROR_INVALID_PARAM,
                fmt::format("{}: {} is missing", spec.name, spec.arguments[argument].name));
}

Dims DimsOf(const ArrayView& array) { return {array.shape.begin(), array.shape.end()}; }

class OutputRules {
 public:
  OutputRules(const OpSpec& spec, std::span<const Value> values) : spec_(spec), values_(values) {}

  OutputType TypeOf(int output) const {
    OutputType type{output, First().dtype, First().shape};
    for (const Rule& rule : spec_.rules) Apply(rule, &type);
    return type;
  }

 private:
  // The first operand, or what is filled where there is none.
  const ArrayView& First() const {
    const int8_t operand = spec_.operands_at[0];
    return Array(operand >= 0 ? operand : spec_.results_at[0]);
  }
  const ArrayView& Array(int argument) const { return ArrayAt(spec_, values_, argument); }
  bool IsInput(int argument) const {
    return spec_.arguments[argument].kind == ArgumentKind::kInput;
  }

  void Apply(const Rule& rule, OutputType* type) const {
    const int a = rule.at[0], b = rule.at[1], c = rule.at[2];
    const bool is_a = a == type->argument;
    switch (rule.kind) {
      case RuleKind::kDtypeIn:
        if (is_a && !rule.dtypes.Has(type->dtype)) type->dtype = ACL_FLOAT;
        break;
      case RuleKind::kSameDtype:
        if (is_a && IsInput(b)) type->dtype = Array(b).dtype;
        break;
      case RuleKind::kPromotedDtype:
      case RuleKind::kPromotedCastable:
        if (is_a) type->dtype = Promoted(rule);
        break;
      case RuleKind::kDtypeInOrCastable:
        if (is_a) type->dtype = rule.dtypes.Has(Promoted(rule)) ? Promoted(rule) : ACL_FLOAT;
        break;
      case RuleKind::kSameShape:
        if (is_a && IsInput(b)) type->shape = Array(b).shape;
        break;
      case RuleKind::kShapeOfRows:
        if (is_a) type->shape = RowsOf(Array(b).shape);
        break;
      case RuleKind::kBroadcastShape:
        if (is_a) type->shape = BroadcastOf(rule);
        break;
      case RuleKind::kChannelWeight:
        if (c == type->argument) type->shape = GradientShape(Array(a).shape);
        break;
      case RuleKind::kHalfShape:
        if (is_a && IsInput(b)) type->shape = HalfOf(Array(b).shape, c);
        break;
      case RuleKind::kReducedShape:
        if (is_a) type->shape = ReducedOf(b, c, rule.at[3]);
        break;
      case RuleKind::kProductShape:
        if (is_a) type->shape = ProductShapeOf(b, c);
        break;
      case RuleKind::kLossShape:
        if (is_a) type->shape = IsZero(c) ? Array(b).shape : std::vector<int64_t>();
        break;
      case RuleKind::kOneElement:
        if (is_a) type->shape = {};
        break;
      case RuleKind::kHasDtype:
        if (is_a) type->dtype = Dtype(b);
        break;
      default:  // of inputs
        break;
    }
  }

  aclDataType Dtype(int argument) const {
    const auto* dtype = std::get_if<aclDataType>(&values_[static_cast<size_t>(argument)]);
    if (dtype != nullptr) return *dtype;
    throw Refused(ACL_ERROR_INVALID_PARAM,
                  fmt::format("{}: {} is missing", spec_.name, spec_.arguments[argument].name));
  }

  static std::vector<int64_t> RowsOf(std::vector<int64_t> shape) {
    if (!shape.empty()) shape.pop_back();
    return shape;
  }

  // One number keeps its shape; numbers for the channels become one axis.
  static std::vector<int64_t> GradientShape(const std::vector<int64_t>& weight) {
    const int64_t count = CountElements({weight.begin(), weight.end()}).value_or(0);
    return count == 1 ? weight : std::vector{count};
  }

  // Rounded where it is none; the first phase then says so.
  std::vector<int64_t> HalfOf(std::vector<int64_t> shape, int axis_argument) const {
    const double given = axis_argument >= 0
                             ? NumberIn(values_[static_cast<size_t>(axis_argument)]).value_or(-1)
                             : -1;
    const double axis = std::clamp(given, -0x1p62, 0x1p62);
    const auto at = AxisAt(static_cast<int64_t>(axis), {shape.begin(), shape.end()});
    if (at && !shape.empty()) shape[*at] /= 2;
    return shape;
  }

  // What the arguments of the rule but the first promote to, of which the second is a tensor.
  aclDataType Promoted(const Rule& rule) const {
    std::optional<aclDataType> promoted = Array(rule.at[1]).dtype;
    std::string given = GivenDtype(rule.at[1]);
    for (size_t k = 2; k < rule.at.size() && rule.at[k] >= 0; ++k) {
      const Value& value = values_[static_cast<size_t>(rule.at[k])];
      const auto meet = std::holds_alternative<ArrayView>(value) ? Promote : PromoteWithScalar;
      if (promoted) promoted = meet(*promoted, DtypeOf(value));
      given += " and " + GivenDtype(rule.at[k]);
    }
    if (promoted) return *promoted;
    throw Refused(ACL_ERROR_INVALID_PARAM,
                  fmt::format("{}: {}, which have no common dtype", spec_.name, given));
  }

  // Where these are no axes, or no factors, the first phase says so.
  std::vector<int64_t> ReducedOf(int tensor, int axes, int keeps) const {
    const auto* const dims = std::get_if<std::vector<int64_t>>(&values_[static_cast<size_t>(axes)]);
    const Dims shape = DimsOf(Array(tensor));
    const auto reduced =
        dims != nullptr ? ReducedShape(shape, *dims, !IsZero(keeps)) : std::nullopt;
    return reduced ? std::vector<int64_t>(reduced->begin(), reduced->end()) : Array(tensor).shape;
  }
  std::vector<int64_t> ProductShapeOf(int b, int c) const {
    const auto product = ProductOf(DimsOf(Array(b)), DimsOf(Array(c)));
    if (!product) return {};
    const Dims shape = product->Result();
    return {shape.begin(), shape.end()};
  }
  // Of an integer or a bool.
  bool IsZero(int argument) const {
    return NumberIn(values_[static_cast<size_t>(argument)]).value_or(0) == 0;
  }

  std::string GivenDtype(int argument) const {
    const aclDataType dtype = DtypeOf(values_[static_cast<size_t>(argument)]);
    return fmt::format("{} is {}", spec_.arguments[argument].name,
                       dtype == ACL_DT_UNDEFINED ? "missing" : DtypeName(dtype));
  }

  // Of the arguments of the rule but the first.
  std::vector<int64_t> BroadcastOf(const Rule& rule) const {
    std::optional<Dims> common(std::in_place);  // of rank 0: broadcasts to any shape
    std::string given;
    for (size_t k = 1; k < rule.at.size() && rule.at[k] >= 0; ++k) {
      if (common) common = Broadcast(*common, DimsOf(Array(rule.at[k])));
      given += (k > 1 ? " and " : "") + GivenShape(rule.at[k]);
    }
    if (common) return {common->begin(), common->end()};
    throw Refused(ACL_ERROR_INVALID_PARAM,
                  fmt::format("{}: {}, which have no common broadcast shape", spec_.name, given));
  }
  std::string GivenShape(int argument) const {
    return fmt::format("{} is {}", spec_.arguments[argument].name,
                       ShapeText(DimsOf(Array(argument))));
  }

  const OpSpec& spec_;
  std::span<const Value> values_;
};

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

std::vector<OutputType> OutputTypes(const OpSpec& spec, std::span<const Value> values) {
  const OutputRules rules(spec, values);
  std::vector<OutputType> types;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (spec.arguments[i].IsWritten()) types.push_back(rules.TypeOf(i));
  }
  return types;
}

void CheckCall(const Operator& entry, std::span<const Value> values) {
  Prepared(entry, values, Memory::kHost);
}

void* NativeStreamOfThread() { return NativeStream(StreamOfThread()); }

void CallOperator(const Operator& entry, std::span<const Value> values, Memory memory) {
  const aclrtStream stream = StreamOfThread();
  Prepared(entry, values, memory).Run(stream);
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
