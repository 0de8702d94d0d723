#include "aclnnop/aclnn_incre_flash_attention.h"
#include "aclnnop/aclnn_incre_flash_attention_v2.h"
#include "aclnnop/aclnn_incre_flash_attention_v3.h"
#include "aclnnop/aclnn_incre_flash_attention_v4.h"

#include "ops/attention/inference.h"
#include "ops/c_functions.h"

namespace openaclnn {

constexpr OpSpec kIncreFlashAttentionSpec =
    Inference("aclnnIncreFlashAttention", kLayoutsOfOneQuery,
              {Input("query"), Inputs("key"), Inputs("value"), Optional(Input("pseShift")),
               Optional(Input("attenMask")), Optional(IntsInput("actualSeqLengths")),
               IntInput("numHeads"), DoubleInput("scaleValue"), TextInput("inputLayout"),
               IntInput("numKeyValueHeads"), Output("attentionOut")});

constexpr OpSpec kIncreFlashAttentionV2Spec =
    Inference("aclnnIncreFlashAttentionV2", kLayoutsOfOneQuery,
              {Input("query"), Inputs("key"), Inputs("value"), Optional(Input("pseShift")),
               Optional(Input("attenMask")), Optional(IntsInput("actualSeqLengths")),
               Optional(Input("dequantScale1")), Optional(Input("quantScale1")),
               Optional(Input("dequantScale2")), Optional(Input("quantScale2")),
               Optional(Input("quantOffset2")), IntInput("numHeads"), DoubleInput("scaleValue"),
               TextInput("inputLayout"), IntInput("numKeyValueHeads"), Output("attentionOut")});

constexpr OpSpec kIncreFlashAttentionV3Spec =
    Inference("aclnnIncreFlashAttentionV3", kLayoutsOfOneQuery,
              {Input("query"),
               Inputs("key"),
               Inputs("value"),
               Optional(Input("pseShift")),
               Optional(Input("attenMask")),
               Optional(IntsInput("actualSeqLengths")),
               Optional(Input("dequantScale1")),
               Optional(Input("quantScale1")),
               Optional(Input("dequantScale2")),
               Optional(Input("quantScale2")),
               Optional(Input("quantOffset2")),
               Optional(Input("antiquantScale")),
               Optional(Input("antiquantOffset")),
               Optional(Input("blocktable")),
               IntInput("numHeads"),
               DoubleInput("scaleValue"),
               TextInput("inputLayout"),
               IntInput("numKeyValueHeads"),
               IntInput("blockSize"),
               IntInput("innerPrecise"),
               Output("attentionOut")});

constexpr OpSpec kIncreFlashAttentionV4Spec =
    Inference("aclnnIncreFlashAttentionV4", kLayoutsOfOneQuery,
              {Input("query"),
               Inputs("key"),
               Inputs("value"),
               Optional(Input("pseShift")),
               Optional(Input("attenMask")),
               Optional(IntsInput("actualSeqLengths")),
               Optional(Input("dequantScale1")),
               Optional(Input("quantScale1")),
               Optional(Input("dequantScale2")),
               Optional(Input("quantScale2")),
               Optional(Input("quantOffset2")),
               Optional(Input("antiquantScale")),
               Optional(Input("antiquantOffset")),
               Optional(Input("blocktable")),
               Optional(Input("kvPaddingSize")),
               IntInput("numHeads"),
               DoubleInput("scaleValue"),
               TextInput("inputLayout"),
               IntInput("numKeyValueHeads"),
               IntInput("blockSize"),
               IntInput("innerPrecise"),
               Output("attentionOut")});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(IncreFlashAttention, const aclTensor*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensor*, const aclIntArray*,
                      int64_t, double, char*, int64_t, const aclTensor*);
OPENACLNN_C_FUNCTIONS(IncreFlashAttentionV2, const aclTensor*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, double, char*, int64_t, const aclTensor*);
OPENACLNN_C_FUNCTIONS(IncreFlashAttentionV3, const aclTensor*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, double, char*, int64_t, int64_t, int64_t, const aclTensor*);
OPENACLNN_C_FUNCTIONS(IncreFlashAttentionV4, const aclTensor*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, double, char*, int64_t, int64_t, int64_t,
                      const aclTensor*);
