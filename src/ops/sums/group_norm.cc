#include "aclnnop/aclnn_group_norm.h"

#include <array>
#include <vector>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_group_norm_silu.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/groups.h"
#include "ops/sums/norm_stages.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn {
namespace {

// Where the arguments of a forward pass are.
struct GroupNormAt {
  int self, gamma, beta, group, eps, out, mean, rstd;
  int activates = -1;  // a bool, whether silu is applied; -1: there is none
};
constexpr GroupNormAt kGroupNormAt{0, 1, 2, 6, 7, 8, 9, 10},
    kGroupNormSiluAt{0, 1, 2, 3, 4, 5, 6, 7}, kGroupNormSiluV2At{0, 1, 2, 3, 4, 6, 7, 8, 5};

template <const GroupNormAt& at, bool kSilu>
void PlanGroupNorm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(at.self), out = list.Given(at.out);
  const Value mean_out = list.Given(at.mean), rstd_out = list.Given(at.rstd);
  const bool activates = kSilu && (at.activates < 0 || call.FlagAt(at.activates));
  if (self->extent.elements == 0) {
    list.Add(PlanFill(0, mean_out));
    list.Add(PlanFill(kNotANumber, rstd_out));
    return list.Finish();
  }
  SegmentsInputs stage{.x = self,
                       .segments = GroupsOf(self->shape, call.At(at.group).integer).Rows(),
                       .weight = DenseIfGiven(list, call, at.gamma, ACL_DOUBLE),
                       .bias = DenseIfGiven(list, call, at.beta, ACL_DOUBLE),
                       .eps = call.At(at.eps).number,
                       .mean = list.Temporary(ACL_DOUBLE, mean_out->shape),
                       .rstd = list.Temporary(ACL_DOUBLE, rstd_out->shape),
                       .variance = {},
                       .out = activates ? list.Temporary(ACL_DOUBLE, out->shape) : out};
  list.Add(PlanSegments(stage));
  if (activates) {
    list.Add(PlanFormulaInDouble(SiluOfDoublesKernel(), std::array{*stage.out}, out));
  }
  list.Add(PlanMove(stage.mean, mean_out));
  list.Add(PlanMove(stage.rstd, rstd_out));
  list.Finish();
}

template <const GroupNormAt& at>
bool GroupNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  return output == at.out && input == at.self;
}

// Programs that need neither pass one buffer for both: ggml's halves of one overlap.
bool StatisticsMayMeet(const OpSpec& spec, int output, int other) {
  return output != kGroupNormAt.out && other != kGroupNormAt.out &&
         spec.arguments[other].IsWritten();
}

constexpr Kind WithStatisticsThatMeet(Kind kind) {
  kind.may_meet = StatisticsMayMeet;
  return kind;
}

constexpr Kind kGroupNorm = WithStatisticsThatMeet(
    OnCpusAlone(InStages(PlanGroupNorm<kGroupNormAt, false>, GroupNormMayBe<kGroupNormAt>)));
constexpr Kind kGroupNormSilu =
    OnCpusAlone(InStages(PlanGroupNorm<kGroupNormSiluAt, true>, GroupNormMayBe<kGroupNormSiluAt>));
constexpr Kind kGroupNormSiluV2 = OnCpusAlone(
    InStages(PlanGroupNorm<kGroupNormSiluV2At, true>, GroupNormMayBe<kGroupNormSiluV2At>));

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
  const auto add = [&](const Value& sums, int output) {
    if (!mask[static_cast<size_t>(output - At::kGradInput)]) return;
    constexpr int64_t kSamples[] = {0};
    list.Add(PlanSums(
        {.terms = sums, .axes = kSamples, .dtype = ACL_DOUBLE, .sums = list.Given(output)}));
  };
  add(products, At::kGradGamma);
  add(grads, At::kGradBeta);
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
