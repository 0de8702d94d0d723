#include "checked/uses.h"

#include <optional>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(UsesTest, ATaskCountsUntilItHasRunAndTheHostHasWaited) {
  std::optional<UsesOfTask> task(
      std::in_place, "aclnnXxx",
      std::vector<Use>{{"self", 100, 200, false}, {"out", 300, 400, true}});
  EXPECT_EQ(FindUse(199, 250, UseKind::kAny), "self of aclnnXxx");
  EXPECT_EQ(FindUse(200, 300, UseKind::kAny), std::nullopt);
  EXPECT_EQ(FindUse(0, 1000, UseKind::kWrite), "out of aclnnXxx");
  NoteSynchronised();
  EXPECT_TRUE(FindUse(100, 101, UseKind::kAny)) << "it has not run";
  task.reset();
  EXPECT_TRUE(FindUse(100, 101, UseKind::kAny)) << "nobody has waited";
  NoteSynchronised();
  EXPECT_FALSE(FindUse(0, 1000, UseKind::kAny));
}

}  // namespace
}  // namespace openaclnn
