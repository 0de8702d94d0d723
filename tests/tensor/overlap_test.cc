// Overlap against the sets of bytes that views touch, enumerated.
#include "tensor/overlap.h"

#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "tensor/bounded_sums.h"

namespace openaclnn {
namespace {

std::vector<int64_t> ElementAddresses(const View& view) {
  std::vector<int64_t> addresses = {static_cast<int64_t>(view.address)};
  for (size_t i = 0; i < view.shape.size(); ++i) {
    std::vector<int64_t> next;
    for (int64_t index = 0; index < view.shape[i]; ++index) {
      for (const int64_t address : addresses)
        next.push_back(address + index * view.byte_strides[i]);
    }
    addresses = next;
  }
  return addresses;
}

std::set<int64_t> Bytes(const View& view) {
  std::set<int64_t> bytes;
  for (const int64_t address : ElementAddresses(view)) {
    for (int64_t i = 0; i < view.item_bytes; ++i) bytes.insert(address + i);
  }
  return bytes;
}

bool ModelShares(const View& a, const View& b) {
  const std::set<int64_t> bytes = Bytes(a);
  for (const int64_t byte : Bytes(b)) {
    if (bytes.count(byte) > 0) return true;
  }
  return false;
}

bool ModelSelfOverlaps(const View& view) {
  return Bytes(view).size() != ElementAddresses(view).size() * static_cast<size_t>(view.item_bytes);
}

std::string Text(const View& view) {
  return std::to_string(view.address) + " " + ShapeText(view.shape) + " strides " +
         ShapeText(view.byte_strides) + " item " + std::to_string(view.item_bytes);
}

class RandomViews {
 public:
  explicit RandomViews(unsigned seed) : random_(seed) {}

  int64_t Number(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random_);
  }

  // Up to four axes; strides are any numbers of bytes, or of items.
  View Any(int64_t window) {
    View view{.address = static_cast<uintptr_t>(10000 + Number(0, window)),
              .shape = {},
              .byte_strides = {},
              .item_bytes = int64_t{1} << Number(0, 3)};
    const int64_t unit = Number(0, 2) == 0 ? 1 : view.item_bytes;
    for (int64_t rank = Number(0, 4); rank > 0; --rank) {
      view.shape.push_back(Number(0, 15) == 0 ? Number(0, 1) : Number(1, 5));
      view.byte_strides.push_back(Number(-30, 30) * unit);
    }
    return view;
  }

  // A window of an array, its axes in any order, stepped and turned.
  View Slice(const Dims& array, int64_t item) {
    View view{.address = 10000, .shape = {}, .byte_strides = {}, .item_bytes = item};
    int64_t stride = item;
    for (size_t i = array.size(); i-- > 0;) {
      const int64_t step = Number(1, 3), first = Number(0, array[i] - 1);
      const int64_t extent = Number(1, (array[i] - 1 - first) / step + 1);
      const bool turned = Number(0, 3) == 0;
      view.address += static_cast<uintptr_t>((first + (turned ? (extent - 1) * step : 0)) * stride);
      const auto at = Number(0, static_cast<int64_t>(view.shape.size()));
      view.shape.insert(view.shape.begin() + at, extent);
      view.byte_strides.insert(view.byte_strides.begin() + at,
                               turned ? -step * stride : step * stride);
      stride *= array[i];
    }
    return view;
  }

 private:
  std::mt19937_64 random_;
};

TEST(SharesBytes, AgreesWithEnumerationOfRandomViews) {
  RandomViews views(21);
  int shared = 0;
  constexpr int kRounds = 30000;
  for (int i = 0; i < kRounds; ++i) {
    const View a = views.Any(200), b = views.Any(200);
    const bool expected = ModelShares(a, b);
    ASSERT_EQ(SharesBytes(a, b), expected) << Text(a) << " and " << Text(b);
    ASSERT_EQ(SharesBytes(b, a), expected) << Text(a) << " and " << Text(b);
    shared += expected;
  }
  EXPECT_GT(shared, kRounds / 10);
  EXPECT_LT(shared, kRounds * 9 / 10);
}

TEST(SharesBytes, AgreesWithEnumerationOfSlices) {
  RandomViews views(22);
  int shared = 0;
  constexpr int kRounds = 10000;
  for (int i = 0; i < kRounds; ++i) {
    Dims array(static_cast<size_t>(views.Number(1, 5)));
    for (int64_t& extent : array) extent = views.Number(1, 6);
    const int64_t item = int64_t{1} << views.Number(0, 4);
    const View a = views.Slice(array, item), b = views.Slice(array, item);
    const bool expected = ModelShares(a, b);
    ASSERT_EQ(SharesBytes(a, b), expected) << Text(a) << " and " << Text(b);
    shared += expected;
  }
  EXPECT_GT(shared, kRounds / 10);
  EXPECT_LT(shared, kRounds * 9 / 10);
}

TEST(SelfOverlaps, AgreesWithEnumeration) {
  RandomViews views(23);
  int overlapping = 0;
  constexpr int kRounds = 30000;
  for (int i = 0; i < kRounds; ++i) {
    const View view = views.Any(0);
    const bool expected = ModelSelfOverlaps(view);
    ASSERT_EQ(SelfOverlaps(view), expected) << Text(view);
    overlapping += expected;
    const Dims array = {views.Number(1, 6), views.Number(1, 6), views.Number(1, 6)};
    ASSERT_FALSE(SelfOverlaps(views.Slice(array, 4)));
  }
  EXPECT_GT(overlapping, kRounds / 10);
  EXPECT_LT(overlapping, kRounds * 9 / 10);
}

TEST(SharesBytes, EmptyViewsShareNothing) {
  const View empty = {1000, {4, 0}, {4, 4}, 4}, full = {1000, {4, 4}, {16, 4}, 4};
  EXPECT_FALSE(SharesBytes(empty, full));
  EXPECT_FALSE(SharesBytes(full, empty));
  EXPECT_FALSE(SharesBytes(empty, empty));
  EXPECT_FALSE(SelfOverlaps({1000, {0, 4}, {0, 0}, 4}));
}

TEST(SharesBytes, SingleElements) {
  EXPECT_TRUE(SharesBytes({1000, {}, {}, 4}, {1003, {}, {}, 1}));
  EXPECT_FALSE(SharesBytes({1000, {}, {}, 4}, {1004, {}, {}, 1}));
  EXPECT_FALSE(SelfOverlaps({1000, {}, {}, 8}));
}

TEST(SharesBytes, InterleavedColumnsShareNothing) {
  const int64_t rows = int64_t{1} << 30;  // far too many to look at
  EXPECT_FALSE(SharesBytes({4096, {rows, 3}, {40, 4}, 4}, {4096 + 12, {rows, 7}, {40, 4}, 4}));
  EXPECT_TRUE(SharesBytes({4096, {rows, 4}, {40, 4}, 4}, {4096 + 12, {rows, 7}, {40, 4}, 4}));
}

// Strides 6 and 10 items of one buffer meet where their odd and even starts allow.
TEST(SharesBytes, CrossingStrides) {
  const int64_t count = 1000000007;
  EXPECT_TRUE(SharesBytes({8000, {count}, {24}, 4}, {8000 + 8, {count}, {40}, 4}));
  EXPECT_FALSE(SharesBytes({8000, {count}, {24}, 4}, {8000 + 4, {count}, {40}, 4}));
}

// Slices of huge eight-dimensional arrays: even and odd elements of one axis never meet, and the
// corner of one meets the corner of the other.
TEST(SharesBytes, EightAxes) {
  const Dims shape = {7, 11, 13, 17, 19, 23, 29, 15};
  View a{.address = 1 << 20, .shape = shape, .byte_strides = Dims(8), .item_bytes = 2};
  int64_t stride = 4;
  for (const size_t axis : {7, 2, 5, 0, 6, 1, 4, 3}) {
    a.byte_strides[axis] = stride;
    stride *= shape[axis] * (axis % 3 + 1);
  }
  View b = a;
  b.address += 2;
  EXPECT_FALSE(SharesBytes(a, b));
  EXPECT_FALSE(SelfOverlaps(a));
  b = a;
  for (size_t axis = 0; axis < 8; ++axis) {
    b.address += static_cast<uintptr_t>((shape[axis] - 1) * a.byte_strides[axis]);
  }
  EXPECT_TRUE(SharesBytes(a, b));
  b.address += 2;
  EXPECT_FALSE(SharesBytes(a, b));
}

TEST(SharesBytes, NumbersAtTheLimitsDoNotOverflow) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  const View top = {std::numeric_limits<uintptr_t>::max() - 3, {}, {}, 4};
  const View bottom = {0, {}, {}, 4};
  EXPECT_FALSE(SharesBytes(top, bottom));
  EXPECT_TRUE(SharesBytes(top, top));
  // Beyond the address space: taken to share.
  const View vast = {1 << 20, {kMax, kMax, kMax}, {kMax, kMin, kMax}, 16};
  EXPECT_TRUE(SharesBytes(vast, bottom));
  EXPECT_TRUE(SharesBytes(bottom, vast));
  EXPECT_TRUE(SelfOverlaps(vast));
  const View long_step = {1 << 20, {2}, {kMin}, 8};
  EXPECT_FALSE(SelfOverlaps(long_step));
  EXPECT_FALSE(SharesBytes(long_step, bottom));
  EXPECT_TRUE(SharesBytes(long_step, {1 << 20, {3}, {8}, 8}));
}

// A sum of steps with nothing in common is a knapsack; the answer is wrong on the safe side, and
// comes.
TEST(SharesBytes, GivesUpOnTheSafeSide) {
  View knapsack{.address = 1 << 20, .shape = {}, .byte_strides = {}, .item_bytes = 1};
  std::mt19937_64 random(5);
  int64_t sum = 0;
  for (int i = 0; i < 60; ++i) {
    const int64_t step = (int64_t{1} << 54) + static_cast<int64_t>(random() >> 12) * 2;
    knapsack.shape.push_back(2);
    knapsack.byte_strides.push_back(step);
    sum += step;
  }
  const View odd = {(1 << 20) + static_cast<uintptr_t>(sum / 2 | 1), {}, {}, 1};
  EXPECT_FALSE(SharesBytes(knapsack, odd));  // a common divisor of 2 tells
  const View even = {(1 << 20) + static_cast<uintptr_t>(sum / 2 & ~int64_t{1}), {}, {}, 1};
  EXPECT_TRUE(SharesBytes(knapsack, even));
}

TEST(SelfOverlaps, NamedCases) {
  EXPECT_TRUE(SelfOverlaps({1000, {4}, {0}, 4}));        // broadcast
  EXPECT_FALSE(SelfOverlaps({1000, {1}, {0}, 4}));       // of one element
  EXPECT_TRUE(SelfOverlaps({1000, {4}, {2}, 4}));        // items run into each other
  EXPECT_TRUE(SelfOverlaps({1000, {3, 3}, {4, 8}, 4}));  // a sliding window
  EXPECT_FALSE(SelfOverlaps({1000, {2, 3}, {4, 8}, 4}));
  EXPECT_FALSE(SelfOverlaps({1000, {3, 2}, {8, 12}, 4}));  // crossing, but missing each other
  EXPECT_TRUE(SelfOverlaps({1000, {4, 3}, {8, 12}, 4}));   // 3 * 8 = 2 * 12
  EXPECT_FALSE(SelfOverlaps({1000, {1 << 20, 1 << 20}, {-4, int64_t{4} << 20}, 4}));
}

TEST(SameView, LooksAtPlaceAndMapping) {
  const View view = {1000, {2, 3}, {12, 4}, 4};
  EXPECT_TRUE(SameView(view, view));
  EXPECT_TRUE(SameView(view, {1000, {2, 1, 3, 1}, {12, 77, 4, 0}, 4}));
  EXPECT_TRUE(SameView({1000, {1, 1}, {5, 6}, 4}, {1000, {}, {}, 4}));
  EXPECT_FALSE(SameView(view, {1004, {2, 3}, {12, 4}, 4}));
  EXPECT_FALSE(SameView(view, {1000, {2, 3}, {12, 4}, 2}));
  EXPECT_FALSE(SameView(view, {1000, {3, 2}, {4, 12}, 4}));  // the same bytes, transposed
  EXPECT_FALSE(SameView(view, {1000, {2, 3}, {12, -4}, 4}));
  EXPECT_FALSE(SameView(view, {1000, {2}, {12}, 4}));
  EXPECT_FALSE(SameView({1000, {2}, {12}, 4}, view));
}

TEST(BoundedSums, AgreesWithEnumeration) {
  std::mt19937 random(31);
  for (int round = 0; round < 5000; ++round) {
    BoundedSums sums;
    std::set<int> reachable = {0};
    for (auto terms = random() % 5; terms > 0; --terms) {
      const int step = static_cast<int>(random() % 40), bound = static_cast<int>(random() % 5);
      sums.Add(step, bound);
      std::set<int> next;
      for (const int sum : reachable) {
        for (int x = 0; x <= bound; ++x) next.insert(sum + x * step);
      }
      reachable = next;
    }
    ASSERT_EQ(sums.largest(), *reachable.rbegin());
    for (int target = -2; target <= *reachable.rbegin() + 2; ++target) {
      int steps = 1000000;
      ASSERT_EQ(sums.Contains(target, steps), reachable.count(target) > 0) << target;
    }
  }
}

TEST(BoundedSums, SaysWhenStepsRunOut) {
  BoundedSums sums;
  for (const int step : {1000003, 1000033, 1000037, 1000039, 1000081}) sums.Add(step, 1000);
  int steps = 2;
  EXPECT_EQ(sums.Contains(2501234567, steps), std::nullopt);
  EXPECT_LT(steps, 0);
}

}  // namespace
}  // namespace openaclnn
