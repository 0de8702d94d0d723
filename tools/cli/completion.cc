#include <memory>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

void AddOperators(std::vector<std::string>* words) {
  for (const Operator& entry : AllOperators()) words->push_back(ShortName(*entry.spec));
}

std::vector<std::string> Quoted(std::vector<std::string> texts) {
  for (std::string& text : texts) text = fmt::format("\"{}\"", text);
  return texts;
}

// One line of the shell's table: what may follow a command, by the names that lead to it.
void PrintRows(const Command& command) {
  std::vector<std::string> words;
  for (const Command& part : command.Commands()) words.push_back(part.Name());
  for (const Command::OptionText& option : command.Options()) {
    if (option.name == "OP") AddOperators(&words);
    for (const std::string& flag : option.flags) words.push_back(flag);
  }
  fmt::print("    {}) words=\"{}\" ;;\n", fmt::join(Quoted(command.FullNames()), "|"),
             fmt::join(words, " "));
  for (const Command& part : command.Commands()) PrintRows(part);
}

// The command is the longest run of words that are no options; file names complete everything else.
void PrintBash(const Command& program) {
  fmt::print(R"(# Completion of openaclnn, made by `openaclnn completion bash`.
_openaclnn_words() {{
  case $1 in
)");
  PrintRows(program);
  fmt::print(R"(    *) return 1 ;;
  esac
}}
_openaclnn() {{
  local command=openaclnn words='' word i
  _openaclnn_words "$command"
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${{COMP_WORDS[i]}}
    _openaclnn_words "$command $word" || break
    command+=" $word"
  done
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _openaclnn openaclnn
)");
}

}  // namespace

void AddCompletion(Command& command) {
  const auto shell = std::make_shared<std::string>();
  command.Text("SHELL", shell.get(), "bash").Required().OneOf({"bash"});
  command.Runs([shell, program = command.Parent()] {
    PrintBash(program);
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
