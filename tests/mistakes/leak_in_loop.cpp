// Each step allocates, and nobody frees.
//
// OPENACLNN_CHECK=lifetime reports: EZ3005 leak, EZ3005 leak
// with: 10 x aclTensor
// with: 10 x device memory
// with: 10240 bytes in all
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  for (int step = 0; step < 10; ++step) {
    void* data = nullptr;
    aclrtMalloc(&data, 1024, ACL_MEM_MALLOC_NORMAL_ONLY);
    const int64_t shape[] = {256};
    aclTensor* const x =
        aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, data);
    const Planned planned = Plan(x, x, x);
    aclnnLogitGrad(nullptr, 0, planned.executor, stream);
    aclrtSynchronizeStream(stream);
  }  // the mistake: neither x nor data is given back
  Finish(stream);
}
