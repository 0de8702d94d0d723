// A program that flushes subnormals (-Ofast links crtfastmath.o) gets the results of one that does
// not, of small and of large tensors, and stays as it was. Numbers are built and compared as bits,
// since this program itself computes without subnormals.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_logit_grad.h"

namespace {

int failures = 0;

void Expect(bool condition, const char* what) {
  if (condition) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}

bool Flushes() {
  volatile float smallest_normal = 1.17549435e-38f;
  const float half = smallest_normal * 0.5f;
  uint32_t bits;
  std::memcpy(&bits, &half, sizeof(bits));
  return bits == 0;
}

aclTensor* TensorOf(std::vector<uint32_t>& values) {
  const int64_t count = static_cast<int64_t>(values.size());
  return aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, values.data());
}

constexpr uint32_t kSubnormal = 0x00012345, kHalf = 0x3f000000, kInfinity = 0x7f800000;

// The gradient of logit at 1/2 is 4 times the one that comes in: exact, and still subnormal.
void Logit(size_t count) {
  std::vector<uint32_t> x(count, kHalf), dy(count, kSubnormal), out(count, 7);
  x[0] = kInfinity;  // outside of [0, 1]: NaN without eps
  aclTensor* const tensors[] = {TensorOf(x), TensorOf(dy), TensorOf(out)};
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Expect(
      aclnnLogitGradGetWorkspaceSize(tensors[0], tensors[1], -1, tensors[2], &size, &executor) == 0,
      "first phase of logit");
  Expect(aclnnLogitGrad(nullptr, 0, executor, nullptr) == 0, "second phase of logit");
  Expect(aclrtSynchronizeStream(nullptr) == 0, "synchronisation");
  bool right = true;
  for (size_t i = 1; i < count; ++i) right = right && out[i] == 4 * kSubnormal;
  Expect(right, count < 100 ? "a small call of logit" : "a large call of logit");
  for (const aclTensor* tensor : tensors) aclDestroyTensor(tensor);
}

// A bound that is subnormal as a float lets through what is less: its scalar was not flushed.
void Hardtanh(size_t count) {
  std::vector<uint32_t> gradient(count, kHalf), self(count, kSubnormal), out(count, 7);
  const uint32_t bound = kSubnormal + 1;
  uint32_t min = bound | 0x80000000u, max = bound;
  aclScalar* const low = aclCreateScalar(&min, ACL_FLOAT);
  aclScalar* const high = aclCreateScalar(&max, ACL_FLOAT);
  aclTensor* const tensors[] = {TensorOf(gradient), TensorOf(self), TensorOf(out)};
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Expect(aclnnHardtanhBackwardGetWorkspaceSize(tensors[0], tensors[1], low, high, tensors[2], &size,
                                               &executor) == 0,
         "first phase of hardtanh");
  Expect(aclnnHardtanhBackward(nullptr, 0, executor, nullptr) == 0, "second phase of hardtanh");
  Expect(aclrtSynchronizeStream(nullptr) == 0, "synchronisation");
  bool right = true;
  for (size_t i = 0; i < count; ++i) right = right && out[i] == kHalf;
  Expect(right, count < 100 ? "a small call of hardtanh" : "a large call of hardtanh");
  for (const aclTensor* tensor : tensors) aclDestroyTensor(tensor);
  aclDestroyScalar(low);
  aclDestroyScalar(high);
}

}  // namespace

int main() {
  const bool flushes = Flushes();
  Expect(aclInit(nullptr) == 0 && aclrtSetDevice(0) == 0, "a device");
  for (const size_t count : {size_t{8}, size_t{1} << 22}) {
    Logit(count);
    Hardtanh(count);
  }
  Expect(Flushes() == flushes, "the program's floating-point environment");
  Expect(aclrtResetDevice(0) == 0 && aclFinalize() == 0, "the end");
  std::printf("%s\n", flushes ? "flushes subnormals" : "keeps subnormals");
  return failures;
}
