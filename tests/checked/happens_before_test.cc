// Small histories of streams and the host, racy and clean.

#include "checked/happens_before.h"

#include <array>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensor/footprint.h"

namespace openaclnn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Access Read(uintptr_t begin, uintptr_t end) { return {"in", false, begin, end, nullptr}; }
Access Write(uintptr_t begin, uintptr_t end) { return {"out", true, begin, end, nullptr}; }

// `columns` elements of 4 bytes in each of 4 rows that are 64 bytes apart.
View Columns(uintptr_t address, int64_t columns) { return {address, {4, columns}, {64, 4}, 4}; }
Access ReadColumns(uintptr_t address, int64_t columns) {
  return AccessTo(Columns(address, columns), "in", false);
}
Access WriteColumns(uintptr_t address, int64_t columns) {
  return AccessTo(Columns(address, columns), "out", true);
}

class HappensBeforeTest : public testing::Test {
 protected:
  Moment Run(int32_t stream, const char* name, const std::vector<Access>& accesses) {
    return order_.Launch(stream, name, accesses);
  }
  Moment Record(int32_t stream) { return order_.Launch(stream, "record", {}); }
  void Host(const char* name, const std::vector<Access>& accesses) {
    order_.OnHost(name, accesses);
  }

  std::vector<std::string> races_;
  HappensBefore order_{[this](const Race& race) {
    const auto text = [](const Operation& operation) {
      return std::string(operation.name) + "@" + std::to_string(operation.stream) + "." +
             std::to_string(operation.number);
    };
    races_.push_back(text(race.earlier) + " " + race.earlier_access.argument + ", " +
                     text(race.later) + " " + race.later_access.argument);
  }};
};

TEST_F(HappensBeforeTest, TasksOfOneStreamAreInOrder) {
  Run(1, "a", {Write(0, 64)});
  Run(1, "b", {Read(0, 64), Write(0, 64)});
  Run(1, "c", {Read(32, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, TwoStreamsWriteTheSame) {
  Run(1, "a", {Write(0, 64)});
  Run(2, "b", {Write(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, b@2.1 out"));
}

TEST_F(HappensBeforeTest, OneByteIsEnough) {
  Run(1, "a", {Write(0, 64)});
  Run(2, "b", {Read(63, 100)});
  Run(3, "c", {Read(64, 100)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, b@2.1 in"));
}

TEST_F(HappensBeforeTest, ReadersDoNotRace) {
  Run(1, "a", {Read(0, 64)});
  Run(2, "b", {Read(0, 64)});
  Host("copy", {Read(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, AWriterRacesWithEachReader) {
  Run(1, "a", {Read(0, 64)});
  Run(2, "b", {Read(0, 64)});
  Run(3, "c", {Write(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 in, c@3.1 out", "b@2.1 in, c@3.1 out"));
}

TEST_F(HappensBeforeTest, EmptyAccessesTouchNothing) {
  Run(1, "a", {Write(8, 8)});
  Run(2, "b", {Write(0, 64)});
  Run(3, "c", {Write(8, 8)});
  Host("copy", {Write(8, 8)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, TheHostReadsTooEarly) {
  Run(1, "a", {Write(0, 64)});
  Host("copy", {Read(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, copy@-1.1 in"));
}

TEST_F(HappensBeforeTest, TheHostWritesTooEarly) {
  Run(1, "a", {Read(0, 64)});
  Host("copy", {Write(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 in, copy@-1.1 out"));
}

TEST_F(HappensBeforeTest, TheHostWaits) {
  Run(1, "a", {Write(0, 64)});
  order_.HostWaitsForAll(1);
  Host("copy", {Read(0, 64), Write(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, TheHostWaitsForAnotherStream) {
  Run(1, "a", {Write(0, 64)});
  Run(2, "b", {Write(64, 128)});
  order_.HostWaitsForAll(2);
  Host("copy", {Read(64, 128)});
  Host("copy", {Read(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, copy@-1.2 in"));
}

TEST_F(HappensBeforeTest, WhatTheHostDidComesBeforeLaterTasks) {
  Host("copy", {Write(0, 64)});
  Run(1, "a", {Read(0, 64)});
  Run(2, "b", {Read(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, ASynchronisedStreamComesBeforeLaterTasksOfAll) {
  Run(1, "a", {Write(0, 64)});
  order_.HostWaitsForAll(1);
  Run(2, "b", {Write(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, AnEventOrdersTwoStreams) {
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, Record(1));
  Run(2, "b", {Read(0, 64), Write(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, AnEventRecordedTooEarly) {
  const Moment event = Record(1);
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, event);
  Run(2, "b", {Read(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.2 out, b@2.1 in"));
}

TEST_F(HappensBeforeTest, AWaitThatComesTooLate) {
  Run(1, "a", {Write(0, 64)});
  const Moment event = Record(1);
  Run(2, "b", {Read(0, 64)});
  order_.StreamWaits(2, event);
  Run(2, "c", {Read(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, b@2.1 in"));
}

TEST_F(HappensBeforeTest, AWaitIsOfOneStream) {
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, Record(1));
  Run(3, "b", {Read(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, b@3.1 in"));
}

TEST_F(HappensBeforeTest, TheReaderMustBeWaitedForToo) {  // the next step overwrites its input
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, Record(1));
  Run(2, "b", {Read(0, 64)});
  Run(1, "c", {Write(0, 64)});
  EXPECT_THAT(races_, ElementsAre("b@2.1 in, c@1.3 out"));
}

TEST_F(HappensBeforeTest, EventsChain) {
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, Record(1));
  order_.StreamWaits(3, Record(2));
  Run(3, "b", {Write(0, 64)});
  order_.HostWaits(Record(3));
  Host("copy", {Write(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, TheHostWaitsForWhatAStreamWaitedFor) {
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, Record(1));
  order_.HostWaitsForAll(2);
  Host("copy", {Read(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, TheHostWaitsForAnEvent) {
  Run(1, "a", {Write(0, 64)});
  const Moment event = Record(1);
  Run(1, "b", {Write(64, 128)});
  order_.HostWaits(event);
  Host("copy", {Read(0, 64)});
  Host("copy", {Read(64, 128)});
  EXPECT_THAT(races_, ElementsAre("b@1.3 out, copy@-1.2 in"));
}

TEST_F(HappensBeforeTest, AnEventThatWasNotRecordedOrdersNothing) {
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, nullptr);
  order_.HostWaits(nullptr);
  Run(2, "b", {Write(0, 64)});
  EXPECT_THAT(races_, SizeIs(1));
}

TEST_F(HappensBeforeTest, AStreamThatEndedIsOver) {
  Run(1, "a", {Write(0, 64)});
  const Moment event = Record(1);
  order_.EndStream(1);
  Host("copy", {Write(0, 64)});
  order_.StreamWaits(2, event);
  Run(2, "b", {Write(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, FreedMemoryIsForgotten) {
  Run(1, "a", {Write(0, 64)});
  order_.Forget(0, 32);
  Run(2, "b", {Write(0, 32)});
  EXPECT_THAT(races_, IsEmpty());
  Run(3, "c", {Write(32, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, c@3.1 out"));
}

TEST_F(HappensBeforeTest, HalvesOfAMatrixDoNotRace) {
  Run(1, "left", {WriteColumns(1000, 8)});
  Run(2, "right", {WriteColumns(1032, 8)});
  EXPECT_THAT(races_, IsEmpty());
  Run(3, "middle", {ReadColumns(1016, 8)});
  EXPECT_THAT(races_, ElementsAre("left@1.1 out, middle@3.1 in", "right@2.1 out, middle@3.1 in"));
}

TEST_F(HappensBeforeTest, ARangeInTheGapsOfAView) {
  Run(1, "left", {WriteColumns(1000, 8)});
  Run(2, "gap", {Write(1032, 1064)});
  EXPECT_THAT(races_, IsEmpty());
  Run(2, "more", {Write(1032, 1065)});
  EXPECT_THAT(races_, ElementsAre("left@1.1 out, more@2.2 out"));
}

TEST_F(HappensBeforeTest, EverySecondElement) {
  const View even{1000, {100}, {8}, 4}, odd{1004, {100}, {8}, 4};
  Run(1, "even", {AccessTo(even, "out", true)});
  Run(2, "odd", {AccessTo(odd, "out", true)});
  EXPECT_THAT(races_, IsEmpty());
  Run(2, "even2", {AccessTo(even, "out", true)});
  EXPECT_THAT(races_, SizeIs(1));
}

TEST_F(HappensBeforeTest, AViewDoesNotHideWhatLiesInItsGaps) {
  Run(1, "all", {Write(1000, 1256)});
  Run(1, "left", {WriteColumns(1000, 8)});
  Run(2, "gap", {Read(1032, 1064)});
  EXPECT_THAT(races_, ElementsAre("all@1.1 out, gap@2.1 in"));
}

TEST_F(HappensBeforeTest, AReadDoesNotHideAWrite) {
  Run(1, "a", {Write(0, 64)});
  Run(1, "b", {Read(0, 64)});
  Run(2, "c", {Read(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, c@2.1 in"));
}

TEST_F(HappensBeforeTest, PartsOfARangeHaveHistoriesOfTheirOwn) {
  Run(1, "a", {Write(0, 90)});
  const Moment event = Record(1);
  order_.StreamWaits(2, event);
  order_.StreamWaits(3, event);
  Run(2, "b", {Write(30, 60)});
  Run(3, "c", {Write(0, 30), Write(60, 90)});
  EXPECT_THAT(races_, IsEmpty());
  Run(3, "d", {Write(0, 90)});
  EXPECT_THAT(races_, ElementsAre("b@2.1 out, d@3.2 out"));
}

TEST_F(HappensBeforeTest, OneReportForEachPairOfTasks) {
  Run(1, "a", {Read(0, 64), Write(100, 200)});
  Run(2, "b", {Write(0, 64), Write(100, 200)});
  EXPECT_THAT(races_, ElementsAre("a@1.1 in, b@2.1 out"));
}

TEST_F(HappensBeforeTest, OneReportForALoop) {
  for (int i = 0; i < 10; ++i) {
    Run(1, "a", {Write(0, 64)});
    Run(2, "b", {Read(0, 64)});
  }
  EXPECT_THAT(races_, ElementsAre("a@1.1 out, b@2.1 in", "b@2.1 in, a@1.2 out"));
}

TEST_F(HappensBeforeTest, AFunctionTellsTheHost) {
  Run(1, "a", {Write(0, 64)});
  Moment function = order_.LaunchFunction(1);
  order_.HostWaits(function);  // it begins
  function = nullptr;
  Host("copy", {Read(0, 64)});
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, AFunctionMayWaitForTheHost) {
  Moment function = order_.LaunchFunction(1);
  Run(1, "a", {Read(0, 64)});
  order_.HostWaits(function);
  Run(1, "b", {Read(64, 128)});
  order_.StreamWaits(2, Record(1));
  Run(2, "c", {Read(128, 192)});
  Host("copy", {Write(0, 192)});
  EXPECT_THAT(races_, IsEmpty());
  function = nullptr;  // over: what follows it can no longer wait for what comes now
  Host("late", {Write(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.2 in, late@-1.2 out"));
}

TEST_F(HappensBeforeTest, AFunctionDoesNotOrderWhatFollowsIt) {
  const Moment function = order_.LaunchFunction(1);
  const Moment event = Record(1);
  Run(1, "a", {Write(0, 64)});
  order_.StreamWaits(2, event);
  Run(2, "b", {Write(0, 64)});
  EXPECT_THAT(races_, ElementsAre("a@1.3 out, b@2.1 out"));
}

// Memory of the host, read by a task.
class GuardTest : public HappensBeforeTest {
 protected:
  Access Source() const {
    const auto begin = reinterpret_cast<uintptr_t>(source_.data());
    return {"src", false, begin, begin + source_.size(), nullptr};
  }
  void Copy(int32_t stream) {
    order_.Guard(stream, Run(stream, "copy", {Source()}), "copy", Source());
  }

  std::string source_ = "as it was";
};

TEST_F(GuardTest, TheHostStoresTooEarly) {
  Copy(1);
  source_[8] = 'x';
  order_.HostWaitsForAll(1);
  EXPECT_THAT(races_, ElementsAre("copy@1.1 src, the program@-1.0 src"));
}

TEST_F(GuardTest, TheHostStoresInTime) {
  Copy(1);
  order_.HostWaitsForAll(1);
  source_[8] = 'x';
  Copy(1);
  order_.HostWaits(Record(1));
  source_[7] = 'y';
  order_.EndStream(1);
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(GuardTest, TheHostWaitsForSomethingElse) {
  Run(1, "a", {});
  const Moment event = Record(1);
  Copy(1);
  Run(2, "b", {});
  order_.HostWaits(event);
  order_.HostWaitsForAll(2);
  source_[8] = 'x';
  EXPECT_THAT(races_, IsEmpty());
  order_.EndStream(1);
  EXPECT_THAT(races_, SizeIs(1));
}

TEST_F(GuardTest, TasksMayWriteInOrder) {
  Access write = Source();
  write.writes = true;
  Run(1, "fill", {write});
  Copy(1);  // of what "fill" will have written
  source_[0] = 'x';
  order_.HostWaitsForAll(1);
  Copy(1);
  Run(1, "next", {write});
  source_[0] = 'y';
  order_.HostWaitsForAll(1);
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(GuardTest, FunctionsMayWriteInOrder) {
  Moment function = order_.LaunchFunction(1);
  Copy(1);  // of what the function will have written
  order_.HostWaits(function);
  source_[0] = 'x';
  function = nullptr;
  order_.HostWaitsForAll(1);
  Copy(1);
  function = order_.LaunchFunction(1);
  order_.HostWaits(function);
  source_[0] = 'y';
  function = nullptr;
  order_.HostWaitsForAll(1);
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(GuardTest, FreedMemoryIsNotLookedAt) {
  Copy(1);
  order_.Forget(Source().begin, Source().end);
  source_[0] = 'x';
  order_.HostWaitsForAll(1);
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, WhatIsOverIsDropped) {
  for (uintptr_t i = 0; i < 10'000; ++i) {
    Run(1, "a", {Write(i * 64, i * 64 + 32)});
    if (i % 100 == 99) order_.HostWaitsForAll(1);
  }
  EXPECT_EQ(order_.remembered(), 0);
}

TEST_F(HappensBeforeTest, ALoopOverTheSameMemoryStaysSmall) {
  for (int i = 0; i < 10'000; ++i) {
    Run(1, "a", {ReadColumns(1000, 8), WriteColumns(2000, 8), Read(4000, 4064)});
    order_.StreamWaits(2, Record(1));
    Run(2, "b", {ReadColumns(2000, 8), Write(1 << 20, 1 << 21)});
    order_.StreamWaits(1, Record(2));
  }
  EXPECT_THAT(races_, IsEmpty());
  EXPECT_LE(order_.remembered(), 6);
}

TEST_F(HappensBeforeTest, NeverMoreThanTheNewest) {
  const uintptr_t accesses = HappensBefore::kMostAccesses + 1000;
  for (uintptr_t i = 0; i < accesses; ++i) {
    Run(static_cast<int32_t>(i % 2), "a", {Write(i * 64, i * 64 + 32)});
  }
  EXPECT_LE(order_.remembered(), HappensBefore::kMostAccesses + 1);
  EXPECT_THAT(races_, IsEmpty());
}

TEST_F(HappensBeforeTest, WhatWaitsForATaskIsToldWhenTheHostKnows) {
  int over = 0;
  const Moment first = Run(1, "a", {});
  order_.WhenOver(1, first, [&] { over += 1; });
  order_.WhenOver(1, Run(1, "b", {}), [&] { over += 10; });
  order_.HostWaitsForAll(2);
  EXPECT_EQ(over, 0);
  order_.HostWaits(first);
  EXPECT_EQ(over, 1);
  order_.WhenOver(1, first, [&] { over += 100; });  // at once
  EXPECT_EQ(over, 101);
  order_.EndStream(1);
  EXPECT_EQ(over, 111);
}

TEST_F(HappensBeforeTest, TheFirstQueryAfterNewTasksIsDoubted) {
  EXPECT_FALSE(order_.DoubtsQuery(1));  // nothing was launched
  const Moment record = Record(1);
  EXPECT_TRUE(order_.DoubtsQuery(1, record));
  EXPECT_FALSE(order_.DoubtsQuery(1, record));
  EXPECT_TRUE(order_.DoubtsQuery(1));  // the host has not been told
  order_.HostWaitsForAll(1);
  EXPECT_FALSE(order_.DoubtsQuery(1));
  EXPECT_FALSE(order_.DoubtsQuery(1, record));
  Run(1, "a", {});
  EXPECT_FALSE(order_.DoubtsQuery(1, record));
  EXPECT_TRUE(order_.DoubtsQuery(1));
  Run(1, "a", {});  // a program may launch more whenever it is told no
  EXPECT_FALSE(order_.DoubtsQuery(1));
}

TEST_F(HappensBeforeTest, ThreadsMayLaunchAtOnce) {
  std::array<std::thread, 4> threads;
  for (size_t t = 0; t < threads.size(); ++t) {
    threads[t] = std::thread([this, t, count = threads.size()] {
      const auto stream = static_cast<int32_t>(t);
      for (uintptr_t i = 0; i < 1000; ++i) {
        const uintptr_t begin = (i * count + t) * 64;
        Run(stream, "a", {Read(1 << 30, uintptr_t{1} << 31), Write(begin, begin + 64)});
        if (i % 10 == 0) order_.HostWaitsForAll(stream);
      }
      order_.EndStream(stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(races_, IsEmpty());
  EXPECT_EQ(order_.remembered(), 0);
}

}  // namespace
}  // namespace openaclnn
