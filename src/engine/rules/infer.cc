#include "engine/rules/infer.h"

namespace openaclnn {

Status Infer(const OpSpec& spec, std::span<const Argument> arguments, Inferred& output) {
  const RuleCall call(spec, arguments);
  for (const Rule& rule : RulesOf(spec)) {
    const RuleType& type = *rule.type;
    if (type.infer == nullptr || rule.at[type.inferred] != output.argument) continue;
    OPENACLNN_RETURN_IF_ERROR(type.infer(call, rule, output));
  }
  return {};
}

Status RequireKnown(const RuleCall& call, const Rule& rule, int k) {
  if (!call.Given(rule, k).is_null) return {};
  return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: {} is missing",
               call.spec().name, rule.names[k]);
}

}  // namespace openaclnn
