// A workspace is freed right behind the call that uses it.
//
// OPENACLNN_CHECK=lifetime reports: EZ3001 freed-in-use
// with: aclrtFree(
// with: workspace of aclnnPreluBackward
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const memory = Malloc(256);
  aclTensor* const image = TensorOf(memory, {2, 3, 4});
  aclTensor* const weight = TensorOf(static_cast<char*>(memory) + 128, {3});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  aclnnPreluBackwardGetWorkspaceSize(image, image, weight, image, weight, &size, &executor);
  void* const workspace = Malloc(size);
  aclnnPreluBackward(workspace, size, executor, stream);
  aclrtFree(workspace);  // the mistake
  aclrtSynchronizeStream(stream);
  aclDestroyTensor(image);
  aclDestroyTensor(weight);
  aclrtFree(memory);
  Finish(stream);
}
