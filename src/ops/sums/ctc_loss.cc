#include "aclnnop/aclnn_ctc_loss.h"

#include "aclnnop/aclnn_ctc_loss_backward.h"
#include "kinds/ctc/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/ctc_shape.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kCtcTargetDtypes{ACL_INT64, ACL_INT32, ACL_BOOL, ACL_FLOAT, ACL_FLOAT16};

// Where a call has what describes its sequences.
struct CtcArguments {
  int log_probs, targets, input_lengths, target_lengths, blank, zero_infinity;
};

CtcSequences SequencesIn(const Call& call, StageList& list, const CtcArguments& at) {
  const Value targets = list.Given(at.targets);
  const bool has_targets = targets->extent.elements > 0;
  return {.log_probs = list.Given(at.log_probs),
          .targets = has_targets ? DenseAs(list, ACL_INT64, targets) : targets,
          .input_lengths = call.IntegersAt(at.input_lengths),
          .target_lengths = call.IntegersAt(at.target_lengths),
          .blank = call.At(at.blank).integer,
          .zero_infinity = call.FlagAt(at.zero_infinity)};
}

void PlanCtc(const Call& call, Executor& executor) {
  constexpr CtcArguments kAt = {0, 1, 2, 3, 4, 5};
  constexpr int kLosses = 6, kLogAlpha = 7;
  StageList list(call, executor);
  list.Add(PlanCtcLoss(SequencesIn(call, list, kAt), list.Given(kLosses), list.Given(kLogAlpha)));
  list.Finish();
}

void PlanCtcBackward(const Call& call, Executor& executor) {
  constexpr CtcArguments kAt = {1, 2, 3, 4, 7, 8};
  constexpr int kGrad = 0, kLosses = 5, kLogAlpha = 6, kOut = 9;
  StageList list(call, executor);
  list.Add(PlanCtcGradient({.sequences = SequencesIn(call, list, kAt),
                            .grad = list.Given(kGrad),
                            .losses = list.Given(kLosses),
                            .log_alpha = list.Given(kLogAlpha),
                            .out = list.Given(kOut)}));
  list.Finish();
}

constexpr Kind kCtcKind = OnCpusAlone(InStages(PlanCtc)),
               kCtcBackwardKind = OnCpusAlone(InStages(PlanCtcBackward));

}  // namespace

constexpr OpSpec kCtcLossSpec = Resolved({
    .name = "aclnnCtcLoss",
    .formula = "negLogLikelihoodOut = -log(sum over paths of exp(sum of logProbs along the path)), "
               "logAlphaOut = the logarithms of such sums up to each step and state",
    .arguments = {Input("logProbs"), Input("targets"), IntsInput("inputLengths"),
                  IntsInput("targetlengths"), IntInput("blank"), BoolInput("zeroInfinity"),
                  Output("negLogLikelihoodOut"), Output("logAlphaOut")},
    .rules = {CtcBlank("blank", "logProbs"),
              CtcLengths("inputLengths", "targetlengths", "logProbs"),
              CtcTargets("targets", "targetlengths", "logProbs"),
              OneForEachSequence("negLogLikelihoodOut", "logProbs"),
              CtcStates("logAlphaOut", "logProbs", "targetlengths"),
              DtypeIn("logProbs", kFloatAndDoubleDtypes),
              DtypeOnlyOn("logProbs", DtypeSet(ACL_FLOAT16), kBfloat16Chips),
              DtypeIn("targets", kCtcTargetDtypes), SameDtype("negLogLikelihoodOut", "logProbs"),
              SameDtype("logAlphaOut", "logProbs")},
    .chips = kAllChips,
    .work = {.kind = &kCtcKind},
});

constexpr OpSpec kCtcLossBackwardSpec = Resolved({
    .name = "aclnnCtcLossBackward",
    .formula = "out = gradOut * (exp(logProbs) - the share that paths through a step and a class "
               "have of all), 0 from inputLengths on",
    .arguments = {Input("gradOut"), Input("logProbs"), Input("targets"),
                  IntsInput("inputLengths"), IntsInput("targetLengths"),
                  Input("negLogLikelihood"), Input("logAlpha"), IntInput("blank"),
                  BoolInput("zeroInfinity"), Output("out")},
    .rules = {RankIs("logProbs", 3), CtcBlank("blank", "logProbs"),
              OneForEachSequence("gradOut", "logProbs"),
              OneForEachSequence("negLogLikelihood", "logProbs"),
              CtcLengths("inputLengths", "targetLengths", "logProbs"),
              CtcStatesGiven("logAlpha", "logProbs", "targetLengths"),
              CtcTargets("targets", "targetLengths", "logProbs"), SameShape("out", "logProbs"),
              DtypeIn("logProbs", kFloatAndDoubleDtypes),
              DtypeOnlyOn("logProbs", DtypeSet(ACL_FLOAT16), kBfloat16Chips),
              SameDtype("gradOut", "logProbs"), SameDtype("negLogLikelihood", "logProbs"),
              SameDtype("logAlpha", "logProbs"), SameDtype("out", "logProbs"),
              DtypeIn("targets", kCtcTargetDtypes)},
    .chips = kAllChips,
    .work = {.kind = &kCtcBackwardKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(CtcLoss, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(CtcLossBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, const aclIntArray*, const aclTensor*, const aclTensor*,
                      int64_t, bool, aclTensor*);
