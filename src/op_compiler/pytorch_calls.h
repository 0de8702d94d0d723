// What PyTorch's Ascend adapter, torch_npu, means by names of operators of the older interface.
#pragma once

namespace openaclnn {

// The calls of PyTorch that come to an operator of this name, for a message; null if none is known.
const char* PyTorchCallsOf(const char* op_type);

}  // namespace openaclnn
