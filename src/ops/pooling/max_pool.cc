#include "aclnnop/aclnn_max_pool.h"

#include "aclnnop/aclnn_adaptive_max_pool2d.h"
#include "aclnnop/aclnn_adaptive_max_pool3d.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax.h"
#include "kinds/pooling/plan.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/pooling/family.h"
#include "ops/pooling/window_mask.h"
#include "ops/spatial_stages.h"

namespace openaclnn {
namespace {

// Adds the stages of a call whose windows these are; without indices where there are none.
void AddMaxPool(StageList& list, const Value& self, const Value& out,
                const std::optional<Value>& indices, size_t axes,
                std::array<AxisWindows, 3> windows) {
  if (out->extent.elements == 0) return;
  const LineLayout layout = LayoutFor(self, out, axes);
  const Value from = ReadInLines(list, self, axes, layout);
  ResultInLines to(list, out, axes, layout);
  MaxPooling pooling = {.from = from,
                        .to = to.written(),
                        .indices = std::nullopt,
                        .axes = axes,
                        .layout = layout,
                        .windows = std::move(windows)};
  if (indices) {
    ResultInLines places(list, *indices, axes, layout);
    pooling.indices = places.written();
    list.Add(PlanMaxPool(std::move(pooling)));
    places.Finish();
  } else {
    list.Add(PlanMaxPool(std::move(pooling)));
  }
  to.Finish();
}

std::array<AxisWindows, 3> WindowsIn(const Value& self, const Value& out,
                                     const PoolWindows& windows, size_t axes) {
  const auto from = InSpace(self->shape, axes, 1), to = InSpace(out->shape, axes, 1);
  std::array<AxisWindows, 3> all;
  for (size_t i = 0; i < 3; ++i) {
    all[i] = LargestAlong(windows.axes[i], from[kDepth + i], to[kDepth + i]);
  }
  return all;
}

enum LargestArgument { kLargestSelf, kLargestKernel, kLargestOut = 6, kLargestIndices };

template <size_t axes>
void PlanLargest(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kLargestSelf), out = list.Given(kLargestOut);
  const PoolWindows windows =
      WindowsOf(call.arguments.subspan(kLargestKernel), PoolForm::kLargest, axes);
  AddMaxPool(list, self, out, list.Given(kLargestIndices), axes,
             WindowsIn(self, out, windows, axes));
  list.Finish();
}

void PlanWithMask(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kLargestSelf), out = list.Given(kLargestOut);
  const PoolWindows windows =
      WindowsOf(call.arguments.subspan(kLargestKernel), PoolForm::kLargest, 2);
  const Value places = list.Temporary(ACL_INT64, out->shape);
  AddMaxPool(list, self, out, places, 2, WindowsIn(self, out, windows, 2));
  if (out->extent.elements > 0) {
    AddDenseResult(list, list.Given(kLargestIndices), [&](const Value& mask) {
      return PlanToMask(MaskOf(self, out->shape, windows, places, mask));
    });
  }
  list.Finish();
}

enum OnnxArgument { kOnnxSelf, kOnnxKernel, kOnnxOut = 7 };

void PlanOnnx(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kOnnxSelf), out = list.Given(kOnnxOut);
  const PoolWindows windows = WindowsOf(call.arguments.subspan(kOnnxKernel), PoolForm::kOnnx, 2);
  AddMaxPool(list, self, out, std::nullopt, 2, WindowsIn(self, out, windows, 2));
  list.Finish();
}

enum AdaptiveMaxArgument {
  kAdaptiveMaxSelf,
  kAdaptiveMaxSize,
  kAdaptiveMaxOut,
  kAdaptiveMaxIndices
};

template <size_t axes>
void PlanAdaptiveMax(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kAdaptiveMaxSelf), out = list.Given(kAdaptiveMaxOut);
  const auto from = InSpace(self->shape, axes, 1), to = InSpace(out->shape, axes, 1);
  std::array<AxisWindows, 3> windows;
  for (size_t i = 0; i < 3; ++i) windows[i] = AdaptiveAlong(from[kDepth + i], to[kDepth + i]);
  AddMaxPool(list, self, out, list.Given(kAdaptiveMaxIndices), axes, std::move(windows));
  list.Finish();
}

constexpr Kind kLargest2d = OnCpusAlone(InStages(PlanLargest<2>)),
               kLargest3d = OnCpusAlone(InStages(PlanLargest<3>)),
               kWithMask = OnCpusAlone(InStages(PlanWithMask)),
               kOnnxMaxPool = OnCpusAlone(InStages(PlanOnnx)),
               kAdaptiveMax2d = OnCpusAlone(InStages(PlanAdaptiveMax<2>)),
               kAdaptiveMax3d = OnCpusAlone(InStages(PlanAdaptiveMax<3>));

constexpr DtypeSet kOnlyMaskDtype{ACL_INT8}, kOnlyInt64{ACL_INT64};
constexpr DtypeSet kOnnxDtypes =
    kFloatDtypes | DtypeSet(ACL_INT32, ACL_INT64, ACL_UINT8, ACL_INT16, ACL_INT8, ACL_UINT16);
constexpr Chips kMaskChips{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend910,
                           Chip::kAscend310P};

}  // namespace

constexpr OpSpec kMaxPoolSpec = Resolved({
    .name = "aclnnMaxPool",
    .formula = "out = the largest element of each window",
    .arguments = {Input("self"), IntsInput("kernelShape"), IntsInput("strides"),
                  IntInput("autoPad"), IntsInput("pads"), IntsInput("dilations"),
                  IntInput("ceilMode"), Output("out")},
    .rules = {DtypeIn("self", kOnnxDtypes), SameDtype("out", "self"), IntIn("autoPad", 0),
              PooledShape("out", "self", "kernelShape", 2, PoolForm::kOnnx, 1)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kOnnxMaxPool},
});

constexpr OpSpec kMaxPool2dWithMaskSpec = Resolved({
    .name = "aclnnMaxPool2dWithMask",
    .formula = "out = the largest element of each window; indices = bits that say which it is",
    .arguments = {Input("self"), IntsInput("kernelSize"), IntsInput("stride"), IntsInput("padding"),
                  IntsInput("dilation"), BoolInput("ceilMode"), Output("out"), Output("indices")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              DtypeIn("indices", kOnlyMaskDtype),
              PooledShape("out", "self", "kernelSize", 2, PoolForm::kLargest, 1),
              MaskShape("indices", "out", "kernelSize")},
    .chips = kMaskChips,
    .operands = {"self"},
    .results = {"out", "indices"},
    .work = {.kind = &kWithMask},
});

constexpr OpSpec kMaxPool2dWithIndicesSpec = Resolved({
    .name = "aclnnMaxPool2dWithIndices",
    .formula = "out = the largest element of each window; indices = where it is in its plane",
    .arguments = {Input("self"), IntsInput("kernelSize"), IntsInput("stride"), IntsInput("padding"),
                  IntsInput("dilation"), BoolInput("ceilMode"), Output("out"), Output("indices")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              DtypeIn("indices", kPlaceDtypes),
              PooledShape("out", "self", "kernelSize", 2, PoolForm::kLargest),
              SameShape("indices", "out")},
    .chips = kPoolingSinceA2,
    .operands = {"self"},
    .results = {"out", "indices"},
    .work = {.kind = &kLargest2d},
});

constexpr OpSpec kMaxPool3dWithArgmaxSpec = Resolved({
    .name = "aclnnMaxPool3dWithArgmax",
    .formula = "out = the largest element of each window; indices = where it is in its volume",
    .arguments = {Input("self"), IntsInput("kernelSize"), IntsInput("stride"), IntsInput("padding"),
                  IntsInput("dilation"), BoolInput("ceilMode"), Output("out"), Output("indices")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
              DtypeIn("indices", kPlaceDtypes),
              PooledShape("out", "self", "kernelSize", 3, PoolForm::kLargest),
              SameShape("indices", "out")},
    .chips = kPoolingSinceA2,
    .operands = {"self"},
    .results = {"out", "indices"},
    .work = {.kind = &kLargest3d},
});

constexpr OpSpec kAdaptiveMaxPool2dSpec = Resolved({
    .name = "aclnnAdaptiveMaxPool2d",
    .formula = "outputOut = the largest element of each of so many parts; indicesOut = where it is",
    .arguments = {Input("self"), IntsInput("outputSize"), Output("outputOut"),
                  Output("indicesOut")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), SameDtype("outputOut", "self"),
              DtypeIn("indicesOut", kOnlyInt64),
              AdaptiveShape("outputOut", "self", "outputSize", 2),
              SameShape("indicesOut", "outputOut")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"outputOut", "indicesOut"},
    .work = {.kind = &kAdaptiveMax2d},
});

constexpr OpSpec kAdaptiveMaxPool3dSpec = Resolved({
    .name = "aclnnAdaptiveMaxPool3d",
    .formula = "outputOut = the largest element of each of so many parts; indicesOut = where it is",
    .arguments = {Input("self"), IntsInput("outputSize"), Output("outputOut"),
                  Output("indicesOut")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("outputOut", "self"),
              DtypeIn("indicesOut", kPlaceDtypes),
              AdaptiveShape("outputOut", "self", "outputSize", 3),
              SameShape("indicesOut", "outputOut")},
    .chips = kPoolingSinceA2,
    .operands = {"self"},
    .results = {"outputOut", "indicesOut"},
    .work = {.kind = &kAdaptiveMax3d},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(MaxPool, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const int64_t, const aclIntArray*, const aclIntArray*, const int64_t,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxPool2dWithMask, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxPool2dWithIndices, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*, bool, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxPool3dWithArgmax, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveMaxPool2d, const aclTensor*, const aclIntArray*, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveMaxPool3d, const aclTensor*, const aclIntArray*, aclTensor*,
                      aclTensor*);
