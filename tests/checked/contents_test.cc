#include "checked/contents.h"

#include <array>
#include <string>

#include "checked/out_of_reach.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensor/footprint.h"

namespace openaclnn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Two allocations of 1024 bytes. Reports go to standard error.
class ContentsTest : public testing::Test {
 protected:
  static constexpr size_t kSize = 1024;

  ContentsTest() {
    OverrideChecks(CheckBit(Check::kMemory));
    for (void** memory : {&first_, &second_}) {
      *memory = ReserveDeviceMemory(kSize, 0);
      TrackContents(*memory, kSize);
    }
  }
  ~ContentsTest() override {
    for (void* memory : {first_, second_}) {
      ForgetContents(memory);
      ReleaseDeviceMemory(memory, false);
    }
    OverrideChecks(0);
  }

  static uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }
  Access Read(size_t begin, size_t end) const { return In(first_, begin, end, false); }
  Access Write(size_t begin, size_t end) const { return In(first_, begin, end, true); }
  static Access In(const void* memory, size_t begin, size_t end, bool writes) {
    return {writes ? "out" : "in", writes, AddressOf(memory) + begin, AddressOf(memory) + end,
            nullptr};
  }
  // Every other of `count` floats, the last one first.
  Access EveryOther(size_t begin, int64_t count, bool writes) const {
    const uintptr_t last = AddressOf(first_) + begin + static_cast<size_t>(count - 1) * 8;
    return AccessTo({last, {count}, {-8}, 4}, writes ? "out" : "in", writes);
  }
  static std::string Run(std::initializer_list<Access> accesses) {
    testing::internal::CaptureStderr();
    NoteContents("op", {accesses.begin(), accesses.size()});
    return testing::internal::GetCapturedStderr();
  }

  void* first_ = nullptr;
  void* second_ = nullptr;
};

TEST_F(ContentsTest, WhatIsWrittenMayBeRead) {
  EXPECT_THAT(Run({Write(64, 128)}), IsEmpty());
  EXPECT_THAT(Run({Read(64, 128)}), IsEmpty());
}

TEST_F(ContentsTest, APartIsReportedOnce) {
  Run({Write(64, 128)});
  EXPECT_THAT(Run({Read(60, 132)}), HasSubstr("EZ2008 unwritten-read]: op: in: 8 of the 72 bytes "
                                              "that it reads were never written, the first at "
                                              "offset 60 of allocation #"));
  EXPECT_THAT(Run({Read(60, 132)}), IsEmpty());
}

TEST_F(ContentsTest, AnOperationReadsBeforeItWrites) {
  EXPECT_THAT(Run({Write(0, 64), Read(0, 64)}), HasSubstr("64 of the 64 bytes"));
}

TEST_F(ContentsTest, GapsOfViewsAreNotWritten) {
  Run({EveryOther(0, 8, true)});
  EXPECT_THAT(Run({EveryOther(0, 8, false)}), IsEmpty());
  EXPECT_THAT(Run({EveryOther(4, 7, false)}), HasSubstr("28 of the 28 bytes"));
  EXPECT_THAT(Run({Read(0, 60)}), IsEmpty());
}

TEST_F(ContentsTest, CopiesTakeAlongWhatIsNotWritten) {
  Run({Write(0, 16)});
  NoteCopiedContents(Read(0, 32), In(second_, 100, 132, true));
  EXPECT_THAT(Run({In(second_, 100, 116, false)}), IsEmpty());
  EXPECT_THAT(Run({In(second_, 100, 132, false)}), HasSubstr("16 of the 32 bytes"));
  Run({In(second_, 0, kSize, true)});
  NoteCopiedContents(Read(0, 32), In(second_, 0, 32, true));
  EXPECT_THAT(Run({In(second_, 0, kSize, false)}), HasSubstr("16 of the 1024 bytes"));
}

TEST_F(ContentsTest, OtherMemoryIsNotJudged) {
  float local = 0;
  EXPECT_THAT(Run({In(&local, 0, 4, false)}), IsEmpty());
  EXPECT_THAT(Run({Write(kSize - 8, kSize + 8), Read(kSize - 8, kSize + 8)}),
              HasSubstr("8 of the 8 bytes"));
}

TEST_F(ContentsTest, WhileAFunctionMayWriteNothingIsJudged) {
  {
    const auto function = NoteFunction();
    EXPECT_THAT(Run({Read(0, 4)}), IsEmpty());
    NoteCopiedContents(Read(0, 4), In(second_, 0, 4, true));
  }
  EXPECT_THAT(Run({In(second_, 0, 4, false)}), IsEmpty());
  EXPECT_THAT(Run({Read(0, 4)}), HasSubstr("4 of the 4 bytes"));
}

}  // namespace
}  // namespace openaclnn
