// Complex numbers of their real and imaginary parts, or of their size and angle.
#include "aclnnop/aclnn_complex.h"

#include <array>

#include "aclnnop/aclnn_polar.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/math/complex_dtype.h"
#include "ops/math/complex_parts.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* CosKernel();
const Kernel* MulKernel();
const Kernel* SinKernel();

namespace {

enum ComplexArgument { kFirstPart, kSecondPart, kComplexOut };

void PlanComplex(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kComplexOut);
  if (out->extent.elements == 0) return list.Finish();
  const ComplexParts parts = PartsOf(list, out);
  list.Add(PlanMove(list.Given(kFirstPart), parts.real));
  list.Add(PlanMove(list.Given(kSecondPart), parts.imaginary));
  list.Finish();
}

// Sines and cosines are in double, so that each product is rounded once.
void PlanPolar(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kComplexOut);
  if (out->extent.elements == 0) return list.Finish();
  const Value size = list.Given(kFirstPart), angle = list.Given(kSecondPart);
  const ComplexParts parts = PartsOf(list, out);
  const auto add = [&](const Kernel* kernel, const Value& part) {
    const Value factor = list.Temporary(ACL_DOUBLE, angle->shape);
    list.Add(PlanFormulaInDouble(kernel, std::array{angle}, factor));
    list.Add(PlanFormulaInDouble(MulKernel(), std::array{size, factor}, part));
  };
  add(CosKernel(), parts.real);
  add(SinKernel(), parts.imaginary);
  list.Finish();
}

constexpr Kind kComplex = InStages(PlanComplex);
constexpr Kind kPolar = InStages(PlanPolar);

constexpr DtypeSet kPartDtypes{ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE};
constexpr DtypeSet kMadeDtypes{ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128};
constexpr DtypeSet kPolarDtypes{ACL_FLOAT};

}  // namespace

constexpr OpSpec kComplexSpec = Resolved({
    .name = "aclnnComplex",
    .formula = "out = real + i * imag",
    .arguments = {Input("real"), Input("imag"), Output("out")},
    .rules = {DtypeIn("real", kPartDtypes), DtypeIn("imag", kPartDtypes),
              DtypeIn("out", kMadeDtypes), SameDtype("imag", "real"), ComplexOf("out", "real"),
              MaxRank(8), Broadcasts("real", "imag"), BroadcastShape("out", "real", "imag")},
    .chips = kAllChips,
    .operands = {"real", "imag"},
    .results = {"out"},
    .work = {.kind = &kComplex},
});

constexpr OpSpec kPolarSpec = Resolved({
    .name = "aclnnPolar",
    .formula = "out = input * cos(angle) + i * input * sin(angle)",
    .arguments = {Input("input"), Input("angle"), Output("out")},
    .rules = {DtypeIn("input", kPolarDtypes), DtypeIn("out", DtypeSet(ACL_COMPLEX64)),
              DtypeIn("angle", kPolarDtypes), MaxRank(8), Broadcasts("input", "angle"),
              BroadcastShape("out", "input", "angle")},
    .chips = kAllBut910,
    .operands = {"input", "angle"},
    .results = {"out"},
    .work = {.kind = &kPolar},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Complex, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Polar, const aclTensor*, const aclTensor*, aclTensor*);
