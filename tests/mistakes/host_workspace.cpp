// A workspace comes from malloc.
//
// OPENACLNN_CHECK=memory reports: EZ2003 host-pointer
// with: aclnnPreluBackward: workspace: bytes
// with: not in device memory
#include <cstdlib>

#include "program.h"

int main() {
  const aclrtStream stream = Start();
  aclTensor* const image = TensorOf(Malloc(96), {2, 3, 4});
  aclTensor* const weight = TensorOf(Malloc(12), {3});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  aclnnPreluBackwardGetWorkspaceSize(image, image, weight, image, weight, &size, &executor);
  void* const workspace = std::malloc(size);  // the mistake
  aclnnPreluBackward(workspace, size, executor, stream);
  aclrtSynchronizeStream(stream);
  Finish(stream);
}
