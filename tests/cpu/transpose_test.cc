#include "cpu/transpose.h"

#include <cstring>
#include <random>
#include <vector>

#include "cpu/targets.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

std::vector<std::byte> RandomBytes(std::mt19937& random, int64_t size) {
  std::vector<std::byte> bytes(static_cast<size_t>(size));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

// Every shape up to more than a vector each way, with gaps between rows that must stay as they are.
void TransposeShapes(int item) {
  constexpr int64_t kGap = 3;
  std::mt19937 random(5);
  for (const int64_t rows : {1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 31, 33, 70}) {
    for (const int64_t columns : {1, 2, 3, 4, 7, 8, 9, 16, 18, 35, 64}) {
      SCOPED_TRACE(testing::Message() << rows << " x " << columns << " of " << item << " bytes");
      const int64_t source_step = columns * item + kGap, target_step = -(rows * item + kGap);
      const std::vector<std::byte> source = RandomBytes(random, rows * source_step);
      std::vector<std::byte> target = RandomBytes(random, -columns * target_step);
      std::vector<std::byte> expected = target;
      const int64_t last = -(columns - 1) * target_step;  // the target's rows lie backwards
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          std::memcpy(expected.data() + last + j * target_step + i * item,
                      source.data() + i * source_step + j * item, static_cast<size_t>(item));
        }
      }
      Transpose({.source = source.data(),
                 .source_step = source_step,
                 .target = target.data() + last,
                 .target_step = target_step,
                 .rows = rows,
                 .columns = columns},
                item);
      EXPECT_EQ(target, expected);
    }
  }
}

TEST(TransposeTest, EveryShapeAndTarget) {
  for (const int64_t simd : test::SimdTargets()) {
    SCOPED_TRACE(test::TargetName(simd));
    const test::ScopedSettings settings([&](Settings& s) { s.simd_targets = simd; });
    ApplySimdSetting();
    for (const int item : {1, 2, 4, 8}) TransposeShapes(item);
  }
  ApplySimdSetting();
}

}  // namespace
}  // namespace openaclnn
