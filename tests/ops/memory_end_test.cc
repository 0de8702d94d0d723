// Operators touch no byte behind their tensors, on any SIMD target: pages follow that may not be
// touched.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_softmax.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test::memory_end_test {
namespace {

// Memory that ends where a page begins that may not be touched.
class MemoryWithEnd {
 public:
  MemoryWithEnd() {
    all_ = mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all_ != MAP_FAILED) mprotect(End(), page_, PROT_NONE);
  }
  ~MemoryWithEnd() {
    if (ok()) munmap(all_, 2 * page_);
  }
  MemoryWithEnd(const MemoryWithEnd&) = delete;
  MemoryWithEnd& operator=(const MemoryWithEnd&) = delete;

  bool ok() const { return all_ != MAP_FAILED; }
  std::byte* Last(size_t bytes) const { return End() - bytes; }

 private:
  std::byte* End() const { return static_cast<std::byte*>(all_) + page_; }

  const size_t page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* all_;
};

struct Operator {
  const char* name;
  aclnnStatus (*plan)(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**);
  aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream);
};
void PrintTo(const Operator& op, std::ostream* out) { *out << op.name; }

constexpr Operator kOperators[] = {
    {"Softmax",
     [](const aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
       return aclnnSoftmaxGetWorkspaceSize(self, 0, out, size, executor);
     },
     aclnnSoftmax},
    {"LogSoftmax",
     [](const aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
       return aclnnLogSoftmaxGetWorkspaceSize(self, 0, out, size, executor);
     },
     aclnnLogSoftmax},
    {"Silu",
     [](const aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
       return aclnnSiluGetWorkspaceSize(self, out, size, executor);
     },
     aclnnSilu}};

class MemoryEndTest : public testing::TestWithParam<Operator> {
 protected:
  static void Run(aclDataType dtype, int64_t elements, std::byte* from, std::byte* to) {
    const auto tensor = [&](std::byte* data) {
      return TensorHandle(
          aclCreateTensor(&elements, 1, dtype, nullptr, 0, ACL_FORMAT_ND, &elements, 1, data));
    };
    const TensorHandle self = tensor(from), out = tensor(to);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(GetParam().plan(self.get(), out.get(), &size, &executor), 0) << aclGetRecentErrMsg();
    std::vector<std::byte> workspace(size);
    ASSERT_EQ(GetParam().run(workspace.data(), size, executor, nullptr), 0);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  }
};

TEST_P(MemoryEndTest, IsKeptTo) {
  EnsureDevice();
  const MemoryWithEnd from, to;
  ASSERT_TRUE(from.ok() && to.ok());
  for (const int64_t target : SimdTargets()) {
    const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_FLOAT16}) {
      for (int64_t elements = 1; elements < 100; ++elements) {
        const Array values(dtype, {elements}, [&](int64_t i) {
          return BitsOf(dtype, 0.25 * static_cast<double>(i % 17 - 8));
        });
        const size_t bytes = static_cast<size_t>(elements * DtypeBytes(dtype));
        // Elsewhere there is room.
        std::vector<std::byte> ample(bytes + 256), expected(bytes + 256);
        std::memcpy(ample.data(), values.bytes.data(), bytes);
        Run(dtype, elements, ample.data(), expected.data());
        std::memcpy(from.Last(bytes), values.bytes.data(), bytes);
        Run(dtype, elements, from.Last(bytes), to.Last(bytes));
        ASSERT_EQ(std::memcmp(to.Last(bytes), expected.data(), bytes), 0)
            << elements << " of " << DtypeName(dtype) << " on " << TargetName(target);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, MemoryEndTest, testing::ValuesIn(kOperators),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace openaclnn::test::memory_end_test
