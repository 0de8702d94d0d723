#include "aclnnop/aclnn_roi_align.h"

#include "aclnnop/aclnn_roi_align_v2.h"
#include "aclnnop/aclnn_roi_align_v2_backward.h"
#include "kinds/index/indexed.h"
#include "kinds/moves/plan.h"
#include "kinds/resampling/regions.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/indexed_shape.h"
#include "ops/resampling/family.h"
#include "ops/resampling/region_shape.h"

namespace openaclnn {
namespace {

// Fills a result with zeros, or adds the stage that `plan` makes of a dense one.
template <class Plan>
void AddRegionsResult(StageList& list, const Value& result, bool is_zero, const Plan& plan) {
  if (!is_zero) {
    AddDenseResult(list, result, plan);
  } else if (result->extent.elements > 0) {
    list.Add(PlanFill(0, result));
  }
  list.Finish();
}

enum RoiArgument {
  kRoiSelf,
  kRoiBoxes,
  kRoiImages,
  kRoiMode,
  kRoiSamples = 6,
  kRoiScale,
  kRoiOut,
};

void PlanRoiAlign(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRoiSelf), out = list.Given(kRoiOut);
  const bool is_zero = self->extent.elements == 0;
  RegionSampling sampling = {
      .input = {},
      .boxes = {},
      .images = {},
      .sampled = {},
      .mode = call.ChoiceAt(kRoiMode) == 0 ? RegionMode::kMeanSample : RegionMode::kLargestSample,
      .scale = static_cast<float>(call.At(kRoiScale).number),
      .samples = call.At(kRoiSamples).integer,
      .is_centred = false,
      .operator_name = call.spec.name,
      .boxes_name = call.spec.arguments[kRoiBoxes].name};
  if (!is_zero && out->extent.elements > 0) {
    const Value images = list.Given(kRoiImages);
    list.Add(PlanCheckIndices({.index = images,
                               .extent = self->shape[0],
                               .count_from_behind = false,
                               .name = {call.spec.name, call.spec.arguments[kRoiImages].name}}));
    sampling.input = DenseAs(list, ACL_FLOAT, self);
    sampling.boxes = DenseAs(list, ACL_FLOAT, list.Given(kRoiBoxes));
    sampling.images = Dense(list, images);
  }
  AddRegionsResult(list, out, is_zero, [&](const Value& written) {
    sampling.sampled = written;
    return PlanSampleRegions(sampling);
  });
}

// Those of the second form, from the height of the results on; the output follows.
enum RoiV2Argument { kRoiV2Scale = 2, kRoiV2Samples, kRoiV2Aligned, kRoiV2Out };

// `height`: which argument that is.
RegionSampling SamplingOfV2(const Call& call, int height) {
  return {.input = {},
          .boxes = {},
          .images = {},
          .sampled = {},
          .mode = RegionMode::kMeanSample,
          .scale = static_cast<float>(call.At(height + kRoiV2Scale).number),
          .samples = call.At(height + kRoiV2Samples).integer,
          .is_centred = call.FlagAt(height + kRoiV2Aligned),
          .operator_name = call.spec.name,
          .boxes_name = call.spec.arguments[kRoiBoxes].name};
}

void PlanRoiAlignV2(const Call& call, Executor& executor) {
  constexpr int kHeight = 2;
  StageList list(call, executor);
  const Value self = list.Given(kRoiSelf), out = list.Given(kHeight + kRoiV2Out);
  RegionSampling sampling = SamplingOfV2(call, kHeight);
  if (out->extent.elements > 0) {
    sampling.input = DenseAs(list, ACL_FLOAT, self);
    sampling.boxes = DenseAs(list, ACL_FLOAT, list.Given(kRoiBoxes));
  }
  AddRegionsResult(list, out, false, [&](const Value& written) {
    sampling.sampled = written;
    return PlanSampleRegions(sampling);
  });
}

void PlanRoiAlignV2Backward(const Call& call, Executor& executor) {
  constexpr int kHeight = 3;
  StageList list(call, executor);
  const Value grad = list.Given(kRoiSelf), by_input = list.Given(kHeight + kRoiV2Out);
  const bool is_zero = grad->extent.elements == 0;
  RegionSampling sampling = SamplingOfV2(call, kHeight);
  if (!is_zero && by_input->extent.elements > 0) {
    sampling.sampled = Dense(list, grad);
    sampling.boxes = Dense(list, list.Given(kRoiBoxes));
  }
  AddRegionsResult(list, by_input, is_zero, [&](const Value& written) {
    sampling.input = written;
    return PlanRegionsGradient(sampling);
  });
}

constexpr Kind kRoiAlign = OnCpusAlone(InStages(PlanRoiAlign)),
               kRoiAlignV2 = OnCpusAlone(InStages(PlanRoiAlignV2)),
               kRoiAlignV2Backward = OnCpusAlone(InStages(PlanRoiAlignV2Backward));

constexpr std::string_view kRoiModes[] = {"avg", "max"};
constexpr DtypeSet kRoiDtypes{ACL_FLOAT, ACL_FLOAT16};
constexpr int64_t kMostRoiSamples = 65536;
constexpr Chips kRoiChips{Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                          Chip::kAscend910_93};
constexpr Chips kRoiBackwardChips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93,
                                  Chip::kAscend950};

}  // namespace

constexpr OpSpec kRoiAlignSpec = Resolved({
    .name = "aclnnRoiAlign",
    .formula = "out = the mean, or the largest, of samples in each part of each box",
    .arguments = {Input("self"), Input("rois"), Input("batchIndices"), TextInput("mode"),
                  IntInput("outputHeight"), IntInput("outputWidth"), IntInput("samplingRatio"),
                  FloatInput("spatialScale"), Output("out")},
    .rules = {DtypeIn("self", kRoiDtypes), SameDtype("rois", "self"), SameDtype("out", "self"),
              DtypeIn("batchIndices", DtypeSet(ACL_INT32)), ImageOfEach("batchIndices", "rois"),
              RegionShape("out", "self", "rois", "outputHeight", 4, Images::kAny),
              TextIn("mode", kRoiModes), IntBetween("samplingRatio", 0, kMostRoiSamples),
              AboveZero("spatialScale"), PlacesOf("batchIndices", "self")},
    .chips = kRoiChips,
    .operands = {"self", "rois", "batchIndices"},
    .results = {"out"},
    .work = {.kind = &kRoiAlign},
});

constexpr OpSpec kRoiAlignV2Spec = Resolved({
    .name = "aclnnRoiAlignV2",
    .formula = "out = the mean of samples in each part of each box",
    .arguments = {Input("self"), Input("boxes"), IntInput("pooledHeight"), IntInput("pooledWidth"),
                  FloatInput("spatialScale"), IntInput("samplingRatio"), BoolInput("aligned"),
                  Output("out")},
    .rules = {DtypeIn("self", kRoiDtypes), SameDtype("boxes", "self"), SameDtype("out", "self"),
              RegionShape("out", "self", "boxes", "pooledHeight", 5, Images::kElements),
              IntBetween("samplingRatio", 0, kMostRoiSamples), AboveZero("spatialScale"),
              PlacesOf("boxes", "self")},
    .chips = kRoiChips,
    .operands = {"self", "boxes"},
    .results = {"out"},
    .work = {.kind = &kRoiAlignV2},
});

constexpr OpSpec kRoiAlignV2BackwardSpec = Resolved({
    .name = "aclnnRoiAlignV2Backward",
    .formula = "gradInput = the sum of gradOutput of the samples that an element is next to, "
               "times its weights",
    .arguments = {Input("gradOutput"), Input("boxes"), IntsInput("inputShape"),
                  IntInput("pooledHeight"), IntInput("pooledWidth"), FloatInput("spatialScale"),
                  IntInput("samplingRatio"), BoolInput("aligned"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", DtypeSet(ACL_FLOAT)), SameDtype("boxes", "gradOutput"),
              SameDtype("gradInput", "gradOutput"), ShapeOfSizes("gradInput", "inputShape"),
              RegionShape("gradOutput", "gradInput", "boxes", "pooledHeight", 5, Images::kAny),
              IntBetween("samplingRatio", 0, kMostRoiSamples), AboveZero("spatialScale"),
              PlacesOf("boxes", "gradInput")},
    .chips = kRoiBackwardChips,
    .operands = {"gradOutput", "boxes"},
    .results = {"gradInput"},
    .work = {.kind = &kRoiAlignV2Backward},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(RoiAlign, const aclTensor*, const aclTensor*, const aclTensor*, const char*,
                      int, int, int, float, aclTensor*);
OPENACLNN_C_FUNCTIONS(RoiAlignV2, const aclTensor*, const aclTensor*, int64_t, int64_t, float,
                      int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(RoiAlignV2Backward, const aclTensor*, const aclTensor*, const aclIntArray*,
                      int64_t, int64_t, float, int64_t, bool, aclTensor*);
