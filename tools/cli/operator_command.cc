#include "tools/cli/operator_command.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "aclnn/opdev/op_errno.h"
#include "engine/formula_of.h"
#include "engine/op_spec.h"
#include "engine/rules/sentence.h"
#include "fmt/format.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

// The numbers in a text such as "0,-1"; "" has none.
template <class Number>
std::optional<std::vector<Number>> NumbersIn(const std::string& text) {
  std::vector<Number> numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    Number& number = numbers.emplace_back();
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (stop != end && (*stop != ',' || stop + 1 == end))) return {};
    at = stop == end ? end : stop + 1;
  }
  return numbers;
}

// The flags in a text such as "true,false"; "" has none.
std::optional<std::vector<bool>> FlagsIn(const std::string& text) {
  std::vector<bool> flags;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view flag = std::string_view(text).substr(at, end - at);
    if ((flag != "true" && flag != "false") || end + 1 == text.size()) return {};
    flags.push_back(flag == "true");
    at = end + 1;
  }
  return flags;
}

// Scalars in a text: integers, if all are whole, else doubles.
tools::Value ScalarsIn(const std::string& text) {
  if (const auto integers = NumbersIn<int64_t>(text)) return *integers;
  return *NumbersIn<double>(text);
}

// A check of a text with several items, which `parse` reads.
template <auto parse>
Complaint CheckItems(const std::string& text, const char* expected) {
  return parse(text) ? "" : fmt::format("expected {} with commas between", expected);
}

}  // namespace

void AddOperators(Command& command, AddOperator* add) {
  for (const Operator& entry : AllOperators()) {
    const OpSpec& spec = *entry.spec;
    command.Add({ShortName(spec), SnakeName(spec), std::string(spec.name)}, FormulaOf(spec),
                [&entry, add](Command& of_operator) { add(entry, of_operator); });
  }
  command.RequireCommand(
      fmt::format("{}: an operator is missing; openaclnn list shows them", command.Name()),
      UnknownOperator);
}

tools::Value Attributes::ValueAt(const OpSpec& spec, int argument) const {
  const auto at = static_cast<size_t>(argument);
  const ArgumentSpec& argument_spec = spec.arguments[argument];
  if (argument_spec.is_optional && argument_spec.IsOfItems() && texts[at].empty()) return {};
  switch (argument_spec.kind) {
    case ArgumentKind::kScalar:
      return std::visit([](auto number) { return tools::Value(number); }, scalars[at]);
    case ArgumentKind::kDouble:
    case ArgumentKind::kFloat:
      return numbers[at];
    case ArgumentKind::kInt:
      return static_cast<double>(integers[at]);
    case ArgumentKind::kInts:
      return *NumbersIn<int64_t>(texts[at]);
    case ArgumentKind::kFloats:
      return *NumbersIn<double>(texts[at]);
    case ArgumentKind::kScalars:
      return ScalarsIn(texts[at]);
    case ArgumentKind::kBools:
      return *FlagsIn(texts[at]);
    case ArgumentKind::kBool:
      return texts[at] == "true" ? 1.0 : 0.0;
    case ArgumentKind::kText:
      return texts[at];
    case ArgumentKind::kDtype:
      return CastNames().at(dtypes[at]);
    default:
      return std::monostate();
  }
}

void AddAttribute(const OpSpec& spec, int argument, Command& command, Attributes* attributes) {
  const auto at = static_cast<size_t>(argument);
  const std::string_view name = spec.arguments[argument].name;
  const std::string flag = fmt::format("--{}", name);
  switch (spec.arguments[argument].kind) {
    case ArgumentKind::kScalar: {
      attributes->scalars[at] = spec.arguments[argument].by_default;
      Option option = command.Number(flag, &attributes->scalars[at],
                                     "A number, inf or nan; 3 is an integer, 3.0 is not");
      spec.arguments[argument].is_optional ? option.ShowDefault() : option.Required();
      break;
    }
    case ArgumentKind::kDouble:
    case ArgumentKind::kFloat: {
      attributes->numbers[at] = spec.arguments[argument].by_default;
      Option option = command.Number(flag, &attributes->numbers[at], "A number, inf or nan");
      spec.arguments[argument].is_optional ? option.ShowDefault() : option.Required();
      break;
    }
    case ArgumentKind::kInt: {
      constexpr int64_t kMost = int64_t{1} << 53;  // which doubles hold
      std::string help =
          argument == spec.axis_at ? "The axis, a whole number; -1 is the last" : "A whole number";
      for (const Rule& rule : RulesOf(spec)) {
        const bool lists_choices = rule.lists_choices && rule.at[0] == argument;
        if (lists_choices) help = fmt::format("A whole number: {}", ChoicesText(rule));
      }
      command.Whole(flag.c_str(), &attributes->integers[at], -kMost, kMost, help).Required();
      break;
    }
    case ArgumentKind::kInts:
      command
          .Text(flag, &attributes->texts[at],
                argument == ReducedAxesOf(spec)
                    ? "Whole numbers with commas between; -1 is the last axis"
                    : "Whole numbers with commas between")
          .Check([](const std::string& text) -> Complaint {
            return CheckItems<NumbersIn<int64_t>>(text, "whole numbers");
          });
      break;
    case ArgumentKind::kFloats:
    case ArgumentKind::kScalars:
      command.Text(flag, &attributes->texts[at], "Numbers with commas between")
          .Check([](const std::string& text) -> Complaint {
            return CheckItems<NumbersIn<double>>(text, "numbers");
          });
      break;
    case ArgumentKind::kBools:
      command.Text(flag, &attributes->texts[at], "true or false, with commas between")
          .Check([](const std::string& text) -> Complaint {
            return CheckItems<FlagsIn>(text, "true or false");
          });
      break;
    case ArgumentKind::kBool:
      command.Text(flag, &attributes->texts[at], "Yes or no").Required().OneOf({"true", "false"});
      break;
    case ArgumentKind::kText: {
      const char* const by_default = spec.arguments[argument].text_by_default;
      if (by_default != nullptr) attributes->texts[at] = by_default;
      Option option = command.Text(flag, &attributes->texts[at], "A text");
      spec.arguments[argument].is_optional ? option.ShowDefault() : option.Required();
      for (const Rule& rule : RulesOf(spec)) {
        if (rule.texts.empty() || rule.names[0] != name) continue;
        option.OneOf({rule.texts.begin(), rule.texts.end()});
      }
      break;
    }
    case ArgumentKind::kDtype:
      command.Text(flag, &attributes->dtypes[at], "A dtype").Required().OneOf(NamesIn(CastNames()));
      break;
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

const std::map<std::string, aclDataType>& DtypeNames() {
  static const std::map<std::string, aclDataType> names = [] {
    std::map<std::string, aclDataType> all = FloatNames();
    all.insert({{"int8", ACL_INT8},
                {"int16", ACL_INT16},
                {"int32", ACL_INT32},
                {"int64", ACL_INT64},
                {"uint8", ACL_UINT8},
                {"uint16", ACL_UINT16},
                {"uint32", ACL_UINT32},
                {"uint64", ACL_UINT64},
                {"bool", ACL_BOOL}});
    return all;
  }();
  return names;
}

const std::map<std::string, aclDataType>& CastNames() {
  static const std::map<std::string, aclDataType> names = [] {
    std::map<std::string, aclDataType> all = DtypeNames();
    all.insert({{"complex64", ACL_COMPLEX64}, {"complex128", ACL_COMPLEX128}});
    return all;
  }();
  return names;
}

void WithChip(const std::function<void()>& work) {
  try {
    work();
  } catch (const tools::Refused& refused) {
    if (refused.status() == ACLNN_ERR_INNER_FIND_KERNEL_ERROR) throw UsageError(refused.what());
    throw;
  }
}

}  // namespace openaclnn::cli
