#include "aclnnop/aclnn_group_norm.h"

#include <vector>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_group_norm_silu.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/groups.h"
#include "ops/sums/norm_stages.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn {
namespace {

constexpr GroupNormAt kGroupNormAt{0, 1, 2, 6, 7, 8, 9, 10},
    kGroupNormSiluAt{0, 1, 2, 3, 4, 5, 6, 7}, kGroupNormSiluV2At{0, 1, 2, 3, 4, 6, 7, 8, 5};

// Programs that need neither pass one buffer for both: ggml's halves of one overlap.
bool StatisticsMayMeet(const OpSpec& spec, int output, int other) {
  return output != kGroupNormAt.out && other != kGroupNormAt.out &&
         spec.arguments[other].IsWritten();
}

constexpr Kind WithStatisticsThatMeet(Kind kind) {
  kind.may_meet = StatisticsMayMeet;
  return kind;
}

constexpr Kind kGroupNorm = WithStatisticsThatMeet(OnCpusAlone(
    InStages(PlanGroupNorm<kGroupNormAt, Activation::kNone>, GroupNormMayBe<kGroupNormAt>)));
constexpr Kind kGroupNormSilu = OnCpusAlone(InStages(
    PlanGroupNorm<kGroupNormSiluAt, Activation::kSwish>, GroupNormMayBe<kGroupNormSiluAt>));
constexpr Kind kGroupNormSiluV2 = OnCpusAlone(InStages(
    PlanGroupNorm<kGroupNormSiluV2At, Activation::kSwish>, GroupNormMayBe<kGroupNormSiluV2At>));

struct GroupNormBackwardAt {
  enum : int {
    kGradOut,
    kInput,
    kMean,
    kRstd,
    kGamma,
    kN,
    kC,
    kInner,
    kGroup,
    kMask,
    kGradInput,
    kGradGamma,
    kGradBeta
  };
};

void PlanGroupNormBackward(const Call& call, Executor& executor) {
  using At = GroupNormBackwardAt;
  StageList list(call, executor);
  const auto integer = [&call](int argument) { return call.At(argument).integer; };
  const std::vector<bool>& mask = call.BoolsAt(At::kMask);
  const Groups groups = {integer(At::kN), integer(At::kC), integer(At::kInner),
                         integer(At::kGroup)};
  const Value x = list.Given(At::kInput), given = list.Given(At::kGradOut);
  if (x->extent.elements == 0) {  // sums over nothing
    for (const int k : {1, 2}) {
      if (mask[static_cast<size_t>(k)]) list.Add(PlanFill(0, list.Given(At::kGradInput + k)));
    }
    return list.Finish();
  }
  const bool are_alike = given->shape == x->shape;
  const Value grad =
      are_alike ? given : list.SeenDense(DenseAs(list, given->dtype, given), x->shape);
  const Dims of_channels = {groups.samples, groups.channels};
  const Value products = list.Temporary(ACL_DOUBLE, of_channels);
  const Value grads = list.Temporary(ACL_DOUBLE, of_channels);
  SegmentGradientsInputs stage{.x = x,
                               .grad = grad,
                               .segments = groups.Rows(),
                               .mean = DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)),
                               .rstd = DenseAs(list, ACL_DOUBLE, list.Given(At::kRstd)),
                               .weight = DenseIfGiven(list, call, At::kGamma, ACL_DOUBLE),
                               .products = products,
                               .grads = grads,
                               .out = {}};
  if (mask[0]) stage.out = list.Given(At::kGradInput);
  list.Add(PlanSegmentGradients(stage));
  if (mask[1]) AddOverSamples(list, products, list.Given(At::kGradGamma));
  if (mask[2]) AddOverSamples(list, grads, list.Given(At::kGradBeta));
  list.Finish();
}

bool GroupNormBackwardMayBe(const OpSpec& /*spec*/, int output, int input) {
  using At = GroupNormBackwardAt;
  return output == At::kGradInput && (input == At::kGradOut || input == At::kInput);
}

constexpr Kind kGroupNormBackward =
    OnCpusAlone(InStages(PlanGroupNormBackward, GroupNormBackwardMayBe));

}  // namespace

constexpr OpSpec kGroupNormSpec = Resolved({
    .name = "aclnnGroupNorm",
    .formula = "out = (self - mean) * rstd * gamma + beta, of each group of channels; rstd = 1 / "
               "sqrt(var + eps)",
    .arguments = {Input("self"), OptionalInput("gamma", 1), OptionalInput("beta", 0), IntInput("N"),
                  IntInput("C"), IntInput("HxW"), IntInput("group"), DoubleInput("eps"),
                  Output("out"), Output("meanOut"), Output("rstdOut")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("gamma", "self"), SameDtype("beta", "self"),
              SameDtype("out", "self"), SameDtype("meanOut", "self"), SameDtype("rstdOut", "self"),
              MinRank("self", 2), MaxRank(8), DividesCount("group", "C"), AboveZero("eps"),
              SameShape("out", "self"), BatchSizes("self", "N", "C", "HxW"),
              GroupsShape("meanOut", "self", "group"), GroupsShape("rstdOut", "self", "group"),
              OneForChannel("gamma", "self"), OneForChannel("beta", "self")},
    .chips = kAllChips,
    .work = {.kind = &kGroupNorm},
});

constexpr OpSpec kGroupNormSiluSpec = Resolved({
    .name = "aclnnGroupNormSilu",
    .formula = "y = (self - mean) * rstd * gamma + beta, of each group of channels, out = y / (1 + "
               "exp(-y)); rstd = 1 / sqrt(var + eps)",
    .arguments = {Input("self"), OptionalInput("gamma", 1), OptionalInput("beta", 0),
                  IntInput("group"), DoubleInput("eps"), Output("out"), Output("meanOut"),
                  Output("rstdOut")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("gamma", kFloatDtypes),
              DtypeOfOrFloat("gamma", "self"), DtypeIn("beta", kFloatDtypes),
              DtypeOfOrFloat("beta", "self"), SameDtype("gamma", "beta"), SameDtype("out", "self"),
              DtypeIn("meanOut", kFloatDtypes), DtypeOfOrFloat("meanOut", "self"),
              SameDtype("rstdOut", "meanOut"), MinRank("self", 2), MaxRank(8),
              DividesChannels("group", "self"), AboveZero("eps"), OneForChannel("gamma", "self"),
              OneForChannel("beta", "self"), SameShape("out", "self"),
              GroupsShape("meanOut", "self", "group"), GroupsShape("rstdOut", "self", "group")},
    .chips = kAllBut910,
    .work = {.kind = &kGroupNormSilu},
});

constexpr OpSpec kGroupNormSiluV2Spec = Resolved({
    .name = "aclnnGroupNormSiluV2",
    .formula = "y = (self - mean) * rstd * gamma + beta, of each group of channels, out = y / (1 + "
               "exp(-y)) if activateSilu, else y; rstd = 1 / sqrt(var + eps)",
    .arguments = {Input("self"), OptionalInput("gamma", 1), OptionalInput("beta", 0),
                  IntInput("group"), DoubleInput("eps"), BoolInput("activateSilu"), Output("out"),
                  Output("meanOut"), Output("rstdOut")},
    .rules = kGroupNormSiluSpec.rules,
    .chips = kAllBut910,
    .work = {.kind = &kGroupNormSiluV2},
});

constexpr OpSpec kGroupNormBackwardSpec = Resolved({
    .name = "aclnnGroupNormBackward",
    .formula = "x' = (input - mean) * rstd, g = gradOut * gamma; gradInput = (g - mean(g) - x' * "
               "mean(g * x')) * rstd, gradGammaOut = sum(gradOut * x'), gradBetaOut = sum(gradOut)",
    .arguments = {Input("gradOut"), Input("input"), Input("mean"), Input("rstd"),
                  OptionalInput("gamma", 1), IntInput("N"), IntInput("C"), IntInput("HxW"),
                  IntInput("group"), BoolsInput("outputMask"), Optional(Output("gradInput")),
                  Optional(Output("gradGammaOut")), Optional(Output("gradBetaOut"))},
    .rules = {OutputMask("outputMask"),
              DtypeIn("gradOut", kFloatDtypes),
              SameDtype("input", "gradOut"),
              DtypeIn("mean", kFloatDtypes),
              DtypeOfOrFloat("mean", "gradOut"),
              SameDtype("rstd", "mean"),
              SameDtype("gamma", "mean"),
              SameDtype("gradInput", "gradOut"),
              SameDtype("gradGammaOut", "mean"),
              SameDtype("gradBetaOut", "mean"),
              MaxRank(8),
              DividesCount("group", "C"),
              CountOfBatch("input", "N", "C", "HxW"),
              CountOfBatch("gradOut", "N", "C", "HxW"),
              CountOfGroups("mean", "N", "group"),
              CountOfGroups("rstd", "N", "group"),
              CountIs("gamma", "C"),
              SameShape("gradInput", "input"),
              CountIs("gradGammaOut", "C"),
              CountIs("gradBetaOut", "C")},
    .chips = kAllBut310P,
    .work = {.kind = &kGroupNormBackward},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GroupNorm, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      int64_t, int64_t, int64_t, double, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GroupNormSilu, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      double, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GroupNormSiluV2, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, double, bool, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GroupNormBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, int64_t, int64_t, int64_t, int64_t,
                      const aclBoolArray*, aclTensor*, aclTensor*, aclTensor*);
