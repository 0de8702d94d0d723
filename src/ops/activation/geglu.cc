#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_gelu_mul.h"

#include "ops/activation/approximations.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* GeGluErfKernel();
const Kernel* GeGluTanhKernel();
const Kernel* GeluMulErfKernel();
const Kernel* GeluMulTanhKernel();
const Kernel* GeGluBackwardErfKernel();
const Kernel* GeGluBackwardTanhKernel();

namespace {

// Which half is activated follows from the bool `activate_left`; by default it is the second.
consteval OpSpec GeGluSpec(std::string_view name, std::string_view formula,
                           std::string_view activate_left) {
  OpSpec spec = {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), IntInput("dim"), IntInput("approximate")},
      .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"),
                SameDtype("outGelu", "self"), MaxRank(8), DimOf("dim", "self"),
                HalfShape("out", "self", "dim"), HalfShape("outGelu", "self", "dim"),
                IntIn("approximate", 0, 1)},
      .chips = kAllBut910,
      .operands = {"self"},
      .results = {"out", "outGelu"},
      .axis = "dim",
      .chooses = "approximate",
      .work = Elementwise({.kernels = {GeGluErfKernel, GeGluTanhKernel},
                           .split = {"self"},
                           .swaps_parts = activate_left}),
  };
  int next = spec.NumArguments();
  if (!activate_left.empty()) spec.arguments[next++] = BoolInput(activate_left);
  spec.arguments[next++] = Output("out");
  spec.arguments[next] = Output("outGelu");
  return Resolved(spec);
}

consteval OpSpec GeGluBackwardSpec(std::string_view name, std::string_view formula,
                                   std::string_view activate_left) {
  OpSpec spec = {
      .name = name,
      .formula = formula,
      .arguments = {Input("gradOutput"), Input("self"), Input("gelu"), IntInput("dim"),
                    IntInput("approximate")},
      .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
                SameDtype("gelu", "gradOutput"), SameDtype("gradInput", "gradOutput"), MaxRank(8),
                SameShape("gelu", "gradOutput"), SameShape("gradInput", "self"),
                DimOf("dim", "self"), HalfShape("gradOutput", "self", "dim"),
                IntIn("approximate", 0, 1),
                IntOnlyOn("approximate", 0,
                          Chips{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950})},
      .chips = kAllBut910,
      .operands = {"gradOutput", "self", "gelu"},
      .results = {"gradInput"},
      .axis = "dim",
      .chooses = "approximate",
      .work = Elementwise({.kernels = {GeGluBackwardErfKernel, GeGluBackwardTanhKernel},
                           .split = {"self", "gradInput"},
                           .swaps_parts = activate_left}),
  };
  int next = spec.NumArguments();
  if (!activate_left.empty()) spec.arguments[next++] = BoolInput(activate_left);
  spec.arguments[next] = Output("gradInput");
  return Resolved(spec);
}

}  // namespace

constexpr OpSpec kGeGluSpec =
    GeGluSpec("aclnnGeGlu",
              "outGelu = gelu(b), out = a * outGelu, where a and b are the halves of self along "
              "dim, gelu exact (0) or by tanh (1)",
              {});
constexpr OpSpec kGeGluV3Spec =
    GeGluSpec("aclnnGeGluV3",
              "outGelu = gelu(z), out = u * outGelu, where u and z are the halves of self along "
              "dim, z first if activateLeft, gelu exact (0) or by tanh (1)",
              "activateLeft");
constexpr OpSpec kGeGluBackwardSpec =
    GeGluBackwardSpec("aclnnGeGluBackward",
                      "gradInput = (gradOutput * gelu, gradOutput * a * gelu'(b)), halves along "
                      "dim, where a and b are those of self, gelu' exact (0) or by tanh (1)",
                      {});
constexpr OpSpec kGeGluV3BackwardSpec =
    GeGluBackwardSpec("aclnnGeGluV3Backward",
                      "gradInput = gradOutput * gelu and gradOutput * u * gelu'(z) in the places "
                      "of u and z, the halves of self along dim, z first if activateLeft, gelu' "
                      "exact (0) or by tanh (1)",
                      "activateLeft");

constexpr OpSpec kGeluMulSpec = Resolved({
    .name = "aclnnGeluMul",
    .formula = "out = gelu(a) * b, where a and b are the halves of input along its last axis, gelu "
               "exact (none) or by tanh",
    .arguments = {Input("input"), OptionalText("approximateOptional", "none"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("out", "input"),
              TextIn("approximateOptional", kApproximations), MinRank("input", 2), MaxRank(8),
              Sizes("input", 2, 1024, 200000), HalfShape("out", "input")},
    .chips = kBfloat16Chips,
    .operands = {"input"},
    .results = {"out"},
    .chooses = "approximateOptional",
    .work = Elementwise({.kernels = {GeluMulErfKernel, GeluMulTanhKernel}, .split = {"input"}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GeGlu, const aclTensor*, int64_t, int64_t, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GeGluV3, const aclTensor*, int64_t, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GeGluBackward, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(GeGluV3Backward, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(GeluMul, const aclTensor*, char*, const aclTensor*);
