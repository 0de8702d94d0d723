// Complex numbers of their parts or of their size and angle, and the angles of numbers.
#include "aclnnop/aclnn_complex.h"

#include <array>

#include "aclnnop/aclnn_angle_v2.h"
#include "aclnnop/aclnn_polar.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/math/complex_dtype.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* Atan2Kernel();
const Kernel* CosKernel();
const Kernel* MulKernel();
const Kernel* RealAngleKernel();
const Kernel* SinKernel();

namespace {

struct ComplexParts {
  Value real, imaginary;
};

// The parts of complex numbers, which lie side by side, as tensors.
ComplexParts PartsOf(StageList& list, const Value& numbers) {
  const aclDataType dtype = numbers->dtype == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
  Dims strides = numbers->strides;
  for (int64_t& stride : strides) stride *= 2;
  const Value real = list.SeenAs(dtype, numbers, numbers->shape, strides);
  Value imaginary = list.SeenAs(dtype, numbers, numbers->shape, strides);
  imaginary.origin += DtypeBytes(dtype);
  return {real, imaginary};
}

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

// Sines and cosines in double, so that each product is rounded once.
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

enum AngleArgument { kAngleX, kAngleOut };

void PlanAngle(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(kAngleX), out = list.Given(kAngleOut);
  if (out->extent.elements == 0) return list.Finish();
  if (IsComplex(x->dtype)) {
    const ComplexParts parts = PartsOf(list, x);
    list.Add(PlanFormulaInDouble(Atan2Kernel(), std::array{parts.imaginary, parts.real}, out));
  } else {
    list.Add(PlanFormulaInDouble(RealAngleKernel(), std::array{x}, out));
  }
  list.Finish();
}

constexpr Kind kComplex = InStages(PlanComplex);
constexpr Kind kPolar = InStages(PlanPolar);
constexpr Kind kAngle = InStages(PlanAngle);

constexpr Chips kChipsOfAngles{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

}  // namespace

constexpr OpSpec kComplexSpec = Resolved({
    .name = "aclnnComplex",
    .formula = "out = real + i * imag",
    .arguments = {Input("real"), Input("imag"), Output("out")},
    .rules = {DtypeIn("real", DtypeSet(ACL_FLOAT, ACL_DOUBLE)),
              DtypeIn("imag", DtypeSet(ACL_FLOAT, ACL_DOUBLE)), SameDtype("imag", "real"),
              DtypeIn("out", kComplexDtypes), ComplexOf("out", "real"), MaxRank(8),
              Broadcasts("real", "imag"), BroadcastShape("out", "real", "imag")},
    .chips = kAllChips,
    .operands = {"real", "imag"},
    .results = {"out"},
    .work = {.kind = &kComplex},
});

constexpr OpSpec kPolarSpec = Resolved({
    .name = "aclnnPolar",
    .formula = "out = input * cos(angle) + i * input * sin(angle)",
    .arguments = {Input("input"), Input("angle"), Output("out")},
    .rules = {DtypeIn("input", DtypeSet(ACL_FLOAT)), DtypeIn("out", DtypeSet(ACL_COMPLEX64)),
              DtypeIn("angle", DtypeSet(ACL_FLOAT)), MaxRank(8), Broadcasts("input", "angle"),
              BroadcastShape("out", "input", "angle")},
    .chips = kAllBut910,
    .operands = {"input", "angle"},
    .results = {"out"},
    .work = {.kind = &kPolar},
});

constexpr OpSpec kAngleV2Spec = Resolved({
    .name = "aclnnAngleV2",
    .formula = "out = the angle of x",
    .arguments = {Input("x"), Output("out")},
    .rules = {DtypeIn("x", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL, ACL_COMPLEX64)),
              DtypeIn("out", kFloatDtypes), MaxRank(8), SameShape("out", "x")},
    .chips = kChipsOfAngles,
    .operands = {"x"},
    .results = {"out"},
    .work = {.kind = &kAngle},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Complex, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Polar, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AngleV2, const aclTensor*, const aclTensor*);
