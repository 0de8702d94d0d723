// The words of streams: those of the generator's authors, and the same from every loop.
#include "kinds/random/philox.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "base/settings.h"
#include "cpu/targets.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kinds/random/loops.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

// The vectors of Random123, kat_vectors: philox4x32 10.
TEST(PhiloxTest, KnownAnswers) {
  EXPECT_THAT(Philox({{0, 0, 0, 0}}, 0, 0).word,
              ElementsAre(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
  EXPECT_THAT(Philox({{~0u, ~0u, ~0u, ~0u}}, ~0u, ~0u).word,
              ElementsAre(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
  EXPECT_THAT(
      Philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0).word,
      ElementsAre(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

// The block is the lower half of the counter, and the offset the upper half.
TEST(PhiloxTest, StreamsAreCounters) {
  EXPECT_THAT(WordsOf({0x299f31d0a4093822, 0x0370734413198a2e}, 0x85a308d3243f6a88).word,
              ElementsAre(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

TEST(PhiloxTest, LoopsMakeTheSameWords) {
  const WordStream stream = {0x0123456789abcdef, 0xfedcba9876543210};
  for (const int64_t target : test::SimdTargets()) {
    const test::ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    ApplySimdSetting();
    // Past where the lower word of a block's number carries.
    for (const uint64_t first : {uint64_t{0}, uint64_t{7}, uint64_t{0xfffffff0}, ~uint64_t{40}}) {
      constexpr int64_t kBlocks = 77;
      std::vector<uint32_t> words(kWordsOfBlock * kBlocks + 1, 0xabababab), expected;
      FillWords(stream, first, kBlocks, words.data());
      for (uint64_t b = 0; b < kBlocks; ++b) {
        const PhiloxWords block = WordsOf(stream, first + b);
        expected.insert(expected.end(), block.word, block.word + kWordsOfBlock);
      }
      expected.push_back(0xabababab);
      EXPECT_THAT(words, ElementsAreArray(expected)) << test::TargetName(target);
    }
  }
}

}  // namespace
}  // namespace openaclnn
