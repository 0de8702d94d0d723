#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"

#include <span>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* PowTensorScalarKernel();
const Kernel* PowScalarTensorKernel();
const Kernel* PowTensorTensorKernel();

namespace {

// Two BOOLs have no power.
constexpr DtypeSet kPowerDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;
constexpr DtypeSet kOutDtypes = kRealDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64);

// An integer base is an element of the exponents' dtype, except BOOL: 257 with INT8 is 1.
void WrapBase(std::span<const Argument> arguments, Params& params) {
  const aclDataType dtype = arguments[1].tensor->dtype;
  if (!IsInteger(dtype)) return;
  const int unused = 64 - 8 * DtypeBytes(dtype);
  const uint64_t bits = static_cast<uint64_t>(params.i[0]) << unused;
  params.i[0] = ClassOf(dtype) == DtypeClass::kSigned ? static_cast<int64_t>(bits) >> unused
                                                      : static_cast<int64_t>(bits >> unused);
}

}  // namespace

constexpr OpSpec kPowTensorScalarSpec = Resolved({
    .name = "aclnnPowTensorScalar",
    .formula = "out = self ^ exponent",
    .arguments = {Input("self"), ScalarInput("exponent"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("exponent", kRealDtypes),
              PromotesInto("self", "exponent", kPowerDtypes),
              PromotedCastable("out", "self", "exponent"), DtypeIn("out", kOutDtypes), MaxRank(8),
              SameShape("out", "self"), IsPower("exponent", "self", "exponent")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {PowTensorScalarKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplacePowTensorScalarSpec =
    InPlace(kPowTensorScalarSpec, "aclnnInplacePowTensorScalar", "self");

constexpr OpSpec kPowScalarTensorSpec = Resolved({
    .name = "aclnnPowScalarTensor",
    .formula = "out = self ^ exponent",
    .arguments = {ScalarInput("self"), Input("exponent"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("exponent", kRealDtypes),
              PromotesInto("exponent", "self", kPowerDtypes),
              PromotedCastable("out", "exponent", "self"), DtypeIn("out", kOutDtypes), MaxRank(8),
              SameShape("out", "exponent")},
    .chips = kAllChips,
    .operands = {"exponent"},
    .results = {"out"},
    .work = Elementwise(
        {.kernels = {PowScalarTensorKernel}, .set_more_params = WrapBase, .wide_mixtures = true}),
});

constexpr OpSpec kPowTensorTensorSpec = Resolved({
    .name = "aclnnPowTensorTensor",
    .formula = "out = self ^ exponent",
    .arguments = {Input("self"), Input("exponent"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("exponent", kRealDtypes),
              PromotesInto("self", "exponent", kPowerDtypes),
              PromotedCastable("out", "self", "exponent"), DtypeIn("out", kOutDtypes), MaxRank(8),
              Broadcasts("self", "exponent"), BroadcastShape("out", "self", "exponent")},
    .chips = kAllChips,
    .operands = {"self", "exponent"},
    .results = {"out"},
    .work = Elementwise({.kernels = {PowTensorTensorKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplacePowTensorTensorSpec =
    InPlace(kPowTensorTensorSpec, "aclnnInplacePowTensorTensor", "self");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(PowTensorScalar, const aclTensor*, const aclScalar*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplacePowTensorScalar, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(PowScalarTensor, const aclScalar*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(PowTensorTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplacePowTensorTensor, const aclTensor*, const aclTensor*);
