// Attention of batches whose positions lie one after another has the bits of each batch alone.
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/attention/call.h"
#include "tests/kinds/attention/sequences.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn::test {
namespace {

// Three batches, of which the second has no queries.
const std::vector<int64_t> kQueryEnds = {11, 11, 30}, kKeyEnds = {60, 62, 100};
const std::vector<Sequence> kSequences = {
    {0, 0, 11, 0, 60}, {0, 11, 0, 60, 2}, {0, 11, 19, 62, 38}};

Attention WholeOf(aclDataType dtype) {
  Attention a = AttentionOf(dtype, 30, 100, 24);
  a.value_size = 16;
  a.heads = 4;
  a.kv_heads = 2;
  a.Fill();
  return a;
}

// The arguments that both operators have after the prefixes.
std::vector<CallArgument> SettingsOf(const Attention& a) {
  return {kQueryEnds,
          kKeyEnds,
          a.scale,
          1.0,
          static_cast<double>(a.before),
          static_cast<double>(a.after),
          static_cast<double>(a.heads),
          "TND",
          0.0,
          static_cast<double>(a.mode)};
}

OperatorCall CallOf(const Attention& a, const Array& mask) {
  OperatorCall call = {
      "aclnnFlashAttentionVarLenScore",
      {With("TND", a.query), With("TND", a.key), With("TND", a.value), nullptr, nullptr, nullptr,
       mask.shape.empty() ? CallArgument(nullptr) : mask, nullptr}};
  const std::vector<CallArgument> settings = SettingsOf(a);
  call.arguments.insert(call.arguments.end(), settings.begin(), settings.end());
  const Array rows(ACL_FLOAT, {a.queries, a.heads, 8});
  const std::vector<CallArgument> outputs = {rows, rows, nullptr,
                                             Array(a.dtype, {a.queries, a.heads, a.value_size})};
  call.arguments.insert(call.arguments.end(), outputs.begin(), outputs.end());
  return call;
}

struct Packed {
  Array maxima, sums, out;                 // [batch, head, position, element]
  Array grad, by_query, by_key, by_value;  // the same
};

// Each batch as a call of its own.
Packed PackedOf(const Attention& whole, const Array& mask) {
  const Shape rows = {1, whole.heads, whole.queries, 8},
              out = {1, whole.heads, whole.queries, whole.value_size};
  Packed all = {Array(ACL_FLOAT, rows),
                Array(ACL_FLOAT, rows),
                Array(whole.dtype, out),
                Normal(whole.dtype, out, 9),
                Array(whole.dtype, whole.query.shape),
                Array(whole.dtype, whole.key.shape),
                Array(whole.dtype, whole.value.shape)};
  for (const Sequence& one : kSequences) {
    if (one.queries == 0) continue;
    Attention a = whole;
    a.queries = one.queries;
    a.keys = one.keys;
    a.query = Part(whole.query, 0, one.first_query, one.queries, a.size);
    a.key = Part(whole.key, 0, one.first_key, one.keys, a.size);
    a.value = Part(whole.value, 0, one.first_key, one.keys, a.value_size);
    if (a.HasShortMask()) {
      a.mask = {2048, 2048};
      a.masked = Array(ACL_BOOL, a.mask);
    } else if (!mask.shape.empty()) {
      a.mask = {1, 1, one.queries, one.keys};
      const int64_t columns = mask.shape[1];
      a.masked = {ACL_BOOL, a.mask,
                  [&](int64_t i) { return mask.Bits(i / one.keys * columns + i % one.keys); }};
    }
    const OperatorCall call = a.Call();
    const std::vector<Array> results = RunCall(call);
    Put(results[0], 0, one.first_query, all.maxima);
    Put(results[1], 0, one.first_query, all.sums);
    Put(results[2], 0, one.first_query, all.out);
    const auto& given = call.arguments;
    const std::vector<Array> gradients =
        RunCall({"aclnnFlashAttentionScoreGrad",
                 {given[0],
                  given[1],
                  given[2],
                  Part(all.grad, 0, one.first_query, one.queries, a.value_size),
                  nullptr,
                  nullptr,
                  nullptr,
                  given[6],
                  results[0],
                  results[1],
                  nullptr,
                  results[2],
                  nullptr,
                  a.scale,
                  1.0,
                  given[10],
                  given[11],
                  given[12],
                  "BNSD",
                  0.0,
                  given[15],
                  Array(a.dtype, a.query.shape),
                  Array(a.dtype, a.key.shape),
                  Array(a.dtype, a.value.shape),
                  nullptr}});
    Put(gradients[0], 0, one.first_query, all.by_query);
    Put(gradients[1], 0, one.first_key, all.by_key);
    Put(gradients[2], 0, one.first_key, all.by_value);
  }
  return all;
}

// The same in the second version, whose pseType is 0.
OperatorCall SecondOf(OperatorCall call, std::string_view name, long lengths) {
  call.name = name;
  call.arguments.insert(call.arguments.begin() + lengths + 10, 0.0);
  call.arguments.insert(call.arguments.begin() + lengths + 2, 2, nullptr);
  return call;
}

void Check(const Attention& a, const Array& mask) {
  const Packed expected = PackedOf(a, mask);
  const OperatorCall call = CallOf(a, mask);
  for (const OperatorCall& version :
       {call, SecondOf(call, "aclnnFlashAttentionVarLenScoreV2", 8)}) {
    const std::vector<Array> actual = RunCall(version);
    EXPECT_TRUE(SameBits(actual[0], With("TND", expected.maxima)));
    EXPECT_TRUE(SameBits(actual[1], With("TND", expected.sums)));
    EXPECT_TRUE(SameBits(actual[2], With("TND", expected.out)));
  }
  const auto& given = call.arguments;
  OperatorCall back = {"aclnnFlashAttentionUnpaddingScoreGrad",
                       {given[0], given[1], given[2], With("TND", expected.grad), nullptr, nullptr,
                        nullptr, given[6], With("TND", expected.maxima), With("TND", expected.sums),
                        nullptr, With("TND", expected.out), nullptr}};
  const std::vector<CallArgument> settings = SettingsOf(a);
  back.arguments.insert(back.arguments.end(), settings.begin(), settings.end());
  for (const size_t i : {0, 1, 2}) {
    back.arguments.emplace_back(Array(a.dtype, given[i].array.shape));
  }
  back.arguments.emplace_back(nullptr);
  for (const OperatorCall& version :
       {back, SecondOf(back, "aclnnFlashAttentionUnpaddingScoreGradV2", 13)}) {
    const std::vector<Array> actual = RunCall(version);
    EXPECT_TRUE(SameBits(actual[0], With("TND", expected.by_query)));
    EXPECT_TRUE(SameBits(actual[1], With("TND", expected.by_key)));
    EXPECT_TRUE(SameBits(actual[2], With("TND", expected.by_value)));
  }
}

TEST(PackedAttentionTest, BatchesSeeTheirOwnKeys) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) Check(WholeOf(dtype), {});
}

TEST(PackedAttentionTest, MasksAndModes) {
  Attention a = WholeOf(ACL_FLOAT);
  const Array any = Normal(ACL_FLOAT, {20, 64}, 3);
  Check(a, {ACL_BOOL, {20, 64}, [&](int64_t i) { return any.Value(i) > 0.7 ? 1 : 0; }});
  a.before = 7;
  a.after = 3;
  for (const int64_t mode : {2, 3, 4}) {
    a.mode = mode;
    Check(a, Array(ACL_BOOL, {2048, 2048}));
  }
}

TEST(TransformBiasRescaleQkvTest, SplitsHeads) {
  const int64_t b = 2, t = 3, n = 2, d = 5;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array qkv = Normal(dtype, {b, t, 3 * n * d}, 1), bias = Normal(dtype, {3 * n * d}, 2);
    const Array out(dtype, {b, n, t, d});
    const std::vector<Array> results =
        RunCall({"aclnnTransformBiasRescaleQkv", {qkv, bias, 2.0, out, out, out}});
    for (int64_t k = 0; k < 3; ++k) {
      const Array expected(dtype, out.shape, [&](int64_t i) {
        const int64_t e = i % d, at = i / d % t, head = i / d / t % n, batch = i / d / t / n;
        const int64_t column = (k * n + head) * d + e;
        const double sum = qkv.Value((batch * t + at) * 3 * n * d + column) + bias.Value(column);
        return BitsOf(dtype, k == 0 ? sum / std::sqrt(5.0) : sum);
      });
      EXPECT_TRUE(SameBits(results[static_cast<size_t>(k)], expected)) << k;
    }
  }
}

}  // namespace
}  // namespace openaclnn::test
