// The offset of a view is given in bytes; aclCreateTensor counts elements.
//
// OPENACLNN_CHECK=memory reports: EZ2002 out-of-bounds
// with: x: bytes
// with: offsets 256 to 288 of allocation #1 of 128 bytes
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  const int64_t shape[] = {8}, storage[] = {32};
  const int64_t offset = 16 * sizeof(float);  // the mistake: 16
  aclTensor* const x =
      aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, offset, ACL_FORMAT_ND, storage, 1, Malloc(128));
  aclTensor* const out = TensorOf(Malloc(32), {8});
  Plan(x, out, out);  // 161002
  Finish(stream);
}
