#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

bool IsNamed(const Command& command, const std::string& name) {
  return std::ranges::any_of(command.FullNames(), [&name](const std::string& full_name) {
    return full_name.ends_with(' ' + name);
  });
}

// The part of a command with the name.
Command PartOf(const Command& command, const std::string& name) {
  std::vector<std::string> names;
  for (const Command& part : command.Commands()) {
    if (IsNamed(part, name)) return part;
    names.push_back(part.Name());
  }
  throw UsageError(names.empty() ? fmt::format("{} was not expected", name)
                                 : UnknownCommand(name, names));
}

}  // namespace

void AddHelp(Command& command) {
  const auto names = std::make_shared<std::vector<std::string>>();
  command.Texts("COMMAND", names.get(), "gen, or gen LogitGrad; without it, all commands");
  command.Runs([names, program = command.Parent()] {
    Command about = program;
    for (const std::string& name : *names) about = PartOf(about, name);
    fmt::print("{}", about.Help());
    return ExitCode::kPass;
  });
}

void AddVersion(Command& command) {
  command.Runs([] {
    fmt::print("{}\n", VersionText());
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
