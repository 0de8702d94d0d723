// The operators of sums, products and losses.
#include <cmath>

#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& SumsSubjects() {
  static const Dtypes of_layer_norm = {kFloats,
                                       {{"input", kFloats},
                                        {"out", kFloats},
                                        {"meanOutOptional", kFloats},
                                        {"rstdOutOptional", kFloats}}};
  static const Subjects subjects = {
      {.name = "aclnnLayerNorm", .dtypes = of_layer_norm},
      {.name = "aclnnFastLayerNorm", .dtypes = of_layer_norm},
      {.name = "aclnnLayerNormWithImplMode", .dtypes = of_layer_norm},
      {.name = "aclnnLayerNormBackward",
       .dtypes = Dtypes{kFloats,
                        {{"mean", kFloats},
                         {"rstd", kFloats},
                         {"biasOptional", kFloats},
                         {"gradInputOut", kFloats},
                         {"gradWeightOut", kFloats},
                         {"gradBiasOut", kFloats}}}},
      {.name = "aclnnMean", .dtypes = Dtypes{kSummed, {{"self", kSummed}, {"out", kSummed}}}},
      {.name = "aclnnReduceSum", .dtypes = Dtypes{kReals, {{"self", kReals}}}},
      {.name = "aclnnMm",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnAddmm",
       .dtypes =
           Dtypes{kFloats,
                  {{"self", kFloats}, {"mat1", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnMatmul",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnNLLLoss",
       .dtypes = Dtypes{kFloats,
                        {{"target", kTargets}, {"out", kFloats4}, {"totalWeightOut", kFloats4}}}},
      {.name = "aclnnNLLLossBackward",
       .dtypes = Dtypes{kFloats, {{"target", kTargets}, {"out", kFloats4}}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle
