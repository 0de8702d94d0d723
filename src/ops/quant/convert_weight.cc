#include "aclnnop/aclnn_convert_weight_to_int4_pack.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/packed.h"

namespace openaclnn {
namespace {

enum ConvertArgument { kWeight, kWeightInt4Pack };

void PlanConvert(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddPacking(list, list.Given(kWeight), list.Given(kWeightInt4Pack));
  list.Finish();
}

constexpr Kind kConvert = InStages(PlanConvert);

constexpr DtypeSet kInt32{ACL_INT32};

}  // namespace

constexpr OpSpec kConvertWeightToINT4PackSpec = Resolved({
    .name = "aclnnConvertWeightToINT4Pack",
    .formula = "weightInt4Pack = the low four bits of the elements of weight",
    .arguments = {Input("weight"), Output("weightInt4Pack")},
    .rules = {DtypeIn("weight", kInt32), DtypeIn("weightInt4Pack", kPackedDtypes),
              MinRank("weight", 2), MaxRank(3), HasElements("weight"),
              PackedShape("weightInt4Pack", "weight"), WholeBytes("weightInt4Pack")},
    .chips = kBfloat16Chips,
    .operands = {"weight"},
    .results = {"weightInt4Pack"},
    .work = {.kind = &kConvert},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ConvertWeightToINT4Pack, const aclTensor*, aclTensor*);
