#include "tools/cli/operator_command.h"

#include "aclnn/opdev/op_errno.h"
#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {

void AddOperators(CLI::App* command, AddOperator* add) {
  for (const Operator& entry : AllOperators()) {
    const OpSpec& spec = *entry.spec;
    CLI::App* const subcommand =
        command->add_subcommand(ShortName(spec), std::string(spec.formula));
    subcommand->alias(SnakeName(spec))->alias(std::string(spec.name));
    add(entry, subcommand);
  }
  command->require_subcommand(0, 1);
  command->allow_extras();  // an unknown operator and its arguments
  command->parse_complete_callback([command] {
    const std::vector<std::string> rest = command->remaining();
    if (!command->get_subcommands().empty()) {
      if (!rest.empty()) throw UsageError(fmt::format("{} was not expected", rest[0]));
      return;
    }
    throw UsageError(rest.empty()
                         ? fmt::format("{}: an operator is missing; openaclnn list shows them",
                                       command->get_name())
                         : UnknownOperator(rest[0]));
  });
}

tools::Value Attributes::ValueAt(const OpSpec& spec, int argument) const {
  const auto at = static_cast<size_t>(argument);
  switch (spec.arguments[argument].kind) {
    case ArgumentKind::kScalar:
    case ArgumentKind::kDouble:
      return numbers[at];
    case ArgumentKind::kText:
      return texts[at];
    default:
      return std::monostate();
  }
}

void AddAttribute(const OpSpec& spec, int argument, CLI::App* command, Attributes* attributes) {
  const auto at = static_cast<size_t>(argument);
  const std::string_view name = spec.arguments[argument].name;
  const std::string flag = fmt::format("--{}", name);
  switch (spec.arguments[argument].kind) {
    case ArgumentKind::kScalar:
    case ArgumentKind::kDouble:
      command->add_option(flag, attributes->numbers[at], "A number, inf or nan")->required();
      break;
    case ArgumentKind::kText: {
      CLI::Option* const option =
          command->add_option(flag, attributes->texts[at], "A text")->required();
      for (const Rule& rule : spec.rules) {
        if (rule.kind != RuleKind::kTextIn || rule.names[0] != name) continue;
        option->check(CLI::IsMember({std::string(rule.texts[0]), std::string(rule.texts[1])}));
      }
      break;
    }
    default:
      break;
  }
}

const std::map<std::string, aclDataType>& FloatNames() {
  static const std::map<std::string, aclDataType> names = {
      {"float16", ACL_FLOAT16}, {"bfloat16", ACL_BF16}, {"float", ACL_FLOAT},
      {"float32", ACL_FLOAT},   {"double", ACL_DOUBLE}, {"float64", ACL_DOUBLE}};
  return names;
}

void WithProduct(const std::function<void()>& work) {
  try {
    work();
  } catch (const tools::Refused& refused) {
    if (refused.status() == ACLNN_ERR_INNER_FIND_KERNEL_ERROR) throw UsageError(refused.what());
    throw;
  }
}

}  // namespace openaclnn::cli
