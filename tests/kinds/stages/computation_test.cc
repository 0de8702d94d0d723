// Computations that consist of others: where each finds what it reads and writes.
#include "kinds/stages/computation.h"

#include <memory>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "base/details.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using testing::ElementsAre;

struct Event {
  int stage;
  std::string what;
  std::vector<void*> slots;
  void* workspace;
};

struct Access {
  int slot;
  bool writes;
};

// Notes what it is asked for.
class Noting final : public Computation {
 public:
  Noting(int number, std::vector<Event>& events, std::vector<Access> accesses, bool has_work = true)
      : number_(number), events_(events), accesses_(std::move(accesses)), has_work_(has_work) {
    plan_.elements = 1;
  }

  void Run(const Places& places) const override { Note("run", places); }
  bool HasDeviceCode() const override { return number_ != kWithoutCode; }
  bool HasWork() const override { return has_work_; }
  Status FindCode(const Places& places, Queue& /*queue*/, DeviceCodes& codes) const override {
    Note("find", places);
    codes.Make<int>() = number_;
    if (number_ == kRefuses) {
      return Error(ErrorKind::kInternal, ACL_ERROR_INVALID_PARAM, "there is no code");
    }
    return {};
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& /*queue*/) const override {
    EXPECT_EQ(codes.Get<int>(), number_);
    Note("launch", places);
    return {};
  }
  void ForEachAccess(const AccessVisitor& visit) const override {
    for (const auto& [slot, writes] : accesses_) visit({plan_, 0, slot, writes});
  }
  void AddDetails(Details& details) const override { details.AddWords("loop", "noting"); }

  static constexpr int kRefuses = 100, kWithoutCode = 101;

 private:
  void Note(const char* what, const Places& places) const {
    Event event{number_, what, {}, places.workspace};
    for (const Access& access : accesses_) event.slots.push_back(places.First(access.slot));
    events_.push_back(event);
  }

  const int number_;
  std::vector<Event>& events_;
  const std::vector<Access> accesses_;
  const bool has_work_;
  Plan plan_;
};

class StagesTest : public testing::Test {
 protected:
  StagesTest() {
    all_.num_given = 2;
    slots_[0] = SlotAt(memory_);
    slots_[1] = SlotAt(memory_ + 1);
  }

  static TensorSlot SlotAt(std::byte* memory) {
    return {.handle = nullptr, .data = memory, .offset = 0, .begin = 0, .end = 0};
  }

  void Add(int number, std::vector<Access> accesses, uint64_t workspace = 0, bool works = true) {
    all_.stages.push_back(
        {std::make_unique<Noting>(number, events_, std::move(accesses), works), workspace});
  }
  std::vector<std::pair<int, std::string>> WhatHappened() const {
    std::vector<std::pair<int, std::string>> all;
    for (const Event& event : events_) all.emplace_back(event.stage, event.what);
    return all;
  }
  Places At(void* workspace) const { return {slots_, workspace}; }
  Queue& NoQueue() { return *reinterpret_cast<Queue*>(&queue_); }  // which nobody looks at

  alignas(64) std::byte memory_[512];
  StagesComputation all_;
  std::vector<Event> events_;
  TensorSlot slots_[2];
  std::max_align_t queue_{};
};

TEST_F(StagesTest, EachFindsItsTensorsAndItsPartOfTheWorkspace) {
  all_.temporaries = {0, 128};
  Add(0, {{0, false}, {2, true}}, 64);
  Add(1, {{2, false}, {3, true}}, 192);
  Add(2, {{3, false}, {1, true}});
  all_.Run(At(memory_ + 1));  // aligned by the computation
  std::byte* const workspace = memory_ + 64;
  ASSERT_EQ(events_.size(), 3u);
  EXPECT_THAT(events_[0].slots, ElementsAre(memory_, workspace));
  EXPECT_THAT(events_[1].slots, ElementsAre(workspace, workspace + 128));
  EXPECT_THAT(events_[2].slots, ElementsAre(workspace + 128, memory_ + 1));
  EXPECT_EQ(events_[0].workspace, workspace + 64);
  EXPECT_EQ(events_[1].workspace, workspace + 192);
}

TEST_F(StagesTest, LaunchesWhatHasWorkInOrder) {
  Add(4, {{0, false}});
  Add(5, {{1, false}}, 0, false);
  Add(6, {{1, true}});
  EXPECT_TRUE(all_.HasWork());
  DeviceCodes codes;
  ASSERT_TRUE(all_.FindCode(At(nullptr), NoQueue(), codes).ok());
  ASSERT_TRUE(all_.Launch(At(nullptr), codes, NoQueue()).ok());
  EXPECT_THAT(WhatHappened(), ElementsAre(std::pair(4, "find"), std::pair(6, "find"),
                                          std::pair(4, "launch"), std::pair(6, "launch")));
}

TEST_F(StagesTest, AStageThatRefusesRefusesTheCallBeforeAnythingIsLaunched) {
  Add(0, {{0, false}});
  Add(Noting::kRefuses, {{1, true}});
  DeviceCodes codes;
  EXPECT_EQ(all_.FindCode(At(nullptr), NoQueue(), codes).message(), "there is no code");
  EXPECT_TRUE(all_.HasDeviceCode());
  Add(Noting::kWithoutCode, {});
  EXPECT_FALSE(all_.HasDeviceCode());
}

TEST_F(StagesTest, ShowsWhatIsReadAndWrittenFromOutside) {
  all_.temporaries = {0};
  Add(0, {{0, false}, {2, true}});
  Add(1, {{2, false}, {1, true}});
  Add(2, {{1, false}, {0, true}});
  std::vector<std::pair<int, bool>> seen;
  all_.ForEachAccess(
      [&](const PlanAccess& access) { seen.emplace_back(access.slot, access.writes); });
  EXPECT_THAT(seen, ElementsAre(std::pair(0, false), std::pair(1, true), std::pair(0, true)));
}

TEST_F(StagesTest, HasNoWorkWhereNoStageHas) {
  EXPECT_FALSE(all_.HasWork());
  Add(0, {}, 0, false);
  EXPECT_FALSE(all_.HasWork());
}

TEST_F(StagesTest, NamesItsStagesInTheLog) {
  Add(0, {});
  Add(1, {});
  Details details;
  all_.AddDetails(details);
  EXPECT_EQ(details.Text(), "loop=stages, stage0=\"loop=noting\", stage1=\"loop=noting\"");
}

}  // namespace
}  // namespace openaclnn
