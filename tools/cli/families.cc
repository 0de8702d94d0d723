#include "tools/cli/families.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ops/families.h"
#include "ops/registry.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

struct Listed {
  const char* title;
  std::vector<const OpSpec*> operators;
};

std::vector<Listed> AllListed() {
#define OPENACLNN_SPEC_OF(name) OperatorOf(#name).spec,
#define OPENACLNN_LISTED(title, operators) {title, {operators(OPENACLNN_SPEC_OF)}},
  return {OPENACLNN_FAMILIES(OPENACLNN_LISTED)};
#undef OPENACLNN_LISTED
#undef OPENACLNN_SPEC_OF
}

// "GeGlu" of "InplaceGeGluV3Backward".
std::string WithoutForms(std::string name) {
  constexpr std::string_view kInPlace = "Inplace", kDigits = "0123456789";
  if (name.starts_with(kInPlace)) name.erase(0, kInPlace.size());
  while (true) {
    const size_t digits = name.find_last_not_of(kDigits) + 1;
    if (digits < name.size() && digits > 1 && name[digits - 1] == 'V') {
      name.resize(digits - 1);
      continue;
    }
    constexpr std::array<std::string_view, 3> kForms = {"Backward", "Forward", "Grad"};
    const auto* const form = std::ranges::find_if(
        kForms, [&name](std::string_view ending) { return name.ends_with(ending); });
    if (form == kForms.end()) return name;
    name.resize(name.size() - form->size());
  }
}

// Adds has a number in place of the other tensor of Add.
bool IsOfNumbers(const std::string& name, const std::string& of_tensors) {
  return name == of_tensors + 's';
}

std::vector<Function> FunctionsOf(const std::vector<const OpSpec*>& operators) {
  std::vector<Function> functions;
  for (const OpSpec* const spec : operators) {
    const std::string name = WithoutForms(ShortName(*spec));
    auto function = std::ranges::find_if(functions, [&name](const Function& known) {
      return name == known.name || IsOfNumbers(name, known.name);
    });
    if (function == functions.end()) function = functions.insert(function, {name, {}});
    function->operators.push_back(spec);
  }
  return functions;
}

}  // namespace

const std::vector<Family>& AllFamilies() {
  static const std::vector<Family> families = [] {
    std::vector<Family> made;
    for (const Listed& listed : AllListed()) {
      made.push_back({listed.title, FunctionsOf(listed.operators)});
    }
    return made;
  }();
  return families;
}

Headings HeadingsOf(const OpSpec& spec) {
  for (const Family& family : AllFamilies()) {
    for (const Function& function : family.functions) {
      if (std::ranges::count(function.operators, &spec) > 0) return {family.title, function.name};
    }
  }
  return {};
}

}  // namespace openaclnn::cli
