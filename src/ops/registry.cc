#include "ops/registry.h"

#include <unordered_map>

#include "aclnnop/aclnn_ops_nn.h"
#include "engine/op_spec.h"
#include "ops/families.h"

namespace openaclnn {
namespace {

// Calls the C function with the arguments its prototype asks for, in its order.
template <auto kFunction, class... Args, size_t... i>
aclnnStatus Call(aclnnStatus (*)(Args...), std::span<const AnyArgument> arguments,
                 uint64_t* workspaceSize, aclOpExecutor** executor, std::index_sequence<i...>) {
  return kFunction(arguments[i]..., workspaceSize, executor);
}

template <class... Args>
constexpr size_t CountArguments(aclnnStatus (*)(Args...)) {
  return sizeof...(Args) - 2;  // less workspaceSize and executor
}

template <auto kFunction>
aclnnStatus CallPlan(std::span<const AnyArgument> arguments, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  return Call<kFunction>(kFunction, arguments, workspaceSize, executor,
                         std::make_index_sequence<CountArguments(kFunction)>());
}

constexpr Operator kOperators[] = {
#define OPENACLNN_ENTRY(name) \
  {&k##name##Spec, CallPlan<&aclnn##name##GetWorkspaceSize>, &aclnn##name},
#define OPENACLNN_ENTRIES(title, operators) operators(OPENACLNN_ENTRY)
    OPENACLNN_FAMILIES(OPENACLNN_ENTRIES)
#undef OPENACLNN_ENTRIES
#undef OPENACLNN_ENTRY
};

}  // namespace

std::span<const Operator> AllOperators() { return kOperators; }

const Operator* FindOperator(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const Operator*> made;
    for (const Operator& entry : kOperators) made.emplace(entry.spec->name, &entry);
    return made;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

}  // namespace openaclnn
