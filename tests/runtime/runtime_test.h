// What tests of the runtime share.
#pragma once

#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/stream.h"

namespace openaclnn::test {

// The call returned `code` and left, as the newest message, one that begins with the function's
// name and contains `words`.
inline void ExpectRefused(aclError got, aclError code, const char* function, const char* words) {
  EXPECT_EQ(got, code) << function;
  const char* const message = aclGetRecentErrMsg();
  ASSERT_NE(message, nullptr) << function;
  EXPECT_THAT(message, testing::StartsWith(std::string(function) + ": "));
  EXPECT_THAT(message, testing::HasSubstr(words));
}
#define EXPECT_REFUSED(code, words, function, ...) \
  ::openaclnn::test::ExpectRefused(function(__VA_ARGS__), code, #function, words)
#define EXPECT_OK(call) EXPECT_EQ(call, ACL_SUCCESS) << ::openaclnn::test::Messages()
#define ASSERT_OK(call) ASSERT_EQ(call, ACL_SUCCESS) << ::openaclnn::test::Messages()

inline std::string Messages() {
  const char* const messages = aclGetRecentErrMsg();
  return messages != nullptr ? messages : "no message";
}

// Device 0, set before each test and taken down after it.
class RuntimeTest : public testing::Test {
 protected:
  void SetUp() override {
    aclGetRecentErrMsg();
    ASSERT_OK(aclrtSetDevice(0));
  }
  void TearDown() override {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_OK(aclrtResetDeviceForce(0));
    aclGetRecentErrMsg();
  }
};

// Keeps streams busy until it is opened: Block is a host function. It must outlive every Block:
// synchronise the streams, and before aclrtDestroyStreamForce, which drops tasks, await the
// arrival.
class Gate {
 public:
  ~Gate() {
    Open();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return inside_ == 0; });
  }

  void Open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  // Returns when a stream has reached the gate.
  void AwaitArrival() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrivals_ > 0; });
  }

  static void Block(void* gate) { static_cast<Gate*>(gate)->Pass(); }

 private:
  void Pass() {
    std::unique_lock lock(mutex_);
    ++arrivals_;
    ++inside_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
    --inside_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  int arrivals_ = 0, inside_ = 0;
};

// A host function that adds 1 to an std::atomic<int>.
inline void Count(void* counter) { static_cast<std::atomic<int>*>(counter)->fetch_add(1); }

// Puts a function of the host on a stream, after the work that was put there before it.
template <class F>
Status LaunchOnHost(aclrtStream handle, Weight weight, F run) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  TaskOf task([run = std::move(run)](Stream& on) mutable noexcept {
    on.queue().Wait(std::nullopt);
    return static_cast<int32_t>(run());
  });
  return stream->Launch(weight, task);
}

inline aclrtStream NewStream() {
  aclrtStream stream = nullptr;
  EXPECT_OK(aclrtCreateStream(&stream));
  return stream;
}

inline aclrtEvent NewEvent() {
  aclrtEvent event = nullptr;
  EXPECT_OK(aclrtCreateEvent(&event));
  return event;
}

// What device memory holds, which the host may not be able to read. Waits for no stream.
inline std::vector<unsigned char> BytesOf(const void* memory, size_t size) {
  std::vector<unsigned char> bytes(size);
  EXPECT_OK(aclrtMemcpy(bytes.data(), size, memory, size, ACL_MEMCPY_DEVICE_TO_HOST));
  return bytes;
}
inline int ByteAt(const void* memory, size_t offset) {
  return BytesOf(static_cast<const char*>(memory) + offset, 1)[0];
}

// A number as a caller from C might pass it.
template <class Enum>
Enum Number(int value) {
  return std::bit_cast<Enum>(value);
}

// A number that is no handle.
inline void* Foreign() { return reinterpret_cast<void*>(uintptr_t{0x12345678}); }

}  // namespace openaclnn::test
