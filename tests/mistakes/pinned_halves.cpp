// No mistake: the program works on one half of a pinned buffer while the other is copied to, also
// where both are of one page, and on both in functions behind the copy.
//
// OPENACLNN_CHECK=order,memory reports: nothing
#include "program.h"

namespace {

void Double(void* values) {
  for (int i = 0; i < 3000; ++i) static_cast<float*>(values)[i] *= 2;
}

}  // namespace

int main() {
  const aclrtStream stream = Start();
  constexpr int kHalf = 3000;  // floats: the border is within a page
  constexpr size_t kBytes = kHalf * sizeof(float);
  void* memory = nullptr;
  aclrtMallocHost(&memory, 2 * kBytes);
  float* const first = static_cast<float*>(memory);
  float* const second = first + kHalf;
  void* const device = Malloc(kBytes);
  float sum = 0;
  for (int step = 0; step < 3; ++step) {
    aclrtMemcpyAsync(step % 2 == 0 ? first : second, kBytes, device, kBytes,
                     ACL_MEMCPY_DEVICE_TO_HOST, stream);
    aclrtLaunchHostFunc(stream, Double, step % 2 == 0 ? first : second);
    float* const other = step % 2 == 0 ? second : first;
    for (int i = 0; i < kHalf; ++i) sum += other[i] += 1;
    aclrtSynchronizeStream(stream);
  }
  for (int i = 0; i < 2 * kHalf; ++i) sum += first[i];
  aclrtFreeHost(memory);
  Finish(stream);
  return sum > 0 ? 0 : 1;
}
