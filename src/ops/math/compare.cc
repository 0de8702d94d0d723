#include <cmath>
#include <limits>
#include <span>

#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_lt_scalar.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "tensor/bounds.h"

namespace openaclnn {

const Kernel* GtScalarKernel();
const Kernel* LtScalarKernel();
const Kernel* EqScalarKernel();

namespace {

enum class Relation { kGreater, kLess, kEqual };

constexpr DtypeSet kUint64{ACL_UINT64};
constexpr DtypeSet kComparedDtypes = kRealDtypes | kUint64 | DtypeSet(ACL_UINT16, ACL_UINT32);

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
  if (is_nan || is_above || is_below || (relation == Relation::kEqual && !is_whole)) {
    const bool holds = relation == Relation::kGreater ? is_below
                       : relation == Relation::kLess  ? is_above
                                                      : false;
    yes = no = holds && !is_nan ? 1 : 0;
    return;
  }
  // x > number where x > floor(number), and x < number where x < ceil(number).
  const double whole =
      relation == Relation::kLess ? std::ceil(number.nearest) : std::floor(number.nearest);
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

constexpr OpSpec Compared(std::string_view name, std::string_view formula, DtypeSet dtypes,
                          Kernels::Get kernel, SetMoreParams set_number) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), ScalarInput("other"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("other", dtypes),
                PromotesInto("self", "other", dtypes), DtypeIn("out", kComparedDtypes),
                SameShape("out", "self"), MaxRank(8)},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = Elementwise(
          {.kernels = {kernel}, .set_more_params = set_number, .comparison = Comparison::kTells}),
  };
}

}  // namespace

constexpr OpSpec kGtScalarSpec =
    Resolved(Compared("aclnnGtScalar", "out = self > other ? 1 : 0", kComparedDtypes,
                      GtScalarKernel, SetNumber<Relation::kGreater>));
constexpr OpSpec kInplaceGtScalarSpec = InPlace(kGtScalarSpec, "aclnnInplaceGtScalar");

constexpr OpSpec kLtScalarSpec =
    Resolved(Compared("aclnnLtScalar", "out = self < other ? 1 : 0", kComparedDtypes,
                      LtScalarKernel, SetNumber<Relation::kLess>));
constexpr OpSpec kInplaceLtScalarSpec = InPlace(kLtScalarSpec, "aclnnInplaceLtScalar");

constexpr OpSpec kEqScalarSpec =
    Resolved(Compared("aclnnEqScalar", "out = self == other ? 1 : 0", kRealDtypes | kUint64,
                      EqScalarKernel, SetNumber<Relation::kEqual>));
constexpr OpSpec kInplaceEqScalarSpec = InPlace(kEqScalarSpec, "aclnnInplaceEqScalar");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GtScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceGtScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(LtScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLtScalar, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(EqScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceEqScalar, const aclTensor*, const aclScalar*);
