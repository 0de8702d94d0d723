#include "engine/observed_operator.h"

#include <iterator>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/targets.h"
#include "engine/executor.h"
#include "tensor/arrays.h"

namespace openaclnn {
namespace {

std::string TextOf(const std::vector<int64_t>& integers) {
  return fmt::format("[{}]", fmt::join(integers.begin(), integers.end(), ", "));
}

// A tensor or scalar of which nothing but the handle may be known.
template <class Object>
void AddObject(std::string_view name, const void* handle, const Object* object, Details& details) {
  if (object != nullptr) {
    details.AddWords(name, TextOf(*object));
  } else {
    details.AddWords(name, handle == nullptr ? "null" : fmt::format("{} (not live)", handle));
  }
}

void AddArgument(const ArgumentSpec& spec, const Argument& argument, Details& details) {
  switch (spec.kind) {
    case ArgumentKind::kNone:
      return;
    case ArgumentKind::kInput:
    case ArgumentKind::kOutput:
    case ArgumentKind::kInOut:
    case ArgumentKind::kUnread:
      return AddObject(spec.name, argument.handle,
                       FindTensor(static_cast<const aclTensor*>(argument.handle)), details);
    case ArgumentKind::kScalar:
      return AddObject(spec.name, argument.handle,
                       FindScalar(static_cast<const aclScalar*>(argument.handle)), details);
    case ArgumentKind::kDouble:
      return details.Add(spec.name, argument.number);
    case ArgumentKind::kInt:
      return details.Add(spec.name, argument.integer);
    case ArgumentKind::kInts:
      return AddObject(spec.name, argument.handle,
                       FindArray(static_cast<const aclIntArray*>(argument.handle)), details);
    case ArgumentKind::kBool:
      return details.AddWords(spec.name, argument.flag ? "true" : "false");
    case ArgumentKind::kText:
      return details.Add(spec.name, argument.text);
    case ArgumentKind::kDtype:
      return details.AddWords(spec.name, DtypeName(argument.dtype));
  }
}

const char* NameOf(LoopType loop) {
  constexpr const char* kNames[] = {"float", "double", "bfloat16", "float16",  // by LoopType
                                    "int64", "int32",  "int8"};
  static_assert(std::size(kNames) == kLoopTypes);
  return kNames[static_cast<size_t>(loop)];
}

const char* NameOf(Computation computation, LoopType loop) {
  switch (computation) {
    case Computation::kMove:
      return "move";
    case Computation::kFill:
      return "fill";
    case Computation::kSelect:
      return "select";
    default:
      return NameOf(loop);
  }
}

// Innermost first, with the steps of each operand in bytes: "8 x (4, 4, 4)".
std::string AxesText(const Plan& plan) {
  std::string text;
  for (const Axis& axis : plan.axes) {
    const auto steps = std::span(axis.stride).first(static_cast<size_t>(plan.num_operands));
    text += fmt::format("{}{} x ({})", text.empty() ? "" : ", ", axis.extent,
                        fmt::join(steps.begin(), steps.end(), ", "));
  }
  return text;
}

}  // namespace

void PlanCall::AddArguments(Details& details) const {
  for (size_t i = 0; i < arguments.size(); ++i) {
    AddArgument(spec->arguments[i], arguments[i], details);
  }
}

void PlanCall::AddResults(Details& details) const {
  details.Add("workspaceSize", *workspace_size);
  details.Add("executor", static_cast<const void*>(*executor));
}

void PlanCall::AddMore(Details& details) const {
  const Executor* const made = ExecutorTable::Get().Find(*executor);
  if (made == nullptr) return;
  details.AddWords("loop", NameOf(spec->computation, made->loop));
  details.AddWords("simd", ChosenSimdName());
  details.Add("elements", made->plan.elements);
  details.AddWords("axes", AxesText(made->plan));
  details.Add("tile", GetSettings().tile);
  details.Add("threads", GetSettings().num_threads);
}

void RunCall::AddArguments(Details& details) const {
  details.Add("workspace", workspace);
  details.Add("workspaceSize", workspace_size);
  details.Add("executor", static_cast<const void*>(executor));
  details.Add("stream", static_cast<const void*>(stream));
  const Executor* const found = ExecutorTable::Get().Find(executor);
  if (found == nullptr) return;
  for (size_t i = 0; i < kMaxArguments; ++i) {
    const ArgumentSpec& argument = found->spec->arguments[i];
    const aclTensor* const handle = found->tensors[i].handle;
    if (argument.IsTensor()) AddObject(argument.name, handle, FindTensor(handle), details);
  }
}

}  // namespace openaclnn
