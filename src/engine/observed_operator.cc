#include "engine/observed_operator.h"

#include <iterator>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/settings.h"
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
  for (size_t i = 0; i < kMaxArguments; ++i) {
    const ArgumentSpec& argument = found->spec->arguments[i];
    const aclTensor* const handle = found->slots[i].handle;
    if (argument.IsTensor()) AddObject(argument.name, handle, FindTensor(handle), details);
  }
}

}  // namespace openaclnn
