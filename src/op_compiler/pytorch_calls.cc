#include "op_compiler/pytorch_calls.h"

#include <string_view>

namespace openaclnn {
namespace {

struct Row {
  std::string_view op_type;
  const char* calls;
};

// Operators of torch_npu 2.13.0, for common calls whose aclnn operator is not here. tests/clients
// makes each.
constexpr Row kRows[] = {
    {"Acos", "torch.acos"},
    {"Acosh", "torch.acosh"},
    {"AdaptiveAvgPool2d", "adaptive_avg_pool2d"},
    {"Asin", "torch.asin"},
    {"Asinh", "torch.asinh"},
    {"Atan", "torch.atan"},
    {"Atan2", "torch.atan2"},
    {"Atanh", "torch.atanh"},
    {"AvgPoolV2", "avg_pool1d or avg_pool2d"},
    {"BNInfer", "batch_norm in evaluation"},
    {"BNTrainingReduce", "batch_norm in training, or instance_norm"},
    {"BinaryCrossEntropy", "binary_cross_entropy"},
    {"BroadcastTo", "torch.var or index_add"},
    {"Cdist", "torch.cdist"},
    {"ClipByValueV2", "torch.clamp with tensors for bounds"},
    {"Cosh", "torch.cosh"},
    {"Cross", "torch.cross"},
    {"Cummax", "torch.cummax"},
    {"Cummin", "torch.cummin"},
    {"Cumprod", "torch.cumprod"},
    {"DynamicGRUV2", "torch.nn.GRU"},
    {"DynamicRNNV2", "torch.nn.LSTMCell"},
    {"Erfc", "torch.erfc"},
    {"Expm1", "torch.expm1"},
    {"Fill", "torch.bitwise_left_shift (<<)"},
    {"Gather", "torch.take"},
    {"GroupNorm", "group_norm"},
    {"IndexFillD", "torch.index_fill"},
    {"IsClose", "torch.isclose or torch.allclose"},
    {"KLDiv", "kl_div"},
    {"Lerp", "torch.lerp with a tensor for weight"},
    {"Log", "torch.log2 or torch.log10"},
    {"Log1p", "torch.log1p"},
    {"LogAddExp", "torch.logaddexp"},
    {"LpLoss", "l1_loss"},
    {"MatrixInverse", "torch.inverse"},
    {"MaxPoolWithArgmaxV1", "max_pool1d or max_pool2d"},
    {"MirrorPad", "pad by reflection"},
    {"Mod", "torch.fmod"},
    {"MseLoss", "mse_loss"},
    {"MultinomialWithReplacement", "torch.multinomial"},
    {"PadV3", "pad by replication"},
    {"ReduceMeanD", "torch.std"},
    {"ResizeBilinearV2", "interpolate, bilinear"},
    {"ResizeNearestNeighborV2", "interpolate, nearest"},
    {"RightShift", "torch.bitwise_right_shift (>>)"},
    {"RmsNorm", "npu_rms_norm"},
    {"SearchSorted", "torch.searchsorted or torch.bucketize"},
    {"SigmoidCrossEntropyWithLogitsV2", "binary_cross_entropy_with_logits"},
    {"Sinh", "torch.sinh"},
    {"SmoothL1LossV2", "smooth_l1_loss"},
    {"StatelessBernoulli", "torch.bernoulli"},
    {"StatelessDropOutGenMask", "dropout"},
    {"StatelessRandomNormalV2", "torch.randn or normal_"},
    {"StatelessRandomUniformV2", "torch.rand, torch.randint or uniform_"},
    {"StatelessRandperm", "torch.randperm"},
    {"Swish", "npu_silu"},
    {"Tan", "torch.tan"},
    {"TensorEqual", "torch.equal"},
    {"Trace", "torch.trace"},
    {"UniqueWithCountsAndSorting", "torch.unique"},
    {"Xlogy", "torch.xlogy"},
};

}  // namespace

const char* PyTorchCallsOf(const char* op_type) {
  for (const Row& row : kRows) {
    if (row.op_type == op_type) return row.calls;
  }
  return nullptr;
}

}  // namespace openaclnn
