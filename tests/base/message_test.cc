#include "base/message.h"

#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

class MessageTest : public testing::Test {
 protected:
  MessageTest() { Forget(); }
  ~MessageTest() override {
    Forget();
    SetMessageScope(MessageScope::kThread);
  }

 private:
  static void Forget() {
    for (const MessageScope scope : {MessageScope::kThread, MessageScope::kProcess}) {
      SetMessageScope(scope);
      TakeMessages();
    }
    SetMessageScope(MessageScope::kThread);
  }
};

TEST_F(MessageTest, NoneIsNull) { EXPECT_EQ(TakeMessages(), nullptr); }

TEST_F(MessageTest, TakingForgets) {
  AddMessage("one");
  EXPECT_STREQ(TakeMessages(), "one");
  EXPECT_EQ(TakeMessages(), nullptr);
}

TEST_F(MessageTest, TheNewestComesFirst) {
  AddMessage("one");
  AddMessage("two");
  AddMessage("three");
  EXPECT_STREQ(TakeMessages(), "three\ntwo\none");
}

TEST_F(MessageTest, TheOldestOfManyAreForgotten) {
  for (size_t i = 0; i < 3 * kMostMessages; ++i) AddMessage(std::to_string(i));
  std::string expected = std::to_string(3 * kMostMessages - 1);
  for (size_t i = 2; i <= kMostMessages; ++i) {
    expected.append("\n").append(std::to_string(3 * kMostMessages - i));
  }
  EXPECT_EQ(TakeMessages(), expected);
}

TEST_F(MessageTest, TheTextOutlivesLaterMessages) {
  AddMessage("one");
  const char* const text = TakeMessages();
  AddMessage("two");
  EXPECT_STREQ(text, "one");
}

TEST_F(MessageTest, ThreadsHaveTheirOwn) {
  AddMessage("here");
  std::thread([] {
    EXPECT_EQ(TakeMessages(), nullptr);
    AddMessage("there");
    EXPECT_STREQ(TakeMessages(), "there");
    AddMessage("left behind");
  }).join();
  EXPECT_STREQ(TakeMessages(), "here");
}

TEST_F(MessageTest, ThreadsMayShareThem) {
  SetMessageScope(MessageScope::kProcess);
  AddMessage("here");
  std::thread([] { AddMessage("there"); }).join();
  EXPECT_STREQ(TakeMessages(), "there\nhere");
  std::thread([] { EXPECT_EQ(TakeMessages(), nullptr); }).join();
}

}  // namespace
}  // namespace openaclnn
