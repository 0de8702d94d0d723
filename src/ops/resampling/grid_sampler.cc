#include "aclnnop/aclnn_affine_grid.h"
#include "aclnnop/aclnn_grid_sampler2d.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_grid_sampler3d.h"
#include "aclnnop/aclnn_grid_sampler3d_backward.h"
#include "kinds/moves/plan.h"
#include "kinds/resampling/grid.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/resampling/family.h"
#include "ops/resampling/grid_shape.h"

namespace openaclnn {
namespace {

// The value, or a copy, dense and as FLOAT or DOUBLE.
Value AsDenseNumbers(StageList& list, const Value& value) {
  return DenseAs(list, value->dtype == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT, value);
}

GridSampling SamplingOf(const Call& call, size_t axes, int first_number) {
  return {.input = {},
          .grid = {},
          .sampled = {},
          .axes = axes,
          .mode = static_cast<GridMode>(call.At(first_number).integer),
          .margin = static_cast<GridMargin>(call.At(first_number + 1).integer),
          .aligns_corners = call.FlagAt(first_number + 2)};
}

enum GridArgument { kGridInput, kGridGrid, kGridMode, kGridOut = 5 };

template <size_t axes>
void PlanGridSampler(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kGridOut);
  if (out->extent.elements > 0) {
    GridSampling sampling = SamplingOf(call, axes, kGridMode);
    sampling.input = AsDenseNumbers(list, list.Given(kGridInput));
    sampling.grid = AsDenseNumbers(list, list.Given(kGridGrid));
    AddDenseResult(list, out, [&](const Value& sampled) {
      sampling.sampled = sampled;
      return PlanGridSample(sampling);
    });
  }
  list.Finish();
}

enum GridBackwardArgument {
  kGridGrad,
  kGridBackwardInput,
  kGridBackwardGrid,
  kGridBackwardMode,
  kGridMask = 6,
  kGridByInput,
  kGridByGrid
};

template <size_t axes>
void PlanGridBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const std::vector<bool>& mask = call.BoolsAt(kGridMask);
  GridSampling sampling = SamplingOf(call, axes, kGridBackwardMode);
  sampling.input = list.Given(kGridBackwardInput);
  sampling.grid = list.Given(kGridBackwardGrid);
  sampling.sampled = list.Given(kGridGrad);
  const Value by_input = list.Given(kGridByInput), by_grid = list.Given(kGridByGrid);
  const bool has_samples = sampling.sampled->extent.elements > 0;
  if (has_samples) {
    if (mask[1]) sampling.input = AsDenseNumbers(list, sampling.input);
    sampling.grid = AsDenseNumbers(list, sampling.grid);
    sampling.sampled = AsDenseNumbers(list, sampling.sampled);
  }
  if (mask[0]) {
    AddDenseResult(list, by_input, [&](const Value& result) {
      return has_samples ? PlanGridInputGradient(sampling, result) : PlanFill(0, result);
    });
  }
  if (mask[1]) {
    AddDenseResult(list, by_grid, [&](const Value& result) {
      return has_samples ? PlanGridPlaceGradient(sampling, result) : PlanFill(0, result);
    });
  }
  list.Finish();
}

enum AffineArgument { kAffineTheta, kAffineSize, kAffineAligns, kAffineOut };

void PlanAffine(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value theta = AsDenseNumbers(list, list.Given(kAffineTheta));
  AddDenseResult(list, list.Given(kAffineOut), [&](const Value& grid) {
    return PlanAffineGrid({.theta = theta,
                           .grid = grid,
                           .axes = call.IntegersAt(kAffineSize).size() - 2,
                           .aligns_corners = call.FlagAt(kAffineAligns)});
  });
  list.Finish();
}

constexpr Kind kGridSampler2dKind = OnCpusAlone(InStages(PlanGridSampler<2>)),
               kGridSampler3dKind = OnCpusAlone(InStages(PlanGridSampler<3>)),
               kGridBackward2d = OnCpusAlone(InStages(PlanGridBackward<2>)),
               kGridBackward3d = OnCpusAlone(InStages(PlanGridBackward<3>)),
               kAffine = OnCpusAlone(InStages(PlanAffine));

constexpr Chips kAffineChips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kGridSampler2DSpec = Resolved({
    .name = "aclnnGridSampler2D",
    .formula = "out = input at the places of grid, between its elements",
    .arguments = {Input("input"), Input("grid"), IntInput("interpolationMode"),
                  IntInput("paddingMode"), BoolInput("alignCorners"), Output("out")},
    .rules = {DtypeIn("input", kFloatAndDoubleDtypes), SameDtype("grid", "input"),
              SameDtype("out", "input"), IntIn("interpolationMode", 0, 1, 2),
              IntIn("paddingMode", 0, 1, 2), GridShape("out", "input", "grid", 2)},
    .chips = kAllChips,
    .operands = {"input", "grid"},
    .results = {"out"},
    .work = {.kind = &kGridSampler2dKind},
});

constexpr OpSpec kGridSampler3DSpec = Resolved({
    .name = "aclnnGridSampler3D",
    .formula = "out = input at the places of grid, between its elements",
    .arguments = {Input("input"), Input("grid"), IntInput("interpolationMode"),
                  IntInput("paddingMode"), BoolInput("alignCorners"), Output("out")},
    .rules = {DtypeIn("input", kFloatAndDoubleDtypes), SameDtype("grid", "input"),
              SameDtype("out", "input"), IntIn("interpolationMode", 0, 1),
              IntIn("paddingMode", 0, 1, 2), GridShape("out", "input", "grid", 3)},
    .chips = kAllBut310P,
    .operands = {"input", "grid"},
    .results = {"out"},
    .work = {.kind = &kGridSampler3dKind},
});

constexpr OpSpec kGridSampler2DBackwardSpec = Resolved({
    .name = "aclnnGridSampler2DBackward",
    .formula = "inputGrad, gridGrad = the gradients of samples of input at the places of grid",
    .arguments = {Input("gradOutput"), Input("input"), Input("grid"), IntInput("interpolationMode"),
                  IntInput("paddingMode"), BoolInput("alignCorners"), BoolsInput("outputMask"),
                  Output("inputGrad"), Output("gridGrad")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes), SameDtype("input", "gradOutput"),
              SameDtype("grid", "gradOutput"), SameDtype("inputGrad", "gradOutput"),
              SameDtype("gridGrad", "gradOutput"), IntIn("interpolationMode", 0, 1, 2),
              IntIn("paddingMode", 0, 1, 2), HasCount("outputMask", 2),
              GridShape("gradOutput", "input", "grid", 2), SameShape("inputGrad", "input"),
              SameShape("gridGrad", "grid")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "input", "grid"},
    .results = {"inputGrad", "gridGrad"},
    .work = {.kind = &kGridBackward2d},
});

constexpr OpSpec kGridSampler3DBackwardSpec = Resolved({
    .name = "aclnnGridSampler3DBackward",
    .formula = "inputGrad, gridGrad = the gradients of samples of input at the places of grid",
    .arguments = {Input("gradOutput"), Input("input"), Input("grid"), IntInput("interpolationMode"),
                  IntInput("paddingMode"), BoolInput("alignCorners"), BoolsInput("outputMask"),
                  Output("inputGrad"), Output("gridGrad")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes), SameDtype("input", "gradOutput"),
              SameDtype("grid", "gradOutput"), SameDtype("inputGrad", "gradOutput"),
              SameDtype("gridGrad", "gradOutput"), IntIn("interpolationMode", 0, 1),
              IntIn("paddingMode", 0, 1, 2), HasCount("outputMask", 2),
              GridShape("gradOutput", "input", "grid", 3), SameShape("inputGrad", "input"),
              SameShape("gridGrad", "grid")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "input", "grid"},
    .results = {"inputGrad", "gridGrad"},
    .work = {.kind = &kGridBackward3d},
});

constexpr OpSpec kAffineGridSpec = Resolved({
    .name = "aclnnAffineGrid",
    .formula = "out = the places of a tensor of the shape size, mapped by theta",
    .arguments = {Input("theta"), IntsInput("size"), BoolInput("alignCorners"), Output("out")},
    .rules = {DtypeIn("theta", kFloatDtypes), SameDtype("out", "theta"),
              AffineShape("out", "theta", "size")},
    .chips = kAffineChips,
    .operands = {"theta"},
    .results = {"out"},
    .work = {.kind = &kAffine},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GridSampler2D, const aclTensor*, const aclTensor*, int64_t, int64_t, bool,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(GridSampler3D, const aclTensor*, const aclTensor*, int64_t, int64_t, bool,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(GridSampler2DBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, int64_t, bool, const aclBoolArray*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GridSampler3DBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, int64_t, bool, const aclBoolArray*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AffineGrid, const aclTensor*, const aclIntArray*, bool, aclTensor*);
