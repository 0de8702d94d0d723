// Attention for inference has the bits of aclnnFlashAttentionScoreV2, sequence by sequence:
// layouts, lengths, lists, blocks, masks and rotated elements.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
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

struct Results {
  Array out, logarithms;  // [batch, head, position, element], and [batch, head, position, 1]
};

// What the sequences give, each as a call of its own; the rest is 0, or infinite.
Results ResultsOf(const Attention& whole, const std::vector<Sequence>& sequences) {
  Results results = {
      Array(whole.dtype, {whole.batches, whole.heads, whole.queries, whole.value_size}),
      Array(ACL_FLOAT, {whole.batches, whole.heads, whole.queries, 1},
            [](int64_t) { return BitsOf(ACL_FLOAT, 1 / 0.0); })};
  for (const Sequence& one : sequences) {
    Attention a = whole;
    a.batches = 1;
    a.layout = "BNSD";
    a.bias_order = 0;
    a.queries = one.queries;
    a.keys = one.keys;
    a.query = Part(whole.query, one.batch, one.first_query, one.queries, a.size);
    a.key = Part(whole.key, one.batch, one.first_key, one.keys, a.size);
    a.value = Part(whole.value, one.batch, one.first_key, one.keys, a.value_size);
    if (!a.bias.empty()) {
      a.shifts = Part(whole.shifts, one.batch, 0, one.queries, one.keys);
      a.bias = a.shifts.shape;
    }
    if (!a.mask.empty() && !a.HasShortMask()) {
      a.masked = Part(whole.masked, one.batch, 0, one.queries, one.keys);
      a.mask = a.masked.shape;
    }
    const std::vector<Array> of_one = RunCall(a.Call());
    Put(of_one[2], one.batch, one.first_query, results.out);
    const Array logarithms(ACL_FLOAT, {1, a.heads, one.queries, 1}, [&](int64_t i) {
      const double sum = of_one[1].Value(8 * i);
      return BitsOf(ACL_FLOAT, sum == 0 ? 1 / 0.0 : of_one[0].Value(8 * i) + std::log(sum));
    });
    Put(logarithms, one.batch, one.first_query, results.logarithms);
  }
  return results;
}

// A call of aclnnFusedInferAttentionScoreV2, or V3, whose tensors lie as `layout` says.
struct Fused {
  Attention of;  // with all positions, also those that lengths leave out
  std::string layout = "BNSD";
  std::vector<int64_t> query_lengths = {}, key_lengths = {};
  std::vector<Array> keys = {}, values = {};  // in the place of those of `of`
  Array table = {}, query_rope = {}, key_rope = {};
  double block_size = 0;
  bool gives_logarithms = true;

  std::string input() const { return layout.substr(0, layout.find('_')); }
  std::string output() const {
    return layout.find('_') == std::string::npos ? layout : layout.substr(layout.find('_') + 1);
  }
  Array PlacedRows() const {
    const Shape rows = {of.batches, of.heads, of.queries, 1};
    return layout[0] == 'T' || layout[0] == 'N' ? With("TND", Array(ACL_FLOAT, rows))
                                                : Array(ACL_FLOAT, rows);
  }

  OperatorCall Call() const {
    const auto lengths = [](const std::vector<int64_t>& given) {
      return given.empty() ? CallArgument(nullptr) : CallArgument(given);
    };
    const auto if_any = [](const Array& array, bool is_there) {
      return is_there ? CallArgument(array) : CallArgument(nullptr);
    };
    OperatorCall call = {
        "aclnnFusedInferAttentionScoreV2",
        {With(input(), of.query), keys.empty() ? std::vector{With(input(), of.key)} : keys,
         values.empty() ? std::vector{With(input(), of.value)} : values,
         if_any(of.shifts, !of.bias.empty()), if_any(of.masked, !of.mask.empty()),
         lengths(query_lengths), lengths(key_lengths)}};
    auto& arguments = call.arguments;
    arguments.insert(arguments.end(), 7, nullptr);
    arguments.emplace_back(if_any(table, !table.shape.empty()));
    arguments.insert(arguments.end(), 9, nullptr);
    if (!query_rope.shape.empty()) {
      call.name = "aclnnFusedInferAttentionScoreV3";
      arguments.emplace_back(With(input(), query_rope));
      arguments.emplace_back(table.shape.empty() ? With(input(), key_rope) : key_rope);
      arguments.emplace_back(nullptr);
    }
    const std::vector<CallArgument> rest = {
        static_cast<double>(of.heads),
        of.scale,
        static_cast<double>(of.before),
        static_cast<double>(of.after),
        layout.c_str(),
        static_cast<double>(of.kv_heads),
        static_cast<double>(of.mode),
        2.0,
        block_size,
        0.0,
        gives_logarithms ? 1.0 : 0.0,
        0.0,
        0.0,
        With(output(), Array(of.dtype, {of.batches, of.heads, of.queries, of.value_size})),
        PlacedRows()};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    return call;
  }

  void Expect(const std::vector<Sequence>& sequences) const {
    const Results expected = ResultsOf(of, sequences);
    const std::vector<Array> actual = RunCall(Call());
    EXPECT_TRUE(SameBits(actual[0], With(output(), expected.out))) << layout;
    const Array logarithms =
        PlacedRows().shape.size() == 3 ? With("TND", expected.logarithms) : expected.logarithms;
    for (int64_t i = 0; i < logarithms.size(); ++i) {
      const double value = logarithms.Value(i);
      if (std::isinf(value)) {
        ASSERT_EQ(actual[1].Value(i), value) << layout << ", row " << i;
      } else {
        ASSERT_NEAR(actual[1].Value(i), value, 1e-6 * (1 + std::fabs(value)))
            << layout << ", row " << i;
      }
    }
  }
};

Attention Of(int64_t batches, int64_t queries, int64_t keys) {
  Attention a = AttentionOf(ACL_FLOAT16, queries, keys, 24);
  a.value_size = 16;
  a.batches = batches;
  a.heads = 4;
  a.kv_heads = 2;
  return a;
}

std::vector<Sequence> WholeOf(const Attention& a) {
  std::vector<Sequence> sequences;
  for (int64_t b = 0; b < a.batches; ++b) sequences.push_back({b, 0, a.queries, 0, a.keys});
  return sequences;
}

TEST(InferenceTest, Layouts) {
  for (const char* const layout : {"BSH", "BSND", "BNSD", "BNSD_BSND"}) {
    for (const int64_t queries : {1, 19}) {
      Attention a = Of(2, queries, 70);
      a.Fill();
      Fused{a, layout}.Expect(WholeOf(a));
    }
  }
}

TEST(InferenceTest, BiasAndMask) {
  for (const int64_t queries : {1, 19}) {
    for (const int64_t batches : {1, 2}) {
      Attention a = Of(2, queries, 70);
      a.bias = {batches, 4, queries, 70};
      a.mask = {batches, 1, queries, 70};
      a.Fill();
      Fused{a, "BSND"}.Expect(WholeOf(a));
    }
  }
}

TEST(InferenceTest, OneQuerySeesAllKeysWhateverTheModeIs) {
  Attention a = Of(2, 1, 70);
  a.Fill();
  const std::vector<Sequence> whole = WholeOf(a);
  const Results expected = ResultsOf(a, whole);
  a.mode = 3;
  a.before = 1;
  EXPECT_TRUE(SameBits(RunCall(Fused{a, "BSH"}.Call())[0], With("BSH", expected.out)));
}

TEST(InferenceTest, Modes) {
  for (const int64_t mode : {0, 1, 2, 3, 4}) {
    Attention a = Of(2, 19, 30);
    a.mode = mode;
    a.before = 7;
    a.after = 3;
    a.mask = a.HasShortMask() ? Shape{2048, 2048} : Shape{1, 1, 19, 30};
    a.Fill();
    Fused{a, "BNSD"}.Expect(WholeOf(a));
    Fused lengths = {a, "BSH", {19, 12}, {30, 17}};
    lengths.Expect({{0, 0, 19, 0, 30}, {1, 0, 12, 0, 17}});
  }
}

TEST(InferenceTest, Lengths) {
  for (const int64_t queries : {1, 20}) {
    Attention a = Of(3, queries, 70);
    a.bias = {3, 4, queries, 70};
    a.mask = {3, 1, queries, 70};
    a.Fill();
    const int64_t half = queries == 1 ? 1 : 9;
    Fused of = {a, "BSND", {queries, half, queries}, {70, 33, 0}};
    of.Expect({{0, 0, queries, 0, 70}, {1, 0, half, 0, 33}, {2, 0, queries, 0, 0}});
    of.query_lengths = {};
    of.key_lengths = {41};
    std::vector<Sequence> alike = WholeOf(a);
    for (Sequence& one : alike) one.keys = 41;
    of.Expect(alike);
  }
}

TEST(InferenceTest, ListsHaveATensorForEachBatch) {
  Attention a = Of(2, 5, 70);
  a.Fill();
  Fused of = {a, "BSH"};
  for (const auto& [batch, keys] : {std::pair{0, 70}, {1, 31}}) {
    of.keys.push_back(With("BSH", Part(a.key, batch, 0, keys, a.size)));
    of.values.push_back(With("BSH", Part(a.value, batch, 0, keys, a.value_size)));
  }
  of.Expect({{0, 0, 5, 0, 70}, {1, 0, 5, 0, 31}});
}

// Positions of all batches, one after another; the second one has no queries.
TEST(InferenceTest, PackedPositions) {
  Attention a = Of(1, 30, 100);
  a.Fill();
  Fused{a, "TND", {11, 11, 27}, {60, 62, 100}}.Expect({{0, 0, 11, 0, 60}, {0, 11, 16, 62, 38}});
}

// Blocks of the keys of each batch, in any order, as [block, head, position, element].
struct Cache {
  Array keys, values, table;
};
Cache CacheOf(const Attention& a, int64_t block, const std::vector<int64_t>& lengths) {
  const int64_t most = (a.keys + block - 1) / block, blocks = a.batches * most + 1;
  Cache cache = {Normal(a.dtype, {blocks, a.kv_heads, block, a.size}, 77),
                 Normal(a.dtype, {blocks, a.kv_heads, block, a.value_size}, 78),
                 Array(ACL_INT32, {a.batches, most})};
  int64_t next = blocks;
  for (int64_t b = 0; b < a.batches; ++b) {
    const int64_t keys = lengths[static_cast<size_t>(b)];
    for (int64_t i = 0; i < most; ++i) {
      const bool counts = i * block < keys;
      cache.table.SetBits(b * most + i, counts ? static_cast<uint64_t>(--next) : 0xffffffffu);
      if (!counts) continue;
      const int64_t rows = std::min(block, keys - i * block);
      Put(Part(a.key, b, i * block, rows, a.size), next, 0, cache.keys);
      Put(Part(a.value, b, i * block, rows, a.value_size), next, 0, cache.values);
    }
  }
  return cache;
}

TEST(InferenceTest, Blocks) {
  for (const int64_t queries : {1, 5}) {
    for (const char* const letters : {"BNSD", "BSH"}) {
      Attention a = Of(2, queries, 70);
      a.Fill();
      const Cache cache = CacheOf(a, 16, {70, 33});
      Fused of = {a, "BNSD", {}, {70, 33}};
      of.keys = {With(letters, cache.keys)};
      of.values = {With(letters, cache.values)};
      of.table = cache.table;
      of.block_size = 16;
      of.Expect({{0, 0, queries, 0, 70}, {1, 0, queries, 0, 33}});
    }
  }
}

TEST(InferenceTest, RotatedElementsStandBehindTheOthers) {
  for (const char* const layout : {"BSH", "BNSD", "BSND_NBSD"}) {
    Attention a = Of(2, 3, 40);
    a.size = 32;
    a.Fill();
    const auto columns = [](const Array& whole, int64_t first, int64_t count) {
      const int64_t d = whole.shape[3];
      Shape shape = whole.shape;
      shape[3] = count;
      return Array(whole.dtype, shape,
                   [&](int64_t i) { return whole.Bits(i / count * d + first + i % count); });
    };
    Fused of = {a, layout};
    of.of.query = columns(a.query, 0, 24);
    of.query_rope = columns(a.query, 24, 8);
    of.key_rope = columns(a.key, 24, 8);
    of.keys = {With(of.input(), columns(a.key, 0, 24))};
    of.gives_logarithms = false;
    const Results expected = ResultsOf(a, WholeOf(a));
    EXPECT_TRUE(SameBits(RunCall(of.Call())[0], With(of.output(), expected.out))) << layout;
  }
}

TEST(InferenceTest, AllRowsThatSeeNothingAre0) {
  Attention a = Of(1, 3, 20);
  a.mask = {1, 1, 3, 20};
  a.Fill();
  for (int64_t k = 0; k < 20; ++k) a.masked.SetBits(20 + k, 1);
  Fused{a, "BSND"}.Expect(WholeOf(a));
}

TEST(InferenceTest, PromptsAndSteps) {
  Attention a = Of(2, 9, 40);
  a.mask = {2, 1, 9, 40};
  a.Fill();
  const Results of_prompt = ResultsOf(a, {{0, 0, 9, 0, 40}, {1, 0, 4, 0, 21}});
  const Array query = With("BSH", a.query), key = With("BSH", a.key), value = With("BSH", a.value),
              out = With("BSH", of_prompt.out);
  const std::vector<int64_t> queries = {9, 4}, keys = {40, 21};
  OperatorCall prompt = {
      "aclnnPromptFlashAttentionV3",
      {query,   key,     value,   nullptr, a.masked, queries, keys,
       nullptr, nullptr, nullptr, nullptr, nullptr,  4.0,     a.scale,
       1e9,     1e9,     "BSH",   2.0,     0.0,      1.0,     Array(a.dtype, out.shape)}};
  EXPECT_TRUE(SameBits(RunCall(prompt)[0], out));
  prompt.name = "aclnnPromptFlashAttentionV2";
  prompt.arguments.erase(prompt.arguments.end() - 2);
  EXPECT_TRUE(SameBits(RunCall(prompt)[0], out));
  const Array whole = With("BSH", ResultsOf(a, WholeOf(a)).out);
  EXPECT_TRUE(SameBits(RunCall({"aclnnPromptFlashAttention",
                                {query, key, value, nullptr, a.masked, nullptr, 4.0, a.scale, 1e9,
                                 1e9, "BSH", 2.0, Array(a.dtype, out.shape)}})[0],
                       whole));

  Attention step = Of(2, 1, 40);
  step.mask = {2, 1, 1, 40};
  step.Fill();
  const Array of_step = With("BSH", ResultsOf(step, {{0, 0, 1, 0, 40}, {1, 0, 1, 0, 21}}).out);
  OperatorCall first = {"aclnnIncreFlashAttention",
                        {With("BSH", step.query), std::vector{With("BSH", step.key)},
                         std::vector{With("BSH", step.value)}, nullptr, step.masked, keys, 4.0,
                         step.scale, "BSH", 2.0, Array(step.dtype, of_step.shape)}};
  EXPECT_TRUE(SameBits(RunCall(first)[0], of_step));
  auto& arguments = first.arguments;
  first.name = "aclnnIncreFlashAttentionV2";
  arguments.insert(arguments.begin() + 6, 5, nullptr);
  EXPECT_TRUE(SameBits(RunCall(first)[0], of_step));
  first.name = "aclnnIncreFlashAttentionV3";
  arguments.insert(arguments.begin() + 11, 3, nullptr);
  arguments.insert(arguments.end() - 1, 2, 0.0);
  EXPECT_TRUE(SameBits(RunCall(first)[0], of_step));
  first.name = "aclnnIncreFlashAttentionV4";
  arguments.insert(arguments.begin() + 14, nullptr);
  EXPECT_TRUE(SameBits(RunCall(first)[0], of_step));
}

TEST(InferenceTest, BitsAreTheSame) {
  for (const int64_t queries : {1, 30}) {
    Attention a = Of(2, queries, 90);
    a.mask = {2, 1, queries, 90};
    a.bias = {2, 4, queries, 90};
    a.Fill();
    ExpectSameBitsInAllSettings(Fused{a, "BSND", {queries, 1}, {90, 50}}.Call());
  }
}

}  // namespace
}  // namespace openaclnn::test
