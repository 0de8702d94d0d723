#include "aclnnop/aclnn_add_relu.h"

#include <cstring>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"
#include "tensor/promote.h"

namespace openaclnn {

const Kernel* AddReluKernel();

namespace {

constexpr DtypeSet kSummandDtypes = kFloatDtypes | kIntegerDtypes;
constexpr DtypeSet kSumDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;

// The modulus of the dtype to which self and other promote, and alpha, an integer modulo 2^64.
void SetModulus(std::span<const Argument> arguments, Params& params) {
  const Scalar& alpha = *arguments[2].scalar;
  if (alpha.dtype == ACL_UINT64) std::memcpy(&params.i[0], &alpha.bytes, sizeof(int64_t));
  const auto promoted = Promote(arguments[0].tensor->dtype, arguments[1].tensor->dtype);
  if (!promoted || !kIntegerDtypes.Has(*promoted)) return;
  const int unused_bits = 64 - DtypeBytes(*promoted) * 8;
  const uint64_t mask = ~uint64_t{0} >> unused_bits;
  params.i[1] = static_cast<int64_t>(mask);
  params.i[2] = static_cast<int64_t>(*promoted == ACL_UINT8 ? mask : mask >> 1);
}

}  // namespace

constexpr OpSpec kAddReluSpec = Resolved({
    .name = "aclnnAddRelu",
    .formula = "out = relu(self + alpha * other)",
    .arguments = {Input("self"), Input("other"), ScalarInput("alpha"), Output("out")},
    .rules = {DtypeIn("self", kSummandDtypes), DtypeIn("other", kSummandDtypes),
              CastableToPromoted("alpha", "self", "other"),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kSumDtypes), MaxRank(8),
              Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
    .chips = kAllBut310P,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {AddReluKernel}, .set_more_params = SetModulus}),
});

constexpr OpSpec kInplaceAddReluSpec = InPlace(kAddReluSpec, "aclnnInplaceAddRelu");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(AddRelu, const aclTensor*, const aclTensor*, aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAddRelu, aclTensor*, const aclTensor*, aclScalar*);
