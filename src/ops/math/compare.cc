#include <cmath>
#include <limits>
#include <span>

#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_ge_scalar.h"
#include "aclnnop/aclnn_ge_tensor.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_gt_tensor.h"
#include "aclnnop/aclnn_isin_tensor_scalar.h"
#include "aclnnop/aclnn_le_scalar.h"
#include "aclnnop/aclnn_le_tensor.h"
#include "aclnnop/aclnn_lt_scalar.h"
#include "aclnnop/aclnn_lt_tensor.h"
#include "aclnnop/aclnn_ne_scalar.h"
#include "aclnnop/aclnn_ne_tensor.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "tensor/bounds.h"

namespace openaclnn {

const Kernel* GtScalarKernel();
const Kernel* GeScalarKernel();
const Kernel* LtScalarKernel();
const Kernel* LeScalarKernel();
const Kernel* EqScalarKernel();
const Kernel* NeScalarKernel();
const Kernel* GtTensorKernel();
const Kernel* GeTensorKernel();
const Kernel* LtTensorKernel();
const Kernel* LeTensorKernel();
const Kernel* EqTensorKernel();
const Kernel* NeTensorKernel();

namespace {

enum class Relation { kGreater, kGreaterOrEqual, kLess, kLessOrEqual, kEqual, kNotEqual };

constexpr bool IsOfEquality(Relation relation) {
  return relation == Relation::kEqual || relation == Relation::kNotEqual;
}

// Whether the relation holds of what is below the number, or above.
constexpr bool HoldsBelow(Relation relation) {
  return relation == Relation::kLess || relation == Relation::kLessOrEqual ||
         relation == Relation::kNotEqual;
}
constexpr bool HoldsAbove(Relation relation) {
  return relation == Relation::kGreater || relation == Relation::kGreaterOrEqual ||
         relation == Relation::kNotEqual;
}

constexpr DtypeSet kUint64{ACL_UINT64};
constexpr DtypeSet kEqualDtypes = kRealDtypes | kUint64;
constexpr DtypeSet kOrderedDtypes = kEqualDtypes | DtypeSet(ACL_UINT16);
constexpr DtypeSet kComparedDtypes = kOrderedDtypes | DtypeSet(ACL_UINT32);

// The least and greatest int64_t, or uint64_t counted from the middle of its range.
struct Ends {
  ExactNumber lowest, highest;
};

// x <relation> number for integers x from lowest to highest of which a 64-bit loop sees x - origin.
void SetIntegers(Relation relation, ExactNumber number, const Ends& ends, int64_t origin,
                 Params& params) {
  int64_t& threshold = params.i[1];
  int64_t& yes = params.i[2];
  int64_t& no = params.i[3];
  params.i[0] = origin;
  threshold = 0;
  yes = 1;
  no = 0;
  const bool is_nan = std::isnan(number.nearest);
  const bool is_above = number > ends.highest, is_below = ends.lowest > number;
  const bool is_whole = std::floor(number.nearest) == number.nearest;
  if (is_nan || is_above || is_below || (IsOfEquality(relation) && !is_whole)) {
    const bool holds = is_nan || !(is_above || is_below) ? relation == Relation::kNotEqual
                       : is_above                        ? HoldsBelow(relation)
                                                         : HoldsAbove(relation);
    yes = no = holds ? 1 : 0;
    return;
  }
  // x > number where x > floor(number), and x < number where x < ceil(number).
  const bool counts_from_above =
      relation == Relation::kLess || relation == Relation::kGreaterOrEqual;
  const double whole = counts_from_above ? std::ceil(number.nearest) : std::floor(number.nearest);
  // Modulo 2^64, so that uint64_t fits too.
  const uint64_t integer = whole >= 0x1p63
                               ? (whole >= 0x1p64 ? 0 : static_cast<uint64_t>(whole)) +
                                     static_cast<uint64_t>(static_cast<int64_t>(number.rest))
                               : static_cast<uint64_t>(Truncated({whole, number.rest}));
  threshold = static_cast<int64_t>(integer - static_cast<uint64_t>(origin));
}

template <Relation relation>
void SetNumber(std::span<const Argument> arguments, Params& params) {
  const aclDataType dtype = arguments[0].tensor->dtype;
  const Scalar& other = *arguments[1].scalar;
  if (ClassOf(dtype) == DtypeClass::kFloat) {
    params.d[0] = RoundedTo(dtype, other);
    params.f[0] = static_cast<float>(params.d[0]);
    return;
  }
  constexpr Ends kSigned = {{-0x1p63}, {0x1p63, -1}}, kUnsigned = {{0}, {0x1p64, -1}};
  const bool is_wide = dtype == ACL_UINT64;
  SetIntegers(relation, ExactOf(other), is_wide ? kUnsigned : kSigned,
              is_wide ? std::numeric_limits<int64_t>::min() : 0, params);
}

// As the last bool of the call says.
void SetNumberThatIsIn(std::span<const Argument> arguments, Params& params) {
  constexpr size_t kInverts = 3;
  arguments[kInverts].flag ? SetNumber<Relation::kNotEqual>(arguments, params)
                           : SetNumber<Relation::kEqual>(arguments, params);
}

constexpr OpSpec Compared(std::string_view name, std::string_view formula, DtypeSet dtypes,
                          Chips chips, Kernels::Get kernel, SetMoreParams set_number) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), ScalarInput("other"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("other", dtypes),
                PromotesInto("self", "other", dtypes), DtypeIn("out", kComparedDtypes),
                SameShape("out", "self"), MaxRank(8)},
      .chips = chips,
      .operands = {"self"},
      .results = {"out"},
      .work = Elementwise(
          {.kernels = {kernel}, .set_more_params = set_number, .comparison = Comparison::kTells}),
  };
}

// Those of UINT64, which meet no others, are counted from the middle of their range.
void SetOrigin(std::span<const Argument> arguments, Params& params) {
  const bool is_wide = arguments[0].tensor->dtype == ACL_UINT64;
  params.i[0] = is_wide ? std::numeric_limits<int64_t>::min() : 0;
}

constexpr OpSpec ComparedWith(std::string_view name, std::string_view formula, DtypeSet dtypes,
                              Chips chips, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("other", dtypes), DtypeIn("out", kComparedDtypes),
                PromotesInto("self", "other", dtypes), MaxRank(8), Broadcasts("self", "other"),
                BroadcastShape("out", "self", "other")},
      .chips = chips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise(
          {.kernels = {kernel}, .set_more_params = SetOrigin, .comparison = Comparison::kTells}),
  };
}

}  // namespace

constexpr OpSpec kGtScalarSpec =
    Resolved(Compared("aclnnGtScalar", "out = self > other ? 1 : 0", kComparedDtypes, kAllChips,
                      GtScalarKernel, SetNumber<Relation::kGreater>));
constexpr OpSpec kInplaceGtScalarSpec = InPlace(kGtScalarSpec, "aclnnInplaceGtScalar");

constexpr OpSpec kGeScalarSpec =
    Resolved(Compared("aclnnGeScalar", "out = self >= other ? 1 : 0", kComparedDtypes, kAllChips,
                      GeScalarKernel, SetNumber<Relation::kGreaterOrEqual>));
constexpr OpSpec kInplaceGeScalarSpec = InPlace(kGeScalarSpec, "aclnnInplaceGeScalar");

constexpr OpSpec kLtScalarSpec =
    Resolved(Compared("aclnnLtScalar", "out = self < other ? 1 : 0", kComparedDtypes, kAllChips,
                      LtScalarKernel, SetNumber<Relation::kLess>));
constexpr OpSpec kInplaceLtScalarSpec = InPlace(kLtScalarSpec, "aclnnInplaceLtScalar");

constexpr OpSpec kLeScalarSpec =
    Resolved(Compared("aclnnLeScalar", "out = self <= other ? 1 : 0", kOrderedDtypes, kAllChips,
                      LeScalarKernel, SetNumber<Relation::kLessOrEqual>));
constexpr OpSpec kInplaceLeScalarSpec = InPlace(kLeScalarSpec, "aclnnInplaceLeScalar");

constexpr OpSpec kEqScalarSpec =
    Resolved(Compared("aclnnEqScalar", "out = self == other ? 1 : 0", kEqualDtypes, kAllChips,
                      EqScalarKernel, SetNumber<Relation::kEqual>));
constexpr OpSpec kInplaceEqScalarSpec = InPlace(kEqScalarSpec, "aclnnInplaceEqScalar");

constexpr OpSpec kNeScalarSpec =
    Resolved(Compared("aclnnNeScalar", "out = self != other ? 1 : 0", kEqualDtypes, kAllBut310P,
                      NeScalarKernel, SetNumber<Relation::kNotEqual>));
constexpr OpSpec kInplaceNeScalarSpec = InPlace(kNeScalarSpec, "aclnnInplaceNeScalar");

constexpr OpSpec kGtTensorSpec = Resolved(ComparedWith(
    "aclnnGtTensor", "out = self > other ? 1 : 0", kComparedDtypes, kAllChips, GtTensorKernel));
constexpr OpSpec kInplaceGtTensorSpec = InPlace(kGtTensorSpec, "aclnnInplaceGtTensor");

constexpr OpSpec kGeTensorSpec = Resolved(ComparedWith(
    "aclnnGeTensor", "out = self >= other ? 1 : 0", kComparedDtypes, kAllChips, GeTensorKernel));
constexpr OpSpec kInplaceGeTensorSpec = InPlace(kGeTensorSpec, "aclnnInplaceGeTensor");

constexpr OpSpec kLtTensorSpec = Resolved(ComparedWith(
    "aclnnLtTensor", "out = self < other ? 1 : 0", kComparedDtypes, kAllBut310P, LtTensorKernel));
constexpr OpSpec kInplaceLtTensorSpec = InPlace(kLtTensorSpec, "aclnnInplaceLtTensor");

constexpr OpSpec kLeTensorSpec = Resolved(ComparedWith(
    "aclnnLeTensor", "out = self <= other ? 1 : 0", kOrderedDtypes, kAllChips, LeTensorKernel));
constexpr OpSpec kInplaceLeTensorSpec = InPlace(kLeTensorSpec, "aclnnInplaceLeTensor");

constexpr OpSpec kEqTensorSpec = Resolved(ComparedWith(
    "aclnnEqTensor", "out = self == other ? 1 : 0", kEqualDtypes, kAllBut310P, EqTensorKernel));
constexpr OpSpec kInplaceEqTensorSpec = InPlace(kEqTensorSpec, "aclnnInplaceEqTensor");

constexpr OpSpec kNeTensorSpec = Resolved(ComparedWith(
    "aclnnNeTensor", "out = self != other ? 1 : 0", kEqualDtypes, kAllBut310P, NeTensorKernel));
constexpr OpSpec kInplaceNeTensorSpec = InPlace(kNeTensorSpec, "aclnnInplaceNeTensor");

constexpr OpSpec kIsInTensorScalarSpec = Resolved({
    .name = "aclnnIsInTensorScalar",
    .formula = "out = (element == testElement) != invert ? 1 : 0",
    .arguments = {Input("element"), ScalarInput("testElement"), BoolInput("assumeUnique"),
                  BoolInput("invert"), Output("out")},
    .rules = {DtypeIn("element", kRealDtypes), DtypeIn("testElement", kRealDtypes),
              DtypeIn("out", DtypeSet(ACL_BOOL)), MaxRank(8), SameShape("out", "element")},
    .chips = kAllBut310P,
    .operands = {"element"},
    .results = {"out"},
    .chooses = "invert",
    .work = Elementwise({.kernels = {EqScalarKernel, NeScalarKernel},
                         .set_more_params = SetNumberThatIsIn,
                         .comparison = Comparison::kTells}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GtScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceGtScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(GeScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceGeScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(LtScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLtScalar, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(LeScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLeScalar, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(EqScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceEqScalar, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(NeScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceNeScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(GtTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceGtTensor, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(GeTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceGeTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(LtTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLtTensor, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(LeTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLeTensor, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(EqTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceEqTensor, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(NeTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceNeTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(IsInTensorScalar, const aclTensor*, const aclScalar*, bool, bool, aclTensor*);
