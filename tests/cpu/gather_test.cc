#include "cpu/gather.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "cpu/look_ahead.h"
#include "gtest/gtest.h"
#include "tensor/blocks.h"
#include "tests/cpu/plans.h"

namespace openaclnn {
namespace {

Plan PlanOf(const test::RandomOperands& operand) {
  const OperandView view[] = {{ACL_FLOAT, operand.strides}};
  return PlanInOrder(operand.shape, view, 0);
}

// Every range of random layouts, against an element-by-element copy.
TEST(GatherTest, MovesEveryRangeOfEveryLayout) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 400; ++trial) {
    const int item = 1 << random() % 5;
    const test::RandomOperands operand(random, test::RandomShape(random, 5, 6), item);
    const Plan plan = PlanOf(operand);
    std::vector<std::byte> memory(static_cast<size_t>(operand.span));
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
    std::byte* const base = memory.data() + operand.first;
    const int64_t first = static_cast<int64_t>(random() % plan.elements);
    const int64_t count = static_cast<int64_t>(random() % (plan.elements - first + 1));

    std::vector<std::byte> expected(static_cast<size_t>(count * item));
    for (int64_t i = 0; i < count; ++i) {
      const int64_t offset = test::RowMajorOffset(operand.shape, operand.strides, first + i);
      EXPECT_EQ(OffsetOf(plan, 0, first + i), offset);
      std::memcpy(expected.data() + i * item, base + offset, item);
    }
    if (count == 0) continue;  // ranges are not empty
    std::vector<std::byte> dense(expected.size() + 1, std::byte{0x77});
    Gather({plan, 0, first, count}, base, item, dense.data());
    EXPECT_EQ(std::memcmp(dense.data(), expected.data(), expected.size()), 0) << trial;
    EXPECT_EQ(dense.back(), std::byte{0x77}) << trial;

    std::vector<std::byte> scattered = memory;
    for (std::byte& byte : expected) byte ^= std::byte{0xff};
    for (int64_t i = 0; i < count; ++i) {
      const int64_t offset = test::RowMajorOffset(operand.shape, operand.strides, first + i);
      std::memcpy(scattered.data() + operand.first + offset, expected.data() + i * item, item);
    }
    Scatter({plan, 0, first, count}, expected.data(), item, base);
    EXPECT_EQ(memory, scattered) << trial;  // no byte between the elements changed
  }
}

// The rows of a transposed block, apart from each other: as they are in `dense`, and nothing else.
void ExpectGathersRows(const Range& block, const std::byte* base, int item,
                       const std::vector<std::byte>& dense) {
  const auto row = static_cast<size_t>(block.plan.axes[0].extent * item), apart = row + 48;
  const size_t rows = dense.size() / row;
  std::vector<std::byte> gathered(rows * apart, std::byte{7}), expected = gathered;
  for (size_t r = 0; r < rows; ++r) {
    std::copy_n(dense.data() + r * row, row, expected.data() + r * apart);
  }
  LookAhead none;
  GatherRows(block, base, item, gathered.data(), static_cast<int64_t>(apart), none);
  EXPECT_EQ(gathered, expected);
}

// Blocks of a transposed operand, of one that lies as the walk goes and of one of either sign with
// gaps: gathered, and scattered back where they came from.
TEST(GatherTest, MovesBlocks) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 60; ++trial) {
    const int item = 1 << trial % 5;
    const Dims shape = {1 + static_cast<int64_t>(random() % 90), 2,
                        1 + static_cast<int64_t>(random() % 90)};
    const test::RandomOperands other(random, shape, item);
    const OperandView views[] = {{ACL_FLOAT, {item, shape[0] * item, 2 * shape[0] * item}},
                                 {ACL_FLOAT, other.strides},
                                 {ACL_FLOAT, {2 * shape[2] * item, shape[2] * item, item}}};
    const int64_t spans[] = {shape[0] * 2 * shape[2] * item, other.span,
                             shape[0] * 2 * shape[2] * item};
    const int64_t firsts[] = {0, other.first, 0};
    const BlockShape blocks = {.elements = 1024, .aspect = 1 + trial % 4};
    for (const Plan& plan : BlockTransposed(PlanElementwise(shape, views, 1), blocks)) {
      if (plan.block == 0) continue;
      EXPECT_LE(plan.block, 1024);
      for (int k = 0; k < 3; ++k) {
        std::vector<std::byte> memory(static_cast<size_t>(spans[k]));
        for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
        std::byte* const base = memory.data() + firsts[k] + plan.origin[static_cast<size_t>(k)];
        std::vector<std::byte> dense(static_cast<size_t>(plan.block * item));
        for (int64_t first = 0; first < plan.elements; first += plan.block) {
          Gather({plan, k, first, plan.block}, base, item, dense.data());
          for (int64_t i = 0; i < plan.block; ++i) {
            const std::byte* const at = base + OffsetOf(plan, k, first + i);
            ASSERT_EQ(std::memcmp(dense.data() + i * item, at, static_cast<size_t>(item)), 0)
                << trial << ", operand " << k << ": " << first + i;
          }
          if (IsTransposedBlock({plan, k, first, plan.block})) {
            ExpectGathersRows({plan, k, first, plan.block}, base, item, dense);
          }
          const std::vector<std::byte> before = memory;
          for (int64_t i = 0; i < plan.block; ++i) {
            std::memset(base + OffsetOf(plan, k, first + i), 0, static_cast<size_t>(item));
          }
          Scatter({plan, k, first, plan.block}, dense.data(), item, base);
          ASSERT_EQ(memory, before) << trial << ", operand " << k;
        }
      }
    }
  }
}

TEST(GatherTest, RepeatsBroadcastElements) {
  const int16_t values[] = {11, 22, 33};
  const OperandView view[] = {{ACL_INT16, {0, sizeof(int16_t), 0}}};
  const Plan plan = PlanInOrder({2, 3, 2}, view, 0);
  int16_t dense[7];
  Gather({plan, 0, 3, 7}, reinterpret_cast<const std::byte*>(values), sizeof(int16_t), dense);
  EXPECT_EQ(std::vector<int16_t>(dense, dense + 7),
            (std::vector<int16_t>{22, 33, 33, 11, 11, 22, 22}));
}

TEST(GatherTest, OffsetsBeyondFourGiB) {
  constexpr int64_t kExtent = (int64_t{1} << 31) + 10, kFar = int64_t{1} << 40;
  const OperandView view[] = {{ACL_FLOAT16, {kFar, -3, 2}}};
  const Plan plan = PlanInOrder({3, kExtent, 5}, view, 0);
  EXPECT_EQ(plan.elements, 3 * kExtent * 5);
  for (const int64_t a : {int64_t{0}, int64_t{2}}) {
    for (const int64_t b : {int64_t{0}, int64_t{1} << 31, kExtent - 1}) {
      const int64_t index = (a * kExtent + b) * 5 + 4;
      EXPECT_EQ(OffsetOf(plan, 0, index), a * kFar - 3 * b + 8) << index;
    }
  }
}

// Elements 6 GiB apart in address space of which only the touched pages exist.
TEST(GatherTest, MovesElementsBeyondFourGiB) {
  constexpr int64_t kStep = int64_t{6} << 30;
  constexpr size_t kSize = 4 * static_cast<size_t>(kStep);
  void* const memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::byte* const last = static_cast<std::byte*>(memory) + 3 * kStep;
  const OperandView view[] = {{ACL_INT64, {-kStep, sizeof(int64_t)}}};
  const Plan plan = PlanInOrder({4, 2}, view, 0);
  const int64_t written[] = {1, 2, 3, 4, 5, 6, 7};
  Scatter({plan, 0, 1, 7}, written, sizeof(int64_t), last);
  int64_t read[8];
  Gather({plan, 0, 0, 8}, last, sizeof(int64_t), read);
  EXPECT_EQ(std::vector<int64_t>(read, read + 8), (std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  int64_t lowest;
  std::memcpy(&lowest, memory, sizeof(lowest));
  EXPECT_EQ(lowest, 6);
  munmap(memory, kSize);
}

TEST(GatherTest, RankZeroIsOneElement) {
  const OperandView view[] = {{ACL_FLOAT, {}}};
  const Plan plan = PlanInOrder({}, view, 0);
  const float value = 2.5f;
  float dense = 0;
  Gather({plan, 0, 0, 1}, reinterpret_cast<const std::byte*>(&value), sizeof(float), &dense);
  EXPECT_EQ(dense, 2.5f);
  EXPECT_EQ(OffsetOf(plan, 0, 0), 0);
}

}  // namespace
}  // namespace openaclnn
