// Two streams use one workspace.
//
// OPENACLNN_CHECK=order reports: EZ4001 stream-race
// with: aclnnPreluBackward (task 1 of stream
// with: writes workspace, bytes
#include "program.h"

int main() {
  const aclrtStream streams[] = {Start(), nullptr};  // null: the default stream
  void* workspace = nullptr;
  for (const aclrtStream stream : streams) {
    aclTensor* const x = TensorOf(Malloc(96), {2, 3, 4});
    aclTensor* const weight = TensorOf(Malloc(12), {3});
    aclTensor* const grad = TensorOf(Malloc(96), {2, 3, 4});
    aclTensor* const weight_grad = TensorOf(Malloc(12), {3});
    Planned planned;
    aclnnPreluBackwardGetWorkspaceSize(x, x, weight, grad, weight_grad, &planned.workspace_size,
                                       &planned.executor);
    if (workspace == nullptr) workspace = Malloc(planned.workspace_size);  // the mistake
    aclnnPreluBackward(workspace, planned.workspace_size, planned.executor, stream);
  }
  aclrtSynchronizeDevice();
  Finish(streams[0]);
}
