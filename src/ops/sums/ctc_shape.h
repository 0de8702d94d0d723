// The rules of sequences and their targets, of the loss of temporal classification.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kCtcBlank, kCtcLengths, kCtcTargets, kOneForEachSequence, kCtcStates,
    kCtcStatesGiven;
}  // namespace rules

// The last axis of log_alpha for targets of up to so many labels, on this chip.
int64_t CtcStatesOf(int64_t most_targets);

// `log_probs` is [T, N, C], or [T, C] of one sequence, with elements along T and C; `blank` is one
// of the C classes.
constexpr Rule CtcBlank(std::string_view blank, std::string_view log_probs) {
  return {.type = &rules::kCtcBlank, .names = {blank, log_probs}};
}
// Both arrays have a number for each sequence; those of inputs are from 0 to T, and those of
// targets not negative.
constexpr Rule CtcLengths(std::string_view inputs, std::string_view targets,
                          std::string_view log_probs) {
  return {.type = &rules::kCtcLengths, .names = {inputs, targets, log_probs}};
}
// `targets` has a row for each sequence, with as many elements as any needs, or all of them along
// one axis.
constexpr Rule CtcTargets(std::string_view targets, std::string_view lengths,
                          std::string_view log_probs) {
  return {.type = &rules::kCtcTargets, .names = {targets, lengths, log_probs}};
}
// `a` has an element for each sequence, [N], or [] where log_probs has two axes.
constexpr Rule OneForEachSequence(std::string_view a, std::string_view log_probs) {
  return {.type = &rules::kOneForEachSequence, .names = {a, log_probs}};
}
// The shape of `a` is [N, T, CtcStatesOf(the largest length)].
constexpr Rule CtcStates(std::string_view a, std::string_view log_probs,
                         std::string_view lengths) {
  return {.type = &rules::kCtcStates, .names = {a, log_probs, lengths}};
}
// The shape of `a` is [N, T, at least 2 * the largest length + 1].
constexpr Rule CtcStatesGiven(std::string_view a, std::string_view log_probs,
                              std::string_view lengths) {
  return {.type = &rules::kCtcStatesGiven, .names = {a, log_probs, lengths}};
}

}  // namespace openaclnn
