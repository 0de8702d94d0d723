#include "ops/lists/buffers_for.h"

#include "base/status.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

Status CheckBuffersFor(const RuleCall& call, const Rule& rule) {
  const size_t given = call.Given(rule, 0).count, expected = call.Given(rule, 1).count;
  if (given == 0 || given == expected) return {};
  return Invalid(ErrorKind::kValue, "{}: has {} items, expected none or {}, as many as {}",
                 rule.names[0], given, expected, rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kBuffersFor = {
    .name = "BuffersFor",
    .check = CheckBuffersFor,
    .sentence = {"{a} has no tensors, or as many as {b}."},
    .takes_lists = true,
};

}  // namespace rules
}  // namespace openaclnn
