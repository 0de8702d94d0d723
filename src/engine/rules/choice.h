// Which one of a rule's choices an argument is.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/argument.h"
#include "engine/rules/rule.h"

namespace openaclnn {

// Whether a caller's text is one of a rule, which are too short to be worth calls.
inline bool IsText(const char* given, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (given[i] != text[i]) return false;
  }
  return given[text.size()] == '\0';
}

// The index of the choice, of a rule that lists choices and holds: what is none of the others is
// the last one.
inline int ChoiceAmong(const Rule& rule, const Argument& argument) {
  size_t i = 0;
  if (rule.texts.empty()) {
    while (i + 1 < rule.numbers.size() && rule.numbers[i] != argument.integer) ++i;
  } else {
    while (i + 1 < rule.texts.size() && !IsText(argument.text, rule.texts[i])) ++i;
  }
  return static_cast<int>(i);
}

}  // namespace openaclnn
