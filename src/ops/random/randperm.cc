#include "aclnnop/aclnn_randperm.h"

#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {
namespace {

enum RandpermArgument { kPermCount, kPermSeed, kPermOffset, kPermOut };

void PlanRandperm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanPermutation(SourceOf(call, kPermSeed, kPermOffset), list.Given(kPermOut)));
  list.Finish();
}

constexpr Kind kRandperm = Draws(PlanRandperm);

}  // namespace

constexpr OpSpec kRandpermSpec = Resolved({
    .name = "aclnnRandperm",
    .formula = "out = the integers from 0 to n - 1 in random order",
    .arguments = {IntInput("n"), IntInput("seed"), IntInput("offset"), Output("out")},
    .rules = {DtypeIn("out", kDrawnReals), Counts("out", "n")},
    .chips = kAllBut310P,
    .results = {"out"},
    .work = {.kind = &kRandperm},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Randperm, int64_t, int64_t, int64_t, aclTensor*);
