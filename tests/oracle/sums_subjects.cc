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
  const auto timing_of_layer_norm = [](const char* name, std::vector<double> scalars) {
    return Timing{
        .name = name,
        .low = -2,
        .high = 2,
        .scalars = std::move(scalars),
        .pytorch = "aten.native_layer_norm.out(x, w.shape, w, w, 1e-5, out0=o, out1=o2, out2=o3)"};
  };
  static const Subjects subjects = {
      {.name = "aclnnLayerNorm",
       .whole = LayerNorm,
       .timings = {timing_of_layer_norm("layer norm forward", {1e-5})},
       .dtypes = of_layer_norm},
      {.name = "aclnnFastLayerNorm",
       .whole = LayerNorm,
       .timings = {timing_of_layer_norm("fast layer norm forward", {1e-5})},
       .dtypes = of_layer_norm},
      {.name = "aclnnLayerNormWithImplMode",
       .whole = LayerNorm,
       .timings = {timing_of_layer_norm("layer norm with mode forward", {1e-5, 0})},
       .dtypes = of_layer_norm},
      {.name = "aclnnLayerNormBackward",
       .whole = LayerNormBackward,
       .timings = {{.name = "layer norm",
                    .low = -2,
                    .high = 2,
                    .pytorch = "aten.native_layer_norm_backward.out(g, x, w.shape, s, s, w, w, "
                               "[True, True, True], out0=o, out1=o2, out2=o3)"}},
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
                  {{"self", kFloats}, {"mat1", kFloats}, {"mat2", kFloats}, {"out", kFloats}}},
       .in_place_dtypes =
           Dtypes{kFloats, {{"selfRef", kFloats}, {"mat1", kFloats}, {"mat2", kFloats}}}},
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
