// Memory of FLOAT16 is described as FLOAT.
//
// OPENACLNN_CHECK=memory reports: EZ2002 out-of-bounds
// with: offsets 0 to 64 of allocation #1 of 32 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  void* const halves = Malloc(16 * sizeof(aclFloat16));
  aclTensor* const x = TensorOf(halves, {16}, ACL_FLOAT);  // the mistake: ACL_FLOAT16
  Plan(x, x, x);                                           // 161002
  Finish(stream);
}
