#include "aclnnop/aclnn_group_norm_swish.h"

#include <array>
#include <string_view>

#include "aclnnop/aclnn_group_norm_swish_grad.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/family.h"
#include "ops/sums/groups.h"
#include "ops/sums/norm_stages.h"

namespace openaclnn {
namespace {

constexpr GroupNormAt kGroupNormSwishAt{0, 1, 2, 3, 5, 8, 9, 10, 6, 7};

struct GroupNormSwishGradAt {
  enum : int {
    kDy,
    kMean,
    kRstd,
    kX,
    kGamma,
    kBeta,
    kGroups,
    kFormat,
    kScale,
    kNeedsGamma,
    kNeedsBeta,
    kDx,
    kDgamma,
    kDbeta
  };
};

void PlanGroupNormSwishGrad(const Call& call, Executor& executor) {
  using At = GroupNormSwishGradAt;
  StageList list(call, executor);
  const Value x = list.Given(At::kX);
  const bool needs_gamma = call.FlagAt(At::kNeedsGamma), needs_beta = call.FlagAt(At::kNeedsBeta);
  if (x->extent.elements == 0) {  // sums over nothing
    if (needs_gamma) list.Add(PlanFill(0, list.Given(At::kDgamma)));
    if (needs_beta) list.Add(PlanFill(0, list.Given(At::kDbeta)));
    return list.Finish();
  }
  const Groups groups = GroupsOf(x->shape, call.At(At::kGroups).integer);
  const Value mean = DenseAs(list, ACL_DOUBLE, list.Given(At::kMean)),
              rstd = DenseAs(list, ACL_DOUBLE, list.Given(At::kRstd)),
              weight = DenseAs(list, ACL_DOUBLE, list.Given(At::kGamma));
  // What swish was applied to, and the gradient by that.
  const Value y = list.Temporary(ACL_DOUBLE, x->shape);
  list.Add(PlanSegments({.x = x,
                         .segments = groups.Rows(),
                         .weight = weight,
                         .bias = DenseAs(list, ACL_DOUBLE, list.Given(At::kBeta)),
                         .eps = 0,
                         .from = StatisticsFrom::kGiven,
                         .mean = mean,
                         .rstd = rstd,
                         .variance = {},
                         .out = y}));
  const Value grad =
      Computed(list, SwishGradientOfDoublesKernel(), std::array{list.Given(At::kDy), y}, x->shape,
               {call.At(At::kScale).number});
  const Dims of_channels = {groups.samples, groups.channels};
  const Value products = list.Temporary(ACL_DOUBLE, of_channels);
  const Value grads = list.Temporary(ACL_DOUBLE, of_channels);
  list.Add(PlanSegmentGradients({.x = x,
                                 .grad = grad,
                                 .segments = groups.Rows(),
                                 .mean = mean,
                                 .rstd = rstd,
                                 .weight = weight,
                                 .products = products,
                                 .grads = grads,
                                 .out = list.Given(At::kDx)}));
  if (needs_gamma) AddOverSamples(list, products, list.Given(At::kDgamma));
  if (needs_beta) AddOverSamples(list, grads, list.Given(At::kDbeta));
  list.Finish();
}

// dy is read before dx is written, and x with it.
bool GroupNormSwishGradMayBe(const OpSpec& /*spec*/, int output, int input) {
  using At = GroupNormSwishGradAt;
  return output == At::kDx && (input == At::kDy || input == At::kX);
}

constexpr Kind kGroupNormSwish = OnCpusAlone(InStages(
    PlanGroupNorm<kGroupNormSwishAt, Activation::kSwish>, GroupNormMayBe<kGroupNormSwishAt>));
constexpr Kind kGroupNormSwishGrad =
    OnCpusAlone(InStages(PlanGroupNormSwishGrad, GroupNormSwishGradMayBe));

constexpr std::string_view kChannelsSecond[] = {"NCHW"};

}  // namespace

constexpr OpSpec kGroupNormSwishSpec = Resolved({
    .name = "aclnnGroupNormSwish",
    .formula = "y = (x - mean) * rstd * gamma + beta, of each group of channels, yOut = y / (1 + "
               "exp(-swishScale * y)) if activateSwish, else y; rstd = 1 / sqrt(var + eps)",
    .arguments = {Input("x"), Input("gamma"), Input("beta"), IntInput("numGroups"),
                  OptionalText("dataFormatOptional", "NCHW"), DoubleInput("eps"),
                  BoolInput("activateSwish"), DoubleInput("swishScale"), Output("yOut"),
                  Output("meanOut"), Output("rstdOut")},
    .rules = {DtypeIn("x", kFloatDtypes), DtypeIn("gamma", kFloatDtypes),
              DtypeOfOrFloat("gamma", "x"), SameDtype("beta", "gamma"), SameDtype("yOut", "x"),
              SameDtype("meanOut", "gamma"), SameDtype("rstdOut", "gamma"),
              TextIn("dataFormatOptional", kChannelsSecond), MinRank("x", 2), MaxRank(8),
              DividesChannels("numGroups", "x"), OneForChannel("gamma", "x"),
              OneForChannel("beta", "x"), SameShape("yOut", "x"),
              GroupsShape("meanOut", "x", "numGroups"), GroupsShape("rstdOut", "x", "numGroups")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kGroupNormSwish},
});

constexpr OpSpec kGroupNormSwishGradSpec = Resolved({
    .name = "aclnnGroupNormSwishGrad",
    .formula = "x' = (x - mean) * rstd, y = x' * gamma + beta, s = 1 / (1 + exp(-swishScale * y)), "
               "d = dy * s * (1 + swishScale * y * (1 - s)), g = d * gamma; dxOut = (g - mean(g) - "
               "x' * mean(g * x')) * rstd, dgammaOut = sum(d * x'), dbetaOut = sum(d)",
    .arguments = {Input("dy"), Input("mean"), Input("rstd"), Input("x"), Input("gamma"),
                  Input("beta"), IntInput("numGroups"), OptionalText("dataFormatOptional", "NCHW"),
                  DoubleInput("swishScale"), BoolInput("dgammaIsRequire"),
                  BoolInput("dbetaIsRequire"), Output("dxOut"), Output("dgammaOut"),
                  Output("dbetaOut")},
    .rules = {DtypeIn("dy", kFloatDtypes),
              SameDtype("mean", "dy"),
              SameDtype("rstd", "dy"),
              SameDtype("x", "dy"),
              SameDtype("gamma", "dy"),
              SameDtype("beta", "dy"),
              SameDtype("dxOut", "dy"),
              SameDtype("dgammaOut", "dy"),
              SameDtype("dbetaOut", "dy"),
              TextIn("dataFormatOptional", kChannelsSecond),
              MinRank("x", 2),
              MaxRank(8),
              SameShape("dy", "x"),
              DividesChannels("numGroups", "x"),
              GroupsShape("mean", "x", "numGroups"),
              GroupsShape("rstd", "x", "numGroups"),
              OneForChannel("gamma", "x"),
              OneForChannel("beta", "x"),
              SameShape("dxOut", "x"),
              OneForChannel("dgammaOut", "x"),
              OneForChannel("dbetaOut", "x")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kGroupNormSwishGrad},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GroupNormSwish, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      char*, double, bool, double, const aclTensor*, const aclTensor*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(GroupNormSwishGrad, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, int64_t, char*, double,
                      bool, bool, const aclTensor*, const aclTensor*, const aclTensor*);
