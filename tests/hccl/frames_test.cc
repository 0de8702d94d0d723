// The tree by which processes agree on an operation, without gloo: processes are threads here.

#include "hccl/frames.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace openaclnn::hccl {
namespace {

// Bytes on their way: from, to and step say which.
class Post {
 public:
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
  void Send(const Key& key, std::string bytes) {
    const std::lock_guard lock(mutex_);
    ++sent_;
    on_the_way_.emplace(key, std::move(bytes));
    changed_.notify_all();
  }
  std::string Receive(const Key& key) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return on_the_way_.contains(key); });
    return on_the_way_.extract(key).mapped();
  }
  size_t sent() const { return sent_; }
  size_t left() const { return on_the_way_.size(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, std::string> on_the_way_;
  size_t sent_ = 0;
};

class PostTransport final : public Transport {
 public:
  PostTransport(Post& post, uint32_t here) : post_(post), here_(here) {}
  std::optional<Failure> Exchange(Step step, std::span<const Piece> sends,
                                  std::span<const Piece> receives, Deadline) override {
    for (const Piece& piece : sends) {
      post_.Send({here_, piece.process, step.number},
                 {reinterpret_cast<const char*>(piece.data), piece.bytes});
    }
    for (const Piece& piece : receives) {
      const std::string come = post_.Receive({piece.process, here_, step.number});
      EXPECT_EQ(come.size(), piece.bytes);
      std::memcpy(piece.data, come.data(), std::min(come.size(), piece.bytes));
    }
    return std::nullopt;
  }
  std::optional<Failure> Broadcast(Step, uint32_t, std::byte*, size_t, Deadline) override {
    return std::nullopt;
  }
  std::optional<Failure> Transfer(std::span<Message>, Agree&, Deadline) override {
    return std::nullopt;
  }
  void Abort(const Failure&) override {}
  void Leave(uint64_t) override {}

 private:
  Post& post_;
  const uint32_t here_;
};

Frame FrameOf(uint32_t process) {
  Frame frame{};
  frame.header = {0, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, 0, 5, 0, 7};
  frame.rank = process;
  frame.data.fill(static_cast<std::byte>(process * 3 + 1));
  return frame;
}

std::vector<uint32_t> OneRankEach(uint32_t processes) {
  std::vector<uint32_t> process_of(processes);
  for (uint32_t i = 0; i < processes; ++i) process_of[i] = i;
  return process_of;
}

class FramesTest : public testing::TestWithParam<uint32_t> {};

TEST_P(FramesTest, ComeFromAll) {
  const uint32_t processes = GetParam();
  Post post;
  std::vector<std::vector<Frame>> frames(processes, std::vector<Frame>(processes));
  {
    std::vector<std::jthread> threads;
    for (uint32_t here = 0; here < processes; ++here) {
      threads.emplace_back([&, here] {
        PostTransport transport(post, here);
        frames[here][here] = FrameOf(here);
        EXPECT_FALSE(ExchangeFrames(transport, Placement(OneRankEach(processes), here),
                                    frames[here], {7, 0}, {7, 1}, std::nullopt));
      });
    }
  }
  EXPECT_EQ(post.sent(), 2 * (processes - 1));
  EXPECT_EQ(post.left(), 0u);
  if (processes > kMostFrames) return;  // then only headers are compared
  for (uint32_t here = 0; here < processes; ++here) {
    for (uint32_t other = 0; other < processes; ++other) {
      const Frame expected = FrameOf(other);
      EXPECT_EQ(std::memcmp(&frames[here][other], &expected, sizeof(Frame)), 0)
          << "frame of " << other << " at " << here << " of " << processes;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hccl, FramesTest,
                         testing::Values(2, 3, 4, 5, 6, 7, 8, 9, 16, 63, 64, 65, 100),
                         testing::PrintToStringParamName());

// Process `here` meets another header at the first that relays it.
TEST(FramesDifferTest, IsFoundByTheParent) {
  for (const uint32_t processes : {8u, 100u}) {
    Post post;
    const uint32_t different = 6, parent = 4;
    std::vector<Frame> theirs(processes, FrameOf(different));
    theirs[0].header.count = 9;
    post.Send({different, parent, 0}, {reinterpret_cast<const char*>(theirs.data()),
                                       (processes > kMostFrames ? 1u : 2u) * sizeof(Frame)});
    theirs[0] = FrameOf(5);
    post.Send({5, parent, 0}, {reinterpret_cast<const char*>(theirs.data()), sizeof(Frame)});
    PostTransport transport(post, parent);
    std::vector<Frame> frames(processes);
    frames[parent] = FrameOf(parent);
    const auto failure = ExchangeFrames(transport, Placement(OneRankEach(processes), parent),
                                        frames, {7, 0}, {7, 1}, std::nullopt);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->text,
              "rank 4 calls HcclAllReduce of 5 FP32, SUM, rank 6 HcclAllReduce of 9 FP32, SUM");
  }
}

}  // namespace
}  // namespace openaclnn::hccl
