// What the commands of the program have in common. main.cc has the table of them.
#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>

namespace openaclnn::cli {

enum class ExitCode : int { kPass = 0, kDiffers = 1, kUsage = 2, kBadData = 3 };

// The command line, or a setting, is wrong. What else goes wrong, any other std::exception, is bad
// data.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Describes one command to the parser: its options, and a callback that runs it and, where that is
// not kPass, stores the exit code.
using AddCommand = void(CLI::App& command, ExitCode* exit_code);

AddCommand AddList;
AddCommand AddDescribe;
AddCommand AddRun;
AddCommand AddGen;
AddCommand AddCompare;
AddCommand AddSweep;
AddCommand AddBench;
AddCommand AddDoctor;
AddCommand AddCompletion;
AddCommand AddMan;
AddCommand AddOperatorsPage;

}  // namespace openaclnn::cli
