#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/formula_of.h"
#include "engine/kind.h"
#include "engine/op_spec.h"
#include "fmt/format.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/explain.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

void PrintJson() {
  auto list = nlohmann::ordered_json::array();
  for (const Operator& entry : AllOperators()) {
    const OpSpec& spec = *entry.spec;
    auto arguments = nlohmann::ordered_json::array();
    for (int i = 0; i < spec.NumArguments(); ++i) arguments.push_back(spec.arguments[i].name);
    list.push_back({{"name", FullName(spec)},
                    {"snake_name", SnakeName(spec)},
                    {"formula", FormulaOf(spec)},
                    {"kind", spec.work.kind->name},
                    {"arguments", arguments},
                    {"products", ChipNames(spec)}});
  }
  fmt::print("{}\n", list.dump(2));
}

void PrintTable() {
  for (const Operator& entry : AllOperators()) {
    fmt::print("{:24}  {}\n", ShortName(*entry.spec), FormulaOf(*entry.spec));
  }
}

}  // namespace

void AddList(Command& command) {
  const auto json = std::make_shared<bool>();
  command.Flag("--json", json.get(), "For machines");
  command.Runs([json] {
    *json ? PrintJson() : PrintTable();
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
