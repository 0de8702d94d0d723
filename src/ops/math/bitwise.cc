#include <span>

#include "aclnnop/aclnn_bitwise_and_scalar.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"
#include "aclnnop/aclnn_bitwise_not.h"
#include "aclnnop/aclnn_bitwise_or_scalar.h"
#include "aclnnop/aclnn_bitwise_or_tensor.h"
#include "aclnnop/aclnn_bitwise_xor_scalar.h"
#include "aclnnop/aclnn_bitwise_xor_tensor.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* BitwiseAndKernel();
const Kernel* BitwiseOrKernel();
const Kernel* BitwiseXorKernel();
const Kernel* BitwiseAndScalarKernel();
const Kernel* BitwiseOrScalarKernel();
const Kernel* BitwiseXorScalarKernel();
const Kernel* BitwiseNotKernel();

namespace {

constexpr DtypeSet kSmallBitsDtypes = kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kBitsDtypes = kSmallBitsDtypes | DtypeSet(ACL_UINT16);
constexpr DtypeSet kMoreBitsDtypes = kBitsDtypes | DtypeSet(ACL_UINT32);
constexpr DtypeSet kWholeDtypes = kMoreBitsDtypes | DtypeSet(ACL_UINT64);
constexpr DtypeSet kNumberDtypes = kWholeDtypes | kFloatAndDoubleDtypes;

bool IsOfTruths(const Argument& argument) {
  return (argument.tensor != nullptr ? argument.tensor->dtype : argument.scalar->dtype) == ACL_BOOL;
}

// BOOL with BOOL makes truths: the parameter after the scalar.
void SetOfOne(std::span<const Argument> arguments, Params& params) {
  params.i[0] = IsOfTruths(arguments[0]) ? 1 : 0;
}
void SetOfTensors(std::span<const Argument> arguments, Params& params) {
  params.i[0] = IsOfTruths(arguments[0]) && IsOfTruths(arguments[1]) ? 1 : 0;
}
void SetOfScalar(std::span<const Argument> arguments, Params& params) {
  params.i[1] = IsOfTruths(arguments[0]) && IsOfTruths(arguments[1]) ? 1 : 0;
}

constexpr OpSpec BitsOfTensors(std::string_view name, std::string_view formula, DtypeSet dtypes,
                               DtypeSet results, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("other", dtypes), DtypeIn("out", results),
                PromotesInto("self", "other", dtypes), PromotedCastable("out", "self", "other"),
                MaxRank(8), Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
      .chips = kAllChips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise(
          {.kernels = {kernel}, .set_more_params = SetOfTensors, .truths_in_bytes = true}),
  };
}

constexpr OpSpec BitsOfScalar(std::string_view name, std::string_view formula, DtypeSet dtypes,
                              DtypeSet results, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), ScalarInput("other"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("other", dtypes), DtypeIn("out", results),
                PromotesInto("self", "other", dtypes), PromotedCastable("out", "self", "other"),
                MaxRank(8), SameShape("out", "self")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = Elementwise(
          {.kernels = {kernel}, .set_more_params = SetOfScalar, .truths_in_bytes = true}),
  };
}

constexpr OpSpec ButNotOn310P(OpSpec spec) {
  spec.chips = kAllBut310P;
  return spec;
}

}  // namespace

constexpr OpSpec kBitwiseAndTensorSpec = Resolved(BitsOfTensors(
    "aclnnBitwiseAndTensor", "out = self & other", kBitsDtypes, kWholeDtypes, BitwiseAndKernel));
constexpr OpSpec kInplaceBitwiseAndTensorSpec =
    InPlace(ButNotOn310P(kBitwiseAndTensorSpec), "aclnnInplaceBitwiseAndTensor");

constexpr OpSpec kBitwiseAndScalarSpec =
    Resolved(BitsOfScalar("aclnnBitwiseAndScalar", "out = self & other", kBitsDtypes,
                          kRealDtypes | DtypeSet(ACL_UINT16), BitwiseAndScalarKernel));
constexpr OpSpec kInplaceBitwiseAndScalarSpec =
    InPlace(ButNotOn310P(kBitwiseAndScalarSpec), "aclnnInplaceBitwiseAndScalar");

constexpr OpSpec kBitwiseOrTensorSpec = Resolved(BitsOfTensors(
    "aclnnBitwiseOrTensor", "out = self | other", kMoreBitsDtypes, kNumberDtypes, BitwiseOrKernel));
constexpr OpSpec kInplaceBitwiseOrTensorSpec =
    InPlace(kBitwiseOrTensorSpec, "aclnnInplaceBitwiseOrTensor");

constexpr OpSpec kBitwiseOrScalarSpec =
    Resolved(BitsOfScalar("aclnnBitwiseOrScalar", "out = self | other", kMoreBitsDtypes,
                          kNumberDtypes, BitwiseOrScalarKernel));
constexpr OpSpec kInplaceBitwiseOrScalarSpec =
    InPlace(kBitwiseOrScalarSpec, "aclnnInplaceBitwiseOrScalar");

constexpr OpSpec kBitwiseXorTensorSpec =
    Resolved(BitsOfTensors("aclnnBitwiseXorTensor", "out = self ^ other", kMoreBitsDtypes,
                           kNumberDtypes, BitwiseXorKernel));
constexpr OpSpec kInplaceBitwiseXorTensorSpec =
    InPlace(kBitwiseXorTensorSpec, "aclnnInplaceBitwiseXorTensor");

constexpr OpSpec kBitwiseXorScalarSpec =
    Resolved(BitsOfScalar("aclnnBitwiseXorScalar", "out = self ^ other", kMoreBitsDtypes,
                          kNumberDtypes, BitwiseXorScalarKernel));
constexpr OpSpec kInplaceBitwiseXorScalarSpec =
    InPlace(kBitwiseXorScalarSpec, "aclnnInplaceBitwiseXorScalar");

constexpr OpSpec kBitwiseNotSpec = Resolved({
    .name = "aclnnBitwiseNot",
    .formula = "out = ~self",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kSmallBitsDtypes), DtypeIn("out", kSmallBitsDtypes),
              SameDtype("out", "self"), MaxRank(8), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise(
        {.kernels = {BitwiseNotKernel}, .set_more_params = SetOfOne, .truths_in_bytes = true}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(BitwiseAndTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBitwiseAndTensor, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(BitwiseAndScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBitwiseAndScalar, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(BitwiseOrTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBitwiseOrTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(BitwiseOrScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBitwiseOrScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(BitwiseXorTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBitwiseXorTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(BitwiseXorScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceBitwiseXorScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(BitwiseNot, const aclTensor*, aclTensor*);
