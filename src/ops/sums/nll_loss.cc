#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/loss_shape.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kTargetDtypes{ACL_INT64, ACL_INT32, ACL_UINT8};

}  // namespace

constexpr OpSpec kNLLLossSpec = Resolved({
    .name = "aclnnNLLLoss",
    .formula = "out = -weight[target] * self[target], its sum, or its mean",
    .arguments = {Input("self"), Input("target"), Input("weight"), IntInput("reduction"),
                  IntInput("ignoreIndex"), Output("out"), Output("totalWeightOut")},
    .rules = {SameDtype("weight", "self"), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kTargetDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              DtypeIn("totalWeightOut", kFloatAndDoubleDtypes), IntIn("reduction", 0, 1, 2),
              MinRank("self", 1), MaxRank(2), ShapeOfRows("target", "self"),
              RowOf("weight", "self"), LossShape("out", "target", "reduction"),
              OneElement("totalWeightOut")},
    .products = kAllBut310P,
    .kind = &kPicks,
    .operands = {"self", "target", "weight"},
    .results = {"out", "totalWeightOut"},
    .reduction = "reduction",
});

constexpr OpSpec kNLLLossBackwardSpec = Resolved({
    .name = "aclnnNLLLossBackward",
    .formula =
        "out = -gradOutput * weight[target] at target, divided by totalWeight for a mean, else 0",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"), Input("weight"),
                  IntInput("reduction"), IntInput("ignoreIndex"), Input("totalWeight"),
                  Output("out")},
    .rules = {SameDtype("weight", "self"), SameDtype("gradOutput", "self"),
              SameDtype("totalWeight", "self"), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kTargetDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              IntIn("reduction", 0, 1, 2), MinRank("self", 1), MaxRank(2),
              ShapeOfRows("target", "self"), RowOf("weight", "self"), OneElement("totalWeight"),
              LossShape("gradOutput", "target", "reduction"), SameShape("out", "self")},
    .products = kAllBut310P,
    .kind = &kPicks,
    .operands = {"gradOutput", "target", "weight", "totalWeight"},
    .results = {"out"},
    .reduction = "reduction",
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(NLLLoss, const aclTensor*, const aclTensor*, const aclTensor*, int64_t,
                      int64_t, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NLLLossBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, int64_t, const aclTensor*, aclTensor*);
