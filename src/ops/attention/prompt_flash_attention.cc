#include "aclnnop/aclnn_prompt_flash_attention.h"
#include "aclnnop/aclnn_prompt_flash_attention_v2.h"
#include "aclnnop/aclnn_prompt_flash_attention_v3.h"

#include "ops/attention/inference.h"
#include "ops/c_functions.h"

namespace openaclnn {

constexpr OpSpec kPromptFlashAttentionSpec = Inference(
    "aclnnPromptFlashAttention", kLayoutsOfPrompts,
    {Input("query"), Input("key"), Input("value"), Optional(Input("pseShift")),
     Optional(Input("attenMask")), Optional(IntsInput("actualSeqLengths")), IntInput("numHeads"),
     DoubleInput("scaleValue"), IntInput("preTokens"), IntInput("nextTokens"),
     TextInput("inputLayout"), IntInput("numKeyValueHeads"), Output("attentionOut")});

constexpr OpSpec kPromptFlashAttentionV2Spec =
    Inference("aclnnPromptFlashAttentionV2", kLayoutsOfPrompts,
              {Input("query"),
               Input("key"),
               Input("value"),
               Optional(Input("pseShift")),
               Optional(Input("attenMask")),
               Optional(IntsInput("actualSeqLengths")),
               Optional(IntsInput("actualSeqLengthsKv")),
               Optional(Input("deqScale1")),
               Optional(Input("quantScale1")),
               Optional(Input("deqScale2")),
               Optional(Input("quantScale2")),
               Optional(Input("quantOffset2")),
               IntInput("numHeads"),
               DoubleInput("scaleValue"),
               IntInput("preTokens"),
               IntInput("nextTokens"),
               TextInput("inputLayout"),
               IntInput("numKeyValueHeads"),
               IntInput("sparseMode"),
               Output("attentionOut")});

constexpr OpSpec kPromptFlashAttentionV3Spec =
    Inference("aclnnPromptFlashAttentionV3", kLayoutsOfPrompts,
              {Input("query"),
               Input("key"),
               Input("value"),
               Optional(Input("pseShift")),
               Optional(Input("attenMask")),
               Optional(IntsInput("actualSeqLengths")),
               Optional(IntsInput("actualSeqLengthsKv")),
               Optional(Input("deqScale1")),
               Optional(Input("quantScale1")),
               Optional(Input("deqScale2")),
               Optional(Input("quantScale2")),
               Optional(Input("quantOffset2")),
               IntInput("numHeads"),
               DoubleInput("scaleValue"),
               IntInput("preTokens"),
               IntInput("nextTokens"),
               TextInput("inputLayout"),
               IntInput("numKeyValueHeads"),
               IntInput("sparseMode"),
               IntInput("innerPrecise"),
               Output("attentionOut")});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(PromptFlashAttention, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, int64_t, double,
                      int64_t, int64_t, char*, int64_t, const aclTensor*);
OPENACLNN_C_FUNCTIONS(PromptFlashAttentionV2, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, double, int64_t, int64_t, char*, int64_t, int64_t,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(PromptFlashAttentionV3, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclIntArray*, const aclIntArray*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, double, int64_t, int64_t, char*, int64_t, int64_t,
                      int64_t, const aclTensor*);
