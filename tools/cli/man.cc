#include <string>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tools/cli/command.h"
#include "tools/cli/tree.h"

namespace openaclnn::cli {
namespace {

// Text that troff takes as it is: hyphens are minus signs, and no line begins with a request.
std::string Escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '-' || c == '\\') escaped += '\\';
    escaped += c == '\\' ? 'e' : c;
  }
  if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
  return escaped;
}

void PrintOption(const CLI::Option& option) {
  const std::vector<std::string> flags = Flags(option);
  const bool is_positional = flags.empty();
  const std::string name =
      is_positional ? option.get_name() : fmt::format("{}", fmt::join(flags, ", "));
  const bool takes_value =
      !is_positional && option.get_items_expected_max() > 0 && !option.get_type_name().empty();
  fmt::print(".TP\n.B {}{}\n{}\n", Escape(name),
             takes_value ? " \\fI" + Escape(option.get_type_name()) + "\\fP" : "",
             Escape(option.get_description()));
}

void PrintCommand(const CLI::App& command) {
  fmt::print(".SS {}\n{}.\n", Escape(FullNames(command)[0]), Escape(command.get_description()));
  for (const CLI::Option* option : ShownOptions(command)) {
    if (option != command.get_help_ptr()) PrintOption(*option);
  }
  for (const CLI::App* part : ShownCommands(command)) PrintCommand(*part);
}

void PrintPage(const CLI::App& app) {
  fmt::print(
      ".TH OPENACLNN 1 \"\" \"openaclnn {}\" \"User commands\"\n"
      ".SH NAME\nopenaclnn \\- the aclnn operators without an Ascend NPU\n"
      ".SH SYNOPSIS\n.B openaclnn\n.I COMMAND\n[\\fIOPTION\\fP...]\n.SH DESCRIPTION\n{}\n"
      ".SH OPTIONS\n",
      OPENACLNN_VERSION, Escape(app.get_description()));
  for (const CLI::Option* option : ShownOptions(app)) PrintOption(*option);
  fmt::print(".SH COMMANDS\n");
  for (const CLI::App* command : ShownCommands(app)) PrintCommand(*command);
  fmt::print(
      ".SH EXIT STATUS\n"
      ".TP\n.B 0\npass\n.TP\n.B 1\nresults differ, or a problem was found\n"
      ".TP\n.B 2\nwrong usage\n.TP\n.B 3\nbad data: one line on standard error says which\n");
}

}  // namespace

void AddMan(CLI::App& command, ExitCode*) {
  command.callback([&command] { PrintPage(*command.get_parent()); });
}

}  // namespace openaclnn::cli
