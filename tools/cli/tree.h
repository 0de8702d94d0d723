// The program's commands and options, for what is generated from them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace openaclnn::cli {

// All but the hidden ones, in the order of the help.
std::vector<const CLI::App*> ShownCommands(const CLI::App& app);
std::vector<const CLI::Option*> ShownOptions(const CLI::App& app);

// "--json", "-o"; none for positional arguments.
std::vector<std::string> Flags(const CLI::Option& option);

// "openaclnn run GeluBackwardV2" first, then those by aliases of the command.
std::vector<std::string> FullNames(const CLI::App& app);

}  // namespace openaclnn::cli
