// A tensor outlives its memory and is used again.
//
// OPENACLNN_CHECK=memory reports: EZ2004 use-after-free
// with: aclnnLogitGradGetWorkspaceSize: x: bytes
// with: and freed at
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const data = Malloc(32);
  aclTensor* const x = TensorOf(data, {8});
  aclrtFree(data);
  Plan(x, x, x);  // the mistake; 161002
  Finish(stream);
}
