#include "aclnnop/aclnn_swi_glu.h"
#include "aclnnop/aclnn_swi_glu_grad.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SwiGluKernel();
const Kernel* SwiGluGradKernel();

constexpr OpSpec kSwiGluSpec = Resolved({
    .name = "aclnnSwiGlu",
    .formula = "out = silu(a) * b, where a and b are the halves of x along dim",
    .arguments = {Input("x"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("x", kFloatDtypes), SameDtype("out", "x"), MinRank("x", 1), DimOf("dim", "x"),
              HalfShape("out", "x", "dim")},
    .chips = kAllBut910,
    .operands = {"x"},
    .results = {"out"},
    .axis = "dim",
    .work = Elementwise({.kernels = {SwiGluKernel}, .split = {"x"}}),
});

constexpr OpSpec kSwiGluGradSpec = Resolved({
    .name = "aclnnSwiGluGrad",
    .formula = "out = (yGrad * b * silu'(a), yGrad * silu(a)), halves along dim, where a and b are "
               "those of x",
    .arguments = {Input("yGrad"), Input("x"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("yGrad", kFloatDtypes), SameDtype("x", "yGrad"), SameDtype("out", "yGrad"),
              MaxRank(8), MinRank("x", 1), DimOf("dim", "x"), HalfShape("yGrad", "x", "dim"),
              SameShape("out", "x")},
    .chips = kAllBut910,
    .operands = {"yGrad", "x"},
    .results = {"out"},
    .axis = "dim",
    .work = Elementwise({.kernels = {SwiGluGradKernel}, .split = {"x", "out"}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SwiGlu, const aclTensor*, int64_t, const aclTensor*);
OPENACLNN_C_FUNCTIONS(SwiGluGrad, const aclTensor*, const aclTensor*, int64_t, const aclTensor*);
