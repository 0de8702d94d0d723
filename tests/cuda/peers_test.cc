// Two GPUs, which reach each other or do not. Each case runs in a process of its own, as the
// driver's variables are read once.
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "acl/acl.h"
#include "gtest/gtest.h"

namespace openaclnn::test {
namespace {

constexpr size_t kSize = 3;

void* MemoryOn(int32_t device) {
  void* memory = nullptr;
  if (aclrtSetDevice(device) != 0) std::exit(1);
  if (aclrtMalloc(&memory, kSize, ACL_MEM_MALLOC_HUGE_FIRST) != 0) std::exit(1);
  return memory;
}

void PrintBytes(const void* memory) {
  std::array<unsigned char, kSize> bytes{};
  aclrtMemcpy(bytes.data(), kSize, memory, kSize, ACL_MEMCPY_DEVICE_TO_HOST);
  std::fprintf(stderr, "%d,%d,%d ", bytes[0], bytes[1], bytes[2]);
}

// What devices 0 and 1 say of each other, and copies from one to the other: at once, and on streams
// of either.
[[noreturn]] void PrintPeers(const char* peers, const char* memory) {
  setenv("FAKE_CUDA_PEERS", peers, 1);
  setenv("OPENACLNN_DEVICE_MEMORY", memory, 1);
  void* const first = MemoryOn(0);
  void* const second = MemoryOn(1);
  int32_t can = -1, back = -1;
  const int asked = aclrtDeviceCanAccessPeer(&can, 0, 1);
  const int asked_back = aclrtDeviceCanAccessPeer(&back, 1, 0);
  std::fprintf(stderr, "can %d %d (%d %d); ", can, back, asked, asked_back);
  const int enabled = aclrtDeviceEnablePeerAccess(0, 0);
  if (enabled != 0) std::fprintf(stderr, "%s; ", aclGetRecentErrMsg());
  const std::array<unsigned char, kSize> bytes = {1, 2, 3};
  aclrtMemcpy(first, kSize, bytes.data(), kSize, ACL_MEMCPY_HOST_TO_DEVICE);
  aclrtMemcpy(second, kSize, first, kSize, ACL_MEMCPY_DEVICE_TO_DEVICE);
  PrintBytes(second);
  for (int32_t device : {0, 1}) {
    aclrtSetDevice(device);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    aclrtMemsetAsync(device == 0 ? first : second, kSize, 5 + device, 2, stream);
    void* const from = device == 0 ? first : second;
    void* const to = device == 0 ? second : first;
    aclrtMemcpyAsync(to, kSize, from, kSize, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
    aclrtMemsetAsync(from, kSize, 9, kSize, stream);
    std::fprintf(stderr, "(%d) ", aclrtSynchronizeStream(stream));
    PrintBytes(to);
  }
  std::exit(0);
}

TEST(PeersTest, CopyToEachOther) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (dlopen("libopenaclnn_cuda.so.0", RTLD_NOW) == nullptr) GTEST_SKIP() << "no device code";
  // Each stream fills two bytes, and copies all three before it fills them again.
  const std::string copies = "1,2,3 .0. 5,5,3 .0. 6,6,3 ";
  for (const char* memory : {"pool", "plain", "managed"}) {
    SCOPED_TRACE(memory);
    EXPECT_EXIT(PrintPeers("1", memory), testing::ExitedWithCode(0), "can 1 1 .0 0.; " + copies);
    EXPECT_EXIT(PrintPeers("0", memory), testing::ExitedWithCode(0),
                "can 0 0 .0 0.; aclrtDeviceEnablePeerAccess: cuCtxEnablePeerAccess on device 1 "
                ".fake GPU 1.: CUDA error .217.: .* " +
                    copies);
  }
}

}  // namespace
}  // namespace openaclnn::test
