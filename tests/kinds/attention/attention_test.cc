// Attention next to its definition in numbers of 384 bits, and in its own order of sums: layouts,
// heads, masks, bias and dropout.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/attention/call.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/oracle/real.h"

namespace openaclnn::test {
namespace {

using oracle::Real;

// A row of the definition: results, and by how much they may be off before they are rounded.
struct Row {
  std::vector<Real> out;
  std::vector<double> off;
  Real max = 0.0, sum = 0.0;
  double off_score = 0;
  bool is_empty = true;
};

Row RowOf(const Attention& a, int64_t batch, int64_t head, int64_t i) {
  const int64_t kv_head = head / (a.heads / a.kv_heads);
  const int64_t first_query = ((batch * a.heads + head) * a.queries + i) * a.size;
  const auto key_row = [&](int64_t k) { return (batch * a.kv_heads + kv_head) * a.keys + k; };
  Row row;
  std::vector<std::optional<Real>> scores;
  for (int64_t k = 0; k < a.keys; ++k) {
    scores.emplace_back();
    if (!a.Sees(batch, head, i, k)) continue;
    Real sum = 0.0;
    double absolute = 0;
    for (int64_t e = 0; e < a.size; ++e) {
      const Real term = Real(a.query.Value(first_query + e)) * a.key.Value(key_row(k) * a.size + e);
      sum = sum + term;
      absolute += Abs(term).ToDouble();
    }
    Real score = sum * a.scale;
    double bias = 0;
    if (!a.bias.empty()) {
      bias = a.BiasAt(batch, head, i, k);
      score = score + Real(bias);
    }
    scores.back() = score;
    row.off_score = std::max(row.off_score, absolute * std::fabs(a.scale) * 0x1p-21 +
                                                std::fabs(score.ToDouble()) * 0x1p-24 +
                                                std::fabs(bias) * 0x1p-24);
    if (row.is_empty || *scores.back() > row.max) row.max = *scores.back();
    row.is_empty = false;
  }
  for (int64_t e = 0; e < a.value_size; ++e) row.out.emplace_back(0.0);
  row.off.resize(static_cast<size_t>(a.value_size));
  if (row.is_empty) return row;
  for (int64_t k = 0; k < a.keys; ++k) {
    if (!scores[static_cast<size_t>(k)]) continue;
    const Real weight = Exp(*scores[static_cast<size_t>(k)] - row.max);
    row.sum = row.sum + weight;
    if (!a.Keeps(batch, head, i, k)) continue;
    for (int64_t e = 0; e < a.value_size; ++e) {
      const Real term = weight * a.value.Value(key_row(k) * a.value_size + e);
      row.out[static_cast<size_t>(e)] = row.out[static_cast<size_t>(e)] + term;
      row.off[static_cast<size_t>(e)] += Abs(term).ToDouble();
    }
  }
  for (size_t e = 0; e < row.out.size(); ++e) {
    row.out[e] = row.out[e] / (row.sum * a.keep);
    row.off[e] *= (4 * row.off_score + 0x1p-21) / row.sum.ToDouble() / a.keep;
  }
  return row;
}

void ExpectNear(const Attention& a) {
  const std::vector<Array> results = RunCall(a.Call());
  const Array &maxima = results[0], &sums = results[1], &out = results[2];
  const Shape heads = {a.batches, a.heads, a.queries, a.value_size};
  for (int64_t r = 0; r < a.batches * a.heads * a.queries; ++r) {
    const int64_t batch = r / a.queries / a.heads, head = r / a.queries % a.heads;
    const Row row = RowOf(a, batch, head, r % a.queries);
    const std::string where = a.layout + ", row " + std::to_string(r);
    for (int64_t k = 1; k < 8; ++k) {
      ASSERT_EQ(maxima.Bits(8 * r), maxima.Bits(8 * r + k)) << where;
      ASSERT_EQ(sums.Bits(8 * r), sums.Bits(8 * r + k)) << where;
    }
    if (row.is_empty) {
      ASSERT_EQ(maxima.Value(8 * r), -std::numeric_limits<double>::infinity()) << where;
      ASSERT_EQ(sums.Value(8 * r), 0) << where;
    } else {
      ASSERT_NEAR(maxima.Value(8 * r), row.max.ToDouble(), row.off_score) << where;
      const double sum = row.sum.ToDouble();
      ASSERT_NEAR(sums.Value(8 * r), sum, sum * (2 * row.off_score + 0x1p-22)) << where;
    }
    for (int64_t e = 0; e < a.value_size; ++e) {
      const double exact = row.out[static_cast<size_t>(e)].ToDouble();
      ASSERT_NEAR(out.Value(a.PlaceOf(heads, r * a.value_size + e)), exact,
                  row.off[static_cast<size_t>(e)] + RoundingOf(a.dtype, exact))
          << where << ", element " << e;
    }
  }
}

void Check(Attention a) {
  a.Fill();
  ExpectNear(a);
}

class AttentionTest : public testing::TestWithParam<aclDataType> {
 protected:
  static Attention Of(int64_t queries, int64_t keys, int64_t size) {
    return AttentionOf(GetParam(), queries, keys, size);
  }
};

TEST_P(AttentionTest, SizesOfHeadsAndLengths) {
  for (const auto& [queries, keys, size] : {std::tuple{1, 1, 1},
                                            {5, 3, 2},
                                            {50, 65, 7},
                                            {3, 130, 64},
                                            {13, 64, 65},
                                            {2, 7, 256},
                                            {97, 9, 16},
                                            {1, 200, 80}}) {
    Attention a = Of(queries, keys, size);
    a.heads = a.kv_heads = 2;
    a.batches = 2;
    Check(a);
  }
}

TEST_P(AttentionTest, LayoutsAndGroupsOfHeads) {
  for (const char* const layout : {"BSH", "SBH", "BSND", "BNSD"}) {
    Attention a = Of(11, 17, 12);
    a.layout = layout;
    a.batches = 2;
    a.heads = 6;
    a.kv_heads = 2;
    a.value_size = 9;
    Check(a);
    a.kv_heads = 1;
    Check(a);
  }
}

TEST_P(AttentionTest, Biases) {
  for (const Shape& bias : {Shape{2, 3, 20, 70}, {2, 3, 1, 70}, {1, 3, 20, 70}}) {
    Attention a = Of(20, 70, 8);
    a.batches = 2;
    a.heads = a.kv_heads = 3;
    a.bias = bias;
    Check(a);
    a.bias_order = 0;
    Check(a);
  }
}

TEST_P(AttentionTest, BiasesOfSlopes) {
  for (const int64_t positions : {3, 70}) {
    for (const Shape& slopes : {Shape{4}, {2, 4}}) {
      for (const int type : {2, 3}) {
        Attention a = Of(positions, positions, 8);
        a.batches = 2;
        a.heads = 4;
        a.kv_heads = 2;
        a.bias = slopes;
        a.bias_order = type;
        Check(a);
        a.query_start = 5;
        a.key_start = 11;
        a.mask = {2048, 2048};
        a.mode = 2;
        Check(a);
      }
    }
  }
}

TEST_P(AttentionTest, BitsOfSlopesAreTheSame) {
  Attention a = Of(130, 130, 20);
  a.batches = 2;
  a.heads = 4;
  a.kv_heads = 2;
  a.bias = {2, 4};
  a.bias_order = 3;
  a.Fill();
  ExpectSameBitsInAllSettings(a.Call());
}

TEST_P(AttentionTest, Masks) {
  for (const Shape& mask : {Shape{2, 4, 20, 70}, {2, 1, 20, 70}, {1, 1, 20, 70}, {20, 70}}) {
    Attention a = Of(20, 70, 8);
    a.batches = 2;
    a.heads = 4;
    a.kv_heads = 2;
    a.mask = mask;
    a.mode = mask.size() == 2 ? 1 : 0;
    Check(a);
  }
}

TEST(AttentionBandTest, QueriesSeeWhatTheModeSays) {
  for (const auto& [queries, keys] : {std::pair{60, 75}, {75, 60}, {2, 150}}) {
    Attention a = AttentionOf(ACL_FLOAT, queries, keys, 3);
    a.mask = {queries, keys};
    for (const auto& [before, after] :
         {std::pair<int64_t, int64_t>{3, 2}, {kAllTokens, 0}, {9, -3}, {-2, 30}}) {
      a.before = before;
      a.after = after;
      Check(a);
    }
    a.mode = 4;
    a.mask = {2048, 2048};
    Check(a);
    a.batches = 2;
    a.mode = 5;
    const int64_t least = std::max(0, keys - queries);
    a.prefixes = {least, std::min<int64_t>(least + 33, keys)};
    a.mask = {2, 1, queries, keys};
    Check(a);
    a.mode = 6;
    a.mask = {3072, 2048};
    Check(a);
    a.prefixes = {};
    a.mask = {2048, 2048};
    for (const int64_t mode : {2, 3}) {
      a.mode = mode;
      Check(a);
    }
  }
}

TEST_P(AttentionTest, Dropout) {
  Attention a = Of(9, 71, 8);
  a.batches = 2;
  a.heads = 4;
  a.kv_heads = 2;
  a.drops = true;
  a.keep = 0.75;
  Check(a);
}

TEST_P(AttentionTest, BitsAreTheSame) {
  Attention a = Of(70, 130, 20);
  a.batches = 2;
  a.heads = 4;
  a.kv_heads = 2;
  a.mask = {1, 1, 70, 130};
  a.bias = {2, 4, 70, 130};
  a.before = 100;
  a.after = 20;
  a.Fill();
  ExpectSameBitsInAllSettings(a.Call());
}

// Queries that are few are computed otherwise.
TEST_P(AttentionTest, AQueryHasTheSameBitsAlone) {
  Attention all = Of(20, 150, 70);
  all.heads = 2;
  all.mask = {20, 150};
  all.bias = {1, 2, 20, 150};
  all.Fill();
  all.value.SetBits(7, BitsOf(all.dtype, kNone));
  const std::vector<Array> expected = RunCall(all.Call());
  for (const int64_t query : {0, 13}) {
    Attention one = all;
    one.queries = 1;
    one.mask = {1, 150};
    one.bias = {1, 2, 1, 150};
    const auto part = [query](const Array& whole, const Shape& shape) {
      const int64_t row = shape.back(), rows = CountOf(shape) / row;
      return Array(whole.dtype, shape, [&](int64_t i) {
        return whole.Bits((i / row * whole.size() / rows / row + query) * row + i % row);
      });
    };
    one.query = part(all.query, {1, 2, 1, 70});
    one.masked = part(all.masked, {1, 150});
    one.shifts = part(all.shifts, {1, 2, 1, 150});
    const std::vector<Array> actual = RunCall(one.Call());
    for (size_t k = 0; k < actual.size(); ++k) {
      EXPECT_TRUE(SameBits(actual[k], part(expected[k], actual[k].shape))) << k;
    }
    ExpectSameBitsInAllSettings(one.Call());
  }
}

TEST_P(AttentionTest, TakesAnyLayout) {
  Attention a = Of(5, 7, 6);
  a.heads = 2;
  a.kv_heads = 1;
  a.mask = {1, 1, 5, 7};
  a.bias = {1, 2, 5, 7};
  a.drops = true;
  a.keep = 0.5;
  for (const char* const layout : {"BSH", "BNSD"}) {
    a.layout = layout;
    a.Fill();
    ExpectSameBitsInAllLayouts(a.Call());
  }
}

// What is masked does not count, whatever is there.
TEST_P(AttentionTest, MaskedValuesMayBeAnything) {
  Attention a = Of(30, 70, 8);
  a.after = 0;
  a.mask = {30, 70};
  a.Fill();
  const std::vector<Array> expected = RunCall(a.Call());
  for (int64_t k = 30; k < 70; ++k) {
    for (int64_t e = 0; e < 8; ++e) {
      a.key.SetBits(k * 8 + e, BitsOf(a.dtype, kNone));
      a.value.SetBits(k * 8 + e, BitsOf(a.dtype, e % 2 == 0 ? kNone : 1 / 0.0));
    }
  }
  const std::vector<Array> actual = RunCall(a.Call());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(SameBits(actual[i], expected[i]));
}

// There are few queries, or many.
TEST_P(AttentionTest, NansAndInfinitiesThatAreSeenCount) {
  for (const int64_t queries : {3, 30}) {
    Attention a = Of(queries, 70, 8);
    a.Fill();
    a.value.SetBits(5 * 8 + 1, BitsOf(a.dtype, kNone));
    a.value.SetBits(6 * 8 + 2, BitsOf(a.dtype, 1 / 0.0));
    a.query.SetBits(2 * 8, BitsOf(a.dtype, kNone));
    const std::vector<Array> results = RunCall(a.Call());
    const Array& out = results[2];
    for (const int64_t row : {0, 1}) {
      for (int64_t e = 0; e < 8; ++e) {
        const double value = out.Value(row * 8 + e);
        EXPECT_EQ(std::isnan(value), e == 1);
        EXPECT_EQ(std::isinf(value), e == 2);
      }
    }
    for (int64_t e = 0; e < 8; ++e) EXPECT_TRUE(std::isnan(out.Value(2 * 8 + e)));
  }
}

TEST_P(AttentionTest, NoKeysAndNoElements) {
  for (const auto& [queries, keys, size] : {std::tuple{4, 0, 8}, {0, 4, 8}, {4, 5, 0}, {0, 0, 0}}) {
    Check(Of(queries, keys, size));
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, AttentionTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) {
                           return dtype.param == ACL_FLOAT     ? "Float"
                                  : dtype.param == ACL_FLOAT16 ? "Float16"
                                                               : "Bfloat16";
                         });

}  // namespace
}  // namespace openaclnn::test
