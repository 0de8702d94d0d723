#include "ops/sums/ctc_shape.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/settings.h"
#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

int64_t SequencesOf(const Dims& log_probs) { return log_probs.size() == 3 ? log_probs[1] : 1; }

int64_t LongestOf(const std::vector<int64_t>& lengths) {
  return lengths.empty() ? 0 : std::ranges::max(lengths);
}

Status CheckCtcBlank(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 1).shape;
  if (shape.size() != 2 && shape.size() != 3) {
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected [T, N, C] or [T, C]", rule.names[1],
                   ShapeText(shape));
  }
  if (shape[0] == 0 || shape.back() == 0) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected at least one step and one class",
                   rule.names[1], ShapeText(shape));
  }
  const int64_t blank = call.Given(rule, 0).integer;
  if (blank >= 0 && blank < shape.back()) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0 to {}, a class of {} (shape {})",
                 rule.names[0], blank, shape.back() - 1, rule.names[1], ShapeText(shape));
}

Status CheckCtcLengths(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 2).shape;
  const int64_t sequences = SequencesOf(shape);
  for (const int k : {0, 1}) {
    const std::vector<int64_t>& lengths = *call.Given(rule, k).integers;
    if (static_cast<int64_t>(lengths.size()) != sequences) {
      return Invalid(ErrorKind::kShape, "{}: has {} numbers, expected {}, one for each sequence of "
                     "{} (shape {})",
                     rule.names[k], lengths.size(), sequences, rule.names[2], ShapeText(shape));
    }
    for (size_t n = 0; n < lengths.size(); ++n) {
      if (lengths[n] < 0) {
        return Invalid(ErrorKind::kValue, "{}[{}]: is {}, expected 0 or more", rule.names[k], n,
                       lengths[n]);
      }
      if (k == 1 || lengths[n] <= shape[0]) continue;
      return Invalid(ErrorKind::kValue, "{}[{}]: is {}, expected 0 to {}, the steps of {} (shape "
                     "{})",
                     rule.names[k], n, lengths[n], shape[0], rule.names[2], ShapeText(shape));
    }
  }
  return {};
}

Status CheckCtcTargets(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &log_probs = call.At(rule, 2).shape;
  const std::vector<int64_t>& lengths = *call.Given(rule, 1).integers;
  const int64_t longest = LongestOf(lengths), sequences = SequencesOf(log_probs);
  if (given.size() == 2) {
    if (given[0] == sequences && given[1] >= longest) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} rows of at least {} elements",
                   rule.names[0], ShapeText(given), sequences, longest);
  }
  if (given.size() != 1) {
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected one axis or two", rule.names[0],
                   ShapeText(given));
  }
  int64_t sum = 0;
  for (const int64_t length : lengths) {
    if (__builtin_add_overflow(sum, length, &sum)) sum = INT64_MAX;
  }
  if (given[0] == sum) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}], the sum of {}", rule.names[0],
                 ShapeText(given), sum, rule.names[1]);
}

Dims OfEachSequence(const Dims& log_probs) {
  return log_probs.size() == 3 ? Dims{log_probs[1]} : Dims();
}

Status CheckOneForEachSequence(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &log_probs = call.At(rule, 1).shape;
  const Dims expected = OfEachSequence(log_probs);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, as there is one for each sequence of {} (shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(log_probs));
}
Status InferOneForEachSequence(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = OfEachSequence(call.At(rule, 1).shape);
  return {};
}

// [N, T, states].
Dims StatesShape(const Dims& log_probs, int64_t states) {
  return {SequencesOf(log_probs), log_probs[0], states};
}

Status CheckCtcStates(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &log_probs = call.At(rule, 1).shape;
  const int64_t longest = LongestOf(*call.Given(rule, 2).integers);
  const Dims expected = StatesShape(log_probs, CtcStatesOf(longest));
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the sequences and steps of {} (shape {}) and the "
                 "states of up to {} targets",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(log_probs), longest);
}
Status InferCtcStates(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& log_probs = call.At(rule, 1).shape;
  const std::vector<int64_t>* const lengths = call.Given(rule, 2).integers;
  if (lengths == nullptr || log_probs.size() < 2) return {};
  output.shape = StatesShape(log_probs, CtcStatesOf(LongestOf(*lengths)));
  return {};
}

Status CheckCtcStatesGiven(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &log_probs = call.At(rule, 1).shape;
  const int64_t longest = LongestOf(*call.Given(rule, 2).integers);
  const Dims least = StatesShape(log_probs, 2 * longest + 1);
  const bool fits = given.size() == 3 && given[0] == least[0] && given[1] == least[1];
  if (fits && (given[2] - 1) / 2 >= longest && given[2] > 0) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {} or more along the last axis: the sequences and "
                 "steps of {} (shape {}) and the states of up to {} targets",
                 rule.names[0], ShapeText(given), ShapeText(least), rule.names[1],
                 ShapeText(log_probs), longest);
}

}  // namespace

int64_t CtcStatesOf(int64_t most_targets) {
  const int64_t states = 2 * most_targets + 1;
  return Chips(Chip::kAscend950).Has(GetSettings().chip) ? states : (states + 7) / 8 * 8;
}

namespace rules {

constinit const RuleType kCtcBlank = {
    .name = "CtcBlank",
    .check = CheckCtcBlank,
    .sentence = {"{b} is [T, N, C] or [T, C], with at least one step and one class, and {a} a "
                 "class."},
};

constinit const RuleType kCtcLengths = {
    .name = "CtcLengths",
    .check = CheckCtcLengths,
    .sentence = {"{a} and {b} have a number for each sequence of {c}, none below 0, and {a} none "
                 "above its steps."},
};

constinit const RuleType kCtcTargets = {
    .name = "CtcTargets",
    .check = CheckCtcTargets,
    .sentence = {"{a} has a row for each sequence of {c}, as long as the largest number of {b} or "
                 "longer, or one axis with all targets."},
};

constinit const RuleType kOneForEachSequence = {
    .name = "OneForEachSequence",
    .check = CheckOneForEachSequence,
    .sentence = {"{a} has an element for each sequence of {b}, along one axis, or none where {b} "
                 "has two."},
    .infer = InferOneForEachSequence,
};

constinit const RuleType kCtcStates = {
    .name = "CtcStates",
    .check = CheckCtcStates,
    .sentence = {"{a} has the sequences and steps of {b} and 2 L + 1 states, where L is the "
                 "largest number of {c}. On products other than Ascend950 they are rounded up to "
                 "a multiple of 8."},
    .infer = InferCtcStates,
};

constinit const RuleType kCtcStatesGiven = {
    .name = "CtcStatesGiven",
    .check = CheckCtcStatesGiven,
    .sentence = {"{a} has the sequences and steps of {b} and at least 2 L + 1 states, where L is "
                 "the largest number of {c}."},
};

}  // namespace rules
}  // namespace openaclnn
