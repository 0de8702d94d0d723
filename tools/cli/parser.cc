// The commands' options, as CLI11 parses them. What is wrong with a text is found here, in words of
// our own; how texts belong to options is CLI11's.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {

struct Option::State {
  CLI::Option* option = nullptr;
  bool is_repeatable = false;
  std::string shown;  // the variable's value before parsing
  std::vector<std::function<Complaint(const std::string& text)>> checks;
};

namespace {

constexpr int kAny = -1;

using Texts = std::vector<std::string>;

void Refuse(const std::string& option, const std::string& text, const Complaint& problem) {
  if (problem.empty()) return;
  throw UsageError(fmt::format("{} {}: {}", option, text, problem));
}

std::string Shown(double number) { return fmt::format("{}", number); }

Complaint ParseNumber(const std::string& text, double* value) {
  const char* const begin = text.c_str();
  char* end = nullptr;
  *value = std::strtod(begin, &end);
  if (text.empty() || end != begin + text.size()) return "expected a number";
  const bool is_digits = text.find_first_of("iI") == std::string::npos;  // not "inf"
  return std::isinf(*value) && is_digits ? "is too large for a number of 64 bits" : "";
}

Texts FlagsOf(const CLI::Option& option) {
  Texts flags;
  for (const std::string& name : option.get_snames()) flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  return flags;
}

bool IsOption(const std::string& text) { return text.size() > 1 && text.starts_with('-'); }

// A command whose options are described when it is reached.
class LateCommand : public CLI::App {
 public:
  LateCommand(const std::string& summary, const std::string& name, CLI::App* parent,
              std::function<void(CLI::App* app)> describe)
      : App(summary, name, parent), describe_(std::move(describe)) {
    preparse_callback([this](size_t) { Describe(); });
  }
  void Describe() {
    if (describe_) std::exchange(describe_, nullptr)(this);
  }

 private:
  std::function<void(CLI::App* app)> describe_;
};
void DescribeIfLate(CLI::App* app) {
  if (auto* const late = dynamic_cast<LateCommand*>(app)) late->Describe();
}

// What is wrong with an argument that a command does not know.
std::string Unexpected(const CLI::App& app, const std::string& argument) {
  const std::string flag = argument.substr(0, argument.find('='));
  if (!IsOption(argument)) return fmt::format("{} was not expected", argument);
  Texts flags;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (std::string& known : FlagsOf(*option)) flags.push_back(std::move(known));
  }
  const std::string of = app.get_parent() == nullptr ? "" : fmt::format(" of {}", app.get_name());
  return fmt::format("there is no option {}{}{}", flag, of, Suggestion(flag, flags));
}

// Arguments that no command knows are more telling than what is missing without them.
void RefuseUnknownOptions(const CLI::App& app) {
  for (const std::string& argument : app.remaining()) {
    if (IsOption(argument)) throw UsageError(Unexpected(app, argument));
  }
  for (const CLI::App* command : app.get_subcommands()) RefuseUnknownOptions(*command);
}

void RefuseExtras(const CLI::App& app) {
  if (const Texts rest = app.remaining(); !rest.empty()) throw UsageError(Unexpected(app, rest[0]));
  for (const CLI::App* command : app.get_subcommands()) RefuseExtras(*command);
}

}  // namespace

std::string NumberFrom(const char* kind, const std::string& least, const std::string& most) {
  return fmt::format("{} from {} to {}", kind, least, most);
}

Option& Option::Required() {
  state_->option->required();
  return *this;
}

Option& Option::Takes(const std::string& what) {
  state_->option->type_name(what);
  return *this;
}

Option& Option::ShowDefault() {
  state_->option->default_str(state_->shown);
  return *this;
}

Option& Option::OneOf(const Texts& names) {
  Takes(fmt::format("{{{}}}", fmt::join(names, ",")));
  return Check([names](const std::string& text) -> Complaint {
    if (std::ranges::count(names, text) > 0) return "";
    return fmt::format("expected one of {}{}", fmt::join(names, ", "), Suggestion(text, names));
  });
}

Option& Option::Check(std::function<Complaint(const std::string& text)> check) {
  state_->checks.push_back(std::move(check));
  return *this;
}

Option& Option::MayBeAlone(const std::string& text) {
  state_->option->expected(0, 1)->default_str(text);
  return *this;
}

Option Command::AddOption(const std::string& names, const std::string& help,
                          const std::string& takes, const std::string& shown, int least, int most,
                          Store store) {
  const auto state = std::make_shared<Option::State>();
  state->shown = shown;
  const auto read = [state = state.get(), least, most, store](const CLI::results_t& texts) {
    const std::string name = state->option->get_name();
    if (most != kAny && texts.size() > static_cast<size_t>(most)) {
      throw UsageError(fmt::format("{} is given twice", name));
    }
    if (texts.size() < static_cast<size_t>(least)) {
      throw UsageError(fmt::format("{} takes {} values", name, least));
    }
    for (const std::string& text : texts) {
      for (const auto& check : state->checks) Refuse(name, text, check(text));
      Refuse(name, text, store(text));
    }
    return true;
  };
  // The parser's option owns the state; commands hold it while they describe themselves.
  CLI::Option* const option = app_->add_option(
      names, [state, read](const CLI::results_t& texts) { return read(texts); }, help);
  state->option = option;
  option->type_name(takes)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (most == kAny) {
    option->expected(1, CLI::detail::expected_max_vector_size);
    option->allow_extra_args(option->get_positional());
  } else {
    option->expected(most);
  }
  return Option(state);
}

Option Command::Text(const std::string& names, std::string* value, const std::string& help) {
  return AddOption(names, help, "TEXT", *value, 1, 1,
                   [value](const std::string& text) -> Complaint {
                     *value = text;
                     return "";
                   });
}

Option Command::Texts(const char* names, std::vector<std::string>* values,
                      const std::string& help) {
  return AddOption(names, help, "TEXT", "", 1, kAny,
                   [values](const std::string& text) -> Complaint {
                     values->push_back(text);
                     return "";
                   });
}

Option Command::Number(const std::string& names, double* value, const std::string& help) {
  return AddOption(names, help, "NUMBER", Shown(*value), 1, 1,
                   [value](const std::string& text) { return ParseNumber(text, value); });
}

Option Command::Number(const std::string& names, AnyNumber* value, const std::string& help) {
  const auto store = [value](const std::string& text) -> Complaint {
    int64_t integer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (error == std::errc() && end == text.data() + text.size()) {
      *value = integer;
      return "";
    }
    return ParseNumber(text, &value->emplace<double>());
  };
  const std::string shown =
      std::visit([](auto number) { return fmt::format("{}", number); }, *value);
  return AddOption(names, help, "NUMBER", shown, 1, 1, store);
}

Option Command::Number(const std::string& names, double* value, double least, double most,
                       const std::string& help) {
  const auto store = [=](const std::string& text) -> Complaint {
    double number = 0;
    const Complaint problem = ParseNumber(text, &number);
    if (problem.empty() && number >= least && number <= most) {
      *value = number;
      return "";
    }
    return std::isinf(most) ? fmt::format("expected a number of at least {}", least)
                            : "expected " + NumberFrom("a number", Shown(least), Shown(most));
  };
  return AddOption(names, help, "NUMBER", Shown(*value), 1, 1, store);
}

Option Command::TwoNumbers(const char* names, std::vector<double>* values,
                           const std::string& help) {
  return AddOption(names, help, "NUMBER NUMBER", "", 2, 2, [values](const std::string& text) {
    return ParseNumber(text, &values->emplace_back());
  });
}

void Command::Flag(const char* name, bool* value, const std::string& help) {
  app_->add_flag(name, *value, help);
}

bool Command::IsGiven(const char* name) const { return app_->count(name) > 0; }

void Command::Footer(const std::string& text) { app_->footer(text); }

void Command::Runs(std::function<ExitCode()> run) {
  app_->callback([exit_code = exit_code_, run = std::move(run)] { *exit_code = run(); });
}

void Command::Refuses(const std::string& why) {
  Footer(why);
  app_->allow_extras();
  app_->parse_complete_callback([why] { throw UsageError(why); });
}

void Command::Add(const std::vector<std::string>& names, const std::string& summary,
                  std::function<void(Command& command)> describe, bool is_hidden) {
  const auto describe_app = [describe = std::move(describe),
                             exit_code = exit_code_](CLI::App* app) {
    Command command(app, exit_code);
    describe(command);
  };
  CLI::App* const command =
      app_->add_subcommand(std::make_shared<LateCommand>(summary, names.at(0), app_, describe_app));
  command->group(is_hidden ? "" : "Commands");
  for (size_t i = 1; i < names.size(); ++i) command->alias(names[i]);
  command->disabled();  // until all are there: the names of other commands are not compared with it
}

void Command::RequireCommand(const std::string& missing,
                             std::function<std::string(const std::string& name)> unknown) {
  for (CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) {
    command->disabled(false);
  }
  app_->require_subcommand(0, 1);
  app_->allow_extras();  // an unknown name and its arguments
  app_->parse_complete_callback([app = app_, missing, unknown = std::move(unknown)] {
    const cli::Texts rest = app->remaining();
    if (!app->get_subcommands().empty()) return RefuseExtras(*app);
    if (rest.empty()) throw UsageError(missing);
    throw UsageError(IsOption(rest[0]) ? Unexpected(*app, rest[0]) : unknown(rest[0]));
  });
}

std::string Command::Name() const { return app_->get_name(); }

std::string Command::Summary() const { return app_->get_description(); }

std::vector<std::string> Command::FullNames() const {
  const CLI::App* const parent = app_->get_parent();
  const std::string before = parent != nullptr ? Parent().FullNames()[0] + ' ' : "";
  cli::Texts names = {before + app_->get_name()};
  for (const std::string& alias : app_->get_aliases()) names.push_back(before + alias);
  return names;
}

std::vector<Command::OptionText> Command::Options() const {
  DescribeIfLate(app_);
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->get_group().empty()) continue;
    const bool takes = option->get_items_expected_max() > 0;
    texts.push_back({option->get_name(), FlagsOf(*option), takes ? option->get_type_name() : "",
                     option->get_description()});
  }
  return texts;
}

std::vector<Command> Command::Commands() const {
  DescribeIfLate(app_);
  std::vector<Command> commands;
  for (CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) commands.emplace_back(command, exit_code_);
  }
  return commands;
}

Command Command::Parent() const { return {app_->get_parent(), exit_code_}; }

std::string Command::Help() const {
  DescribeIfLate(app_);
  return app_->get_formatter()->make_help(app_, FullNames()[0], CLI::AppFormatMode::Normal);
}

ExitCode Run(const Program& program, int argc, char** argv) {
  ExitCode exit_code = ExitCode::kPass;
  CLI::App app(program.summary, program.name);
  app.set_version_flag("-V,--version", program.version);
  Command root(&app, &exit_code);
  program.describe(root);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    RefuseUnknownOptions(app);
    throw UsageError(error.what());
  }
  return exit_code;
}

}  // namespace openaclnn::cli
