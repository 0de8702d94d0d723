#include "aclnnop/aclnn_convolution_backward.h"

#include <array>

#include "kinds/convolution/plan.h"
#include "kinds/reduction/plan.h"
#include "ops/c_functions.h"
#include "ops/convolution/family.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn {
namespace {

// Where the tensors are that the roles do not name; -1: there is no such argument.
struct BackwardArguments {
  int grad_output, wanted, by_input, by_weight, by_bias;
};

template <BackwardArguments at>
void PlanBackward(const Call& call, Executor& executor) {
  const ConvolutionShape shape = ConvolutionShapeOf(call.spec, call.arguments);
  StageList list(call, executor);
  const auto is_wanted = [&](size_t gradient) {
    return at.wanted < 0 || call.BoolsAt(at.wanted)[gradient];
  };
  const Value grad_output = Seen(list, call, at.grad_output, false);
  if (is_wanted(0)) {
    list.Add(PlanConvolution({.input = grad_output,
                              .weight = Seen(list, call, call.spec.work.at[kWeightOf], true),
                              .output = Seen(list, call, at.by_input, false),
                              .steps = shape.steps,
                              .groups = shape.groups,
                              .transposed = !shape.transposed}));
  }
  if (is_wanted(1)) {
    list.Add(PlanWeightGradient({.input = Seen(list, call, call.spec.work.at[kInputOf], false),
                                 .grad_output = grad_output,
                                 .by_weight = Seen(list, call, at.by_weight, true),
                                 .steps = shape.steps,
                                 .groups = shape.groups,
                                 .transposed = shape.transposed}));
  }
  if (is_wanted(2)) {
    constexpr std::array<int64_t, 4> kAllButChannels = {0, 2, 3, 4};
    list.Add(PlanSums({.terms = grad_output,
                       .axes = std::span(kAllButChannels).first(shape.steps.size() + 1),
                       .dtype = ACL_DOUBLE,
                       .sums = list.Given(at.by_bias)}));
  }
  list.Finish();
}

constexpr Kind kConvolutionGradients =
    OnCpusAlone(InStages(PlanBackward<BackwardArguments{0, 10, 12, 13, 14}>));
constexpr Kind kTimeConvolutionGradients =
    OnCpusAlone(InStages(PlanBackward<BackwardArguments{0, -1, 6, 7, 8}>));

}  // namespace

constexpr OpSpec kConvolutionBackwardSpec = Resolved({
    .name = "aclnnConvolutionBackward",
    .formula = "gradInput, gradWeight, gradBias = gradOutput times the slopes of aclnnConvolution "
               "by input, weight and bias",
    .arguments = {Input("gradOutput"), Input("input"), Input("weight"),
                  Optional(IntsInput("biasSizes")), IntsInput("stride"), IntsInput("padding"),
                  IntsInput("dilation"), BoolInput("transposed"), IntsInput("outputPadding"),
                  IntInput("groups"), BoolsInput("outputMask"), IntInput("cubeMathType"),
                  Optional(Output("gradInput")), Optional(Output("gradWeight")),
                  Optional(Output("gradBias"))},
    .rules = {OutputMask("outputMask"),
              DtypeIn("gradOutput", kFloatDtypes),
              DtypeIn("input", kFloatDtypes),
              DtypeIn("weight", kFloatDtypes),
              SameDtype("gradInput", "input"),
              DtypeIn("gradWeight", kFloatDtypes),
              SameDtype("gradBias", "gradOutput"),
              SpatialAxes("input", "weight"),
              StepsFor("stride", "input"),
              PaddingFor("padding", "input"),
              StepsFor("dilation", "input"),
              OutputPaddingFor("outputPadding", "input", "transposed"),
              NoOutputPadding("outputPadding", "transposed"),
              IntBetween("cubeMathType", 0, 3),
              ConvolutionChannels("input", "weight"),
              KernelFits("weight", "input"),
              ConvolvedShape("gradOutput", "input", "weight"),
              SameShape("gradInput", "input"),
              SameShape("gradWeight", "weight"),
              ChannelBias("gradBias", "input", "weight"),
              BiasSizes("biasSizes", "outputMask")},
    .chips = kAllChips,
    .work = {.kind = &kConvolutionGradients,
             .names = {"input", "weight", "stride", "padding", "dilation", "transposed",
                       "outputPadding", "groups"}},
});

constexpr OpSpec kConvTbcBackwardSpec = Resolved({
    .name = "aclnnConvTbcBackward",
    .formula = "gradInput, gradWeight, gradBias = self times the slopes of aclnnConvTbc by input, "
               "weight and bias",
    .arguments = {Input("self"), Input("input"), Input("weight"), Input("bias"), IntInput("pad"),
                  IntInput("cubeMathType"), Output("gradInput"), Output("gradWeight"),
                  Output("gradBias")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("input", "self"),
              SameDtype("weight", "self"), SameDtype("bias", "self"),
              SameDtype("gradInput", "input"), SameDtype("gradWeight", "weight"),
              SameDtype("gradBias", "bias"), RankIs("self", 3), RankIs("input", 3),
              RankIs("weight", 3), IntBetween("pad", 0, INT32_MAX),
              ConvolutionChannels("input", "weight"), KernelFits("weight", "input"),
              ChannelBias("bias", "input", "weight"), ConvolvedShape("self", "input", "weight"),
              SameShape("gradInput", "input"), SameShape("gradWeight", "weight"),
              SameShape("gradBias", "bias"), IntBetween("cubeMathType", 0, 3)},
    .chips = Chips(Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950),
    .work = {.kind = &kTimeConvolutionGradients,
             .names = {"input", "weight", "", "pad"},
             .options = {kTimeFirst}},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ConvolutionBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, bool, const aclIntArray*, int, const aclBoolArray*,
                      int8_t, aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ConvTbcBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, int8_t, aclTensor*, aclTensor*, aclTensor*);
