#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d_backward.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_avgpool3d.h"
#include "aclnnop/aclnn_avgpool3d_backward.h"
#include "kinds/resampling/plan.h"
#include "ops/c_functions.h"
#include "ops/pooling/family.h"
#include "ops/spatial_stages.h"

namespace openaclnn {
namespace {

using AllTaps = std::array<AxisTaps, 3>;

// The means that are elements of `pooled`, of a tensor that has the shape of `whole`.
AllTaps MeansOf(const Call& call, int kernel, size_t axes, const Value& whole,
                const Value& pooled) {
  const PoolWindows windows =
      WindowsOf(call.arguments.subspan(static_cast<size_t>(kernel)), PoolForm::kMeans, axes);
  const auto extents = InSpace(whole->shape, axes, 1), counts = InSpace(pooled->shape, axes, 1);
  AllTaps taps;
  for (size_t i = 0; i < 3; ++i) {
    taps[i] = MeansAlong(windows.axes[i], extents[kDepth + i], counts[kDepth + i],
                         windows.includes_padding, windows.divisor == 0);
  }
  if (windows.divisor != 0) {
    taps[0].divisor.assign(static_cast<size_t>(taps[0].CountPlaces()),
                           static_cast<double>(windows.divisor));
  }
  return taps;
}

AllTaps AdaptiveMeansOf(size_t axes, const Value& whole, const Value& pooled) {
  const auto extents = InSpace(whole->shape, axes, 1), counts = InSpace(pooled->shape, axes, 1);
  AllTaps taps;
  for (size_t i = 0; i < 3; ++i) {
    taps[i] = AdaptiveMeansAlong(extents[kDepth + i], counts[kDepth + i]);
  }
  return taps;
}

AllTaps GradientOf(const AllTaps& taps, size_t axes, const Value& whole) {
  const auto extents = InSpace(whole->shape, axes, 1);
  AllTaps turned;
  for (size_t i = 0; i < 3; ++i) turned[i] = Transposed(taps[i], extents[kDepth + i]);
  return turned;
}

enum MeanArgument { kMeanSelf, kMeanKernel };

template <size_t axes, int result>
void PlanMeans(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kMeanSelf), out = list.Given(result);
  AddResampled(list, self, out, axes, MeansOf(call, kMeanKernel, axes, self, out));
  list.Finish();
}

enum MeanBackwardArgument { kMeanGrad, kMeanBackwardSelf, kMeanBackwardKernel };

template <size_t axes, int result>
void PlanMeansBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value grad = list.Given(kMeanGrad), out = list.Given(result);
  const AllTaps means = MeansOf(call, kMeanBackwardKernel, axes, out, grad);
  AddResampled(list, grad, out, axes, GradientOf(means, axes, out));
  list.Finish();
}

enum AdaptiveMeanArgument { kAdaptiveMeanFrom, kAdaptiveMeanOther, kAdaptiveMeanOut };

template <size_t axes>
void PlanAdaptiveMeans(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kAdaptiveMeanFrom), out = list.Given(kAdaptiveMeanOut);
  AddResampled(list, self, out, axes, AdaptiveMeansOf(axes, self, out));
  list.Finish();
}

template <size_t axes>
void PlanAdaptiveMeansBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value grad = list.Given(kAdaptiveMeanFrom), out = list.Given(kAdaptiveMeanOut);
  AddResampled(list, grad, out, axes, GradientOf(AdaptiveMeansOf(axes, out, grad), axes, out));
  list.Finish();
}

constexpr Kind kMeans2d = OnCpusAlone(InStages(PlanMeans<2, 8>)),
               kMeans3d = OnCpusAlone(InStages(PlanMeans<3, 7>)),
               kMeansBackward2d = OnCpusAlone(InStages(PlanMeansBackward<2, 9>)),
               kMeansBackward3d = OnCpusAlone(InStages(PlanMeansBackward<3, 8>)),
               kAdaptiveMeans2d = OnCpusAlone(InStages(PlanAdaptiveMeans<2>)),
               kAdaptiveMeans3d = OnCpusAlone(InStages(PlanAdaptiveMeans<3>)),
               kAdaptiveMeansBackward2d = OnCpusAlone(InStages(PlanAdaptiveMeansBackward<2>)),
               kAdaptiveMeansBackward3d = OnCpusAlone(InStages(PlanAdaptiveMeansBackward<3>));

}  // namespace

constexpr OpSpec kAvgPool2dSpec = Resolved({
    .name = "aclnnAvgPool2d",
    .formula = "out = the mean of each window",
    .arguments = {Input("self"), IntsInput("kernelSize"), IntsInput("strides"),
                  IntsInput("paddings"), BoolInput("ceilMode"), BoolInput("countIncludePad"),
                  IntInput("divisorOverride"), IntInput("cubeMathType"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              PooledShape("out", "self", "kernelSize", 2, PoolForm::kMeans),
              IntBetween("cubeMathType", 0, 3)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMeans2d},
});

constexpr OpSpec kAvgPool2dBackwardSpec = Resolved({
    .name = "aclnnAvgPool2dBackward",
    .formula = "gradInput = the sum of gradOutput of its windows over their sizes",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("kernelSize"), IntsInput("stride"),
                  IntsInput("padding"), BoolInput("ceilMode"), BoolInput("countIncludePad"),
                  IntInput("divisorOverride"), IntInput("cubeMathType"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              SameDtype("gradInput", "gradOutput"),
              PooledShape("gradOutput", "self", "kernelSize", 2, PoolForm::kMeans),
              SameShape("gradInput", "self"), IntBetween("cubeMathType", 0, 3)},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMeansBackward2d},
});

constexpr OpSpec kAvgPool3dSpec = Resolved({
    .name = "aclnnAvgPool3d",
    .formula = "out = the mean of each window",
    .arguments = {Input("self"), IntsInput("kernelSize"), IntsInput("stride"), IntsInput("padding"),
                  BoolInput("ceilMode"), BoolInput("countIncludePad"), IntInput("divisorOverride"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              PooledShape("out", "self", "kernelSize", 3, PoolForm::kMeans)},
    .chips = kAllBut910,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMeans3d},
});

constexpr OpSpec kAvgPool3dBackwardSpec = Resolved({
    .name = "aclnnAvgPool3dBackward",
    .formula = "output = the sum of gradOutput of its windows over their sizes",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("kernelSize"), IntsInput("stride"),
                  IntsInput("padding"), BoolInput("ceilMode"), BoolInput("countIncludePad"),
                  IntInput("divisorOverride"), Output("output")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              SameDtype("output", "gradOutput"),
              PooledShape("gradOutput", "self", "kernelSize", 3, PoolForm::kMeans),
              SameShape("output", "self")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOutput"},
    .results = {"output"},
    .work = {.kind = &kMeansBackward3d},
});

constexpr OpSpec kAdaptiveAvgPool2dSpec = Resolved({
    .name = "aclnnAdaptiveAvgPool2d",
    .formula = "out = the mean of each of so many parts",
    .arguments = {Input("self"), IntsInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              AdaptiveShape("out", "self", "outputSize", 2)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kAdaptiveMeans2d},
});

constexpr OpSpec kAdaptiveAvgPool2dBackwardSpec = Resolved({
    .name = "aclnnAdaptiveAvgPool2dBackward",
    .formula = "out = the sum of gradOutput of its parts over their sizes",
    .arguments = {Input("gradOutput"), Input("self"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              SameDtype("out", "gradOutput"), UnpooledShape("gradOutput", "self", 2),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kAdaptiveMeansBackward2d},
});

constexpr OpSpec kAdaptiveAvgPool3dSpec = Resolved({
    .name = "aclnnAdaptiveAvgPool3d",
    .formula = "out = the mean of each of so many parts",
    .arguments = {Input("self"), IntsInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              AdaptiveShape("out", "self", "outputSize", 3)},
    .chips = kAllBut910,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kAdaptiveMeans3d},
});

constexpr OpSpec kAdaptiveAvgPool3dBackwardSpec = Resolved({
    .name = "aclnnAdaptiveAvgPool3dBackward",
    .formula = "out = the sum of gradOutput of its parts over their sizes",
    .arguments = {Input("gradOutput"), Input("self"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              SameDtype("out", "gradOutput"), UnpooledShape("gradOutput", "self", 3),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kAdaptiveMeansBackward3d},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AvgPool2d, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const bool, const bool, const int64_t, int8_t,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(AvgPool2dBackward, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, bool, bool, int64_t, int8_t,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(AvgPool3d, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, bool, bool, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(AvgPool3dBackward, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, bool, bool, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveAvgPool2d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveAvgPool2dBackward, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveAvgPool3d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveAvgPool3dBackward, const aclTensor*, const aclTensor*, aclTensor*);
