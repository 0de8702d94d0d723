#include <cmath>
#include <cstdlib>
#include <span>

#include "aclnnop/aclnn_ceil.h"
#include "aclnnop/aclnn_floor.h"
#include "aclnnop/aclnn_round.h"
#include "aclnnop/aclnn_trunc.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* FloorKernel();
const Kernel* CeilKernel();
const Kernel* TruncKernel();
const Kernel* RoundKernel();
const Kernel* RoundDecimalsKernel();

namespace {

constexpr OpSpec Rounded(std::string_view name, std::string_view formula, DtypeSet dtypes,
                         Chips chips, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("out", dtypes), SameDtype("out", "self"),
                SameShape("out", "self"), MaxRank(8)},
      .chips = chips,
      .operands = {"self"},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}}),
  };
}

// The factor of numbers before they are rounded, and the one after.
void SetDecimals(std::span<const Argument> arguments, Params& params) {
  const int64_t decimals = arguments[1].integer;
  const double power = std::pow(10.0, std::fabs(static_cast<double>(decimals)));
  params.d[0] = decimals >= 0 ? power : 1;
  params.d[1] = decimals >= 0 ? 1 : power;
}

constexpr DtypeSet kFlooredDtypes =
    kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64);
constexpr DtypeSet kTruncatedDtypes = kFloatDtypes | DtypeSet(ACL_INT32, ACL_INT8, ACL_UINT8);
constexpr DtypeSet kRoundedDtypes = kFloatAndDoubleDtypes | DtypeSet(ACL_INT32, ACL_INT64);

}  // namespace

constexpr OpSpec kFloorSpec =
    Resolved(Rounded("aclnnFloor", "out = floor(self)", kFlooredDtypes, kAllBut310P, FloorKernel));
constexpr OpSpec kInplaceFloorSpec = InPlace(kFloorSpec, "aclnnInplaceFloor");

constexpr OpSpec kCeilSpec = Resolved(
    Rounded("aclnnCeil", "out = ceil(self)", kFloatAndDoubleDtypes, kAllChips, CeilKernel));
constexpr OpSpec kInplaceCeilSpec = InPlace(kCeilSpec, "aclnnInplaceCeil");

constexpr OpSpec kTruncSpec =
    Resolved(Rounded("aclnnTrunc", "out = trunc(self)", kTruncatedDtypes, kAllChips, TruncKernel));
constexpr OpSpec kInplaceTruncSpec = InPlace(kTruncSpec, "aclnnInplaceTrunc");

constexpr OpSpec kRoundSpec =
    Resolved(Rounded("aclnnRound", "out = round(self)", kRoundedDtypes, kAllBut310P, RoundKernel));
constexpr OpSpec kInplaceRoundSpec = InPlace(kRoundSpec, "aclnnInplaceRound");

constexpr OpSpec kRoundDecimalsSpec = Resolved({
    .name = "aclnnRoundDecimals",
    .formula = "out = round(self * 10^decimals) / 10^decimals",
    .arguments = {Input("self"), IntInput("decimals"), Output("out")},
    .rules = {DtypeIn("self", kRoundedDtypes), DtypeIn("out", kRoundedDtypes),
              SameDtype("out", "self"), SameShape("out", "self"), MaxRank(8)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {RoundDecimalsKernel}, .set_more_params = SetDecimals}),
});
constexpr OpSpec kInplaceRoundDecimalsSpec =
    InPlace(kRoundDecimalsSpec, "aclnnInplaceRoundDecimals");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Floor, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFloor, aclTensor*);
OPENACLNN_C_FUNCTIONS(Ceil, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCeil, aclTensor*);
OPENACLNN_C_FUNCTIONS(Trunc, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceTrunc, aclTensor*);
OPENACLNN_C_FUNCTIONS(Round, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRound, const aclTensor*);
OPENACLNN_C_FUNCTIONS(RoundDecimals, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRoundDecimals, aclTensor*, int64_t);
