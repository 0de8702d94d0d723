// Tensors and memory as the older API, by names of operators, describes them: acl_base_mdl.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

struct DataBuffer {
  void* data;
  size_t size;
};

// Enumerators are kept as numbers: C programs may pass any.
struct TensorDescription {
  int dtype;
  int format;
  std::vector<int64_t> shape;
  std::string name;
  int format_in_memory;
  std::vector<int64_t> shape_in_memory;
  int placement;
};

// The live object of a handle, which the program does not destroy meanwhile. `name`: of the
// argument, for messages. Errors: 100000 there is none.
OPENACLNN_SHARED Status FindDataBuffer(const aclDataBuffer* handle, const char* name,
                                       DataBuffer*& found);
OPENACLNN_SHARED Status FindTensorDescription(const aclTensorDesc* handle, const char* name,
                                              TensorDescription*& found);

}  // namespace openaclnn
