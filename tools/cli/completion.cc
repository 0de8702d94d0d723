#include <memory>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/cli/tree.h"

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
void PrintRows(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* command : ShownCommands(app)) words.push_back(command->get_name());
  for (const CLI::Option* option : ShownOptions(app)) {
    if (option->get_name() == "OP") AddOperators(&words);
    for (const std::string& flag : Flags(*option)) words.push_back(flag);
  }
  fmt::print("    {}) words=\"{}\" ;;\n", fmt::join(Quoted(FullNames(app)), "|"),
             fmt::join(words, " "));
  for (const CLI::App* command : ShownCommands(app)) PrintRows(*command);
}

// The command is the longest run of words that are no options; file names complete everything else.
void PrintBash(const CLI::App& app) {
  fmt::print(R"(# Completion of openaclnn, made by `openaclnn completion bash`.
_openaclnn_words() {{
  case $1 in
)");
  PrintRows(app);
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

void AddCompletion(CLI::App& command, ExitCode*) {
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "bash")->required()->check(CLI::IsMember({"bash"}));
  command.callback([shell, &command] { PrintBash(*command.get_parent()); });
}

}  // namespace openaclnn::cli
