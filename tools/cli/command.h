// What the commands of the program have in common, and how they describe their options. Only
// parser.cc knows of CLI11, which takes seconds to compile wherever it is included.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace openaclnn::cli {

enum class ExitCode : int { kPass = 0, kDiffers = 1, kUsage = 2, kBadData = 3 };

// The command line, or a setting, is wrong. What else goes wrong, any other std::exception, is bad
// data.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Empty, or what is wrong with the text: "expected a number". The option and the text are said by
// the parser.
using Complaint = std::string;

// An option, or an argument that is known by its place. Each function returns the option itself.
class Option {
 public:
  struct State;
  explicit Option(std::shared_ptr<State> state) : state_(std::move(state)) {}

  Option& Required();
  Option& Takes(const std::string& what);  // in the help: "FILE"
  Option& ShowDefault();                   // in the help: the variable's value as it is now
  Option& OneOf(const std::vector<std::string>& names);
  Option& Check(std::function<Complaint(const std::string& text)> check);
  Option& MayBeAlone(const std::string& text);  // which is what the option without a text means

 private:
  std::shared_ptr<State> state_;
};

// A number as it was written: with nothing but digits and a sign it is an integer.
using AnyNumber = std::variant<double, int64_t>;

// "a whole number from 1 to 1024", "a number of at least 0"
std::string NumberFrom(const char* kind, const std::string& least, const std::string& most);

class Command {
 public:
  // `exit_code` receives that of the command that runs.
  Command(CLI::App* app, ExitCode* exit_code) : app_(app), exit_code_(exit_code) {}

  // An option has names like "--json" or "-o,--output"; an argument one in capitals. `value` is set
  // before the command runs, and lives until then.
  Option Text(const std::string& names, std::string* value, const std::string& help);
  // An option that may be given several times, or all arguments that follow.
  Option Texts(const char* names, std::vector<std::string>* values, const std::string& help);
  // Infinite ones and NaN too, if nothing is said of the range.
  Option Number(const std::string& names, double* value, const std::string& help);
  Option Number(const std::string& names, AnyNumber* value, const std::string& help);
  Option Number(const std::string& names, double* value, double least, double most,
                const std::string& help);
  Option TwoNumbers(const char* names, std::vector<double>* values, const std::string& help);
  template <std::integral Integer>
  Option Whole(const char* names, Integer* value, std::type_identity_t<Integer> least,
               std::type_identity_t<Integer> most, const std::string& help);
  void Flag(const char* name, bool* value, const std::string& help);

  bool IsGiven(const char* name) const;  // after parsing
  void Footer(const std::string& text);  // of the help
  void Runs(std::function<ExitCode()> run);
  void Refuses(const std::string& why);  // with any arguments, except for --help

  // A command, by any of its names, which are not compared with those of the others. It is
  // described when it is reached, or when somebody asks for its options. RequireCommand has to
  // follow.
  void Add(const std::vector<std::string>& names, const std::string& summary,
           std::function<void(Command& command)> describe, bool is_hidden = false);
  // One of those that were added has to follow. `missing` is said where nothing does, and what
  // `unknown` returns of a name that there is not.
  void RequireCommand(const std::string& missing,
                      std::function<std::string(const std::string& name)> unknown);

  // For what is made from the commands.
  struct OptionText {
    std::string name;                // of an argument
    std::vector<std::string> flags;  // "--json", "-o"; none for an argument
    std::string takes, help;
  };
  std::string Name() const;
  std::string Summary() const;
  // "openaclnn run GeluBackwardV2" first, then those by aliases of the command.
  std::vector<std::string> FullNames() const;
  std::vector<OptionText> Options() const;  // --help comes first
  std::vector<Command> Commands() const;    // but the hidden ones
  Command Parent() const;
  std::string Help() const;

 private:
  using Store = std::function<Complaint(const std::string& text)>;
  Option AddOption(const std::string& names, const std::string& help, const std::string& takes,
                   const std::string& shown, int least, int most, Store store);

  CLI::App* app_;
  ExitCode* exit_code_;
};

struct Program {
  std::string name, summary, version;  // "openaclnn 0.1.0"
  void (*describe)(Command& program);
};
// Parses the arguments and runs the command that they name; --help and --version print what they
// are for. Throws UsageError, and what the command throws.
ExitCode Run(const Program& program, int argc, char** argv);

// Describes one command.
using AddCommand = void(Command& command);

AddCommand AddList;
AddCommand AddDescribe;
AddCommand AddRun;
AddCommand AddGen;
AddCommand AddCompare;
AddCommand AddSweep;
AddCommand AddBench;
AddCommand AddDoctor;
AddCommand AddHelp;
AddCommand AddVersion;
AddCommand AddCompletion;
AddCommand AddMan;
AddCommand AddOperatorsPage;

template <std::integral Integer>
Option Command::Whole(const char* names, Integer* value, std::type_identity_t<Integer> least,
                      std::type_identity_t<Integer> most, const std::string& help) {
  const auto store = [=](const std::string& text) -> Complaint {
    Integer number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && stop == end && number >= least && number <= most) {
      *value = number;
      return "";
    }
    if (error == std::errc::result_out_of_range) return "is too large for 64 bits";
    return "expected " + NumberFrom("a whole number", std::to_string(least), std::to_string(most));
  };
  return AddOption(names, help, "NUMBER", std::to_string(*value), 1, 1, store);
}

}  // namespace openaclnn::cli
