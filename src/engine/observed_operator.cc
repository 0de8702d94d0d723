#include "engine/observed_operator.h"

#include <iterator>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/settings.h"
#include "engine/executor.h"
#include "tensor/arrays.h"
#include "tensor/lists.h"

namespace openaclnn {
namespace {

// A handle that stands for nothing that is live.
std::string NoObject(const void* handle) {
  return handle == nullptr ? "null" : fmt::format("{} (not live)", handle);
}

template <class T>
std::string TextOf(const std::vector<T>& items) {
  return fmt::format("[{}]", fmt::join(items.begin(), items.end(), ", "));
}
std::string TextOfMember(const aclTensor* handle) {
  const Tensor* const tensor = FindTensor(handle);
  return tensor != nullptr ? TextOf(*tensor) : NoObject(handle);
}
std::string TextOfMember(const aclScalar* handle) {
  const Scalar* const scalar = FindScalar(handle);
  return scalar != nullptr ? TextOf(*scalar) : NoObject(handle);
}
template <class Element>
std::string TextOf(const std::vector<const Element*>& members) {
  std::vector<std::string> texts;
  for (const Element* const member : members) texts.push_back(TextOfMember(member));
  return TextOf(texts);
}

// A tensor or scalar of which nothing but the handle may be known.
template <class Object>
void AddObject(std::string_view name, const void* handle, const Object* object, Details& details) {
  if (object != nullptr) {
    details.AddWords(name, TextOf(*object));
  } else {
    details.AddWords(name, NoObject(handle));
  }
}

void AddArgument(const ArgumentSpec& spec, const Argument& argument, Details& details) {
  const void* const handle = argument.is_null ? nullptr : argument.handle;
  switch (spec.kind) {
    case ArgumentKind::kNone:
      return;
    case ArgumentKind::kInput:
    case ArgumentKind::kOutput:
    case ArgumentKind::kInOut:
    case ArgumentKind::kUnread:
      return AddObject(spec.name, handle, FindTensor(static_cast<const aclTensor*>(handle)),
                       details);
    case ArgumentKind::kScalar:
      return AddObject(spec.name, handle, FindScalar(static_cast<const aclScalar*>(handle)),
                       details);
    case ArgumentKind::kInputs:
    case ArgumentKind::kOutputs:
    case ArgumentKind::kInOuts:
      return AddObject(spec.name, handle, FindList(static_cast<const aclTensorList*>(handle)),
                       details);
    case ArgumentKind::kScalars:
      return AddObject(spec.name, handle, FindList(static_cast<const aclScalarList*>(handle)),
                       details);
    case ArgumentKind::kFloats:
      return AddObject(spec.name, handle, FindArray(static_cast<const aclFloatArray*>(handle)),
                       details);
    case ArgumentKind::kBools:
      return AddObject(spec.name, handle, FindArray(static_cast<const aclBoolArray*>(handle)),
                       details);
    case ArgumentKind::kFloat:
    case ArgumentKind::kDouble:
      return details.Add(spec.name, argument.number);
    case ArgumentKind::kInt:
      return details.Add(spec.name, argument.integer);
    case ArgumentKind::kInts:
      return AddObject(spec.name, handle, FindArray(static_cast<const aclIntArray*>(handle)),
                       details);
    case ArgumentKind::kBool:
      return details.AddWords(spec.name, argument.flag ? "true" : "false");
    case ArgumentKind::kText:
      return details.Add(spec.name, argument.text);
    case ArgumentKind::kDtype:
      return details.AddWords(spec.name, DtypeName(argument.dtype));
  }
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
  made->computation->AddDetails(details);
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
  const OpSpec& spec = *found->spec;
  const int num_arguments = spec.NumArguments();
  for (int i = 0; i < static_cast<int>(found->slots.size()); ++i) {
    const aclTensor* const handle = found->slots[i].handle;
    const bool is_tensor = i < num_arguments ? spec.arguments[i].IsTensor() : handle != nullptr;
    if (is_tensor) AddObject(found->NameOf(i), handle, FindTensor(handle), details);
  }
}

}  // namespace openaclnn
