// No mistake: two streams write the left and the right half of each row of a matrix, and a third
// one waits for both.
//
// OPENACLNN_CHECK=order reports: nothing
#include "program.h"

namespace {

constexpr int64_t kRows = 16, kColumns = 6;
constexpr size_t kBytes = kRows * kColumns * sizeof(float);

aclTensor* Columns(void* matrix, int64_t first, int64_t columns) {
  const int64_t shape[] = {kRows, columns}, strides[] = {kColumns, 1};
  const int64_t storage = kRows * kColumns;
  return aclCreateTensor(shape, 2, ACL_FLOAT, strides, first, ACL_FORMAT_ND, &storage, 1, matrix);
}

}  // namespace

int main() {
  const aclrtStream last = Start();
  void* const in = Malloc(kBytes);
  void* const out = Malloc(kBytes);
  aclrtMemset(in, kBytes, 0, kBytes);
  for (const int64_t first : {int64_t{0}, kColumns / 2}) {
    aclTensor* const x = Columns(in, first, kColumns / 2);
    aclTensor* const y = Columns(out, first, kColumns / 2);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    aclrtEvent done = nullptr;
    aclrtCreateEvent(&done);
    const Planned planned = Plan(x, x, y);
    aclnnLogitGrad(nullptr, 0, planned.executor, stream);
    aclrtRecordEvent(done, stream);
    aclrtStreamWaitEvent(last, done);
  }
  aclTensor* const x = Columns(out, 0, kColumns);
  const Planned planned = Plan(x, x, x);
  aclnnLogitGrad(nullptr, 0, planned.executor, last);
  aclrtSynchronizeStream(last);
  std::vector<float> host(kRows * kColumns);
  aclrtMemcpy(host.data(), kBytes, out, kBytes, ACL_MEMCPY_DEVICE_TO_HOST);
  Finish(last);
}
