// The gradients of attention next to their definition.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/attention/call.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test::gradients_test {
namespace {

// The call of a forward one, with what that gave.
struct Gradients {
  explicit Gradients(const Attention& of) : attention(of), forward(RunOnce(of.Call())) {
    const Shape out = {of.batches, of.heads, of.queries, of.value_size};
    grad = Normal(of.dtype, out, of.seed + 6);
  }

  OperatorCall Call() const {
    const Attention& a = attention;
    Attention first = a;  // the arguments in the order of the first version
    first.bias_order = 1;
    const std::vector<CallArgument> given = first.Call().arguments;
    const Array by_bias(a.HasSlopes() ? ACL_FLOAT : a.dtype, a.bias.empty() ? Shape{0} : a.bias);
    OperatorCall call = {"aclnnFlashAttentionScoreGrad",
                         {given[0],
                          given[1],
                          given[2],
                          a.Placed(grad),
                          given[3],
                          given[4],
                          nullptr,
                          given[6],
                          forward[0],
                          forward[1],
                          nullptr,
                          forward[2],
                          given[7],
                          a.scale,
                          a.keep,
                          given[10],
                          given[11],
                          given[12],
                          a.layout.c_str(),
                          0.0,
                          given[15],
                          Array(a.dtype, given[0].array.shape),
                          Array(a.dtype, given[1].array.shape),
                          Array(a.dtype, given[2].array.shape),
                          by_bias}};
    return a.InOrder(std::move(call), "aclnnFlashAttentionScoreGradV2", 12);
  }

  const Attention& attention;
  const std::vector<Array> forward;
  Array grad;
};

using Wide = long double;

// A gradient, and the sum of the sizes of what it may be off by.
struct Sums {
  explicit Sums(const Shape& of)
      : shape(of), sum(static_cast<size_t>(CountOf(of))), off(sum.size()) {}
  void Add(int64_t element, Wide term, Wide error) {
    sum[static_cast<size_t>(element)] += term;
    off[static_cast<size_t>(element)] += error;
  }

  Shape shape;
  std::vector<Wide> sum, off;
};

struct Expected {
  Sums query, key, value, bias;
};

Expected Define(const Gradients& g) {
  const Attention& a = g.attention;
  Expected all = {Sums(a.query.shape), Sums(a.key.shape), Sums(a.value.shape), Sums(a.bias)};
  const Shape results = {a.batches, a.heads, a.queries, a.value_size};
  for (int64_t row = 0; row < a.batches * a.heads * a.queries; ++row) {
    const int64_t i = row % a.queries, head = row / a.queries % a.heads,
                  batch = row / a.queries / a.heads;
    const int64_t kv_row = (batch * a.kv_heads + head / (a.heads / a.kv_heads)) * a.keys;
    const Wide max = g.forward[0].Value(8 * row), sum = g.forward[1].Value(8 * row);
    if (sum == 0) continue;
    Wide mean = 0, size_of_mean = 0;
    for (int64_t e = 0; e < a.value_size; ++e) {
      const int64_t at = row * a.value_size + e;
      const Wide term = Wide(g.grad.Value(at)) * g.forward[2].Value(a.PlaceOf(results, at));
      mean += term;
      size_of_mean += std::fabs(term);
    }
    for (int64_t k = 0; k < a.keys; ++k) {
      if (!a.Sees(batch, head, i, k)) continue;
      Wide score = 0, size = 0;
      for (int64_t e = 0; e < a.size; ++e) {
        const Wide term =
            Wide(a.query.Value(row * a.size + e)) * a.key.Value((kv_row + k) * a.size + e);
        score += term;
        size += std::fabs(term);
      }
      const bool adds_to_bias = !a.bias.empty() && !a.HasSlopes();
      const int64_t at_bias = adds_to_bias ? Attention::Spread(a.bias, batch, head, i, k) : 0;
      const Wide bias_scale = a.bias_order == 0 ? 1 : a.scale;
      score *= a.scale;
      const Wide bias = a.bias.empty() ? 0 : Wide(a.BiasAt(batch, head, i, k));
      score += bias;
      const Wide weight = std::exp(score - max) / sum;
      const Wide off = 4 * size * std::fabs(a.scale) * 0x1p-21L +
                       (std::fabs(score) + std::fabs(bias)) * 0x1p-22L + 0x1p-20L;
      const Wide kept = a.Keeps(batch, head, i, k) ? 1 / a.keep : 0;
      Wide by_weight = 0, size_by_weight = 0;
      for (int64_t e = 0; e < a.value_size; ++e) {
        const Wide grad = g.grad.Value(row * a.value_size + e);
        const Wide term = grad * a.value.Value((kv_row + k) * a.value_size + e) * kept;
        by_weight += term;
        size_by_weight += std::fabs(term);
        all.value.Add((kv_row + k) * a.value_size + e, weight * kept * grad,
                      off * weight * kept * std::fabs(grad));
      }
      const Wide by_score = weight * (by_weight - mean);
      const Wide error = weight * (size_by_weight + size_of_mean) * off;
      const Wide scale = a.scale, size_of_scale = std::fabs(a.scale);
      for (int64_t e = 0; e < a.size; ++e) {
        const Wide query = a.query.Value(row * a.size + e),
                   key = a.key.Value((kv_row + k) * a.size + e);
        all.query.Add(row * a.size + e, scale * by_score * key,
                      error * size_of_scale * std::fabs(key));
        all.key.Add((kv_row + k) * a.size + e, scale * by_score * query,
                    error * size_of_scale * std::fabs(query));
      }
      if (adds_to_bias) all.bias.Add(at_bias, by_score * bias_scale, error * bias_scale);
    }
  }
  return all;
}

void ExpectNear(const Attention& a, const Array& actual, const Sums& expected, bool is_of_heads,
                const char* what) {
  for (int64_t i = 0; i < CountOf(expected.shape); ++i) {
    const auto exact = static_cast<double>(expected.sum[static_cast<size_t>(i)]);
    const auto off = static_cast<double>(expected.off[static_cast<size_t>(i)]);
    const int64_t at = is_of_heads ? a.PlaceOf(expected.shape, i) : i;
    ASSERT_NEAR(actual.Value(at), exact, off + RoundingOf(a.dtype, exact))
        << what << ", element " << i << ", " << a.layout;
  }
}

void ExpectDefinition(const Attention& a) {
  const Gradients gradients(a);
  const std::vector<Array> results = RunCall(gradients.Call());
  const Expected expected = Define(gradients);
  ExpectNear(a, results[0], expected.query, true, "query");
  ExpectNear(a, results[1], expected.key, true, "key");
  ExpectNear(a, results[2], expected.value, true, "value");
  if (!a.bias.empty()) ExpectNear(a, results[3], expected.bias, false, "bias");
}

void Check(Attention a) {
  a.Fill();
  ExpectDefinition(a);
}

class AttentionGradientsTest : public testing::TestWithParam<aclDataType> {
 protected:
  static Attention Of(int64_t queries, int64_t keys, int64_t size) {
    return AttentionOf(GetParam(), queries, keys, size);
  }
};

TEST_P(AttentionGradientsTest, SizesOfHeadsAndLengths) {
  for (const auto& [queries, keys, size] : {std::tuple{1, 1, 1},
                                            {5, 3, 2},
                                            {50, 65, 7},
                                            {3, 130, 64},
                                            {67, 64, 65},
                                            {130, 129, 20},
                                            {2, 7, 256},
                                            {97, 9, 16}}) {
    Attention a = Of(queries, keys, size);
    a.heads = a.kv_heads = 2;
    a.batches = 2;
    Check(a);
  }
}

TEST_P(AttentionGradientsTest, LayoutsAndGroupsOfHeads) {
  for (const char* const layout : {"BSH", "SBH", "BSND", "BNSD"}) {
    Attention a = Of(11, 17, 12);
    a.layout = layout;
    a.batches = 2;
    a.heads = 6;
    a.kv_heads = 2;
    a.value_size = 9;
    Check(a);
  }
}

TEST_P(AttentionGradientsTest, Biases) {
  for (const Shape& bias : {Shape{2, 4, 80, 70}, {2, 4, 1, 70}, {1, 4, 80, 70}}) {
    Attention a = Of(80, 70, 8);
    a.batches = 2;
    a.heads = 4;
    a.kv_heads = 2;
    a.bias = bias;
    a.mask = {80, 70};
    a.after = 5;
    Check(a);
    a.bias_order = 0;
    Check(a);
  }
}

// The gradient by slopes is 0.
TEST_P(AttentionGradientsTest, BiasesOfSlopes) {
  for (const Shape& slopes : {Shape{4}, {2, 4}}) {
    for (const int type : {2, 3}) {
      Attention a = Of(70, 70, 8);
      a.batches = 2;
      a.heads = 4;
      a.kv_heads = 2;
      a.bias = slopes;
      a.bias_order = type;
      a.query_start = 7;
      Check(a);
    }
  }
}

TEST_P(AttentionGradientsTest, MasksAndDropout) {
  Attention a = Of(90, 70, 8);
  a.batches = 2;
  a.heads = 4;
  a.kv_heads = 2;
  a.mask = {2, 1, 90, 70};
  a.before = 33;
  a.after = 7;
  a.drops = true;
  a.keep = 0.75;
  Check(a);
}

TEST(AttentionGradientsOfBandsTest, AreOfWhatQueriesSee) {
  for (const auto& [queries, keys] : {std::pair{200, 150}, {150, 200}}) {
    Attention a = AttentionOf(ACL_FLOAT, queries, keys, 3);
    a.mode = 4;
    a.mask = {2048, 2048};
    a.before = 20;
    a.after = -3;
    Check(a);
    a.mode = 3;
    a.bias = {1, 1, queries, keys};
    Check(a);
  }
}

// Threads share heads, or blocks of a head.
TEST_P(AttentionGradientsTest, BitsAreTheSame) {
  for (const int64_t heads : {1, 6}) {
    Attention a = Of(70, 80, 20);
    a.heads = heads;
    a.kv_heads = heads == 1 ? 1 : 3;
    a.mask = {70, 80};
    a.bias = {1, heads, heads == 1 ? 1 : 70, 80};
    a.before = 60;
    a.after = 20;
    a.Fill();
    ExpectSameBitsInAllSettings(Gradients(a).Call());
  }
}

TEST_P(AttentionGradientsTest, TakesAnyLayout) {
  Attention a = Of(5, 7, 6);
  a.heads = 2;
  a.kv_heads = 1;
  a.mask = {1, 1, 5, 7};
  a.bias = {1, 2, 5, 7};
  a.drops = true;
  a.keep = 0.5;
  a.layout = "BSH";
  a.Fill();
  ExpectSameBitsInAllLayouts(Gradients(a).Call());
}

// What is masked does not count, whatever is there.
TEST_P(AttentionGradientsTest, MaskedKeysMayBeAnything) {
  Attention a = Of(30, 70, 8);
  a.after = 0;
  a.mask = {30, 70};
  a.Fill();
  const Gradients finite(a);
  const std::vector<Array> expected = RunCall(finite.Call());
  for (int64_t k = 30; k < 70; ++k) {
    for (int64_t e = 0; e < 8; ++e) {
      a.key.SetBits(k * 8 + e, BitsOf(a.dtype, kNone));
      a.value.SetBits(k * 8 + e, BitsOf(a.dtype, e % 2 == 0 ? kNone : 1 / 0.0));
    }
  }
  const std::vector<Array> actual = RunCall(finite.Call());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(SameBits(actual[i], expected[i]));
}

// Dot products of pairs would make 0 of the products of queries and keys.
TEST(AttentionGradientsOfPairsTest, ProductsMayBeSubnormal) {
  Attention a = AttentionOf(ACL_BF16, 70, 66, 8);
  a.Fill();
  const auto scaled = [](const Array& from, double factor) {
    return Array(from.dtype, from.shape,
                 [&](int64_t i) { return BitsOf(from.dtype, from.Value(i) * factor); });
  };
  a.query = scaled(a.query, 0x1p-100);
  a.key = scaled(a.key, 0x1p-28);
  a.scale = 0x1p126;
  ExpectDefinition(a);
}

TEST_P(AttentionGradientsTest, NoKeysAndNoElements) {
  for (const auto& [queries, keys, size] : {std::tuple{4, 0, 8}, {0, 4, 8}, {4, 5, 0}, {0, 0, 0}}) {
    Attention a = Of(queries, keys, size);
    a.bias = {1, 1, 1, keys};
    Check(a);
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, AttentionGradientsTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16), [](const auto& dtype) {
                           return dtype.param == ACL_FLOAT     ? "Float"
                                  : dtype.param == ACL_FLOAT16 ? "Float16"
                                                               : "Bfloat16";
                         });

}  // namespace
}  // namespace openaclnn::test::gradients_test
