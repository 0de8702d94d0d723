#include "aclnnop/aclnn_foreach_a_cos_inplace.h"
#include "aclnnop/aclnn_foreach_acos.h"
#include "aclnnop/aclnn_foreach_asin.h"
#include "aclnnop/aclnn_foreach_atan.h"
#include "aclnnop/aclnn_foreach_cosh.h"
#include "aclnnop/aclnn_foreach_erfc.h"
#include "aclnnop/aclnn_foreach_exp.h"
#include "aclnnop/aclnn_foreach_expm1.h"
#include "aclnnop/aclnn_foreach_log10.h"
#include "aclnnop/aclnn_foreach_log1p.h"
#include "aclnnop/aclnn_foreach_log2.h"
#include "aclnnop/aclnn_foreach_sinh.h"
#include "aclnnop/aclnn_foreach_tan.h"

#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* AcosKernel();
const Kernel* AsinKernel();
const Kernel* AtanKernel();
const Kernel* CoshKernel();
const Kernel* ErfcKernel();
const Kernel* ExpKernel();
const Kernel* Expm1Kernel();
const Kernel* Log10Kernel();
const Kernel* Log1pKernel();
const Kernel* Log2Kernel();
const Kernel* SinhKernel();
const Kernel* TanKernel();

namespace {

constexpr OpSpec OfOneList(std::string_view name, std::string_view formula, Kernels::Get kernel) {
  return Foreach({.name = name,
                  .formula = formula,
                  .lists = {"x"},
                  .dtypes = kFloatDtypes,
                  .work = Lists({.kernels = {kernel}})});
}

}  // namespace

constexpr OpSpec kForeachAcosSpec =
    Resolved(OfOneList("aclnnForeachAcos", "out[i] = acos(x[i])", AcosKernel));

constexpr OpSpec kForeachACosInplaceSpec =
    ReplacingFirst("aclnnForeachACosInplace", "x[i] = arccos(x[i])", kForeachAcosSpec);

constexpr OpSpec kForeachAsinSpec =
    Resolved(OfOneList("aclnnForeachAsin", "out[i] = asin(x[i])", AsinKernel));

constexpr OpSpec kForeachAtanSpec =
    Resolved(OfOneList("aclnnForeachAtan", "out[i] = atan(x[i])", AtanKernel));

constexpr OpSpec kForeachCoshSpec =
    Resolved(OfOneList("aclnnForeachCosh", "out[i] = cosh(x[i])", CoshKernel));

constexpr OpSpec kForeachErfcSpec =
    Resolved(OfOneList("aclnnForeachErfc", "out[i] = 1 - erf(x[i])", ErfcKernel));

constexpr OpSpec kForeachExpSpec =
    Resolved(OfOneList("aclnnForeachExp", "out[i] = exp(x[i])", ExpKernel));

constexpr OpSpec kForeachExpm1Spec =
    Resolved(OfOneList("aclnnForeachExpm1", "out[i] = exp(x[i]) - 1", Expm1Kernel));

constexpr OpSpec kForeachLog10Spec =
    Resolved(OfOneList("aclnnForeachLog10", "out[i] = log10(x[i])", Log10Kernel));

constexpr OpSpec kForeachLog1pSpec =
    Resolved(OfOneList("aclnnForeachLog1p", "out[i] = log(1 + x[i])", Log1pKernel));

constexpr OpSpec kForeachLog2Spec =
    Resolved(OfOneList("aclnnForeachLog2", "out[i] = log2(x[i])", Log2Kernel));

constexpr OpSpec kForeachSinhSpec =
    Resolved(OfOneList("aclnnForeachSinh", "out[i] = sinh(x[i])", SinhKernel));

constexpr OpSpec kForeachTanSpec =
    Resolved(OfOneList("aclnnForeachTan", "out[i] = tan(x[i])", TanKernel));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachAcos, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachACosInplace, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAsin, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAtan, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachCosh, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachErfc, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachExp, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachExpm1, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachLog10, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachLog1p, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachLog2, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSinh, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachTan, const aclTensorList*, const aclTensorList*);
