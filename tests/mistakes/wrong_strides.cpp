// The strides are those of the matrix before it was cut.
//
// OPENACLNN_CHECK=memory reports: EZ2002 out-of-bounds
// with: x: bytes
// with: offsets 0 to 772 of allocation #1 of 256 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  const int64_t shape[] = {8, 4}, strides[] = {24, 8};  // the mistake
  aclTensor* const x =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, Malloc(256));
  aclTensor* const out = TensorOf(Malloc(128), {8, 4});
  Plan(x, out, out);  // 161002
  Finish(stream);
}
