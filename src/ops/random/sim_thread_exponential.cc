#include "aclnnop/aclnn_sim_thread_exponential.h"

#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {
namespace {

enum ExponentialArgument {
  kExponentialSelf,
  kExponentialCount,
  kExponentialLambda,
  kExponentialSeed,
  kExponentialOffset
};

void PlanExponential(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanDraw(SourceOf(call, kExponentialSeed, kExponentialOffset),
                    ExponentialDraw(1 / call.NumberAt(kExponentialLambda).nearest),
                    list.Given(kExponentialSelf)));
  list.Finish();
}

constexpr Kind kExponential = Draws(PlanExponential);

}  // namespace

constexpr OpSpec kSimThreadExponentialSpec = Resolved({
    .name = "aclnnSimThreadExponential",
    .formula = "selfRef = -log(1 - u) / lambda",
    .arguments = {InOut("selfRef"), IntInput("count"), DoubleInput("lambda"), IntInput("seed"),
                  IntInput("offset")},
    .rules = {DtypeIn("selfRef", kFloatDtypes), MaxRank(8), AboveZero("lambda"),
              CountOfElements("count", "selfRef")},
    .chips = kRandomOnA2A3AndA5,
    .results = {"selfRef"},
    .work = {.kind = &kExponential},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SimThreadExponential, aclTensor*, int64_t, double, int64_t, int64_t);
