#include "tools/cli/names.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "engine/op_spec.h"
#include "fmt/format.h"
#include "ops/registry.h"
#include "tools/cli/command.h"

namespace openaclnn::cli {
namespace {

// Twice the insertions, deletions and replacements that make `wrong` the beginning of `name`, and a
// little for the missing end: names are often cut short.
size_t Distance(std::string_view wrong, std::string_view name) {
  std::vector<size_t> row(name.size() + 1);  // to each beginning of `name`
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < wrong.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < name.size(); ++j) {
      const size_t replaced = diagonal + (wrong[i] == name[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  constexpr size_t kMostForEnd = 3;
  size_t least = 2 * row.back();
  for (size_t j = 0; j < name.size(); ++j) {
    least = std::min(least, 2 * row[j] + std::min(name.size() - j, kMostForEnd));
  }
  return least;
}

}  // namespace

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string_view FullName(const OpSpec& spec) { return spec.name; }

std::string ShortName(const OpSpec& spec) { return std::string(spec.name.substr(5)); }  // aclnn

std::string SnakeName(const OpSpec& spec) {
  const std::string name(ShortName(spec));
  const auto is_upper = [&name](size_t i) {
    return std::isupper(static_cast<unsigned char>(name[i])) != 0;
  };
  const auto is_lower = [&name](size_t i) {
    return i < name.size() && std::islower(static_cast<unsigned char>(name[i])) != 0;
  };
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    // The last of several capitals begins a word: nll_loss.
    if (i > 0 && is_upper(i) && (!is_upper(i - 1) || is_lower(i + 1))) snake += '_';
    snake += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return snake;
}

std::string PythonName(const OpSpec& spec) {
  constexpr std::string_view kInPlace = "inplace_";
  const std::string snake = SnakeName(spec);
  return snake.starts_with(kInPlace) ? snake.substr(kInPlace.size()) + '_' : snake;
}

const Operator& OperatorOf(const std::string& name) {
  for (const Operator& entry : AllOperators()) {
    const OpSpec& spec = *entry.spec;
    if (name == spec.name || name == ShortName(spec) || name == SnakeName(spec)) return entry;
  }
  throw UsageError(UnknownOperator(name));
}

std::string Suggestion(std::string_view wrong, const std::vector<std::string>& names) {
  const std::string* nearest = nullptr;
  const size_t dashes = std::min(wrong.find_first_not_of('-'), wrong.size());
  size_t least = wrong.size() - dashes + 1;  // with more than half of it wrong it is another word
  for (const std::string& name : names) {
    const size_t distance = Distance(Lower(wrong), Lower(name));
    if (distance >= least) continue;
    least = distance;
    nearest = &name;
  }
  return nearest != nullptr ? fmt::format(", did you mean {}?", *nearest) : std::string();
}

std::string UnknownCommand(const std::string& name, const std::vector<std::string>& names) {
  return fmt::format("there is no command {}{}", name, Suggestion(name, names));
}

std::string UnknownOperator(const std::string& name) {
  std::vector<std::string> names;
  for (const Operator& entry : AllOperators()) {
    names.push_back(ShortName(*entry.spec));
    names.push_back(SnakeName(*entry.spec));
    names.emplace_back(entry.spec->name);
  }
  const std::string suggestion = Suggestion(name, names);
  return fmt::format("there is no operator {}{}", name,
                     suggestion.empty() ? "; openaclnn list shows them" : suggestion);
}

}  // namespace openaclnn::cli
