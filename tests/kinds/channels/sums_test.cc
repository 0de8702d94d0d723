// The order of the sums of kinds/channels/sums.h, against a plain program of the same order, bit
// for bit.
#include "kinds/channels/sums.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::Array;
using test::ScopedSettings;
using test::Shape;

// A tree whose left half is the largest power of two below the count.
double Tree(std::vector<double> values) {
  if (values.size() == 1) return values[0];
  size_t half = 1;
  while (half * 2 < values.size()) half *= 2;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(half);
  return Tree({values.begin(), middle}) + Tree({middle, values.end()});
}

// Up to 1,024 neighbours: 32 running sums, every 32nd term each, which are then added by halves.
double Chunk(const double* terms, int64_t count) {
  double lanes[32] = {};
  for (int64_t i = 0; i < count; ++i) lanes[i % 32] += terms[i];
  for (int half = 16; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

// Terms lie as [outer, channels, inner]. Long rows, or a single row, are summed in chunks, and
// these as a tree, in the order of (outer, chunk).
double SumOfRows(const std::vector<double>& terms, const SumShape& shape, int64_t channel) {
  std::vector<double> partials;
  for (int64_t n = 0; n < shape.outer; ++n) {
    const double* const row = terms.data() + (n * shape.channels + channel) * shape.inner;
    for (int64_t i = 0; i < shape.inner; i += 1024) {
      partials.push_back(Chunk(row + i, std::min<int64_t>(1024, shape.inner - i)));
    }
  }
  return Tree(partials);
}

// Shorter rows, `side` of them side by side: for each place in a row, 64 of every `side`th outer
// index one after the other, these blocks as a tree; then the places as a tree.
double SumOfColumns(const std::vector<double>& terms, const SumShape& shape, int64_t channel) {
  int64_t side = 1;
  while (2 * side * shape.channels * shape.inner <= 1024 && 16 * side <= shape.outer) side *= 2;
  std::vector<double> places;
  for (int64_t i = 0; i < shape.inner; ++i) {
    std::vector<double> blocks;
    for (int64_t n = 0; n < shape.outer; ++n) {
      const int64_t block = n / (64 * side) * side + n % side;
      if (block == static_cast<int64_t>(blocks.size())) blocks.push_back(0);
      blocks[static_cast<size_t>(block)] += terms[(n * shape.channels + channel) * shape.inner + i];
    }
    places.push_back(Tree(blocks));
  }
  return Tree(places);
}

double Reference(const std::vector<double>& terms, const SumShape& shape, int64_t channel) {
  const bool long_rows = shape.inner >= (shape.outer < 8 ? 16 : 256);
  const bool rows = long_rows || shape.outer * shape.channels == 1;
  return rows ? SumOfRows(terms, shape, channel) : SumOfColumns(terms, shape, channel);
}

// The terms of aclnnPreluBackward are self * gradOutput where self is not above 0.
void ExpectReferenceOrder(const SumShape& shape) {
  SCOPED_TRACE(testing::Message() << shape.outer << " x " << shape.channels << " x "
                                  << shape.inner);
  std::mt19937 random(5);
  const Shape tensor_shape = {shape.outer, shape.channels, shape.inner};
  const int64_t count = shape.outer * shape.channels * shape.inner;
  std::vector<double> self(static_cast<size_t>(count)), grad(self.size());
  std::vector<double> terms(self.size());
  // Terms of very different sizes, each with its opposite somewhere in its channel: what is left is
  // made of rounding errors, so that another order gives other bits.
  std::vector<std::vector<size_t>> indices(static_cast<size_t>(shape.channels));
  for (size_t i = 0; i < self.size(); ++i) {
    indices[i / static_cast<size_t>(shape.inner) % indices.size()].push_back(i);
  }
  const auto below = [&](uint32_t end) { return static_cast<float>(random() % end); };
  for (std::vector<size_t>& channel : indices) {
    std::shuffle(channel.begin(), channel.end(), random);
    for (size_t k = 0; k < channel.size(); ++k) {
      const size_t i = channel[k], opposite = channel[k - k % 2];
      self[i] = k % 2 == 1
                    ? self[opposite]
                    : std::ldexp(-1 - below(1 << 23) * 0x1p-23f, static_cast<int>(below(24)));
      grad[i] = k % 2 == 1 ? -grad[opposite] : (below(1 << 24) - 0x1p23f) / 7;
      terms[i] = self[i] * grad[i];  // exact
    }
  }
  const Shape weights = {shape.channels};
  const test::OperatorCall call = {
      "aclnnPreluBackward",
      {test::ArrayOf(ACL_FLOAT, tensor_shape, grad), test::ArrayOf(ACL_FLOAT, tensor_shape, self),
       Array(ACL_FLOAT, weights), Array(ACL_FLOAT, tensor_shape), Array(ACL_FLOAT, weights)}};
  // With one weight all elements are one row.
  const SumShape summed = shape.channels > 1 ? shape : SumShape{1, 1, count};
  for (const int64_t target : test::SimdTargets()) {
    for (const int threads : {1, 3}) {
      for (const int64_t tile : {64, 1024, 4096}) {
        SCOPED_TRACE(testing::Message() << test::TargetName(target) << ", " << threads
                                        << " threads, tiles of " << tile);
        const ScopedSettings settings([&](Settings& s) {
          s.simd_targets = target;
          s.num_threads = threads;
          s.tile = tile;
        });
        const test::ScopedCacheBytes cache(tile == 1024 ? 0 : 1 << 30);  // streams, or not
        const std::vector<Array> results = test::RunOnce(call);
        ASSERT_EQ(results.size(), 2u);
        for (int64_t c = 0; c < summed.channels; ++c) {
          ASSERT_EQ(results[1].Value(c), static_cast<float>(Reference(terms, summed, c)))
              << "channel " << c;
        }
      }
    }
  }
}

TEST(SumsTest, OneChannel) {
  for (const int64_t inner : {1, 2, 15, 31, 32, 33, 63, 1023, 1024, 1025, 5000, 200'000}) {
    ExpectReferenceOrder({1, 1, inner});
  }
}

TEST(SumsTest, LongRows) {
  ExpectReferenceOrder({1, 2, 16});
  ExpectReferenceOrder({3, 2, 17});
  ExpectReferenceOrder({5, 7, 100});
  ExpectReferenceOrder({2, 3, 1024});
  ExpectReferenceOrder({3, 2, 2500});
  ExpectReferenceOrder({70, 3, 256});
  ExpectReferenceOrder({9, 40, 300});
}

TEST(SumsTest, ShortRows) {
  ExpectReferenceOrder({1, 2, 1});
  ExpectReferenceOrder({2, 2, 15});
  ExpectReferenceOrder({64, 3, 1});
  ExpectReferenceOrder({65, 3, 1});
  ExpectReferenceOrder({1000, 5, 3});
  ExpectReferenceOrder({300, 700, 2});  // wider than a chunk of columns
  ExpectReferenceOrder({9, 4097, 1});
  ExpectReferenceOrder({67, 4900, 1});  // in two pieces
  ExpectReferenceOrder({8, 3, 255});
  ExpectReferenceOrder({70, 40, 49});
  ExpectReferenceOrder({5000, 64, 1});
  ExpectReferenceOrder({16, 512, 1});  // two side by side
  ExpectReferenceOrder({1023, 2, 1});
  ExpectReferenceOrder({33'000, 2, 1});
}

TEST(SumsTest, PartialSumsAreFewerThanTerms) {
  EXPECT_EQ(PartialSums({4, 3, 2048}), 4 * 3 * 2);
  EXPECT_EQ(PartialSums({4, 3, 2049}), 4 * 3 * 3);
  EXPECT_EQ(PartialSums({15, 3, 5}), 3 * 5);
  EXPECT_EQ(PartialSums({64, 3, 5}), 8 * 3 * 5);
  EXPECT_EQ(PartialSums({64 * 64, 3, 5}), 64 * 3 * 5);
  EXPECT_EQ(PartialSums({64 * 64 + 1, 3, 5}), 2 * 64 * 3 * 5);
  EXPECT_EQ(PartialSums({0, 3, 5}), 0);
  EXPECT_EQ(PartialSums({5, 3, 0}), 0);
}

}  // namespace
}  // namespace openaclnn
