#include <algorithm>
#include <string>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tools/cli/command.h"

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

void PrintOption(const Command::OptionText& option) {
  const std::string name =
      option.flags.empty() ? option.name : fmt::format("{}", fmt::join(option.flags, ", "));
  const bool takes_value = !option.flags.empty() && !option.takes.empty();
  fmt::print(".TP\n.B {}{}\n{}\n", Escape(name),
             takes_value ? " \\fI" + Escape(option.takes) + "\\fP" : "", Escape(option.help));
}

void PrintCommand(const Command& command) {
  fmt::print(".SS {}\n{}.\n", Escape(command.FullNames()[0]), Escape(command.Summary()));
  for (const Command::OptionText& option : command.Options()) {
    if (std::ranges::count(option.flags, "--help") == 0) PrintOption(option);
  }
  for (const Command& part : command.Commands()) PrintCommand(part);
}

void PrintPage(const Command& program) {
  fmt::print(
      ".TH OPENACLNN 1 \"\" \"openaclnn {}\" \"User commands\"\n"
      ".SH NAME\nopenaclnn \\- the aclnn operators without an Ascend NPU\n"
      ".SH SYNOPSIS\n.B openaclnn\n.I COMMAND\n[\\fIOPTION\\fP...]\n.SH DESCRIPTION\n{}\n"
      ".SH OPTIONS\n",
      OPENACLNN_VERSION, Escape(program.Summary()));
  for (const Command::OptionText& option : program.Options()) PrintOption(option);
  fmt::print(".SH COMMANDS\n");
  for (const Command& command : program.Commands()) PrintCommand(command);
  fmt::print(
      ".SH EXIT STATUS\n"
      ".TP\n.B 0\npass\n.TP\n.B 1\nresults differ, or a problem was found\n"
      ".TP\n.B 2\nwrong usage\n.TP\n.B 3\nbad data: one line on standard error says which\n");
}

}  // namespace

void AddMan(Command& command) {
  command.Runs([program = command.Parent()] {
    PrintPage(program);
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
