#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "engine/formula_of.h"
#include "engine/op_spec.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/explain.h"
#include "tools/cli/header_comment.h"
#include "tools/cli/names.h"
#include "tools/cli/wrap.h"

namespace openaclnn::cli {
namespace {

void PrintJson(const OpSpec& spec) {
  using Json = nlohmann::ordered_json;
  const HeaderComment header = HeaderCommentOf(spec);
  Json arguments = Json::array(), dtypes = Json::array();
  for (int i = 0; i < spec.NumArguments(); ++i) {
    arguments.push_back({{"name", spec.arguments[i].name},
                         {"kind", KindName(spec.arguments[i])},
                         {"description", header.arguments[static_cast<size_t>(i)]}});
  }
  for (const DtypesOnChips& group : DtypesOf(spec)) {
    Json tensors;
    for (const auto& tensor : group.tensors) tensors[tensor.name] = tensor.dtypes;
    dtypes.push_back({{"products", group.chips}, {"tensors", tensors}});
  }
  const Json description = {{"name", spec.name},          {"snake_name", SnakeName(spec)},
                            {"formula", FormulaOf(spec)}, {"prototypes", header.prototypes},
                            {"arguments", arguments},     {"products", ChipNames(spec)},
                            {"dtypes", dtypes},           {"rules", Sentences(spec)},
                            {"remarks", header.remarks},  {"special_values", header.special_values},
                            {"accuracy", header.accuracy}};
  fmt::print("{}\n", description.dump(2));
}

void PrintWrapped(std::string line, const std::vector<std::string>& words, size_t indent) {
  fmt::print("{}", Wrapped(std::move(line), words, indent));
}

void PrintLines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) fmt::print("  {}\n", line);
}

std::vector<std::string> DtypeWords(const std::vector<std::string>& dtypes) {
  const bool has_bfloat16 = std::ranges::count(dtypes, DtypeName(ACL_BF16)) > 0;
  if (dtypes.size() + !has_bfloat16 == std::size(kDtypes)) {
    return has_bfloat16 ? WordsOf("any") : WordsOf("any except BFLOAT16");
  }
  return WordsOf(fmt::format("{}", fmt::join(dtypes, ", ")));
}

void PrintText(const OpSpec& spec) {
  const HeaderComment header = HeaderCommentOf(spec);
  fmt::print("{}\n", spec.name);
  PrintWrapped("  ", WordsOf(FormulaOf(spec)), 4);
  fmt::print("\nPrototypes\n");
  for (const std::string& prototype : header.prototypes)
    PrintWrapped("  ", ParametersOf(prototype), 6);
  fmt::print("\nArguments\n");
  size_t names = 13, kinds = 14;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    names = std::max(names, spec.arguments[i].name.size());
    kinds = std::max(kinds, KindName(spec.arguments[i]).size());
  }
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    PrintWrapped(fmt::format("  {:{}} {:{}} ", argument.name, names, KindName(argument), kinds),
                 WordsOf(header.arguments[static_cast<size_t>(i)]), names + kinds + 4);
  }
  fmt::print("\nDtypes\n");
  for (const DtypesOnChips& group : DtypesOf(spec)) {
    fmt::print("  on {}\n", fmt::join(group.chips, ", "));
    for (const auto& tensor : group.tensors) {
      PrintWrapped(fmt::format("    {:{}} ", tensor.name, names), DtypeWords(tensor.dtypes),
                   names + 5);
    }
  }
  fmt::print("\nRules, in the order in which they are checked\n");
  for (const std::string& sentence : Sentences(spec)) PrintWrapped("  * ", WordsOf(sentence), 4);
  fmt::print("\nValues\n");
  for (const std::string& text : {header.remarks, header.special_values, header.accuracy}) {
    PrintLines(text);
  }
  fmt::print("\nThe rules by number are in include/aclnnop/conventions.h.\n");
}

}  // namespace

void AddDescribe(Command& command) {
  struct Options {
    std::vector<std::string> names;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  command.Texts("OP", &options->names, "GeluBackwardV2, gelu_backward_v2 or the full name")
      .Required();
  command.Flag("--json", &options->json, "For machines: an object for each operator");
  command.Runs([options] {
    std::vector<const OpSpec*> specs;
    for (const std::string& name : options->names) specs.push_back(OperatorOf(name).spec);
    for (size_t i = 0; i < specs.size(); ++i) {
      if (!options->json && i > 0) fmt::print("\n");
      options->json ? PrintJson(*specs[i]) : PrintText(*specs[i]);
    }
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
