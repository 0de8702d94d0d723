#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_cos.h"
#include "aclnnop/aclnn_foreach_erf.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_log.h"
#include "aclnnop/aclnn_foreach_log_inplace.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sigmoid.h"
#include "aclnnop/aclnn_foreach_sign.h"
#include "aclnnop/aclnn_foreach_sin.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_tanh.h"

#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* AbsKernel();
const Kernel* CosKernel();
const Kernel* ErfKernel();
const Kernel* LerpKernel();
const Kernel* LogKernel();
const Kernel* NegKernel();
const Kernel* ReciprocalKernel();
const Kernel* SigmoidKernel();
const Kernel* SignKernel();
const Kernel* SinKernel();
const Kernel* SqrtKernel();
const Kernel* TanhKernel();

constexpr OpSpec kForeachAbsSpec = Resolved(Foreach({
    .name = "aclnnForeachAbs",
    .formula = "out[i] = |x[i]|",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {AbsKernel}}),
}));

constexpr OpSpec kForeachCosSpec = Resolved(Foreach({
    .name = "aclnnForeachCos",
    .formula = "out[i] = cos(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {CosKernel}}),
}));

constexpr OpSpec kForeachErfSpec = Resolved(Foreach({
    .name = "aclnnForeachErf",
    .formula = "out[i] = erf(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {ErfKernel}}),
}));

constexpr OpSpec kForeachLerpScalarSpec = Resolved(Foreach({
    .name = "aclnnForeachLerpScalar",
    .formula = "out[i] = x1[i] + weight * (x2[i] - x1[i])",
    .lists = {"x1", "x2"},
    .number = ScalarInput("weight"),
    .of_number = DtypeIn("weight", DtypeSet(ACL_FLOAT, ACL_DOUBLE)),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {LerpKernel}}),
}));

constexpr OpSpec kForeachLogSpec = Resolved(Foreach({
    .name = "aclnnForeachLog",
    .formula = "out[i] = log(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {LogKernel}}),
}));

constexpr OpSpec kForeachLogInplaceSpec =
    ReplacingFirst("aclnnForeachLogInplace", "x[i] = ln(x[i])", kForeachLogSpec);

constexpr OpSpec kForeachNegSpec = Resolved(Foreach({
    .name = "aclnnForeachNeg",
    .formula = "out[i] = -x[i]",
    .lists = {"x"},
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .before_950 = kNarrowDtypes,
    .work = Lists({.kernels = {NegKernel}}),
}));

constexpr OpSpec kForeachReciprocalSpec = Resolved(Foreach({
    .name = "aclnnForeachReciprocal",
    .formula = "out[i] = 1 / x[i]",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {ReciprocalKernel}}),
}));

constexpr OpSpec kForeachSigmoidSpec = Resolved(Foreach({
    .name = "aclnnForeachSigmoid",
    .formula = "out[i] = sigmoid(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {SigmoidKernel}}),
}));

constexpr OpSpec kForeachSignSpec = Resolved(Foreach({
    .name = "aclnnForeachSign",
    .formula = "out[i] = sign(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes | DtypeSet(ACL_INT8, ACL_INT32, ACL_INT64),
    .work = Lists({.kernels = {SignKernel}}),
}));

constexpr OpSpec kForeachSinSpec = Resolved(Foreach({
    .name = "aclnnForeachSin",
    .formula = "out[i] = sin(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {SinKernel}}),
}));

constexpr OpSpec kForeachSqrtSpec = Resolved(Foreach({
    .name = "aclnnForeachSqrt",
    .formula = "out[i] = sqrt(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {SqrtKernel}}),
}));

constexpr OpSpec kForeachTanhSpec = Resolved(Foreach({
    .name = "aclnnForeachTanh",
    .formula = "out[i] = tanh(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {TanhKernel}}),
}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachAbs, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachCos, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachErf, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachLerpScalar, const aclTensorList*, const aclTensorList*,
                      const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachLog, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachLogInplace, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachNeg, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachReciprocal, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSigmoid, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSign, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSin, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSqrt, const aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachTanh, const aclTensorList*, const aclTensorList*);
