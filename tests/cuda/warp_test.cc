// The emulator's warps: threads of a group have each other's numbers, and who is missing is seen.
#include "tests/cuda/driver/warp.h"

#include <array>
#include <cstdint>

#include "gtest/gtest.h"

namespace openaclnn::emulator {
namespace {

constexpr int kThreads = Warp::kThreads;

TEST(WarpTest, PartnersHaveEachOthersNumbers) {
  int place = 0;
  std::array<uint32_t, kThreads> numbers{};
  Warp::This().Run(
      kThreads, [&](int entered) { place = entered; },
      [&] {
        const int mine = place;
        auto number = static_cast<uint32_t>(mine * mine);
        for (int distance = 1; distance < kThreads; distance *= 2) {
          EXPECT_TRUE(Warp::This().Exchange(&number, sizeof(number), distance, kThreads));
        }
        numbers[static_cast<size_t>(mine)] = number;
      });
  for (int i = 0; i < kThreads; ++i) {  // all bits of the place have been turned
    const auto other = static_cast<uint32_t>(kThreads - 1 - i);
    EXPECT_EQ(numbers[static_cast<size_t>(i)], other * other);
  }
}

// How many of each group are told, after a first meeting of all, that some did not come.
std::array<int, kThreads> ToldWithout(uint32_t missing, int distance, int size) {
  int place = 0;
  std::array<int, kThreads> told{};
  Warp::This().Run(
      kThreads, [&](int entered) { place = entered; },
      [&] {
        const int mine = place;
        uint32_t number = 0;
        EXPECT_TRUE(Warp::This().Exchange(&number, sizeof(number), distance, size));
        if ((missing >> mine & 1) != 0) return;
        const bool met = Warp::This().Exchange(&number, sizeof(number), distance, size);
        if (!met) ++told[static_cast<size_t>(mine / size)];
      });
  return told;
}

TEST(WarpTest, SomeoneOfTheGroupSeesWhoIsMissing) {
  for (int size = 2; size <= kThreads; size *= 2) {
    for (int distance = 1; distance < size; distance *= 2) {
      for (uint32_t k = 0; k < 2 * kThreads; ++k) {
        // One is missing, then any of them.
        const uint32_t missing = k < kThreads ? uint32_t{1} << k : k * 2654435761;
        const std::array<int, kThreads> told = ToldWithout(missing, distance, size);
        for (int group = 0; group < kThreads / size; ++group) {
          const uint32_t all = ~uint32_t{0} >> (kThreads - size);
          const uint32_t of_group = missing >> (group * size) & all;
          const bool some_miss_others = of_group != 0 && of_group != all;
          EXPECT_EQ(told[static_cast<size_t>(group)] > 0, some_miss_others)
              << "size " << size << ", distance " << distance << ", missing " << missing;
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::emulator
