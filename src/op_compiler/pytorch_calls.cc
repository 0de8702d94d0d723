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
    {"MatrixInverse", "torch.inverse"},
    {"Swish", "npu_silu"},
};

}  // namespace

const char* PyTorchCallsOf(const char* op_type) {
  for (const Row& row : kRows) {
    if (row.op_type == op_type) return row.calls;
  }
  return nullptr;
}

}  // namespace openaclnn
