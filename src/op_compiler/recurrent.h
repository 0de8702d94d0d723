// Recurrent networks by their names, served by aclnnLSTM, aclnnGRU and their gradients: what
// PyTorch's adapter calls for networks that it does not give to those itself.
#pragma once

#include <string_view>

#include "op_compiler/aclnn_calls.h"
#include "op_compiler/op_call.h"

namespace openaclnn {

struct ServedOp {
  OpType type;
  // Makes the calls of aclnn functions that give what the operator gives.
  void (*plan)(const OpCall& call, AclnnCalls& calls);
};

// Null if an operator of this name is not served.
const ServedOp* FindServedOp(std::string_view op_type);

}  // namespace openaclnn
