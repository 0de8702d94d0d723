// openaclnn: the operators of this library from the command line. Each command has a file of its
// own; a new one is declared in command.h and gets a row in the table.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

struct Command {
  const char* name;
  const char* summary;
  AddCommand* add;
  const char* group = "Commands";
};

constexpr const char* kHidden = "";  // CLI11's group of what help does not list

constexpr Command kCommands[] = {
    {"list", "The operators", AddList},
    {"describe", "An operator: prototype, arguments, dtypes, rules, special values, accuracy",
     AddDescribe},
    {"run", "Runs an operator on arrays in .npy and .npz files", AddRun},
    {"gen", "Makes test inputs for an operator, and golden outputs", AddGen},
    {"compare", "Judges results by golden values and a precision standard", AddCompare},
    {"sweep",
     "Compares results with exact values, for all floats or some, and writes errors as CSV",
     AddSweep},
    {"bench", "Times the operators", AddBench},
    {"doctor", "What this machine offers, what programs would load, and what is wrong", AddDoctor},
    {"completion", "Prints the shell's completion of this program", AddCompletion, kHidden},
    {"man", "Prints the manual page", AddMan, kHidden},
    {"operators-page", "Prints docs/operators.md", AddOperatorsPage, kHidden},
};

int Refuse(ExitCode exit_code, std::string message) {
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  fmt::print(stderr, "openaclnn: {}\n", message);
  return static_cast<int>(exit_code);
}

void RequireCommand(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining();
  if (!app.get_subcommands().empty()) {
    if (!rest.empty()) throw UsageError(fmt::format("{} was not expected", rest[0]));
    return;
  }
  if (rest.empty()) throw UsageError("a command is missing; openaclnn --help lists them");
  std::vector<std::string> names;
  for (const Command& command : kCommands) {
    if (command.group != kHidden) names.emplace_back(command.name);
  }
  throw UsageError(fmt::format("there is no command {}{}", rest[0], Suggestion(rest[0], names)));
}

int Main(int argc, char** argv) {
  ExitCode exit_code = ExitCode::kPass;
  CLI::App app("Runs, explains and measures the aclnn operators of openaclnn.", "openaclnn");
  app.set_version_flag("--version", "openaclnn " OPENACLNN_VERSION);
  app.footer("Exit status: 0 pass, 1 differs, 2 wrong usage, 3 bad data.");
  for (const Command& command : kCommands) {
    CLI::App* const subcommand = app.add_subcommand(command.name, command.summary);
    subcommand->group(command.group);
    command.add(*subcommand, &exit_code);
  }
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.parse_complete_callback([&app] { RequireCommand(app); });
  try {
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write the output");
    return static_cast<int>(exit_code);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return Refuse(ExitCode::kUsage, error.what());
  } catch (const UsageError& error) {
    return Refuse(ExitCode::kUsage, error.what());
  } catch (const std::bad_alloc&) {
    return Refuse(ExitCode::kBadData, "not enough memory");
  } catch (const std::exception& error) {
    return Refuse(ExitCode::kBadData, error.what());
  }
}

}  // namespace
}  // namespace openaclnn::cli

int main(int argc, char** argv) { return openaclnn::cli::Main(argc, argv); }
