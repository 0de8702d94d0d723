#include "aclnnop/aclnn_multinomial.h"

#include "fmt/format.h"
#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {
namespace {

enum MultinomialArgument {
  kSampledSelf,
  kSampleCount,
  kSamplesAgain,
  kSampleSeed,
  kSampleOffset,
  kSampleOut
};
enum MultinomialTensorArgument {
  kSampleSeedTensor = 3,
  kSampleOffsetTensor,
  kSampleAddedOffset,
  kSampleTensorOut
};

void AddSamples(const Call& call, StageList& list, const WordSource& source, int out) {
  list.Add(PlanSamples(source, {.weights = list.Given(kSampledSelf),
                                .out = list.Given(out),
                                .replaces = call.FlagAt(kSamplesAgain),
                                .name = fmt::format("{}: {}", call.spec.name,
                                                    call.spec.arguments[kSampledSelf].name)}));
  list.Finish();
}

void PlanMultinomial(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddSamples(call, list, SourceOf(call, kSampleSeed, kSampleOffset), kSampleOut);
}
void PlanMultinomialTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddSamples(call, list,
             SourceOf(call, list, kSampleSeedTensor, kSampleOffsetTensor, kSampleAddedOffset),
             kSampleTensorOut);
}

constexpr Kind kMultinomial = Draws(PlanMultinomial),
               kMultinomialTensor = Draws(PlanMultinomialTensor);

constexpr DtypeSet kSampleDtypes{ACL_INT64};
constexpr Chips kWithDoubleWeights{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kMultinomialSpec = Resolved({
    .name = "aclnnMultinomial",
    .formula = "out = numsamples indices, drawn with the weights of each row of self",
    .arguments = {Input("self"), IntInput("numsamples"), BoolInput("replacement"), IntInput("seed"),
                  IntInput("offset"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kSampleDtypes),
              HasSamples("out", "self", "numsamples", "replacement")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMultinomial},
});

constexpr OpSpec kMultinomialTensorSpec = Resolved({
    .name = "aclnnMultinomialTensor",
    .formula = "out = numsamples indices, drawn with the weights of each row of self",
    .arguments = {Input("self"), IntInput("numsamples"), BoolInput("replacement"),
                  Input("seedTensor"), Input("offsetTensor"), IntInput("offset"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes),
              DtypeOnlyOn("self", DtypeSet(ACL_DOUBLE), kWithDoubleWeights),
              DtypeIn("out", kSampleDtypes), DtypeIn("seedTensor", kSeedDtypes),
              DtypeIn("offsetTensor", kSeedDtypes),
              HasSamples("out", "self", "numsamples", "replacement"), OneElement("seedTensor"),
              OneElement("offsetTensor")},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"self", "seedTensor", "offsetTensor"},
    .results = {"out"},
    .work = {.kind = &kMultinomialTensor},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Multinomial, const aclTensor*, int64_t, bool, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(MultinomialTensor, const aclTensor*, int64_t, bool, const aclTensor*,
                      const aclTensor*, int64_t, aclTensor*);
