// Rules in words.
#pragma once

#include <string>

#include "engine/rules/rule.h"

namespace openaclnn {

// "The dtype of out is that of self."
std::string SentenceOf(const Rule& rule);
std::string SentenceOf(const Rule& rule, const Wording& wording);

// What a rule's argument may be: "0, 1 or 2"; texts are in quotes.
std::string ChoicesText(const Rule& rule);

}  // namespace openaclnn
