#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

constexpr aclrtMemcpyKind kDown = ACL_MEMCPY_DEVICE_TO_HOST, kUp = ACL_MEMCPY_HOST_TO_DEVICE;

class CopyTest : public RuntimeTest {
 protected:
  static constexpr size_t kBytes = 256 << 10;

  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(aclrtMalloc(&device_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    ASSERT_OK(aclrtMallocHost(&pinned_, kBytes));
    std::iota(pageable_.begin(), pageable_.end(), 0);
    ASSERT_OK(aclrtMemset(device_, kBytes, 0, kBytes));
    std::memset(pinned_, 0, kBytes);
  }
  void TearDown() override {
    EXPECT_OK(aclrtSynchronizeDevice());
    EXPECT_OK(aclrtFree(device_));
    EXPECT_OK(aclrtFreeHost(pinned_));
    RuntimeTest::TearDown();
  }

  void* device_ = nullptr;
  void* pinned_ = nullptr;
  std::vector<unsigned char> pageable_ = std::vector<unsigned char>(kBytes);
};

TEST_F(CopyTest, ThereAndBack) {
  std::vector<unsigned char> back(kBytes);
  EXPECT_OK(aclrtMemcpy(device_, kBytes, pageable_.data(), kBytes, kUp));
  EXPECT_OK(aclrtMemcpy(back.data(), kBytes, device_, kBytes, kDown));
  EXPECT_EQ(back, pageable_);
}

TEST_F(CopyTest, OnlyCountBytes) {
  EXPECT_OK(aclrtMemcpy(device_, kBytes, pageable_.data() + 1, 10, kUp));
  EXPECT_EQ(std::memcmp(BytesOf(device_, 10).data(), pageable_.data() + 1, 10), 0);
  EXPECT_EQ(ByteAt(device_, 10), 0);
}

TEST_F(CopyTest, ChecksInOrder) {
  const auto bad_kind = Number<aclrtMemcpyKind>(6);
  char a[4] = {}, b[4] = {1, 2, 3, 4};
  EXPECT_OK(aclrtMemcpy(nullptr, 0, nullptr, 0, bad_kind));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dst: is null", aclrtMemcpy, nullptr, 0, b, 1, bad_kind);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "src: is null", aclrtMemcpy, a, 0, nullptr, 1, bad_kind);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind: is 6", aclrtMemcpy, a, 0, b, 1, bad_kind);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind: is 7", aclrtMemcpy, a, 0, b, 1,
                 ACL_MEMCPY_INTER_DEVICE_TO_DEVICE);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind: is -1", aclrtMemcpy, a, 0, b, 1,
                 Number<aclrtMemcpyKind>(-1));
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "count: is 4, more than destMax, 3", aclrtMemcpy, a, 3,
                 b, 4, kUp);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "destMax, 0", aclrtMemcpy, a, 0, a, 4, kUp);
  std::thread([&] {
    EXPECT_OK(aclrtMemcpy(a, 4, a, 4, kUp));  // nothing to do
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtMemcpy, a, 4, b, 4, kUp);
  }).join();
  EXPECT_EQ(a[0], 0);
}

TEST_F(CopyTest, RangesMayOverlap) {
  std::vector<char> text{'a', 'b', 'c', 'd', 'e', 'f'};
  EXPECT_OK(aclrtMemcpy(text.data() + 1, 5, text.data(), 5, ACL_MEMCPY_DEVICE_TO_DEVICE));
  EXPECT_EQ(std::string(text.begin(), text.end()), "aabcde");
}

TEST_F(CopyTest, AsyncChecksInOrder) {
  char a[4] = {}, b[4] = {1, 2, 3, 4};
  const auto h2h = ACL_MEMCPY_HOST_TO_HOST;
  EXPECT_OK(aclrtMemcpyAsync(nullptr, 0, nullptr, 0, h2h, Foreign()));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dst", aclrtMemcpyAsync, nullptr, 0, b, 1, h2h,
                 Foreign());
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "src", aclrtMemcpyAsync, a, 0, nullptr, 1, h2h,
                 Foreign());
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind: is 6", aclrtMemcpyAsync, a, 0, b, 1,
                 ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, Foreign());
  EXPECT_REFUSED(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "host to host", aclrtMemcpyAsync, a, 0, b, 1,
                 h2h, Foreign());
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "count: is 4", aclrtMemcpyAsync, a, 3, b, 4, kUp,
                 Foreign());
  EXPECT_OK(aclrtMemcpyAsync(a, 4, a, 4, kUp, Foreign()));
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtMemcpyAsync, a, 4, b, 4, kUp, Foreign());
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtMemcpyAsync, a, 4, b, 4, kUp, nullptr);
  }).join();
  EXPECT_EQ(a[0], 0);
}

TEST_F(CopyTest, AsyncFromPinnedMemoryReturnsAtOnce) {
  aclrtStream stream = NewStream();
  for (const size_t count : {size_t{16}, kBytes}) {
    EXPECT_OK(aclrtMemset(device_, kBytes, 0, kBytes));
    std::memset(pinned_, 5, kBytes);
    Gate gate;
    EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
    EXPECT_OK(aclrtMemcpyAsync(device_, kBytes, pinned_, count, kUp, stream));
    EXPECT_EQ(ByteAt(device_, 0), 0);  // the stream has not come to it
    gate.Open();
    EXPECT_OK(aclrtSynchronizeStream(stream));
    EXPECT_EQ(ByteAt(device_, 0), 5);
    EXPECT_EQ(ByteAt(device_, count - 1), 5);
  }
}

TEST_F(CopyTest, AsyncFromPageableMemoryReturnsWhenDone) {
  aclrtStream stream = NewStream();
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  std::atomic<bool> returned{false};
  std::thread copier([&] {
    auto source = std::make_unique<std::vector<unsigned char>>(kBytes, 8);
    EXPECT_OK(aclrtMemcpyAsync(device_, kBytes, source->data(), kBytes, kUp, stream));
    source.reset();  // as programs do
    returned = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(returned);  // in the stream's order
  gate.Open();
  copier.join();
  EXPECT_EQ(ByteAt(device_, kBytes - 1), 8);
  EXPECT_OK(aclrtMemcpyAsync(pageable_.data(), kBytes, device_, kBytes, kDown, stream));
  EXPECT_EQ(pageable_[0], 8);  // done without a synchronisation
}

TEST_F(CopyTest, AsyncOfPageableMemoryInAHostFunctionOfTheStream) {
  static aclrtStream stream;
  stream = NewStream();
  static std::atomic<int> code;
  EXPECT_OK(aclrtLaunchHostFunc(
      stream,
      [](void* device) {
        int local = 0;
        code = aclrtMemcpyAsync(device, 4, &local, 4, kUp, stream);
      },
      device_));
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(code, ACL_ERROR_RT_STREAM_NOT_COMPLETE);
}

}  // namespace
}  // namespace openaclnn::test
