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
  static const Subjects subjects = {
      {.name = "aclnnFlashAttentionScore", .dtypes = of_score},
      {.name = "aclnnFlashAttentionScoreV2", .dtypes = of_score},
      {.name = "aclnnFlashAttentionScoreGrad", .dtypes = of_gradients},
      {.name = "aclnnFlashAttentionScoreGradV2", .dtypes = of_gradients},
  };
  return subjects;
}

}  // namespace openaclnn::oracle
