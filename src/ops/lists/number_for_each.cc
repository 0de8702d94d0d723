#include "ops/lists/number_for_each.h"

#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"

namespace openaclnn {
namespace {

Status CheckNumberForEach(const RuleCall& call, const Rule& rule) {
  const std::span<Tensor* const> members = call.Given(rule, 1).Tensors();
  const Tensor& given = call.At(rule, 0);
  if (!members.empty() && given.dtype != members[0]->dtype) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(given.dtype), DtypeName(members[0]->dtype),
                   rule.names[1]);
  }
  const auto count = static_cast<int64_t>(members.size());
  if (given.extent.elements == count) return {};
  return Invalid(ErrorKind::kShape, "{}: has {} elements, expected {}, one for each tensor of {}",
                 rule.names[0], given.extent.elements, count, rule.names[1]);
}

void NarrowNumberForEach(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Of(rule.at[1]));
}

// What is left open of an input.
Status InferNumberForEach(const RuleCall& call, const Rule& rule, Inferred& input) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  input.shape = {static_cast<int64_t>(call.Given(rule, 1).Tensors().size())};
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kNumberForEach = {
    .name = "NumberForEach",
    .check = CheckNumberForEach,
    .sentence = {"{a} has the dtype of {b}, and an element for each tensor of it."},
    .python_sentence = {"{a} has the dtype of {b}, and an element for each array of it."},
    .narrow = NarrowNumberForEach,
    .infer = InferNumberForEach,
    .takes_lists = true,
};

}  // namespace rules
}  // namespace openaclnn
