#include "aclnnop/aclnn_upsample_bicubic2d_aa.h"
#include "aclnnop/aclnn_upsample_bicubic2d_aa_grad.h"
#include "aclnnop/aclnn_upsample_bicubic_2d.h"
#include "aclnnop/aclnn_upsample_bicubic_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_linear_1d.h"
#include "aclnnop/aclnn_upsample_linear_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d.h"
#include "aclnnop/aclnn_upsample_nearest_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_3d.h"
#include "aclnnop/aclnn_upsample_nearest_3d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d_backward.h"
#include "aclnnop/aclnn_upsample_trilinear_3d.h"
#include "aclnnop/aclnn_upsample_trilinear_3d_backward.h"
#include "ops/c_functions.h"
#include "ops/resampling/family.h"
#include "ops/spatial_stages.h"

namespace openaclnn {
namespace {

// Where arguments of an operator are; -1: it has none.
struct ResizeForm {
  Interpolation how;
  size_t axes;
  int aligns;  // whether corners are aligned
  int scale;   // the first of as many as there are axes
  int result;
  bool is_gradient = false;
};

template <ResizeForm form>
void PlanResize(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value from = list.Given(0), to = list.Given(form.result);
  // A gradient goes from what a tensor was resized to.
  const auto whole = InSpace((form.is_gradient ? to : from)->shape, form.axes, 1);
  const auto resized = InSpace((form.is_gradient ? from : to)->shape, form.axes, 1);
  std::array<AxisTaps, 3> taps;
  for (size_t i = 0; i < 3; ++i) {
    AxisResize axis = {.from = whole[kDepth + i], .to = resized[kDepth + i]};
    const size_t skipped = 3 - form.axes;
    if (i < skipped) {
      taps[i] = SameTaps(1);
      continue;
    }
    if (form.aligns >= 0) axis.aligns_corners = call.FlagAt(form.aligns);
    if (form.scale >= 0) {
      axis.scale = call.At(form.scale + static_cast<int>(i - skipped)).number;
      // What the operators of these gradients have for scales are floats.
      if (form.is_gradient && form.how == Interpolation::kNearest && form.axes < 3) {
        axis.scale = double{static_cast<float>(axis.scale)};
      }
    }
    axis.is_double = to->dtype == ACL_DOUBLE;
    taps[i] = InterpolationTaps(form.how, axis);
    if (form.is_gradient) taps[i] = Transposed(taps[i], axis.from);
  }
  constexpr bool kTakesOne = !form.is_gradient && (form.how == Interpolation::kNearest ||
                                                   form.how == Interpolation::kNearestExact);
  AddResampled(list, from, to, form.axes, std::move(taps), kTakesOne ? PlanPick : PlanResample);
  list.Finish();
}

template <ResizeForm form>
constexpr Kind kResize = OnCpusAlone(InStages(PlanResize<form>));

constexpr Chips kTrilinearBackwardChips{Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                                        Chip::kAscend910_93};

}  // namespace

constexpr Kind kUpsampleNearest1dKind = kResize<ResizeForm{
    .how = Interpolation::kNearest, .axes = 1, .aligns = -1, .scale = -1, .result = 2}>;
constexpr OpSpec kUpsampleNearest1dSpec = Resolved({
    .name = "aclnnUpsampleNearest1d",
    .formula = "out = the element of self at the place of each",
    .arguments = {Input("self"), IntsInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kNearestDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 1)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearest1dKind},
});

constexpr Kind kUpsampleNearest1dV2Kind = kResize<ResizeForm{
    .how = Interpolation::kNearest, .axes = 1, .aligns = -1, .scale = 2, .result = 3}>;
constexpr OpSpec kUpsampleNearest1dV2Spec = Resolved({
    .name = "aclnnUpsampleNearest1dV2",
    .formula = "out = the element of self at the place of each",
    .arguments = {Input("self"), IntsInput("outputSize"), FloatInput("scaleL"), Output("out")},
    .rules = {DtypeIn("self", kNearestDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 1)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearest1dV2Kind},
});

constexpr Kind kUpsampleNearest2dKind = kResize<ResizeForm{
    .how = Interpolation::kNearest, .axes = 2, .aligns = -1, .scale = -1, .result = 2}>;
constexpr OpSpec kUpsampleNearest2dSpec = Resolved({
    .name = "aclnnUpsampleNearest2d",
    .formula = "out = the element of self at the place of each",
    .arguments = {Input("self"), IntsInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kNearestDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 2)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearest2dKind},
});

constexpr Kind kUpsampleNearest2dV2Kind = kResize<ResizeForm{
    .how = Interpolation::kNearest, .axes = 2, .aligns = -1, .scale = 2, .result = 4}>;
constexpr OpSpec kUpsampleNearest2dV2Spec = Resolved({
    .name = "aclnnUpsampleNearest2dV2",
    .formula = "out = the element of self at the place of each",
    .arguments = {Input("self"), IntsInput("outputSize"), FloatInput("scalesH"),
                  FloatInput("scalesW"), Output("out")},
    .rules = {DtypeIn("self", kNearestDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 2)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearest2dV2Kind},
});

constexpr Kind kUpsampleNearest3dKind = kResize<ResizeForm{
    .how = Interpolation::kNearest, .axes = 3, .aligns = -1, .scale = 2, .result = 5}>;
constexpr OpSpec kUpsampleNearest3dSpec = Resolved({
    .name = "aclnnUpsampleNearest3d",
    .formula = "out = the element of self at the place of each",
    .arguments = {Input("self"), IntsInput("outputSize"), DoubleInput("scalesD"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("self", kNearestDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 3)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearest3dKind},
});

constexpr Kind kUpsampleNearestExact1dKind = kResize<ResizeForm{
    .how = Interpolation::kNearestExact, .axes = 1, .aligns = -1, .scale = 2, .result = 3}>;
constexpr OpSpec kUpsampleNearestExact1dSpec = Resolved({
    .name = "aclnnUpsampleNearestExact1d",
    .formula = "out = the element of self nearest to each",
    .arguments = {Input("self"), IntsInput("outputSize"), DoubleInput("scales"), Output("out")},
    .rules = {DtypeIn("self", kFloatsAndBytes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 1)},
    .chips = kAllBut910,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearestExact1dKind},
});

constexpr Kind kUpsampleNearestExact2dKind = kResize<ResizeForm{
    .how = Interpolation::kNearestExact, .axes = 2, .aligns = -1, .scale = 2, .result = 4}>;
constexpr OpSpec kUpsampleNearestExact2dSpec = Resolved({
    .name = "aclnnUpsampleNearestExact2d",
    .formula = "out = the element of self nearest to each",
    .arguments = {Input("self"), IntsInput("outputSize"), DoubleInput("scalesH"),
                  DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("self", kFloatsAndBytes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 2)},
    .chips = kAllBut910,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearestExact2dKind},
});

constexpr Kind kUpsampleNearestExact3dKind = kResize<ResizeForm{
    .how = Interpolation::kNearestExact, .axes = 3, .aligns = -1, .scale = 2, .result = 5}>;
constexpr OpSpec kUpsampleNearestExact3dSpec = Resolved({
    .name = "aclnnUpsampleNearestExact3d",
    .formula = "out = the element of self nearest to each",
    .arguments = {Input("self"), IntsInput("outputSize"), DoubleInput("scalesD"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 3)},
    .chips = kAllBut910,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearestExact3dKind},
});

constexpr Kind kUpsampleLinear1dKind = kResize<ResizeForm{
    .how = Interpolation::kLinear, .axes = 1, .aligns = 2, .scale = 3, .result = 4}>;
constexpr OpSpec kUpsampleLinear1dSpec = Resolved({
    .name = "aclnnUpsampleLinear1d",
    .formula = "out = self between its elements, along straight lines",
    .arguments = {Input("self"), IntsInput("outputSize"), BoolInput("alignCorners"),
                  DoubleInput("scale"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 1)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleLinear1dKind},
});

constexpr Kind kUpsampleBilinear2dKind = kResize<ResizeForm{
    .how = Interpolation::kLinear, .axes = 2, .aligns = 2, .scale = 3, .result = 5}>;
constexpr OpSpec kUpsampleBilinear2dSpec = Resolved({
    .name = "aclnnUpsampleBilinear2d",
    .formula = "out = self between its elements, along straight lines",
    .arguments = {Input("self"), IntsInput("outputSize"), BoolInput("alignCorners"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 2)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBilinear2dKind},
});

constexpr Kind kUpsampleTrilinear3dKind = kResize<ResizeForm{
    .how = Interpolation::kLinear, .axes = 3, .aligns = 2, .scale = 3, .result = 6}>;
constexpr OpSpec kUpsampleTrilinear3dSpec = Resolved({
    .name = "aclnnUpsampleTrilinear3d",
    .formula = "out = self between its elements, along straight lines",
    .arguments = {Input("self"), IntsInput("outputSize"), BoolInput("alignCorners"),
                  DoubleInput("scalesD"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 3)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleTrilinear3dKind},
});

constexpr Kind kUpsampleBicubic2dKind = kResize<ResizeForm{
    .how = Interpolation::kCubic, .axes = 2, .aligns = 2, .scale = 3, .result = 5}>;
constexpr OpSpec kUpsampleBicubic2dSpec = Resolved({
    .name = "aclnnUpsampleBicubic2d",
    .formula = "out = self between its elements, along cubic curves",
    .arguments = {Input("self"), IntsInput("outputSize"), BoolInput("alignCorners"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              ResizedShape("out", "self", "outputSize", 2)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBicubic2dKind},
});

constexpr Kind kUpsampleBilinear2dAAKind = kResize<ResizeForm{
    .how = Interpolation::kSmoothLinear, .axes = 2, .aligns = 2, .scale = 3, .result = 5}>;
constexpr OpSpec kUpsampleBilinear2dAASpec = Resolved({
    .name = "aclnnUpsampleBilinear2dAA",
    .formula = "out = means of input about each place, weighted linearly",
    .arguments = {Input("input"), IntsInput("outputSize"), BoolInput("alignCorners"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("out", "input"),
              ResizedShape("out", "input", "outputSize", 2)},
    .chips = kResamplingSinceA2,
    .operands = {"input"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBilinear2dAAKind},
});

constexpr Kind kUpsampleBicubic2dAAKind = kResize<ResizeForm{
    .how = Interpolation::kSmoothCubic, .axes = 2, .aligns = 2, .scale = 3, .result = 5}>;
constexpr OpSpec kUpsampleBicubic2dAASpec = Resolved({
    .name = "aclnnUpsampleBicubic2dAA",
    .formula = "out = means of x about each place, with cubic weights",
    .arguments = {Input("x"), IntsInput("outputSize"), BoolInput("alignCorners"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("x", kFloatDtypes), SameDtype("out", "x"),
              ResizedShape("out", "x", "outputSize", 2)},
    .chips = kResamplingSinceA2,
    .operands = {"x"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBicubic2dAAKind},
});

constexpr Kind kUpsampleNearest1dBackwardKind = kResize<ResizeForm{.how = Interpolation::kNearest,
                                                                   .axes = 1,
                                                                   .aligns = -1,
                                                                   .scale = 3,
                                                                   .result = 4,
                                                                   .is_gradient = true}>;
constexpr OpSpec kUpsampleNearest1dBackwardSpec = Resolved({
    .name = "aclnnUpsampleNearest1dBackward",
    .formula = "out = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  DoubleInput("scales"), Output("out")},
    .rules = {DtypeIn("gradOut", kFloatAndDoubleDtypes), SameDtype("out", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 1),
              ShapeOfSizes("out", "inputSize")},
    .chips = kAllChips,
    .operands = {"gradOut"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearest1dBackwardKind},
});

constexpr Kind kUpsampleNearest2dBackwardKind = kResize<ResizeForm{.how = Interpolation::kNearest,
                                                                   .axes = 2,
                                                                   .aligns = -1,
                                                                   .scale = 3,
                                                                   .result = 5,
                                                                   .is_gradient = true}>;
constexpr OpSpec kUpsampleNearest2dBackwardSpec = Resolved({
    .name = "aclnnUpsampleNearest2dBackward",
    .formula = "gradInput = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("gradInput", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 2),
              ShapeOfSizes("gradInput", "inputSize")},
    .chips = kAllChips,
    .operands = {"gradOut"},
    .results = {"gradInput"},
    .work = {.kind = &kUpsampleNearest2dBackwardKind},
});

constexpr Kind kUpsampleNearest3dBackwardKind = kResize<ResizeForm{.how = Interpolation::kNearest,
                                                                   .axes = 3,
                                                                   .aligns = -1,
                                                                   .scale = 3,
                                                                   .result = 6,
                                                                   .is_gradient = true}>;
constexpr OpSpec kUpsampleNearest3dBackwardSpec = Resolved({
    .name = "aclnnUpsampleNearest3dBackward",
    .formula = "gradInput = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  DoubleInput("scalesD"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatAndDoubleDtypes), SameDtype("gradInput", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 3),
              ShapeOfSizes("gradInput", "inputSize")},
    .chips = kAllBut310P,
    .operands = {"gradOut"},
    .results = {"gradInput"},
    .work = {.kind = &kUpsampleNearest3dBackwardKind},
});

constexpr Kind kUpsampleNearestExact1dBackwardKind =
    kResize<ResizeForm{.how = Interpolation::kNearestExact,
                       .axes = 1,
                       .aligns = -1,
                       .scale = 3,
                       .result = 4,
                       .is_gradient = true}>;
constexpr OpSpec kUpsampleNearestExact1dBackwardSpec = Resolved({
    .name = "aclnnUpsampleNearestExact1dBackward",
    .formula = "out = the sum of gradOutput where an element is taken, times its weights",
    .arguments = {Input("gradOutput"), IntsInput("outputSize"), IntsInput("inputSize"),
                  DoubleInput("scales"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("out", "gradOutput"),
              ResizedFrom("gradOutput", "inputSize", "outputSize", 1),
              ShapeOfSizes("out", "inputSize")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearestExact1dBackwardKind},
});

constexpr Kind kUpsampleNearestExact2dBackwardKind =
    kResize<ResizeForm{.how = Interpolation::kNearestExact,
                       .axes = 2,
                       .aligns = -1,
                       .scale = 3,
                       .result = 5,
                       .is_gradient = true}>;
constexpr OpSpec kUpsampleNearestExact2dBackwardSpec = Resolved({
    .name = "aclnnUpsampleNearestExact2dBackward",
    .formula = "out = the sum of gradOutput where an element is taken, times its weights",
    .arguments = {Input("gradOutput"), IntsInput("outputSize"), IntsInput("inputSize"),
                  DoubleInput("scalesH"), DoubleInput("scalesW"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("out", "gradOutput"),
              ResizedFrom("gradOutput", "inputSize", "outputSize", 2),
              ShapeOfSizes("out", "inputSize")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kUpsampleNearestExact2dBackwardKind},
});

constexpr Kind kUpsampleNearestExact3dBackwardKind =
    kResize<ResizeForm{.how = Interpolation::kNearestExact,
                       .axes = 3,
                       .aligns = -1,
                       .scale = 3,
                       .result = 6,
                       .is_gradient = true}>;
constexpr OpSpec kUpsampleNearestExact3dBackwardSpec = Resolved({
    .name = "aclnnUpsampleNearestExact3dBackward",
    .formula = "gradInput = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  DoubleInput("scalesD"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("gradInput", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 3),
              ShapeOfSizes("gradInput", "inputSize")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOut"},
    .results = {"gradInput"},
    .work = {.kind = &kUpsampleNearestExact3dBackwardKind},
});

constexpr Kind kUpsampleLinear1dBackwardKind = kResize<ResizeForm{.how = Interpolation::kLinear,
                                                                  .axes = 1,
                                                                  .aligns = 3,
                                                                  .scale = 4,
                                                                  .result = 5,
                                                                  .is_gradient = true}>;
constexpr OpSpec kUpsampleLinear1dBackwardSpec = Resolved({
    .name = "aclnnUpsampleLinear1dBackward",
    .formula = "out = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scales"), Output("out")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("out", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 1),
              ShapeOfSizes("out", "inputSize")},
    .chips = kAllBut310P,
    .operands = {"gradOut"},
    .results = {"out"},
    .work = {.kind = &kUpsampleLinear1dBackwardKind},
});

constexpr Kind kUpsampleBilinear2dBackwardKind = kResize<ResizeForm{.how = Interpolation::kLinear,
                                                                    .axes = 2,
                                                                    .aligns = 3,
                                                                    .scale = 4,
                                                                    .result = 6,
                                                                    .is_gradient = true}>;
constexpr OpSpec kUpsampleBilinear2dBackwardSpec = Resolved({
    .name = "aclnnUpsampleBilinear2dBackward",
    .formula = "out = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("out")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("out", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 2),
              ShapeOfSizes("out", "inputSize")},
    .chips = kAllChips,
    .operands = {"gradOut"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBilinear2dBackwardKind},
});

constexpr Kind kUpsampleBilinear2dBackwardV2Kind = kResize<ResizeForm{.how = Interpolation::kLinear,
                                                                      .axes = 2,
                                                                      .aligns = 3,
                                                                      .scale = 4,
                                                                      .result = 6,
                                                                      .is_gradient = true}>;
constexpr OpSpec kUpsampleBilinear2dBackwardV2Spec = Resolved({
    .name = "aclnnUpsampleBilinear2dBackwardV2",
    .formula = "out = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("out")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("out", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 2),
              ShapeOfSizes("out", "inputSize")},
    .chips = kAllChips,
    .operands = {"gradOut"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBilinear2dBackwardV2Kind},
});

constexpr Kind kUpsampleTrilinear3dBackwardKind = kResize<ResizeForm{.how = Interpolation::kLinear,
                                                                     .axes = 3,
                                                                     .aligns = 3,
                                                                     .scale = 4,
                                                                     .result = 7,
                                                                     .is_gradient = true}>;
constexpr OpSpec kUpsampleTrilinear3dBackwardSpec = Resolved({
    .name = "aclnnUpsampleTrilinear3dBackward",
    .formula = "gradInput = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scalesD"), DoubleInput("scalesH"),
                  DoubleInput("scalesW"), Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatAndDoubleDtypes), SameDtype("gradInput", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 3),
              ShapeOfSizes("gradInput", "inputSize")},
    .chips = kTrilinearBackwardChips,
    .operands = {"gradOut"},
    .results = {"gradInput"},
    .work = {.kind = &kUpsampleTrilinear3dBackwardKind},
});

constexpr Kind kUpsampleBicubic2dBackwardKind = kResize<ResizeForm{.how = Interpolation::kCubic,
                                                                   .axes = 2,
                                                                   .aligns = 3,
                                                                   .scale = 4,
                                                                   .result = 6,
                                                                   .is_gradient = true}>;
constexpr OpSpec kUpsampleBicubic2dBackwardSpec = Resolved({
    .name = "aclnnUpsampleBicubic2dBackward",
    .formula = "gradInput = the sum of gradOut where an element is taken, times its weights",
    .arguments = {Input("gradOut"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOut", kFloatDtypes), SameDtype("gradInput", "gradOut"),
              ResizedFrom("gradOut", "inputSize", "outputSize", 2),
              ShapeOfSizes("gradInput", "inputSize")},
    .chips = kAllBut310P,
    .operands = {"gradOut"},
    .results = {"gradInput"},
    .work = {.kind = &kUpsampleBicubic2dBackwardKind},
});

constexpr Kind kUpsampleBilinear2dAABackwardKind =
    kResize<ResizeForm{.how = Interpolation::kSmoothLinear,
                       .axes = 2,
                       .aligns = 3,
                       .scale = 4,
                       .result = 6,
                       .is_gradient = true}>;
constexpr OpSpec kUpsampleBilinear2dAABackwardSpec = Resolved({
    .name = "aclnnUpsampleBilinear2dAABackward",
    .formula = "out = the sum of gradOutput where an element is taken, times its weights",
    .arguments = {Input("gradOutput"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("out", "gradOutput"),
              ResizedFrom("gradOutput", "inputSize", "outputSize", 2),
              ShapeOfSizes("out", "inputSize")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBilinear2dAABackwardKind},
});

constexpr Kind kUpsampleBicubic2dAAGradKind = kResize<ResizeForm{.how = Interpolation::kSmoothCubic,
                                                                 .axes = 2,
                                                                 .aligns = 3,
                                                                 .scale = 4,
                                                                 .result = 6,
                                                                 .is_gradient = true}>;
constexpr OpSpec kUpsampleBicubic2dAAGradSpec = Resolved({
    .name = "aclnnUpsampleBicubic2dAAGrad",
    .formula = "out = the sum of gradOutput where an element is taken, times its weights",
    .arguments = {Input("gradOutput"), IntsInput("outputSize"), IntsInput("inputSize"),
                  BoolInput("alignCorners"), DoubleInput("scalesH"), DoubleInput("scalesW"),
                  Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("out", "gradOutput"),
              ResizedFrom("gradOutput", "inputSize", "outputSize", 2),
              ShapeOfSizes("out", "inputSize")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOutput"},
    .results = {"out"},
    .work = {.kind = &kUpsampleBicubic2dAAGradKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(UpsampleNearest1d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest1dV2, const aclTensor*, const aclIntArray*, float, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest2d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest2dV2, const aclTensor*, const aclIntArray*, float, float,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest3d, const aclTensor*, const aclIntArray*, double, double,
                      double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearestExact1d, const aclTensor*, const aclIntArray*, double,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearestExact2d, const aclTensor*, const aclIntArray*, double, double,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearestExact3d, const aclTensor*, const aclIntArray*, double, double,
                      double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleLinear1d, const aclTensor*, const aclIntArray*, bool, double,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBilinear2d, const aclTensor*, const aclIntArray*, bool, double,
                      double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleTrilinear3d, const aclTensor*, const aclIntArray*, bool, double,
                      double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBicubic2d, const aclTensor*, const aclIntArray*, bool, double, double,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBilinear2dAA, const aclTensor*, const aclIntArray*, bool, double,
                      double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBicubic2dAA, const aclTensor*, const aclIntArray*, bool, double,
                      double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest1dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest2dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearest3dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, double, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearestExact1dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearestExact2dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleNearestExact3dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, double, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleLinear1dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBilinear2dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBilinear2dBackwardV2, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleTrilinear3dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBicubic2dBackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBilinear2dAABackward, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(UpsampleBicubic2dAAGrad, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, bool, double, double, aclTensor*);
