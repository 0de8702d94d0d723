#include "base/status.h"

#include "base/api.h"
#include "base/message.h"
#include "base/no_handle_left.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

Status Half(int number, int& half) {
  if (number % 2 != 0) return Error(ErrorKind::kInvalidValue, 7, "number: {} is odd", number);
  half = number / 2;
  return {};
}

Status Quarter(int number, int& quarter) {
  int half = 0;
  OPENACLNN_RETURN_IF_ERROR(Half(number, half));
  return Half(half, quarter);
}

TEST(StatusTest, SuccessHasNoMessage) {
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.code(), 0);
  EXPECT_EQ(status.message(), "");
}

TEST(StatusTest, ErrorIsFormatted) {
  const Status status = Error(ErrorKind::kDtype, 161002, "self: expected {}, got {}", "FLOAT", 3);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.kind(), ErrorKind::kDtype);
  EXPECT_EQ(status.code(), 161002);
  EXPECT_EQ(status.message(), "self: expected FLOAT, got 3");
}

TEST(StatusTest, ReturnIfErrorPassesTheFirstErrorOn) {
  int quarter = 0;
  EXPECT_TRUE(Quarter(12, quarter).ok());
  EXPECT_EQ(quarter, 3);
  EXPECT_EQ(Quarter(5, quarter).message(), "number: 5 is odd");
  EXPECT_EQ(Quarter(6, quarter).message(), "number: 3 is odd");
  EXPECT_EQ(quarter, 3);
}

TEST(CallApiTest, TurnsAStatusIntoCodeAndMessage) {
  TakeMessages();
  EXPECT_EQ(CallApi("aclFine", kAclCodes, [] { return Status(); }), 0);
  EXPECT_EQ(TakeMessages(), nullptr);
  EXPECT_EQ(CallApi("aclBad", kAclCodes,
                    [] { return Error(ErrorKind::kInvalidValue, 107000, "size: is {}", 0); }),
            107000);
  EXPECT_STREQ(TakeMessages(), "aclBad: size: is 0 [EZ1003 invalid-value]");
}

TEST(CallApiTest, TurnsExceptionsIntoCodes) {
  const auto call = [](InternalCodes codes, auto thrown) {
    return CallApi("aclThrows", codes, [&]() -> Status { throw thrown; });
  };
  TakeMessages();
  EXPECT_EQ(call(kAclCodes, std::bad_alloc()), 200000);
  EXPECT_STREQ(TakeMessages(), "aclThrows: out of host memory [EZ1005 out-of-host-memory]");
  EXPECT_EQ(call(kAclnnCodes, std::bad_alloc()), 561103);
  EXPECT_EQ(call(kAclCodes, std::runtime_error("broken")), 500000);
  EXPECT_EQ(call(kAclnnCodes, std::runtime_error("broken")), 561000);
  EXPECT_STREQ(TakeMessages(),
               "aclThrows: broken [EZ1006 internal]\naclThrows: broken [EZ1006 internal]\n"
               "aclThrows: out of host memory [EZ1005 out-of-host-memory]");
  EXPECT_EQ(call(kAclCodes, 3), 500000);
  EXPECT_STREQ(TakeMessages(), "aclThrows: unexpected exception of unknown type [EZ1006 internal]");
  EXPECT_EQ(call(kAclCodes, NoHandleLeft(7, "streams")), 207005);
  EXPECT_STREQ(TakeMessages(),
               "aclThrows: 7 streams are live, and there cannot be more of them at once; destroy "
               "those that are not needed any more [EZ1007 too-many-objects]");
  EXPECT_EQ(call(kAclnnCodes, NoHandleLeft(7, "executors")), 561101);
}

}  // namespace
}  // namespace openaclnn
