// The operators of sums, products and losses.
#include <cmath>
#include <limits>
#include <utility>

#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {
namespace {

const DtypeList kHalf = {ACL_FLOAT16};  // next to another of it
const DtypeList kDotted = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_UINT8, ACL_INT32};

const DtypeList kNansummed = kFloats + kIntegers + DtypeList{ACL_BOOL};
const DtypeList kSorted = kNansummed, kSortedInto = kReals;
const DtypeList kRanked = kFloats + kIntegers, kDistances = kFloats + DtypeList{ACL_INT64};
const DtypeList kCtcTargets = {ACL_INT64, ACL_INT32, ACL_BOOL, ACL_FLOAT, ACL_FLOAT16};
const Dtypes kOfLoss = {kFloats, {{"self", kFloats}, {"target", kFloats}, {"out", kFloats}}};
const DtypeList kTruthBytes = {ACL_BOOL, ACL_UINT8}, kIndices = {ACL_INT32, ACL_INT64};

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A row of one number and 0.
WholeArgument RowOfTwo(double x) {
  return {.tensors = {{{1, 2}, [x](int64_t at) { return at == 0 ? x : 0; }}}};
}
WholeArgument One(double x) {
  return {.tensors = {{{1, 1}, [x](int64_t) { return x; }}}};
}

const Definition kLayerNormOfTwo = {
    .exact =
        [](double x, Scalars s) {
          const WholeCall call = {RowOfTwo(x), {.integers = {2}}, {}, {}, {.number = s.first}};
          return LayerNorm(call)(5, 0).exact;
        },
    .fast = []<class T>(T x, Scalars s) -> T {
      const T half = x / 2;
      return half / std::sqrt(half * half + static_cast<T>(s.first));
    }};

// The mean is 1/4 and rstd 2, so that double has the places near x' = 1 and x' = -1 exactly.
const Definition kLayerNormBackwardOfTwo = {
    .exact =
        [](double grad, double x) {
          const WholeCall call = {
              RowOfTwo(grad), RowOfTwo(x), {.integers = {2}}, One(0.25), One(2), {}, {}, {}};
          return LayerNormBackward(call)(8, 0).exact;
        },
    .fast = []<class T>(T grad, T x) -> T {
      const T normalised = 2 * (x - T(0.25)), rest = (1 - normalised) * (1 + normalised);
      if (!std::isfinite(grad)) return T(kNan);
      if (grad == 0) return std::isfinite(normalised) ? grad : T(kNan);
      return rest == 0 ? T(0) : grad * rest;
    }};

}  // namespace

const Subjects& SumsSubjects() {
  static const Dtypes of_layer_norm = {kFloats,
                                       {{"input", kFloats},
                                        {"out", kFloats},
                                        {"meanOutOptional", kFloats},
                                        {"rstdOutOptional", kFloats}}};
  const auto sweep_of_layer_norm = [](const char* name) {
    return Sweep{.name = name,
                 .variant = "eps 1e-5",
                 .scalars = {1e-5f},
                 .promise = {.float_ulp = 0.51},
                 .spread = 1,
                 .definition = kLayerNormOfTwo,
                 .place = Place::kRowOfTwo};
  };
  const auto timing_of_layer_norm = [](const char* name, std::vector<double> scalars) {
    return Timing{
        .name = name,
        .low = -2,
        .high = 2,
        .scalars = std::move(scalars),
        .pytorch = "aten.native_layer_norm.out(x, w.shape, w, w, 1e-5, out0=o, out1=o2, out2=o3)"};
  };
  static const Dtypes kDims = {{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_BOOL},
                               {{"indices", kIndices}}};
  static const DtypeList kOnlyFloat = {ACL_FLOAT};
  static const DtypeList kOfDeterminants = {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128};
  static const Dtypes of_squares = {kOnlyFloat, {}};
  static const Dtypes of_groups = {kFloats, {}};
  static const Dtypes of_batches = {kFloats,
                                    {{"weight", kFloats},
                                     {"bias", kFloats},
                                     {"runningMean", kFloats},
                                     {"runningVar", kFloats},
                                     {"saveMean", kFloats},
                                     {"saveInvstd", kFloats},
                                     {"gradWeight", kFloats},
                                     {"gradBias", kFloats}}};
  static const Dtypes of_sums_of_batches = {kFloats,
                                            {{"mean", kFloats},
                                             {"invstd", kFloats},
                                             {"weight", kFloats},
                                             {"sumDy", kFloats},
                                             {"sumDyXmu", kFloats},
                                             {"gradWeight", kFloats},
                                             {"gradBias", kFloats}}};
  static const Dtypes of_gradients_of_elements = {{ACL_FLOAT, ACL_FLOAT16},
                                                  {{"gradOut", kFloats},
                                                   {"input", kFloats},
                                                   {"mean", kFloats},
                                                   {"invstd", kFloats},
                                                   {"weight", kFloats},
                                                   {"sumDy", kFloats},
                                                   {"sumDyXmu", kFloats},
                                                   {"counter", {ACL_INT32, ACL_FLOAT16, ACL_FLOAT}},
                                                   {"gradInput", kFloats}}};
  static const Dtypes of_parts = {kFloats,
                                  {{"input", kFloats},
                                   {"mean", kFloats},
                                   {"invstd", kFloats},
                                   {"runningMean", kFloats},
                                   {"runningVar", kFloats},
                                   {"counts", kFloats},
                                   {"meanAll", kFloats},
                                   {"invstdAll", kFloats}}};
  static const Subjects subjects = {
      {.name = "aclnnRmsNorm", .dtypes = of_squares},
      {.name = "aclnnGemmaRmsNorm", .dtypes = of_squares},
      {.name = "aclnnRmsNormGrad", .dtypes = of_squares},
      {.name = "aclnnAddRmsNorm", .dtypes = of_squares},
      {.name = "aclnnInplaceAddRmsNorm", .dtypes = of_squares},
      {.name = "aclnnAddLayerNorm",
       .dtypes = Dtypes{kOnlyFloat, {{"x1", kFloats}, {"x2", kFloats}, {"biasOptional", kFloats}}}},
      {.name = "aclnnAddLayerNormGrad", .dtypes = of_squares},
      {.name = "aclnnDeepNorm", .dtypes = of_squares},
      {.name = "aclnnDeepNormGrad", .dtypes = of_squares},
      {.name = "aclnnBatchNorm", .dtypes = of_batches},
      {.name = "aclnnBatchNormBackward", .dtypes = of_batches},
      {.name = "aclnnBatchNormElemt", .dtypes = of_groups},
      {.name = "aclnnFastBatchNormBackward",
       .dtypes = of_groups,
       .beyond_pytorch = "aclnnBatchNormBackward"},
      {.name = "aclnnGroupNorm", .dtypes = of_groups},
      {.name = "aclnnGroupNormBackward", .dtypes = of_groups},
      {.name = "aclnnGroupNormSilu", .dtypes = of_groups},
      {.name = "aclnnGroupNormSiluV2", .dtypes = of_groups, .beyond_pytorch = "aclnnGroupNormSilu"},
      {.name = "aclnnGroupNormSwish", .dtypes = of_groups},
      {.name = "aclnnGroupNormSwishGrad", .dtypes = of_groups},
      {.name = "aclnnBatchNormStats", .dtypes = Dtypes{kOnlyFloat, {{"input", kFloats}}}},
      {.name = "aclnnBatchNormElemtBackward", .dtypes = of_gradients_of_elements},
      {.name = "aclnnBatchNormReduce", .dtypes = Dtypes{kOnlyFloat, {{"x", kFloats}}}},
      {.name = "aclnnBatchNormReduceBackward", .dtypes = of_sums_of_batches},
      {.name = "aclnnBatchNormGatherStatsWithCounts", .dtypes = of_parts},
      {.name = "aclnnSyncBatchNormGatherStats",
       .dtypes = Dtypes{kFloats, {{"sampleCount", kFloats + DtypeList{ACL_INT32}}}}},
      {.name = "aclnnLayerNorm",
       .whole = LayerNorm,
       .sweeps = {sweep_of_layer_norm("layer-norm-of-two")},
       .timings = {timing_of_layer_norm("layer norm forward", {1e-5})},
       .dtypes = of_layer_norm},
      {.name = "aclnnFastLayerNorm",
       .whole = LayerNorm,
       .sweeps = {sweep_of_layer_norm("fast-layer-norm-of-two")},
       .timings = {timing_of_layer_norm("fast layer norm forward", {1e-5})},
       .dtypes = of_layer_norm,
       .beyond_pytorch = "aclnnLayerNorm"},
      {.name = "aclnnLayerNormWithImplMode",
       .whole = LayerNorm,
       .sweeps = {sweep_of_layer_norm("layer-norm-with-mode-of-two")},
       .timings = {timing_of_layer_norm("layer norm with mode forward", {1e-5, 0})},
       .dtypes = of_layer_norm,
       .beyond_pytorch = "aclnnLayerNorm"},
      {.name = "aclnnLayerNormBackward",
       .whole = LayerNormBackward,
       .sweeps = {{.name = "layer-norm-gradient-of-two",
                   .variant = "mean 0.25, rstd 2",
                   .rows = {0.25, 2},
                   .promise = {.float_ulp = 0.51, .half_rounded_share = 0.94},
                   .spread = 2,
                   .definition = kLayerNormBackwardOfTwo,
                   .place = Place::kRowOfTwo}},
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
      {.name = "aclnnAll", .dtypes = Dtypes{kReals, {{"self", kReals}, {"out", kTruthBytes}}}},
      {.name = "aclnnAny", .dtypes = Dtypes{kReals, {{"self", kReals}, {"out", kTruthBytes}}}},
      {.name = "aclnnMax", .dtypes = Dtypes{kReals, {{"self", kReals}, {"out", kReals}}}},
      {.name = "aclnnMin", .dtypes = Dtypes{kReals, {{"self", kReals}, {"out", kReals}}}},
      {.name = "aclnnAmax", .dtypes = Dtypes{kReals, {}}},
      {.name = "aclnnAmin", .dtypes = Dtypes{kReals, {}}},
      {.name = "aclnnArgMax", .dtypes = Dtypes{kSummed, {{"self", kSummed}, {"out", kIndices}}}},
      {.name = "aclnnArgMin", .dtypes = Dtypes{kSummed, {{"self", kSummed}, {"out", kIndices}}}},
      {.name = "aclnnMaxDim", .dtypes = kDims},
      {.name = "aclnnMinDim", .dtypes = kDims},
      {.name = "aclnnProd", .dtypes = Dtypes{kReals, {{"self", kReals}}}},
      {.name = "aclnnProdDim", .dtypes = Dtypes{kReals, {{"self", kReals}}}},
      {.name = "aclnnReduceNansum", .dtypes = Dtypes{kNansummed, {{"self", kNansummed}}}},
      {.name = "aclnnCumsum", .dtypes = Dtypes{kSummed, {{"self", kReals}}}},
      {.name = "aclnnCumprod",
       .dtypes = Dtypes{kSummed + kUnsigned, {{"input", kSummed + kUnsigned}}},
       .in_place_dtypes = Dtypes{kSummed + kUnsigned, {{"input", kSummed + kUnsigned}}},
       .in_place_beyond_pytorch = "aclnnCumprod"},
      {.name = "aclnnCummax",
       .dtypes =
           Dtypes{kReals, {{"self", kReals}, {"valuesOut", kReals}, {"indicesOut", kIndices}}}},
      {.name = "aclnnCummin",
       .dtypes =
           Dtypes{kReals, {{"self", kReals}, {"valuesOut", kFloats4}, {"indicesOut", kIndices}}}},
      {.name = "aclnnSort",
       .dtypes =
           Dtypes{kSorted,
                  {{"self", kSorted}, {"valuesOut", kSortedInto}, {"indicesOut", {ACL_INT64}}}}},
      {.name = "aclnnTopk", .dtypes = Dtypes{kSummed, {{"indicesOut", {ACL_INT64}}}}},
      {.name = "aclnnLinalgVectorNorm", .dtypes = Dtypes{kFloats, {{"self", kFloats}}}},
      {.name = "aclnnNorm", .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnMm",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnAddmm",
       .dtypes =
           Dtypes{kFloats,
                  {{"self", kFloats}, {"mat1", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnBatchMatMul",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnBaddbmm",
       .dtypes =
           Dtypes{kFloats,
                  {{"self", kFloats}, {"batch1", kFloats}, {"batch2", kFloats}, {"out", kFloats}}},
       .in_place_beyond_pytorch = "aclnnBaddbmm"},
      {.name = "aclnnAddbmm",
       .dtypes = Dtypes{kFloats, {{"batch1", kFloats}, {"batch2", kFloats}}},
       .in_place_dtypes =
           Dtypes{kFloats, {{"selfRef", kFloats}, {"batch1", kFloats}, {"batch2", kFloats}}},
       .in_place_beyond_pytorch = "aclnnAddbmm"},
      {.name = "aclnnMv", .dtypes = Dtypes{kFloats, {}}},
      {.name = "aclnnTriangularSolve", .dtypes = Dtypes{{ACL_FLOAT, ACL_DOUBLE}, {}}},
      {.name = "aclnnLinalgCholesky", .dtypes = Dtypes{{ACL_FLOAT, ACL_BF16}, {}}},
      {.name = "aclnnLinalgQr",
       .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}, {}}},
      {.name = "aclnnSlogdet",
       .dtypes = Dtypes{{ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128},
                        {{"self", {ACL_FLOAT, ACL_DOUBLE}},
                         {"signOut", kOfDeterminants},
                         {"logOut", kOfDeterminants}}}},
      {.name = "aclnnSvd",
       .dtypes = Dtypes{{ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}, {}}},
      {.name = "aclnnAddmv",
       .dtypes =
           Dtypes{kReals, {{"self", kReals}, {"mat", kReals}, {"vec", kReals}, {"out", kFloats4}}}},
      {.name = "aclnnDot", .dtypes = Dtypes{kDotted, {}}},
      {.name = "aclnnMatmul",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mat2", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnMatmulWeightNz",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mat2", kFloats}, {"out", kFloats}}},
       .beyond_pytorch = "aclnnMatmul, as no weight on npu:0 has the format FRACTAL_NZ"},
      {.name = "aclnnAddmmWeightNz",
       .dtypes =
           Dtypes{kFloats, {{"self", kFloats}, {"mat1", kHalf}, {"mat2", kHalf}, {"out", kFloats}}},
       .beyond_pytorch = "aclnnAddmm, as no weight on npu:0 has the format FRACTAL_NZ"},
      {.name = "aclnnBatchMatMulWeightNz",
       .dtypes = Dtypes{kFloats, {{"self", kHalf}, {"mat2", kHalf}, {"out", kFloats}}},
       .beyond_pytorch = "aclnnBatchMatMul, as no weight on npu:0 has the format FRACTAL_NZ"},
      {.name = "aclnnNLLLoss",
       .dtypes = Dtypes{kFloats,
                        {{"target", kTargets}, {"out", kFloats4}, {"totalWeightOut", kFloats4}}}},
      {.name = "aclnnNLLLossBackward",
       .dtypes = Dtypes{kFloats, {{"target", kTargets}, {"out", kFloats4}}}},
      {.name = "aclnnNLLLoss2d", .dtypes = Dtypes{kFloats, {{"target", kTargets}}}},
      {.name = "aclnnNLLLoss2dBackward", .dtypes = Dtypes{kFloats, {{"target", kTargets}}}},
      {.name = "aclnnRenorm"},
      {.name = "aclnnEmbeddingRenorm",
       .dtypes = Dtypes{kFloats, {{"selfRef", kFloats}, {"indices", {ACL_INT32, ACL_INT64}}}}},
      {.name = "aclnnCdist"},
      {.name = "aclnnCdistBackward"},
      {.name = "aclnnPdist", .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16}}},
      {.name = "aclnnPdistForward",
       .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16}},
       .beyond_pytorch = "aclnnPdist"},
      {.name = "aclnnApplyTopKTopP", .dtypes = Dtypes{kFloats, {{"k", {ACL_INT32}}}}},
      {.name = "aclnnCrossEntropyLoss",
       .dtypes = Dtypes{{ACL_FLOAT}, {{"target", {ACL_INT64, ACL_INT32}}}}},
      {.name = "aclnnCrossEntropyLossGrad",
       .dtypes = Dtypes{{ACL_FLOAT}, {{"target", {ACL_INT64}}}}},
      {.name = "aclnnMultilabelMarginLoss",
       .dtypes = Dtypes{kFloats, {{"target", {ACL_INT64, ACL_INT32}}}}},
      {.name = "aclnnCtcLoss",
       .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16}, {{"targets", kCtcTargets}}}},
      {.name = "aclnnCtcLossBackward",
       .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16}, {{"targets", kCtcTargets}}}},
      {.name = "aclnnMseLoss", .dtypes = kOfLoss},
      {.name = "aclnnMseLossOut", .dtypes = kOfLoss, .beyond_pytorch = "aclnnMseLoss"},
      {.name = "aclnnMseLossBackward", .dtypes = Dtypes{kFloats, {{"out", kFloats}}}},
      {.name = "aclnnL1Loss",
       .dtypes =
           Dtypes{kDistances, {{"self", kDistances}, {"target", kDistances}, {"out", kFloats}}}},
      {.name = "aclnnL1LossBackward",
       .dtypes = Dtypes{kFloats,
                        {{"gradOutput", kFloats},
                         {"self", kFloats},
                         {"target", kFloats},
                         {"gradInput", kFloats}}}},
      {.name = "aclnnSmoothL1Loss",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"target", kFloats}, {"result", kFloats}}}},
      {.name = "aclnnSmoothL1LossBackward",
       .dtypes = Dtypes{kFloats,
                        {{"gradOut", kFloats},
                         {"self", kFloats},
                         {"target", kFloats},
                         {"gradInput", kFloats}}}},
      {.name = "aclnnSoftMarginLoss", .dtypes = kOfLoss},
      {.name = "aclnnSoftMarginLossBackward",
       .dtypes = Dtypes{kFloats,
                        {{"gradOutput", kFloats},
                         {"self", kFloats},
                         {"target", kFloats},
                         {"out", kFloats}}}},
      {.name = "aclnnBinaryCrossEntropy"},
      {.name = "aclnnBinaryCrossEntropyBackward",
       .dtypes = Dtypes{kFloats,
                        {{"gradOutput", kFloats},
                         {"self", kFloats},
                         {"target", kFloats},
                         {"weightOptional", kFloats},
                         {"out", kFloats}}}},
      {.name = "aclnnBinaryCrossEntropyWithLogits",
       .dtypes =
           Dtypes{
               kFloats,
               {{"self", kFloats}, {"weightOptional", kFloats}, {"posWeightOptional", kFloats}}}},
      {.name = "aclnnBinaryCrossEntropyWithLogitsBackward",
       .dtypes = Dtypes{kFloats,
                        {{"gradOutput", kFloats},
                         {"self", kFloats},
                         {"weightOptional", kFloats},
                         {"posWeightOptional", kFloats}}}},
      {.name = "aclnnKlDiv", .dtypes = kOfLoss},
      {.name = "aclnnKlDivBackward",
       .dtypes = Dtypes{kFloats, {{"gradOutput", kFloats}, {"target", kFloats}}}},
      {.name = "aclnnKlDivTargetBackward",
       .dtypes = Dtypes{kFloats, {{"gradOutput", kFloats}, {"self", kFloats}}}},
      {.name = "aclnnStd", .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnStdMeanCorrection",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"stdOut", kFloats}, {"meanOut", kFloats}}}},
      {.name = "aclnnVar",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"out", kFloats}}},
       .beyond_pytorch = "aclnnVarCorrection"},
      {.name = "aclnnVarCorrection",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"out", kFloats}}}},
      {.name = "aclnnVarMean",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"varOut", kFloats}, {"meanOut", kFloats}}}},
      {.name = "aclnnLogSumExp",
       .dtypes = Dtypes{kFloats, {{"self", kNansummed}, {"out", kFloats}}}},
      {.name = "aclnnAminmax", .dtypes = Dtypes{kReals, {}}},
      {.name = "aclnnAminmaxAll", .dtypes = Dtypes{kReals, {}}},
      {.name = "aclnnAminmaxDim", .dtypes = Dtypes{kReals, {}}},
      {.name = "aclnnArgsort",
       .dtypes = Dtypes{kRanked, {{"self", kRanked}, {"out", {ACL_INT64}}}},
       .beyond_pytorch = "aclnnSort"},
      {.name = "aclnnMedian", .dtypes = Dtypes{kRanked, {}}},
      {.name = "aclnnMedianDim", .dtypes = Dtypes{kRanked, {{"indicesOut", {ACL_INT64}}}}},
      {.name = "aclnnNanMedian", .dtypes = Dtypes{kRanked, {}}},
      {.name = "aclnnNanMedianDim", .dtypes = Dtypes{kRanked, {{"indicesOut", {ACL_INT64}}}}},
      {.name = "aclnnKthvalue", .dtypes = Dtypes{kRanked, {{"indicesOut", {ACL_INT64}}}}},
      {.name = "aclnnTrace", .dtypes = Dtypes{kFloats4 + kComplex + DtypeList{ACL_INT64}, {}}},
      {.name = "aclnnIsInScalarTensor",
       .parameters = {{{3.0, ACL_INT8}, 0.0, 0.0}, {{0.5, ACL_FLOAT}, 0.0, 1.0}},
       .dtypes = Dtypes{kReals, {{"testElements", kReals}, {"out", {ACL_BOOL}}}}},
      {.name = "aclnnEqual",
       .dtypes =
           Dtypes{kReals + kUnsigned, {{"self", kReals}, {"other", kReals}, {"out", {ACL_BOOL}}}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle
