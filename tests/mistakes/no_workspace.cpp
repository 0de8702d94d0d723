// The workspace that the first phase asked for is left out.
//
// OPENACLNN_CHECK=contract reports: EZ5002 workspace-size
// with: aclnnPreluBackward: workspace
// with: with workspaceSize 0; aclnnPreluBackwardGetWorkspaceSize said
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  aclTensor* const image = TensorOf(Malloc(96), {2, 3, 4});
  aclTensor* const weight = TensorOf(Malloc(12), {3});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  aclnnPreluBackwardGetWorkspaceSize(image, image, weight, image, weight, &size, &executor);
  aclnnPreluBackward(nullptr, 0, executor, stream);  // the mistake; 161002
  Finish(stream);
}
