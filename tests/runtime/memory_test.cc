#include <limits>
#include <set>
#include <thread>
#include <vector>

#include "device/devices.h"
#include "runtime/allocations.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using MemoryTest = RuntimeTest;

constexpr size_t kSizes[] = {1, 31, 32, 64, 4095, (2 << 20) - 1, 2 << 20, (2 << 20) + 1, 5 << 20};

TEST_F(MemoryTest, EverySizeAndPolicy) {
  for (const size_t size : kSizes) {
    for (const int policy : {0, 1, 2, 3, 4, 5, 6, 7, 0x0100, 0x1000, 0x100000, 12345}) {
      void* memory = nullptr;
      ASSERT_OK(aclrtMalloc(&memory, size, Number<aclrtMemMallocPolicy>(policy)));
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 512, 0u);
      EXPECT_OK(aclrtMemset(memory, size, 1, size));
      EXPECT_EQ(ByteAt(memory, 0), 1);
      EXPECT_EQ(ByteAt(memory, size - 1), 1);
      EXPECT_OK(aclrtFree(memory));
    }
  }
}

TEST_F(MemoryTest, LargeMemoryStartsAtAHugePage) {
  if (!DeviceOfNumber(0).IsHost()) GTEST_SKIP() << "a GPU has pages of its own";
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, 5 << 20, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % (2 << 20), 0u);
  EXPECT_OK(aclrtMemset(memory, 5 << 20, 3, 5 << 20));
  EXPECT_EQ(ByteAt(memory, (5 << 20) - 1), 3);
  EXPECT_OK(aclrtFree(memory));
}

TEST_F(MemoryTest, AllocationsDoNotOverlap) {
  std::vector<void*> blocks;
  for (size_t i = 0; i < 100; ++i) {
    void* memory = nullptr;
    ASSERT_OK(aclrtMalloc(&memory, 1000 + i, ACL_MEM_MALLOC_NORMAL_ONLY));
    EXPECT_OK(aclrtMemset(memory, 1000 + i, static_cast<int>(i), 1000 + i));
    blocks.push_back(memory);
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    const auto value = static_cast<unsigned char>(i);
    ASSERT_EQ(BytesOf(blocks[i], 1000 + i), std::vector<unsigned char>(1000 + i, value));
    EXPECT_OK(aclrtFree(blocks[i]));
  }
}

TEST_F(MemoryTest, MallocRefusals) {
  void* memory = Foreign();
  const auto policy = ACL_MEM_MALLOC_HUGE_FIRST;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr: is null", aclrtMalloc, nullptr, 8, policy);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size: is 0", aclrtMalloc, &memory, 0, policy);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size: is 18446744073709551552", aclrtMalloc, &memory,
                 std::numeric_limits<size_t>::max() - 63, policy);
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "18446744073709551551 bytes", aclrtMalloc, &memory,
                 std::numeric_limits<size_t>::max() - 64, policy);
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "bytes", aclrtMalloc, &memory, size_t{1} << 46,
                 policy);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr: is null", aclrtMallocAlign32, nullptr, 8,
                 policy);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size: is 0", aclrtMallocAlign32, &memory, 0, policy);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "hostPtr: is null", aclrtMallocHost, nullptr, 8);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size: is 0", aclrtMallocHost, &memory, 0);
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtMalloc, &memory, 8, policy);
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtMallocHost, &memory, 8);
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size: is 0", aclrtMalloc, &memory, 0, policy);
  }).join();
  EXPECT_EQ(memory, Foreign());
}

TEST_F(MemoryTest, TheMachineMemoryIsTheLimit) {
  size_t free = 0, total = 0;
  ASSERT_OK(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
  void *first = nullptr, *second = nullptr;
  if (aclrtMalloc(&first, total / 2, ACL_MEM_MALLOC_NORMAL_ONLY) != ACL_SUCCESS) {  // not touched
    GTEST_SKIP() << "the system promises no more memory than it has free";
  }
  EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, std::to_string(total).c_str(), aclrtMalloc,
                 &second, total / 2 + 64, ACL_MEM_MALLOC_NORMAL_ONLY);
  EXPECT_OK(aclrtFree(first));
  EXPECT_OK(aclrtMalloc(&second, total / 2 + 64, ACL_MEM_MALLOC_NORMAL_ONLY));
  EXPECT_OK(aclrtFree(second));
}

TEST_F(MemoryTest, FreeRefusals) {
  void *device = nullptr, *host = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 100, ACL_MEM_MALLOC_HUGE_FIRST));
  ASSERT_OK(aclrtMallocHost(&host, 100));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(host) % 512, 0u);
  int local = 0;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr: is null", aclrtFree, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "hostPtr: is null", aclrtFreeHost, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "not the address of live memory", aclrtFree, &local);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "not the address", aclrtFree,
                 static_cast<char*>(device) + 64);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "free it with aclrtFreeHost", aclrtFree, host);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "free it with aclrtFree", aclrtFreeHost, device);
  EXPECT_OK(aclrtFree(device));
  EXPECT_OK(aclrtFreeHost(host));
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "freed already?", aclrtFree, device);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "freed already?", aclrtFreeHost, host);
}

TEST_F(MemoryTest, FreeNeedsNoContext) {
  void *device = nullptr, *host = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 100, ACL_MEM_MALLOC_HUGE_FIRST));
  ASSERT_OK(aclrtMallocHost(&host, 100));
  std::thread([&] {
    EXPECT_OK(aclrtFree(device));
    EXPECT_OK(aclrtFreeHost(host));
  }).join();
}

TEST_F(MemoryTest, IsAllocatedKnowsTheBounds) {
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, 100, ACL_MEM_MALLOC_HUGE_FIRST));
  char* const begin = static_cast<char*>(memory);
  EXPECT_TRUE(IsAllocated(begin, 100));
  EXPECT_TRUE(IsAllocated(begin + 50, 50));
  EXPECT_TRUE(IsAllocated(begin + 50, 50 + 4096));  // the slack
  EXPECT_FALSE(IsAllocated(begin, 1 << 20));
  EXPECT_FALSE(IsAllocated(begin - 1, 1));
  int local = 0;
  EXPECT_FALSE(IsAllocated(&local, sizeof(local)));
  EXPECT_OK(aclrtFree(memory));
  EXPECT_FALSE(IsAllocated(begin, 1));
}

TEST_F(MemoryTest, Memset) {
  std::vector<unsigned char> bytes(10, 7);
  EXPECT_OK(aclrtMemset(bytes.data(), 10, 0x1ab, 4));
  EXPECT_EQ(bytes, (std::vector<unsigned char>{0xab, 0xab, 0xab, 0xab, 7, 7, 7, 7, 7, 7}));
  EXPECT_OK(aclrtMemset(nullptr, 0, 0, 0));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr: is null", aclrtMemset, nullptr, 4, 0, 4);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "count: is 11, more than maxCount, 10", aclrtMemset,
                 bytes.data(), 10, 0, 11);
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtMemset, bytes.data(), 10, 0, 1);
  }).join();
  EXPECT_EQ(bytes[0], 0xab);
}

TEST_F(MemoryTest, MemsetAsync) {
  aclrtStream stream = NewStream();
  for (const size_t size : {size_t{64}, size_t{1} << 20}) {
    void* memory = nullptr;
    ASSERT_OK(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_OK(aclrtMemset(memory, size, 1, size));
    Gate gate;
    EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
    EXPECT_OK(aclrtMemsetAsync(memory, size, 9, size, stream));
    EXPECT_EQ(ByteAt(memory, 0), 1);
    gate.Open();
    EXPECT_OK(aclrtSynchronizeStream(stream));
    EXPECT_EQ(ByteAt(memory, 0), 9);
    EXPECT_EQ(ByteAt(memory, size - 1), 9);
    EXPECT_OK(aclrtFree(memory));
  }
  EXPECT_OK(aclrtMemsetAsync(nullptr, 0, 0, 0, Foreign()));
  int local = 0;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr", aclrtMemsetAsync, nullptr, 4, 0, 4, stream);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "count: is 5", aclrtMemsetAsync, &local, 4, 0, 5,
                 stream);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtMemsetAsync, &local, 4, 0, 4, Foreign());
}

TEST_F(MemoryTest, MemInfo) {
  for (const aclrtMemAttr attr : {ACL_DDR_MEM, ACL_HBM_MEM, ACL_DDR_MEM_HUGE, ACL_DDR_MEM_NORMAL,
                                  ACL_HBM_MEM_HUGE, ACL_HBM_MEM_NORMAL}) {
    size_t free = 0, total = 0;
    EXPECT_OK(aclrtGetMemInfo(attr, &free, &total));
    EXPECT_GT(free, size_t{1} << 20);
    EXPECT_GE(total, free);
  }
  for (const aclrtMemAttr attr :
       {ACL_DDR_MEM_P2P_HUGE, ACL_HBM_MEM_HUGE1G, ACL_HBM_MEM_P2P_HUGE1G}) {
    size_t free = 1, total = 1;
    EXPECT_OK(aclrtGetMemInfo(attr, &free, &total));
    EXPECT_EQ(free, 0u);
    EXPECT_EQ(total, 0u);
  }
  size_t free = 7, total = 8;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "free: is null", aclrtGetMemInfo, ACL_HBM_MEM, nullptr,
                 &total);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "total: is null", aclrtGetMemInfo, ACL_HBM_MEM, &free,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_MEMORY_TYPE, "attr: is 12", aclrtGetMemInfo, ACL_MEM_NORMAL,
                 &free, &total);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_MEMORY_TYPE, "attr: is -1", aclrtGetMemInfo,
                 Number<aclrtMemAttr>(-1), &free, &total);
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtGetMemInfo, ACL_HBM_MEM, &free, &total);
  }).join();
  EXPECT_EQ(free, 7u);
  EXPECT_EQ(total, 8u);
}

TEST_F(MemoryTest, AllocateInSeveralThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      EXPECT_OK(aclrtSetDevice(0));
      for (size_t i = 1; i < 200; ++i) {
        void* memory = nullptr;
        ASSERT_OK(aclrtMalloc(&memory, i * 97, ACL_MEM_MALLOC_HUGE_FIRST));
        ASSERT_OK(aclrtMemset(memory, i * 97, 1, i * 97));
        ASSERT_OK(aclrtFree(memory));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace openaclnn::test
