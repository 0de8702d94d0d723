#include "engine/rules/infer.h"

#include <vector>

namespace openaclnn {
namespace {

Status InferFromMembers(const OpSpec& spec, std::span<const Argument> arguments, const Rule& rule,
                        Inferred& output) {
  // The output, which is not known, is no list here.
  std::vector<Argument> inputs(arguments.begin(), arguments.end());
  inputs[static_cast<size_t>(output.argument)].count = 0;
  Members members(spec, inputs, rule);
  members.GoTo(static_cast<size_t>(output.member));
  return rule.type->infer(RuleCall(spec, members.arguments()), rule, output);
}

// Whether a rule names an optional tensor that is not given: it says nothing then.
bool IsOfNone(const RuleCall& call, const Rule& rule) {
  for (const int8_t at : rule.at) {
    if (at < 0) break;
    const ArgumentSpec& argument = call.spec().arguments[at];
    const bool is_optional = argument.is_optional && argument.kind == ArgumentKind::kInput;
    if (is_optional && call.IsAbsent(static_cast<size_t>(at))) return true;
  }
  return false;
}

}  // namespace

Status Infer(const OpSpec& spec, std::span<const Argument> arguments, Inferred& output) {
  const RuleCall call(spec, arguments);
  for (const Rule& rule : RulesOf(spec)) {
    const RuleType& type = *rule.type;
    if (type.infer == nullptr || rule.at[type.inferred] != output.argument) continue;
    if (IsOfNone(call, rule)) continue;
    if (IsForMembers(spec, rule)) {
      OPENACLNN_RETURN_IF_ERROR(InferFromMembers(spec, arguments, rule, output));
      continue;
    }
    OPENACLNN_RETURN_IF_ERROR(type.infer(call, rule, output));
  }
  return {};
}

Status RequireKnown(const RuleCall& call, const Rule& rule, int k) {
  const bool is_list = call.spec().arguments[rule.at[k]].IsTensorList();
  const Argument& given = call.Given(rule, k);
  if (is_list ? given.count > 0 || given.tensor != nullptr : !given.is_null) return {};
  return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: {} is missing",
               call.spec().name, rule.names[k]);
}

}  // namespace openaclnn
