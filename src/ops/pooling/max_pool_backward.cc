#include "aclnnop/aclnn_adaptive_max_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_max_pool3d_backward.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax_backward.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/indexed_shape.h"
#include "ops/pooling/family.h"
#include "ops/pooling/plane_places.h"
#include "ops/pooling/window_mask.h"

namespace openaclnn {
namespace {

enum MaxBackwardArgument {
  kMaxBackwardGrad,
  kMaxBackwardSelf,
  kMaxBackwardIndices,
  kMaxBackwardKernel,  // of those with windows
};

// Planes of up to so many elements are added up at once by each thread.
constexpr int64_t kLargestPlane = int64_t{1} << 18;

template <size_t axes>
void AddGradients(StageList& list, const Value& grad, const Value& indices, const Value& by_self) {
  const int64_t plane = CountPlaces(by_self, axes);
  if (plane > kLargestPlane || grad->extent.elements == 0) {
    return ReduceIntoPlaces(list, grad, indices, axes, by_self, Reduce::kSum);
  }
  const Value dense = Dense(list, grad), places = Dense(list, indices);
  AddDenseResult(list, by_self, [&](const Value& result) {
    return PlanPlaceGradient({.grad = dense,
                              .places = places,
                              .by_input = result,
                              .planes = result->extent.elements / plane});
  });
}

template <size_t axes, int result>
void PlanMaxBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value indices = list.Given(kMaxBackwardIndices), by_self = list.Given(result);
  if (by_self->extent.elements > 0) {
    list.Add(CheckOfPlaces(call, kMaxBackwardIndices, indices, CountPlaces(by_self, axes)));
    AddGradients<axes>(list, list.Given(kMaxBackwardGrad), indices, by_self);
  }
  list.Finish();
}

void PlanMaskBackward(const Call& call, Executor& executor) {
  constexpr int kResult = 8;
  StageList list(call, executor);
  const Value grad = list.Given(kMaxBackwardGrad), self = list.Given(kMaxBackwardSelf);
  if (grad->extent.elements > 0) {
    const PoolWindows windows =
        WindowsOf(call.arguments.subspan(kMaxBackwardKernel), PoolForm::kLargest, 2);
    const Value mask = Dense(list, list.Given(kMaxBackwardIndices)), dense = Dense(list, grad);
    AddDenseResult(list, list.Given(kResult), [&](const Value& by_self) {
      return PlanMaskGradient(MaskOf(self, grad->shape, windows, {}, mask), dense, by_self);
    });
  }
  list.Finish();
}

constexpr Kind kMaxBackward2d = OnCpusAlone(InStages(PlanMaxBackward<2, 8>)),
               kMaxBackward3d = OnCpusAlone(InStages(PlanMaxBackward<3, 8>)),
               kAdaptiveMaxBackward2d = OnCpusAlone(InStages(PlanMaxBackward<2, 3>)),
               kAdaptiveMaxBackward3d = OnCpusAlone(InStages(PlanMaxBackward<3, 3>)),
               kMaskBackward = OnCpusAlone(InStages(PlanMaskBackward));

constexpr DtypeSet kBackwardMaskDtype{ACL_INT8};
constexpr Chips kMaskBackwardChips{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend910};

}  // namespace

constexpr OpSpec kMaxPool2dWithIndicesBackwardSpec = Resolved({
    .name = "aclnnMaxPool2dWithIndicesBackward",
    .formula = "gradInput = the sum of gradOutput where indices name the element, 0 elsewhere",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), IntsInput("kernelSize"),
                  IntsInput("stride"), IntsInput("padding"), IntsInput("dilation"),
                  BoolInput("ceilMode"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              DtypeIn("indices", kPlaceDtypes), SameDtype("gradInput", "gradOutput"),
              PooledShape("gradOutput", "self", "kernelSize", 2, PoolForm::kLargest),
              SameShape("indices", "gradOutput"), SameShape("gradInput", "self"),
              PlacesOf("indices", "gradInput")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOutput", "indices"},
    .results = {"gradInput"},
    .work = {.kind = &kMaxBackward2d},
});

constexpr OpSpec kMaxPool2dWithMaskBackwardSpec = Resolved({
    .name = "aclnnMaxPool2dWithMaskBackward",
    .formula = "gradInput = the sum of gradOutput of the windows of which it is the largest",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), IntsInput("kernelSize"),
                  IntsInput("stride"), IntsInput("padding"), IntsInput("dilation"),
                  BoolInput("ceilMode"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              DtypeIn("indices", kBackwardMaskDtype), SameDtype("gradInput", "gradOutput"),
              PooledShape("gradOutput", "self", "kernelSize", 2, PoolForm::kLargest, 1),
              MaskShape("indices", "gradOutput", "kernelSize"), SameShape("gradInput", "self")},
    .chips = kMaskBackwardChips,
    .operands = {"gradOutput", "indices"},
    .results = {"gradInput"},
    .work = {.kind = &kMaskBackward},
});

constexpr OpSpec kMaxPool3dWithArgmaxBackwardSpec = Resolved({
    .name = "aclnnMaxPool3dWithArgmaxBackward",
    .formula = "gradInput = the sum of gradOutput where indices name the element, 0 elsewhere",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), IntsInput("kernelSize"),
                  IntsInput("stride"), IntsInput("padding"), IntsInput("dilation"),
                  BoolInput("ceilMode"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              DtypeIn("indices", kPlaceDtypes), SameDtype("gradInput", "gradOutput"),
              PooledShape("gradOutput", "self", "kernelSize", 3, PoolForm::kLargest),
              SameShape("indices", "gradOutput"), SameShape("gradInput", "self"),
              PlacesOf("indices", "gradInput")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOutput", "indices"},
    .results = {"gradInput"},
    .work = {.kind = &kMaxBackward3d},
});

constexpr OpSpec kAdaptiveMaxPool2dBackwardSpec = Resolved({
    .name = "aclnnAdaptiveMaxPool2dBackward",
    .formula = "gradInput = the sum of gradOutput where indices name the element, 0 elsewhere",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              DtypeIn("indices", kPlaceDtypes), SameDtype("gradInput", "gradOutput"),
              UnpooledShape("gradOutput", "self", 2), SameShape("indices", "gradOutput"),
              SameShape("gradInput", "self"), PlacesOf("indices", "gradInput")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOutput", "indices"},
    .results = {"gradInput"},
    .work = {.kind = &kAdaptiveMaxBackward2d},
});

constexpr OpSpec kAdaptiveMaxPool3dBackwardSpec = Resolved({
    .name = "aclnnAdaptiveMaxPool3dBackward",
    .formula = "gradInput = the sum of gradOutput where indices name the element, 0 elsewhere",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              DtypeIn("indices", kPlaceDtypes), SameDtype("gradInput", "gradOutput"),
              UnpooledShape("gradOutput", "self", 3), SameShape("indices", "gradOutput"),
              SameShape("gradInput", "self"), PlacesOf("indices", "gradInput")},
    .chips = kPoolingSinceA2,
    .operands = {"gradOutput", "indices"},
    .results = {"gradInput"},
    .work = {.kind = &kAdaptiveMaxBackward3d},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(MaxPool2dWithIndicesBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxPool2dWithMaskBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxPool3dWithArgmaxBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclIntArray*, const aclIntArray*, const aclIntArray*,
                      const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveMaxPool2dBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AdaptiveMaxPool3dBackward, const aclTensor*, const aclTensor*,
                      const aclTensor*, aclTensor*);
