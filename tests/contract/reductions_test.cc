// Operators that reduce the axes which an argument names, in test calls the last one: [2, 3, 4] to
// [2, 3], or [2, 3, 1].
#include <algorithm>
#include <string>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "ops/sums/reduced_shape.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::Shape;
using test::TestCall;
using test::TextOf;

class ReductionsTest : public test::EveryOperator {
 protected:
  bool NeedsElementsAlong() {
    return std::ranges::any_of(RulesOf(*GetParam()->spec),
                               [](const Rule& rule) { return rule.Is(rules::kElementsAlong); });
  }
  void Expect(const Shape& self, const Shape& out, bool is_accepted) {
    TestCall call = MakeCall();
    SCOPED_TRACE(TextOf(self) + " to " + TextOf(out));
    call.tensor(call.Inputs()[0]).shape = self;
    for (const int output : call.Outputs()) call.tensor(output).shape = out;
    if (is_accepted) return (void)ExpectAccepted(call);
    ExpectRefused(call, {call.name(call.Outputs()[0]), "shape", TextOf(out), TextOf(self)});
  }
};

TEST_P(ReductionsTest, SomeNeedElementsAlongTheAxis) {
  if (!NeedsElementsAlong()) return;
  TestCall call = MakeCall();
  call.tensor(call.Inputs()[0]).shape = {2, 0};
  call.tensor(call.Outputs()[0]).shape = {2};
  ExpectRefused(call, {call.name(call.Inputs()[0]), "[2, 0]", "axis 1", "dim"});
  call.tensor(call.Inputs()[0]).shape = {0, 2};
  call.tensor(call.Outputs()[0]).shape = {0};
  ExpectAccepted(call);
}

TEST_P(ReductionsTest, TheShapeIsThatOfTheOtherAxes) {
  for (const Shape& out : {Shape{2, 3}, Shape{2, 1}, Shape{3, 2}, Shape{6}, Shape{1}, Shape{},
                           Shape{2, 3, 4}, Shape{1, 2, 3}, Shape{0}}) {
    Expect({2, 3, 4}, out, out == Shape{2, 3});
    if (!NeedsElementsAlong()) Expect({2, 0, 4}, out, false);
  }
}

TEST_P(ReductionsTest, OneElementMayHaveAnyAxes) {
  for (const Shape& out : {Shape{}, Shape{1}, Shape{1, 1}, Shape{1, 1, 1, 1, 1, 1, 1, 1}}) {
    for (const Shape& self : {Shape{4}, Shape{1, 4}, Shape{1, 1, 1}, Shape{}}) {
      Expect(self, out, true);
    }
    if (!NeedsElementsAlong()) Expect({1, 0}, out, true);
    Expect({2, 4}, out, false);
  }
  for (const Shape& out : {Shape{2}, Shape{0}, Shape{1, 2}, Shape{1, 0}}) Expect({4}, out, false);
}

std::vector<const Operator*> Reductions() {
  std::vector<const Operator*> reductions;
  for (const Operator* const entry : test::OperatorsWithCode()) {
    if (ReducedAxesOf(*entry->spec) >= 0) reductions.push_back(entry);
  }
  return reductions;
}

INSTANTIATE_TEST_SUITE_P(Operators, ReductionsTest, testing::ValuesIn(Reductions()),
                         test::OperatorTestName);

}  // namespace
}  // namespace openaclnn
