#include "checked/history.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(HistoryTest, TellsWhatBecameOfAnObject) {
  const int object = 0;
  EXPECT_THAT(HistoryOf(&object), HasSubstr("was never created"));
  NoteMade("aclThing", &object, 0);
  EXPECT_THAT(HistoryOf(&object),
              AllOf(HasSubstr("aclThing 0x"), HasSubstr("was made at checked_test+0x"),
                    Not(HasSubstr("ended"))));
  EXPECT_EQ(EndedBy(&object), nullptr);
  NoteEnded(&object, "aclDestroyThing");
  EXPECT_THAT(HistoryOf(&object), HasSubstr("ended by aclDestroyThing at checked_test+0x"));
  EXPECT_STREQ(EndedBy(&object), "aclDestroyThing");
  NoteMade("aclThing", &object, 0);
  EXPECT_EQ(EndedBy(&object), nullptr) << "another object at the same address";
  NoteEnded(&object, "aclDestroyThing");
}

TEST(HistoryTest, ReportsLeaksOnceAndTogether) {
  OverrideChecks(CheckBit(Check::kLifetime));
  const int objects[3] = {};
  for (const int& object : objects) NoteMade("aclThing", &object, 100);
  testing::internal::CaptureStderr();
  ReportLeaks();
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("EZ3005 leak]: 3 x aclThing, made at checked_test+0x"));
  testing::internal::CaptureStderr();
  ReportLeaks();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  OverrideChecks(0);
}

}  // namespace
}  // namespace openaclnn
