#include "tools/cli/tree.h"

namespace openaclnn::cli {

std::vector<const CLI::App*> ShownCommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> ShownOptions(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

std::vector<std::string> Flags(const CLI::Option& option) {
  std::vector<std::string> flags;
  for (const std::string& name : option.get_snames()) flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::vector<std::string> FullNames(const CLI::App& app) {
  const CLI::App* const parent = app.get_parent();
  const std::string before = parent != nullptr ? FullNames(*parent)[0] + ' ' : "";
  std::vector<std::string> names = {before + app.get_name()};
  for (const std::string& alias : app.get_aliases()) names.push_back(before + alias);
  return names;
}

}  // namespace openaclnn::cli
