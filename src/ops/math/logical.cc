#include "aclnnop/aclnn_logical_and.h"
#include "aclnnop/aclnn_logical_not.h"
#include "aclnnop/aclnn_logical_or.h"
#include "aclnnop/aclnn_logical_xor.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* LogicalAndKernel();
const Kernel* LogicalOrKernel();
const Kernel* LogicalXorKernel();
const Kernel* LogicalNotKernel();

namespace {

constexpr OpSpec OfTruths(std::string_view name, std::string_view formula, Kernels kernels) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
                DtypeIn("out", kRealDtypes), MaxRank(8), Broadcasts("self", "other"),
                BroadcastShape("out", "self", "other")},
      .chips = kAllChips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise(
          {.kernels = kernels, .comparison = Comparison::kTells, .truths_in_bytes = true}),
  };
}

}  // namespace

constexpr OpSpec kLogicalAndSpec =
    Resolved(OfTruths("aclnnLogicalAnd", "out = self && other ? 1 : 0", {LogicalAndKernel}));
constexpr OpSpec kInplaceLogicalAndSpec = InPlace(kLogicalAndSpec, "aclnnInplaceLogicalAnd");

constexpr OpSpec kLogicalOrSpec =
    Resolved(OfTruths("aclnnLogicalOr", "out = self || other ? 1 : 0", {LogicalOrKernel}));
constexpr OpSpec kInplaceLogicalOrSpec = InPlace(kLogicalOrSpec, "aclnnInplaceLogicalOr");

constexpr OpSpec kLogicalXorSpec =
    Resolved(OfTruths("aclnnLogicalXor", "out = !self != !other ? 1 : 0", {LogicalXorKernel}));

constexpr OpSpec kLogicalNotSpec = Resolved({
    .name = "aclnnLogicalNot",
    .formula = "out = self == 0 ? 1 : 0",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kRealDtypes), SameShape("out", "self"),
              MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise(
        {.kernels = {LogicalNotKernel}, .comparison = Comparison::kTells, .truths_in_bytes = true}),
});
constexpr OpSpec kInplaceLogicalNotSpec = InPlace(kLogicalNotSpec, "aclnnInplaceLogicalNot");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LogicalAnd, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLogicalAnd, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(LogicalOr, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLogicalOr, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(LogicalXor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogicalNot, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLogicalNot, aclTensor*);
