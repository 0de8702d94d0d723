// openaclnn: the operators of this library from the command line. Each command has a file of its
// own; a new one is declared in command.h and gets a row in the table.
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/files/temporary.h"

namespace openaclnn::cli {
namespace {

struct Entry {
  const char* name;
  const char* summary;
  AddCommand* add;
  bool is_hidden = false;  // from the help
};

constexpr Entry kCommands[] = {
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
    {"help", "What a command does, and its options", AddHelp},
    {"version", "The version of this program", AddVersion},
    {"completion", "Prints the shell's completion of this program", AddCompletion, true},
    {"man", "Prints the manual page", AddMan, true},
    {"operators-page", "Prints docs/operators.md", AddOperatorsPage, true},
};

int Refuse(ExitCode exit_code, std::string message) {
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  fmt::print(stderr, "openaclnn: {}\n", message);
  return static_cast<int>(exit_code);
}

void Describe(Command& program) {
  std::vector<std::string> names;
  for (const Entry& entry : kCommands) {
    program.Add({entry.name}, entry.summary, entry.add, entry.is_hidden);
    if (!entry.is_hidden) names.emplace_back(entry.name);
  }
  program.Footer("Exit status: 0 pass, 1 differs, 2 wrong usage, 3 bad data.");
  program.RequireCommand("a command is missing; openaclnn --help lists them",
                         [names](const std::string& name) { return UnknownCommand(name, names); });
}

int Main(int argc, char** argv) {
  tools::RemoveTemporariesOnSignals();
  try {
    const ExitCode exit_code =
        Run({"openaclnn", "Runs, explains and measures the aclnn operators of openaclnn.",
             VersionText(), Describe},
            argc, argv);
    if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write the output");
    return static_cast<int>(exit_code);
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
