// The operators of attention, whose exact results tests/kinds/attention computes.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& AttentionSubjects() {
  static const DtypeList only_float = {ACL_FLOAT};
  static const Dtypes of_score = {{},
                                  {{"query", only_float},
                                   {"key", only_float},
                                   {"value", only_float},
                                   {"softmaxMaxOut", only_float},
                                   {"softmaxSumOut", only_float},
                                   {"attentionOutOut", only_float}}};
  static const Dtypes of_gradients = {{},
                                      {{"query", only_float},
                                       {"keyIn", only_float},
                                       {"value", only_float},
                                       {"dy", only_float},
                                       {"softmaxMaxOptional", only_float},
                                       {"softmaxSumOptional", only_float},
                                       {"attentionInOptional", only_float},
                                       {"dqOut", only_float},
                                       {"dkOut", only_float},
                                       {"dvOut", only_float}}};
  static const DtypeList only_float16 = {ACL_FLOAT16};
  static const Dtypes of_inference = {{},
                                      {{"query", only_float16},
                                       {"key", only_float16},
                                       {"value", only_float16},
                                       {"attentionOut", only_float16}}};
  // Projections of queries, keys and values, and their positions.
  static const Dtypes of_projections = {{ACL_FLOAT, ACL_FLOAT16, ACL_BF16}, {}};
  static const Subjects subjects = {
      {.name = "aclnnTransformBiasRescaleQkv", .dtypes = of_projections},
      {.name = "aclnnRotaryPositionEmbedding", .dtypes = of_projections},
      {.name = "aclnnRotaryPositionEmbeddingGrad", .dtypes = of_projections},
      {.name = "aclnnApplyRotaryPosEmb",
       .dtypes = of_projections,
       .beyond_pytorch = "aclnnApplyRotaryPosEmbV2"},
      {.name = "aclnnApplyRotaryPosEmbV2", .dtypes = of_projections},
      {.name = "aclnnFlashAttentionScore", .dtypes = of_score},
      {.name = "aclnnFlashAttentionScoreV2", .dtypes = of_score},
      {.name = "aclnnFlashAttentionVarLenScore", .dtypes = of_score},
      {.name = "aclnnFlashAttentionVarLenScoreV2", .dtypes = of_score},
      {.name = "aclnnFlashAttentionVarLenScoreV3", .dtypes = of_score},
      {.name = "aclnnFlashAttentionVarLenScoreV4", .dtypes = of_score},
      {.name = "aclnnFlashAttentionUnpaddingScoreGrad", .dtypes = of_gradients},
      {.name = "aclnnFlashAttentionUnpaddingScoreGradV2", .dtypes = of_gradients},
      {.name = "aclnnFlashAttentionUnpaddingScoreGradV3", .dtypes = of_gradients},
      {.name = "aclnnFlashAttentionUnpaddingScoreGradV4", .dtypes = of_gradients},
      {.name = "aclnnFlashAttentionScoreGrad", .dtypes = of_gradients},
      {.name = "aclnnFlashAttentionScoreGradV2", .dtypes = of_gradients},
      {.name = "aclnnFusedInferAttentionScore",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnFusedInferAttentionScoreV3"},
      {.name = "aclnnFusedInferAttentionScoreV2",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnFusedInferAttentionScoreV3"},
      {.name = "aclnnFusedInferAttentionScoreV3", .dtypes = of_inference},
      {.name = "aclnnFusedInferAttentionScoreV4", .dtypes = of_inference},
      {.name = "aclnnPromptFlashAttention",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnPromptFlashAttentionV3"},
      {.name = "aclnnPromptFlashAttentionV2",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnPromptFlashAttentionV3"},
      {.name = "aclnnPromptFlashAttentionV3", .dtypes = of_inference},
      {.name = "aclnnIncreFlashAttention",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnIncreFlashAttentionV4"},
      {.name = "aclnnIncreFlashAttentionV2",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnIncreFlashAttentionV4"},
      {.name = "aclnnIncreFlashAttentionV3",
       .dtypes = of_inference,
       .beyond_pytorch = "aclnnIncreFlashAttentionV4"},
      {.name = "aclnnIncreFlashAttentionV4", .dtypes = of_inference},
  };
  return subjects;
}

}  // namespace openaclnn::oracle
