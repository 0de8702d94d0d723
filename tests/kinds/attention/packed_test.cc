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

// Where batches end.
struct Ends {
  std::vector<int64_t> queries, keys;

  std::vector<Sequence> Sequences() const {
    std::vector<Sequence> all;
    int64_t query = 0, key = 0;
    for (size_t i = 0; i < queries.size(); ++i) {
      all.push_back({0, query, queries[i] - query, key, keys[i] - key});
      query = queries[i];
      key = keys[i];
    }
    return all;
  }
};
// Three batches, of which the second has no queries, or as many queries as keys.
const Ends kEnds = {{11, 11, 30}, {60, 62, 100}}, kEqualEnds = {{11, 11, 100}, {11, 11, 100}};

Attention WholeOf(aclDataType dtype, const Ends& ends = kEnds) {
  Attention a = AttentionOf(dtype, ends.queries.back(), ends.keys.back(), 24);
  a.value_size = 16;
  a.heads = 4;
  a.kv_heads = 2;
  a.Fill();
  return a;
}

// The arguments that both operators have after the prefixes.
std::vector<CallArgument> SettingsOf(const Attention& a, const Ends& ends) {
  return {ends.queries,
          ends.keys,
          a.scale,
          a.keep,
          static_cast<double>(a.before),
          static_cast<double>(a.after),
          static_cast<double>(a.heads),
          "TND",
          0.0,
          static_cast<double>(a.mode)};
}

CallArgument PrefixesOf(const Attention& a) {
  return a.prefixes.empty() ? CallArgument(nullptr) : CallArgument(a.prefixes);
}

OperatorCall CallOf(const Attention& a, const Ends& ends, const Array& mask) {
  const auto if_given = [](const Array& array, bool is_given) {
    return is_given ? CallArgument(array) : CallArgument(nullptr);
  };
  OperatorCall call = {"aclnnFlashAttentionVarLenScore",
                       {With("TND", a.query), With("TND", a.key), With("TND", a.value),
                        if_given(a.shifts, !a.bias.empty()), if_given(a.kept, a.drops), nullptr,
                        if_given(mask, !mask.shape.empty()), PrefixesOf(a)}};
  const std::vector<CallArgument> settings = SettingsOf(a, ends);
  call.arguments.insert(call.arguments.end(), settings.begin(), settings.end());
  const Array rows(ACL_FLOAT, {a.queries, a.heads, 8});
  const std::vector<CallArgument> outputs = {rows, rows, nullptr,
                                             Array(a.dtype, {a.queries, a.heads, a.value_size})};
  call.arguments.insert(call.arguments.end(), outputs.begin(), outputs.end());
  return call;
}

struct Packed {
  Array maxima, sums, out;                                // [batch, head, position, element]
  Array grad, by_query = {}, by_key = {}, by_value = {};  // the same
  Array by_bias = {};                                     // as the bias lies
};

bool HasPackedBias(const Attention& a) { return a.bias.size() == 1 && !a.HasSlopes(); }

// What a batch sees: with the modes 7 and 8 one of them has a band, and the others are causal.
int64_t ModeOf(const Attention& whole, const std::vector<Sequence>& batches, size_t index) {
  if (whole.mode < 7) return whole.mode;
  const auto has_queries = [](const Sequence& one) { return one.queries > 0; };
  const auto first = std::find_if(batches.begin(), batches.end(), has_queries);
  const auto last = std::find_if(batches.rbegin(), batches.rend(), has_queries);
  const auto cut = whole.mode == 7 ? batches.rend() - last - 1 : first - batches.begin();
  if (static_cast<size_t>(cut) == index) return 4;
  return whole.mode == 7 ? 3 : 2;
}

// Each batch as a call of its own.
Packed PackedOf(const Attention& whole, const Ends& ends, const Array& mask) {
  const Shape rows = {1, whole.heads, whole.queries, 8},
              out = {1, whole.heads, whole.queries, whole.value_size};
  Packed all = {Array(ACL_FLOAT, rows),
                Array(ACL_FLOAT, rows),
                Array(whole.dtype, out),
                Normal(whole.dtype, out, 9),
                Array(whole.dtype, whole.query.shape),
                Array(whole.dtype, whole.key.shape),
                Array(whole.dtype, whole.value.shape)};
  if (HasPackedBias(whole)) all.by_bias = Array(whole.dtype, whole.bias);
  int64_t first_bit = 0, index = -1;
  const std::vector<Sequence> batches = ends.Sequences();
  for (const Sequence& one : batches) {
    ++index;
    if (one.queries == 0) continue;
    Attention a = whole;
    a.mode = ModeOf(whole, batches, static_cast<size_t>(index));
    if (a.mode == 6) a.prefixes = {whole.prefixes[static_cast<size_t>(index)]};
    const bool has_rows = HasPackedBias(whole) && whole.bias[0] == a.heads * ends.keys.back();
    const int64_t first_shift = has_rows ? a.heads * one.first_key : first_bit;
    if (HasPackedBias(whole)) {
      a.bias = {1, a.heads, has_rows ? 1 : one.queries, one.keys};
      a.shifts = {a.dtype, a.bias, [&](int64_t i) { return whole.shifts.Bits(first_shift + i); }};
    }
    const int64_t bits = a.heads * one.queries * one.keys;
    if (a.drops) {
      const auto bit = [&](int64_t at) { return whole.kept.Bits(at / 8) >> (at % 8) & 1; };
      a.kept = {ACL_UINT8, {(bits + 7) / 8}, [&](int64_t byte) {
                  uint64_t made = 0;
                  for (int64_t k = 0; k < 8 && byte * 8 + k < bits; ++k) {
                    made |= bit(first_bit + byte * 8 + k) << k;
                  }
                  return made;
                }};
    }
    first_bit += bits;
    if (a.HasSlopes()) {
      a.bias = {a.heads};
      a.shifts = {ACL_FLOAT, a.bias, [&](int64_t head) {
                    return whole.shifts.Bits((whole.bias.size() == 1 ? 0 : index * a.heads) + head);
                  }};
    }
    a.queries = one.queries;
    a.keys = one.keys;
    a.query = Part(whole.query, 0, one.first_query, one.queries, a.size);
    a.key = Part(whole.key, 0, one.first_key, one.keys, a.size);
    a.value = Part(whole.value, 0, one.first_key, one.keys, a.value_size);
    if (a.HasShortMask()) {
      a.mask = {a.mode == 6 ? 3072 : 2048, 2048};
      a.masked = Array(ACL_BOOL, a.mask);
    } else if (!mask.shape.empty()) {
      const size_t rank = mask.shape.size();
      const int64_t heads = rank == 4 ? mask.shape[1] : 1,
                    first_head = rank == 4 && mask.shape[0] > 1 ? index * heads : 0,
                    length = mask.shape[rank - 2], columns = mask.shape[rank - 1];
      a.mask = {1, heads, one.queries, one.keys};
      a.masked = {ACL_BOOL, a.mask, [&](int64_t i) {
                    const int64_t row = i / one.keys % one.queries,
                                  head = first_head + i / one.keys / one.queries;
                    return mask.Bits((head * length + row) * columns + i % one.keys);
                  }};
    }
    const OperatorCall call = a.Call();
    const std::vector<Array> results = RunCall(call);
    Put(results[0], 0, one.first_query, all.maxima);
    Put(results[1], 0, one.first_query, all.sums);
    Put(results[2], 0, one.first_query, all.out);
    Attention first = a;  // the arguments in the order of the first version
    first.bias_order = 1;
    const std::vector<CallArgument> given = first.Call().arguments;
    const OperatorCall back = {
        "aclnnFlashAttentionScoreGrad",
        {given[0],
         given[1],
         given[2],
         Part(all.grad, 0, one.first_query, one.queries, a.value_size),
         given[3],
         given[4],
         nullptr,
         given[6],
         results[0],
         results[1],
         nullptr,
         results[2],
         given[7],
         a.scale,
         a.keep,
         given[10],
         given[11],
         given[12],
         "BNSD",
         0.0,
         given[15],
         Array(a.dtype, a.query.shape),
         Array(a.dtype, a.key.shape),
         Array(a.dtype, a.value.shape),
         HasPackedBias(whole) ? CallArgument(Array(a.dtype, a.bias)) : CallArgument(nullptr)}};
    const std::vector<Array> gradients =
        RunCall(a.InOrder(back, "aclnnFlashAttentionScoreGradV2", 12));
    Put(gradients[0], 0, one.first_query, all.by_query);
    Put(gradients[1], 0, one.first_key, all.by_key);
    Put(gradients[2], 0, one.first_key, all.by_value);
    for (int64_t i = 0; HasPackedBias(whole) && i < gradients[3].size(); ++i) {
      all.by_bias.SetBits(first_shift + i, gradients[3].Bits(i));
    }
  }
  return all;
}

// The call of gradients, and what it gives.
OperatorCall BackOf(const Attention& a, const Ends& ends, const OperatorCall& call,
                    const Packed& expected) {
  const auto& given = call.arguments;
  OperatorCall back = {
      "aclnnFlashAttentionUnpaddingScoreGrad",
      {given[0], given[1], given[2], With("TND", expected.grad), given[3], given[4], nullptr,
       given[6], With("TND", expected.maxima), With("TND", expected.sums), nullptr,
       With("TND", expected.out), PrefixesOf(a)}};
  const std::vector<CallArgument> settings = SettingsOf(a, ends);
  back.arguments.insert(back.arguments.end(), settings.begin(), settings.end());
  for (const size_t i : {0, 1, 2}) {
    back.arguments.emplace_back(Array(a.dtype, given[i].array.shape));
  }
  back.arguments.push_back(HasPackedBias(a) ? CallArgument(Array(a.dtype, a.bias))
                                            : CallArgument(nullptr));
  return back;
}
void ExpectResults(const OperatorCall& call, const Packed& expected) {
  const std::vector<Array> actual = RunCall(call);
  EXPECT_TRUE(SameBits(actual[0], With("TND", expected.maxima))) << call.name;
  EXPECT_TRUE(SameBits(actual[1], With("TND", expected.sums))) << call.name;
  EXPECT_TRUE(SameBits(actual[2], With("TND", expected.out))) << call.name;
}
void ExpectGradients(const OperatorCall& call, const Packed& expected) {
  const std::vector<Array> actual = RunCall(call);
  EXPECT_TRUE(SameBits(actual[0], With("TND", expected.by_query))) << call.name;
  EXPECT_TRUE(SameBits(actual[1], With("TND", expected.by_key))) << call.name;
  EXPECT_TRUE(SameBits(actual[2], With("TND", expected.by_value))) << call.name;
  if (expected.by_bias.shape.empty()) return;
  EXPECT_TRUE(SameBits(actual[3], expected.by_bias)) << call.name;
}

// The same in the second version.
OperatorCall SecondOf(const Attention& a, OperatorCall call, std::string_view name, long lengths) {
  auto& arguments = call.arguments;
  call.name = name;
  arguments.insert(arguments.begin() + lengths + 10,
                   a.bias.empty() ? 0.0 : static_cast<double>(a.bias_order));
  arguments.insert(arguments.begin() + lengths + 2, 2, nullptr);
  if (a.query_start != 0) {
    arguments[static_cast<size_t>(lengths) + 2] = std::vector<int64_t>{a.query_start, 9};
  }
  return call;
}
// The same in the fourth one, with a layout behind an argument.
OperatorCall FourthOf(OperatorCall call, std::string_view name, long behind, const char* layout) {
  call.name = name;
  call.arguments.insert(call.arguments.begin() + behind + 1, layout);
  return call;
}

void Check(const Attention& a, const Array& mask) {
  const Packed expected = PackedOf(a, kEnds, mask);
  const OperatorCall call = CallOf(a, kEnds, mask), back = BackOf(a, kEnds, call, expected);
  ExpectResults(SecondOf(a, call, "aclnnFlashAttentionVarLenScoreV2", 8), expected);
  ExpectGradients(SecondOf(a, back, "aclnnFlashAttentionUnpaddingScoreGradV2", 13), expected);
  if (a.bias_order == 0) return;  // which the other versions do not have
  ExpectResults(call, expected);
  ExpectGradients(back, expected);
  for (const char* const layout : {"same_as_input", ""}) {
    ExpectResults(FourthOf(call, "aclnnFlashAttentionVarLenScoreV4", 17, layout), expected);
    ExpectGradients(FourthOf(back, "aclnnFlashAttentionUnpaddingScoreGradV4", 26, layout),
                    expected);
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
  for (const int64_t mode : {7, 8}) {
    a.mode = mode;
    Check(a, Array(ACL_BOOL, {1, 1, 2048, 2048}));
  }
  a.mode = 6;
  a.prefixes = {52, 2, 30};
  Check(a, Array(ACL_BOOL, {3072, 2048}));
}

TEST(PackedAttentionTest, MasksOfBatchesAndHeads) {
  for (const Shape& shape : {Shape{1, 1, 20, 64}, {3, 1, 19, 60}, {3, 4, 19, 61}}) {
    Attention a = WholeOf(ACL_FLOAT);
    const Array any = Normal(ACL_FLOAT, shape, 3);
    a.after = 50;
    Check(a, {ACL_BOOL, shape, [&](int64_t i) { return any.Value(i) > 0.7 ? 1 : 0; }});
  }
}

// A row for each batch and head, or one for each query too.
TEST(PackedAttentionTest, Biases) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    for (const int64_t elements : {4 * 100, 4 * (11 * 60 + 19 * 38)}) {
      for (const int order : {0, 1}) {
        Attention a = WholeOf(dtype);
        a.bias = {elements};
        a.bias_order = order;
        a.mode = order == 0 ? 0 : 3;
        a.drops = order == 0;
        a.keep = 0.5;
        a.Fill();
        Check(a, order == 0 ? Array() : Array(ACL_BOOL, {2048, 2048}));
      }
    }
  }
}

// Batches of one size are those of another layout.
TEST(PackedAttentionTest, BiasesOfBatchesOfOneSize) {
  for (const Shape& bias : {Shape{3, 4, 10, 12}, {3, 4, 1, 12}, {1, 4, 10, 12}}) {
    Attention of_batches = AttentionOf(ACL_FLOAT, 10, 12, 24);
    of_batches.batches = 3;
    of_batches.heads = 4;
    of_batches.kv_heads = 2;
    of_batches.layout = "BSND";
    of_batches.bias = bias;
    of_batches.mode = 6;
    of_batches.mask = {3072, 2048};
    of_batches.prefixes = {2, 7, 12};
    of_batches.drops = true;
    of_batches.keep = 0.5;
    of_batches.Fill();
    const OperatorCall call = of_batches.Call();
    const std::vector<Array> expected = RunCall(call);
    // Elements lie alike.
    const auto packed = [](const Array& array) {
      const Shape& s = array.shape;
      return Array(array.dtype, {s[0] * s[1], s[2], s[3]},
                   [&](int64_t i) { return array.Bits(i); });
    };
    Attention a = of_batches;
    a.queries = 30;
    OperatorCall whole = CallOf(a, {{10, 20, 30}, {12, 24, 36}}, of_batches.masked);
    for (const size_t i : {0, 1, 2}) whole.arguments[i] = packed(call.arguments[i].array);
    const std::vector<Array> actual = RunCall(whole);
    EXPECT_TRUE(SameBits(actual[2], packed(expected[2])));
    const Array grad = Normal(ACL_FLOAT, actual[2].shape, 9), rows(ACL_FLOAT, {1, 4, 30, 8}),
                out(ACL_FLOAT, {1, 4, 30, 24});
    OperatorCall back = BackOf(a, {{10, 20, 30}, {12, 24, 36}}, whole, {rows, rows, out, out});
    back.arguments[3] = grad;
    back.arguments[8] = actual[0];
    back.arguments[9] = actual[1];
    back.arguments[11] = actual[2];
    back.arguments.back() = Array(ACL_FLOAT, bias);
    const auto& given = call.arguments;
    const std::vector<Array> gradients =
        RunCall({"aclnnFlashAttentionScoreGrad",
                 {given[0],
                  given[1],
                  given[2],
                  Array(ACL_FLOAT, expected[2].shape, [&](int64_t i) { return grad.Bits(i); }),
                  given[3],
                  given[4],
                  nullptr,
                  given[6],
                  expected[0],
                  expected[1],
                  nullptr,
                  expected[2],
                  given[7],
                  a.scale,
                  a.keep,
                  given[10],
                  given[11],
                  given[12],
                  "BSND",
                  0.0,
                  given[15],
                  Array(ACL_FLOAT, given[0].array.shape),
                  Array(ACL_FLOAT, given[1].array.shape),
                  Array(ACL_FLOAT, given[2].array.shape),
                  Array(ACL_FLOAT, bias)}});
    const std::vector<Array> packed_gradients = RunCall(back);
    for (const size_t i : {0, 1, 2}) {
      EXPECT_TRUE(SameBits(packed_gradients[i], packed(gradients[i]))) << i;
    }
    EXPECT_TRUE(SameBits(packed_gradients[3], gradients[3]));
  }
}

// Zeros behind the numbers are batches that do not take part.
TEST(PackedAttentionTest, PositionsMayBeLeft) {
  const Attention a = WholeOf(ACL_FLOAT, {{35}, {104}});
  Packed expected = PackedOf(a, kEnds, {});
  for (int64_t head = 0; head < a.heads; ++head) {
    for (int64_t i = 30 * 8; i < 35 * 8; ++i) {
      expected.maxima.SetBits(head * 35 * 8 + i, BitsOf(ACL_FLOAT, -1 / 0.0));
    }
  }
  const Ends ends = {{11, 11, 30, 0, 0}, {60, 62, 100, 0, 0}};
  const OperatorCall call = CallOf(a, ends, {});
  ExpectResults(call, expected);
  ExpectGradients(BackOf(a, ends, call, expected), expected);
}

TEST(PackedAttentionTest, Dropout) {
  Attention a = WholeOf(ACL_FLOAT);
  a.drops = true;
  a.keep = 0.75;
  a.Fill();  // more bits than there are pairs of queries and keys
  Check(a, {});
}

TEST(PackedAttentionTest, Slopes) {
  for (const Shape& slopes : {Shape{4}, {3, 4}}) {
    for (const int type : {2, 3}) {
      Attention a = WholeOf(ACL_BF16, kEqualEnds);
      a.bias = slopes;
      a.bias_order = type;
      a.query_start = type;
      a.Fill();
      const Packed expected = PackedOf(a, kEqualEnds, {});
      const OperatorCall call = CallOf(a, kEqualEnds, {});
      ExpectResults(SecondOf(a, call, "aclnnFlashAttentionVarLenScoreV2", 8), expected);
      OperatorCall back = SecondOf(a, BackOf(a, kEqualEnds, call, expected),
                                   "aclnnFlashAttentionUnpaddingScoreGradV2", 13);
      ExpectGradients(back, expected);
      back.arguments.back() = Array(ACL_FLOAT, slopes);
      const std::vector<Array> actual = RunCall(back);
      for (int64_t i = 0; i < actual[3].size(); ++i) EXPECT_EQ(actual[3].Value(i), 0);
    }
  }
}

// Elements of heads from one on, up to another.
Array ElementsOf(const Array& heads, int64_t first, int64_t end) {
  const int64_t size = heads.shape.back(), count = end - first;
  Shape shape = heads.shape;
  shape.back() = count;
  return {heads.dtype, shape,
          [&](int64_t i) { return heads.Bits(i / count * size + first + i % count); }};
}

// Heads of which elements lie in tensors of their own have the same bits.
TEST(PackedAttentionTest, Rope) {
  constexpr int64_t kOwn = 16, kAll = 24;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    Attention a = WholeOf(dtype);
    a.mode = 3;
    const Array mask(ACL_BOOL, {2048, 2048});
    const Packed expected = PackedOf(a, kEnds, mask);
    const OperatorCall whole = CallOf(a, kEnds, mask);
    // Parts of an argument stand in its place and behind it.
    const auto split = [&](OperatorCall& call, size_t argument) {
      const Array heads = call.arguments[argument].array;
      call.arguments[argument] = ElementsOf(heads, 0, kOwn);
      call.arguments.insert(call.arguments.begin() + static_cast<long>(argument) + 1,
                            ElementsOf(heads, kOwn, kAll));
    };
    OperatorCall call = SecondOf(a, whole, "aclnnFlashAttentionVarLenScoreV3", 8);
    split(call, 1);
    split(call, 0);
    ExpectResults(call, expected);
    OperatorCall back = SecondOf(a, BackOf(a, kEnds, whole, expected),
                                 "aclnnFlashAttentionUnpaddingScoreGradV3", 13);
    const size_t by_query = back.arguments.size() - 4;
    split(back, by_query + 1);
    split(back, by_query);
    split(back, 1);
    split(back, 0);
    const std::vector<Array> actual = RunCall(back);
    const Array query = With("TND", expected.by_query), key = With("TND", expected.by_key);
    EXPECT_TRUE(SameBits(actual[0], ElementsOf(query, 0, kOwn)));
    EXPECT_TRUE(SameBits(actual[1], ElementsOf(query, kOwn, kAll)));
    EXPECT_TRUE(SameBits(actual[2], ElementsOf(key, 0, kOwn)));
    EXPECT_TRUE(SameBits(actual[3], ElementsOf(key, kOwn, kAll)));
    EXPECT_TRUE(SameBits(actual[4], With("TND", expected.by_value)));
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
