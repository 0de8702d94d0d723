#include "aclnnop/aclnn_convolution.h"

#include "kinds/convolution/plan.h"
#include "ops/c_functions.h"
#include "ops/convolution/family.h"

namespace openaclnn {
namespace {

// Where the tensors are that the roles do not name.
struct ForwardArguments {
  int bias, output;
};

template <ForwardArguments at>
void PlanForward(const Call& call, Executor& executor) {
  const ConvolutionShape shape = ConvolutionShapeOf(call.spec, call.arguments);
  StageList list(call, executor);
  ConvolutionInputs inputs{.input = Seen(list, call, call.spec.work.at[kInputOf], false),
                           .weight = Seen(list, call, call.spec.work.at[kWeightOf], true),
                           .bias = {},
                           .output = Seen(list, call, at.output, false),
                           .steps = shape.steps,
                           .groups = shape.groups,
                           .transposed = shape.transposed};
  if (call.IsGiven(at.bias)) inputs.bias = list.Given(at.bias);
  list.Add(PlanConvolution(inputs));
  list.Finish();
}

constexpr Kind kConvolution = OnCpusAlone(InStages(PlanForward<ForwardArguments{2, 9}>)),
               kDepthwiseConvolution = OnCpusAlone(InStages(PlanForward<ForwardArguments{3, 7}>)),
               kTimeConvolution = OnCpusAlone(InStages(PlanForward<ForwardArguments{2, 4}>));
constexpr Chips kTrainingChips{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

}  // namespace

constexpr OpSpec kConvolutionSpec = Resolved({
    .name = "aclnnConvolution",
    .formula = "output = bias + the convolution of input with weight",
    .arguments = {Input("input"), Input("weight"), Optional(Input("bias")), IntsInput("stride"),
                  IntsInput("padding"), IntsInput("dilation"), BoolInput("transposed"),
                  Optional(IntsInput("outputPadding")), IntInput("groups"), Output("output"),
                  IntInput("cubeMathType")},
    .rules = {DtypeIn("bias", kFloatDtypes), DtypeIn("input", kFloatDtypes),
              DtypeIn("weight", kFloatDtypes), DtypeIn("output", kFloatDtypes),
              SpatialAxes("input", "weight"), StepsFor("stride", "input"),
              StepsFor("dilation", "input"), PaddingFor("padding", "input"),
              OutputPaddingFor("outputPadding", "input", "transposed"),
              ConvolutionChannels("input", "weight"), KernelFits("weight", "input"),
              ChannelBias("bias", "input", "weight"), ConvolvedShape("output", "input", "weight"),
              IntBetween("cubeMathType", 0, 3)},
    .chips = Chips(Chip::kAscend310P, Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950),
    .work = {.kind = &kConvolution,
             .names = {"input", "weight", "stride", "padding", "dilation", "transposed",
                       "outputPadding", "groups"}},
});

constexpr OpSpec kConvDepthwise2dSpec = Resolved({
    .name = "aclnnConvDepthwise2d",
    .formula = "out = bias + the convolution of each channel of self with its own kernels",
    .arguments = {Input("self"), Input("weight"), IntsInput("kernelSize"), Optional(Input("bias")),
                  IntsInput("stride"), IntsInput("padding"), IntsInput("dilation"), Output("out"),
                  IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("bias", "self"), SameDtype("weight", "self"),
              SameDtype("out", "self"), RankIs("self", 4), RankIs("weight", 4), RankIs("out", 4),
              StepsFor("stride", "self"), StepsFor("dilation", "self"),
              PaddingFor("padding", "self"), TapsOf("kernelSize", "weight"),
              ConvolutionChannels("self", "weight"), KernelFits("weight", "self"),
              ChannelBias("bias", "self", "weight"), ConvolvedShape("out", "self", "weight"),
              IntBetween("cubeMathType", 0, 3)},
    .chips = kTrainingChips,
    .work = {.kind = &kDepthwiseConvolution,
             .names = {"self", "weight", "stride", "padding", "dilation"},
             .options = {kDepthwise}},
});

constexpr OpSpec kConvTbcSpec = Resolved({
    .name = "aclnnConvTbc",
    .formula = "output = bias + the convolution of self with weight along the time",
    .arguments = {Input("self"), Input("weight"), Input("bias"), IntInput("pad"), Output("output"),
                  IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("bias", "self"), SameDtype("weight", "self"),
              SameDtype("output", "self"), RankIs("self", 3), RankIs("weight", 3),
              RankIs("output", 3), IntBetween("pad", 0, 255), ConvolutionChannels("self", "weight"),
              KernelFits("weight", "self"), ChannelBias("bias", "self", "weight"),
              ConvolvedShape("output", "self", "weight"), IntBetween("cubeMathType", 0, 3)},
    .chips = kTrainingChips,
    .work = {.kind = &kTimeConvolution,
             .names = {"self", "weight", "", "pad"},
             .options = {kTimeFirst}},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Convolution, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*, bool,
                      const aclIntArray*, const int64_t, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(ConvDepthwise2d, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(ConvTbc, const aclTensor*, const aclTensor*, const aclTensor*, const int64_t,
                      aclTensor*, int8_t);
