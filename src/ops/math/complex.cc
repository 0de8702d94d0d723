// Complex numbers of their real and imaginary parts, or of their size and angle; and real parts.
#include "aclnnop/aclnn_complex.h"

#include <array>

#include "aclnnop/aclnn_polar.h"
#include "aclnnop/aclnn_real.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/math/complex_dtype.h"
#include "ops/math/complex_parts.h"
#include "ops/math/family.h"
#include "tensor/view.h"

namespace openaclnn {

const Kernel* CosKernel();
const Kernel* MulKernel();
const Kernel* SinKernel();

namespace {

enum ComplexArgument { kFirstPart, kSecondPart, kComplexOut };

// Parts that lie in the memory of the numbers, as where these become their conjugates, are copied
// first.
void PlanComplex(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kComplexOut);
  if (out->extent.elements == 0) return list.Finish();
  std::array<Value, 2> given = {list.Given(kFirstPart), list.Given(kSecondPart)};
  for (Value& part : given) {
    if (!Meet(AddressesOf(*part.tensor), AddressesOf(*out.tensor))) continue;
    const Value copy = list.Temporary(part->dtype, part->shape);
    list.Add(PlanMove(part, copy));
    part = copy;
  }
  const ComplexParts parts = PartsOf(list, out);
  list.Add(PlanMove(given[0], parts.real));
  list.Add(PlanMove(given[1], parts.imaginary));
  list.Finish();
}

bool MayMeetItsParts(const OpSpec& /*spec*/, int /*output*/, int /*other*/) { return true; }
constexpr Kind MeetingItsParts(Kind kind) {
  kind.may_meet = MayMeetItsParts;
  return kind;
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

void PlanReal(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(0), out = list.Given(1);
  if (out->extent.elements > 0) {
    list.Add(PlanMove(IsComplex(self->dtype) ? PartsOf(list, self).real : self, out));
  }
  list.Finish();
}

constexpr Kind kComplex = MeetingItsParts(InStages(PlanComplex));
constexpr Kind kPolar = InStages(PlanPolar);
constexpr Kind kReal = InStages(PlanReal);

constexpr DtypeSet kPartDtypes{ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE};
constexpr DtypeSet kMadeDtypes{ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128};
constexpr DtypeSet kPolarDtypes{ACL_FLOAT};
constexpr DtypeSet kAsTheyAre{ACL_FLOAT, ACL_FLOAT16};
constexpr DtypeSet kOnNewerChips = kAsTheyAre | DtypeSet(ACL_COMPLEX32);
constexpr Chips kWithReal{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

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

constexpr OpSpec kRealSpec = Resolved({
    .name = "aclnnReal",
    .formula = "out = the real part of self",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kMadeDtypes | kAsTheyAre),
              DtypeOnlyOn("self", kOnNewerChips, kBfloat16Chips), RealOf("out", "self", kAsTheyAre),
              MaxRank(8), SameShape("out", "self")},
    .chips = kWithReal,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kReal},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Complex, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Polar, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Real, const aclTensor*, aclTensor*);
