#include "aclnnop/aclnn_bernoulli.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {

const Kernel* IsBelowKernel();

namespace {

enum BernoulliArgument { kBernoulliSelf, kBernoulliProb, kBernoulliSeed, kBernoulliOffset };

void PlanBernoulli(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanDraw(SourceOf(call, kBernoulliSeed, kBernoulliOffset),
                    BernoulliDraw(call.NumberAt(kBernoulliProb).nearest),
                    list.Given(call.spec.results_at[0])));
  list.Finish();
}

// A FLOAT holds u exactly.
void PlanBernoulliTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(call.spec.results_at[0]);
  if (out->extent.elements > 0) {
    const Value u = list.Temporary(ACL_FLOAT, out->shape);
    list.Add(PlanDraw(SourceOf(call, kBernoulliSeed, kBernoulliOffset),
                      UniformDraw(0, 1, ACL_FLOAT), u));
    const std::array inputs = {u, list.Given(kBernoulliProb)};
    list.Add(PlanFormulaInDouble(IsBelowKernel(), inputs, out));
  }
  list.Finish();
}

// Nothing is read of the tensor that gives the shape.
bool MayBeOneBernoulli(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return true; }

constexpr Kind kBernoulli = OnCpusAlone(InStages(PlanBernoulli, MayBeOneBernoulli)),
               kBernoulliTensor = OnCpusAlone(InStages(PlanBernoulliTensor, MayBeOneBernoulli));

constexpr DtypeSet kTruthDtypes = kDrawnReals | DtypeSet(ACL_BOOL);
constexpr DtypeSet kTruthIntegers = kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kBernoulliSpec = Resolved({
    .name = "aclnnBernoulli",
    .formula = "out = u < prob ? 1 : 0",
    .arguments = {Input("self"), ScalarInput("prob"), IntInput("seed"), IntInput("offset"),
                  Output("out")},
    .rules = {DtypeIn("self", kTruthDtypes), DtypeIn("prob", kFloatAndDoubleDtypes),
              SameDtype("out", "self"), IsProbability("prob"), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllBut310P,
    .results = {"out"},
    .work = {.kind = &kBernoulli},
});

constexpr OpSpec kInplaceBernoulliSpec = Resolved({
    .name = "aclnnInplaceBernoulli",
    .formula = "selfRef = u < prob ? 1 : 0",
    .arguments = {InOut("selfRef"), ScalarInput("prob"), IntInput("seed"), IntInput("offset")},
    .rules = {DtypeIn("selfRef", kTruthDtypes), DtypeIn("prob", kFloatAndDoubleDtypes),
              IsProbability("prob"), MaxRank(8)},
    .chips = kAllBut310P,
    .results = {"selfRef"},
    .work = {.kind = &kBernoulli},
});

constexpr OpSpec kBernoulliTensorSpec = Resolved({
    .name = "aclnnBernoulliTensor",
    .formula = "out = u < prob ? 1 : 0",
    .arguments = {Input("self"), Input("prob"), IntInput("seed"), IntInput("offset"),
                  Output("out")},
    .rules = {DtypeIn("self", kTruthDtypes), DtypeOnlyOn("self", kTruthIntegers, kRandomOnA5),
              DtypeIn("prob", kFloatAndDoubleDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self"), BroadcastsTo("prob", "self")},
    .chips = kAllBut310P,
    .operands = {"prob"},
    .results = {"out"},
    .work = {.kind = &kBernoulliTensor},
});

constexpr OpSpec kInplaceBernoulliTensorSpec = Resolved({
    .name = "aclnnInplaceBernoulliTensor",
    .formula = "selfRef = u < prob ? 1 : 0",
    .arguments = {InOut("selfRef"), Input("prob"), IntInput("seed"), IntInput("offset")},
    .rules = {DtypeIn("selfRef", kTruthDtypes), DtypeIn("prob", kFloatAndDoubleDtypes), MaxRank(8),
              BroadcastsTo("prob", "selfRef")},
    .chips = kAllBut310P,
    .operands = {"prob"},
    .results = {"selfRef"},
    .work = {.kind = &kBernoulliTensor},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Bernoulli, const aclTensor*, const aclScalar*, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBernoulli, const aclTensor*, const aclScalar*, int64_t, int64_t);
OPENACLNN_C_FUNCTIONS(BernoulliTensor, const aclTensor*, const aclTensor*, int64_t, int64_t,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBernoulliTensor, const aclTensor*, const aclTensor*, int64_t, int64_t);
