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
    {"Asin", "torch.asin"},
    {"Asinh", "torch.asinh"},
    {"Atan", "torch.atan"},
    {"Atan2", "torch.atan2"},
    {"Atanh", "torch.atanh"},
    {"Cdist", "torch.cdist"},
    {"ClipByValueV2", "torch.clamp with tensors for bounds"},
    {"Cosh", "torch.cosh"},
    {"Cross", "torch.cross"},
    {"DynamicGRUV2", "torch.nn.GRU"},
    {"DynamicRNNV2", "torch.nn.LSTMCell"},
    {"Erfc", "torch.erfc"},
    {"Expm1", "torch.expm1"},
    {"Fill", "torch.bitwise_left_shift (<<)"},
    {"IsClose", "torch.isclose or torch.allclose"},
    {"Lerp", "torch.lerp with a tensor for weight"},
    {"Log", "torch.log2 or torch.log10"},
    {"Log1p", "torch.log1p"},
    {"LogAddExp", "torch.logaddexp"},
    {"MatrixInverse", "torch.inverse"},
    {"Mod", "torch.fmod"},
    {"RightShift", "torch.bitwise_right_shift (>>)"},
    {"Sinh", "torch.sinh"},
    {"Swish", "npu_silu"},
    {"Tan", "torch.tan"},
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
