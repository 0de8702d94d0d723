#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* AddcmulKernel();
const Kernel* AddcdivKernel();

namespace {

constexpr OpSpec OfThree(std::string_view name, std::string_view formula, DtypeSet dtypes,
                         Kernels kernels) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("tensor1"), Input("tensor2"), ScalarInput("value"),
                    Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("tensor1", dtypes), DtypeIn("tensor2", dtypes),
                PromotesInto("self", "tensor1", "tensor2", dtypes),
                CastableToPromoted("value", "self", "tensor1", "tensor2"),
                PromotedCastable("out", "self", "tensor1", "tensor2"),
                DtypeIn("out", kFloatAndDoubleDtypes | kIntegerDtypes), MaxRank(8),
                Broadcasts("self", "tensor1", "tensor2"),
                BroadcastShape("out", "self", "tensor1", "tensor2")},
      .chips = kAllChips,
      .operands = {"self", "tensor1", "tensor2"},
      .results = {"out"},
      .work = Elementwise({.kernels = kernels, .wide_mixtures = true}),
  };
}

}  // namespace

constexpr OpSpec kAddcmulSpec = Resolved(OfThree(
    "aclnnAddcmul", "out = self + value * tensor1 * tensor2",
    kFloatAndDoubleDtypes | DtypeSet(ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64), {AddcmulKernel}));
constexpr OpSpec kInplaceAddcmulSpec = InPlace(kAddcmulSpec, "aclnnInplaceAddcmul");

constexpr OpSpec kAddcdivSpec =
    Resolved(OfThree("aclnnAddcdiv", "out = self + value * (tensor1 / tensor2)",
                     kFloatAndDoubleDtypes | DtypeSet(ACL_INT64), {AddcdivKernel}));
constexpr OpSpec kInplaceAddcdivSpec = InPlace(kAddcdivSpec, "aclnnInplaceAddcdiv");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Addcmul, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAddcmul, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*);
OPENACLNN_C_FUNCTIONS(Addcdiv, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAddcdiv, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*);
