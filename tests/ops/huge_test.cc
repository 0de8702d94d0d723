// More than 2^31 elements, and elements more than 2^32 bytes apart, without as much memory: address
// space of which many pages are the same memory, or none.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_softmax.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/sanitized.h"

// Sanitizers see the walks over elements and over sums; rows and bytes take a minute more with
// them.
#define OPENACLNN_SKIP_HUGE() \
  if (kIsSanitized) GTEST_SKIP() << "too slow with sanitizers"

namespace openaclnn::test::huge_test {
namespace {

constexpr size_t kPeriod = size_t{4} << 20;  // bytes

// `repeats` times the same kPeriod bytes one after the other, then kPeriod bytes of their own, then
// pages that may not be touched.
class PeriodicMemory {
 public:
  explicit PeriodicMemory(size_t repeats) : size_((repeats + 2) * kPeriod) {
    const int file = memfd_create("openaclnn_test", 0);
    void* const all =
        mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ok_ = file >= 0 && all != MAP_FAILED && ftruncate(file, kPeriod) == 0;
    data_ = static_cast<std::byte*>(all);
    for (size_t i = 0; ok_ && i <= repeats; ++i) {
      const int flags = i < repeats ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
      ok_ = mmap(data_ + i * kPeriod, kPeriod, PROT_READ | PROT_WRITE, flags | MAP_FIXED,
                 i < repeats ? file : -1, 0) != MAP_FAILED;
    }
    tail_ = data_ + repeats * kPeriod;
    if (file >= 0) close(file);
  }
  ~PeriodicMemory() { munmap(data_, size_); }
  PeriodicMemory(const PeriodicMemory&) = delete;
  PeriodicMemory& operator=(const PeriodicMemory&) = delete;

  bool ok() const { return ok_; }
  uint16_t* data() const { return reinterpret_cast<uint16_t*>(data_); }
  uint16_t* tail() const { return reinterpret_cast<uint16_t*>(tail_); }

 private:
  size_t size_;
  std::byte* data_;
  std::byte* tail_;
  bool ok_;
};

constexpr int64_t kInPeriods = int64_t{1} << 31;
constexpr int64_t kInTail = 1000;
constexpr int64_t kElements = kInPeriods + kInTail;
constexpr size_t kPeriodElements = kPeriod / sizeof(uint16_t);
constexpr size_t kRepeats = static_cast<size_t>(kInPeriods) / kPeriodElements;

TensorHandle Vector(uint16_t* data, int64_t elements, aclDataType dtype = ACL_FLOAT16) {
  return TensorHandle(
      aclCreateTensor(&elements, 1, dtype, nullptr, 0, ACL_FORMAT_ND, &elements, 1, data));
}

uint16_t Half(double value) { return static_cast<uint16_t>(BitsOf(ACL_FLOAT16, value)); }

// Element i of a period, or of the tail: integers that repeat in no power of two.
double ValueAt(int64_t i) { return static_cast<double>(i % 61 - 30); }

void Fill(const PeriodicMemory& memory) {
  for (size_t i = 0; i < kPeriodElements; ++i) {
    memory.data()[i] = Half(ValueAt(static_cast<int64_t>(i)));
  }
  for (int64_t i = 0; i < kInTail; ++i) memory.tail()[i] = Half(ValueAt(i + 7));
}

TEST(HugeTest, ElementwiseBeyondTwoToThe31) {
  EnsureDevice();
  const PeriodicMemory self(kRepeats), out(kRepeats);
  if (!self.ok() || !out.ok()) GTEST_SKIP() << "no such address space";
  Fill(self);
  const TensorHandle x = Vector(self.data(), kElements), y = Vector(out.data(), kElements);
  const ScalarHandle min = MakeScalar(-10), max = MakeScalar(20);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnHardtanhBackwardGetWorkspaceSize(x.get(), x.get(), min.get(), max.get(), y.get(),
                                                  &size, &executor),
            0)
      << aclGetRecentErrMsg();
  ASSERT_EQ(aclnnHardtanhBackward(nullptr, 0, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const auto expected = [](double x_value) {
    return x_value <= -10 || x_value >= 20 ? 0 : Half(x_value);
  };
  for (size_t i = 0; i < kPeriodElements; ++i) {
    ASSERT_EQ(out.data()[i], expected(ValueAt(static_cast<int64_t>(i)))) << i;
  }
  for (int64_t i = 0; i < kInTail; ++i) ASSERT_EQ(out.tail()[i], expected(ValueAt(i + 7))) << i;
  for (size_t i = kInTail; i < kPeriodElements; ++i) ASSERT_EQ(out.tail()[i], 0) << i;
}

// gradWeight of more than 2^31 terms, and partial sums of them all: 2^30 ones and 1,000 times 2^20,
// together a number that BFLOAT16 holds.
TEST(HugeTest, SumBeyondTwoToThe31) {
  EnsureDevice();
  const PeriodicMemory self(kRepeats), grad_input(kRepeats);
  if (!self.ok() || !grad_input.ok()) GTEST_SKIP() << "no such address space";
  const auto bits = [](double value) { return static_cast<uint16_t>(BitsOf(ACL_BF16, value)); };
  for (size_t i = 0; i < kPeriodElements; ++i) self.data()[i] = bits(i % 2 == 0 ? -1 : 1);
  for (int64_t i = 0; i < kInTail; ++i) self.tail()[i] = bits(-0x1p20);
  uint16_t grad = bits(1), weight = bits(-0.5), grad_weight = 0;
  const TensorHandle x = Vector(self.data(), kElements, ACL_BF16),
                     dx = Vector(grad_input.data(), kElements, ACL_BF16),
                     g = Vector(&grad, 1, ACL_BF16), w = Vector(&weight, 1, ACL_BF16),
                     dw = Vector(&grad_weight, 1, ACL_BF16);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnPreluBackwardGetWorkspaceSize(g.get(), x.get(), w.get(), dx.get(), dw.get(), &size,
                                               &executor),
            0)
      << aclGetRecentErrMsg();
  const auto workspace = std::make_unique_for_overwrite<std::byte[]>(size);
  ASSERT_EQ(aclnnPreluBackward(workspace.get(), size, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(ValueOf(ACL_BF16, grad_weight), -0x1p30 - 1000 * 0x1p20);
  for (size_t i = 0; i < kPeriodElements; ++i) {
    ASSERT_EQ(grad_input.data()[i], bits(i % 2 == 0 ? -0.5 : 1)) << i;
  }
  for (int64_t i = 0; i < kInTail; ++i) ASSERT_EQ(grad_input.tail()[i], bits(-0.5)) << i;
}

// Rows of two numbers by turns; the last one, in the tail, has another number everywhere.
TEST(HugeTest, RowsBeyondTwoToThe31) {
  OPENACLNN_SKIP_HUGE();
  EnsureDevice();
  const PeriodicMemory self(kRepeats), out(kRepeats);
  if (!self.ok() || !out.ok()) GTEST_SKIP() << "no such address space";
  const auto bits = [](double value) { return static_cast<uint16_t>(BitsOf(ACL_BF16, value)); };
  constexpr int64_t kColumns = int64_t{1} << 15;
  for (size_t i = 0; i < kPeriodElements; ++i) self.data()[i] = bits(i % 2 == 0 ? 1.1015625 : 0);
  for (int64_t i = 0; i < kColumns; ++i) self.tail()[i] = bits(-5);
  const int64_t dims[] = {kInPeriods / kColumns + 1, kColumns}, strides[] = {kColumns, 1};
  const auto matrix = [&](const PeriodicMemory& memory) {
    return TensorHandle(
        aclCreateTensor(dims, 2, ACL_BF16, strides, 0, ACL_FORMAT_ND, dims, 2, memory.data()));
  };
  const TensorHandle x = matrix(self), y = matrix(out);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnSoftmaxGetWorkspaceSize(x.get(), -1, y.get(), &size, &executor), 0)
      << aclGetRecentErrMsg();
  const auto workspace = std::make_unique_for_overwrite<std::byte[]>(size);
  ASSERT_EQ(aclnnSoftmax(workspace.get(), size, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const double larger = std::exp(1.1015625), sum = (1 + larger) * kColumns / 2;
  for (size_t i = 0; i < kPeriodElements; ++i) {
    ASSERT_EQ(out.data()[i], bits((i % 2 == 0 ? larger : 1) / sum)) << i;
  }
  for (int64_t i = 0; i < kColumns; ++i) ASSERT_EQ(out.tail()[i], bits(1.0 / kColumns)) << i;
  for (size_t i = kColumns; i < kPeriodElements; ++i) ASSERT_EQ(out.tail()[i], 0) << i;
}

// Integers of one byte.
TEST(HugeTest, BytesBeyondTwoToThe31) {
  OPENACLNN_SKIP_HUGE();
  EnsureDevice();
  constexpr size_t kByteRepeats = static_cast<size_t>(kInPeriods) / kPeriod;
  const PeriodicMemory self(kByteRepeats), out(kByteRepeats);
  if (!self.ok() || !out.ok()) GTEST_SKIP() << "no such address space";
  const auto bytes = [](uint16_t* at) { return reinterpret_cast<int8_t*>(at); };
  const auto value_at = [](size_t i) { return static_cast<int8_t>(i % 61) - 30; };
  for (size_t i = 0; i < kPeriod; ++i) {
    bytes(self.data())[i] = static_cast<int8_t>(value_at(i));
  }
  for (size_t i = 0; i < kInTail; ++i) {
    bytes(self.tail())[i] = static_cast<int8_t>(value_at(i + 7));
  }
  const TensorHandle x = Vector(self.data(), kElements, ACL_INT8),
                     y = Vector(out.data(), kElements, ACL_INT8);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnReluGetWorkspaceSize(x.get(), y.get(), &size, &executor), 0)
      << aclGetRecentErrMsg();
  ASSERT_EQ(aclnnRelu(nullptr, 0, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const auto expected = [&](size_t i) { return std::max(0, value_at(i)); };
  for (size_t i = 0; i < kPeriod; ++i) ASSERT_EQ(bytes(out.data())[i], expected(i)) << i;
  for (size_t i = 0; i < kInTail; ++i) ASSERT_EQ(bytes(out.tail())[i], expected(i + 7)) << i;
  for (size_t i = kInTail; i < kPeriod; ++i) ASSERT_EQ(bytes(out.tail())[i], 0) << i;
}

// Three rows 8 GiB apart, walked forwards and backwards.
TEST(HugeTest, StridesBeyondFourGiB) {
  EnsureDevice();
  constexpr int64_t kPitch = int64_t{1} << 32;  // elements of 2 bytes
  constexpr size_t kSize = size_t{5} << 33;
  void* const space = mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) GTEST_SKIP() << "no such address space";
  uint16_t* const memory = static_cast<uint16_t*>(space);
  uint16_t grad = Half(3);
  const int64_t dims[] = {3, 5}, self_strides[] = {-kPitch, 2}, out_strides[] = {kPitch, -1};
  const int64_t storage = 3 * kPitch;
  for (int64_t row = 0; row < 3; ++row) {
    for (int64_t column = 0; column < 5; ++column) {
      memory[(2 - row) * kPitch + 2 * column] = Half(10 * static_cast<double>(row) - 10);
    }
  }
  const TensorHandle x(aclCreateTensor(dims, 2, ACL_FLOAT16, self_strides, 2 * kPitch,
                                       ACL_FORMAT_ND, &storage, 1, memory)),
      y(aclCreateTensor(dims, 2, ACL_FLOAT16, out_strides, 104, ACL_FORMAT_ND, &storage, 1,
                        memory)),
      g = Vector(&grad, 1);
  char none[] = "none";
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnGeluBackwardV2GetWorkspaceSize(g.get(), x.get(), none, y.get(), &size, &executor),
            0)
      << aclGetRecentErrMsg();
  ASSERT_EQ(aclnnGeluBackwardV2(nullptr, 0, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const double expected[] = {0, 1.5, 3};  // 3 gelu'(-10), 3 gelu'(0), 3 gelu'(10)
  for (int64_t row = 0; row < 3; ++row) {
    for (int64_t column = 0; column < 5; ++column) {
      EXPECT_NEAR(ValueOf(ACL_FLOAT16, memory[row * kPitch + 104 - column]), expected[row], 1e-6)
          << row << ", " << column;
    }
    EXPECT_EQ(memory[row * kPitch + 99], 0);
    EXPECT_EQ(memory[row * kPitch + 105], 0);
  }
  munmap(space, kSize);
}

}  // namespace
}  // namespace openaclnn::test::huge_test
