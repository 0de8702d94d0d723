// Quantised products: weights of integers next to the matrices of floats that they stand for, and
// products of integers next to exact sums.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/product/integers.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test::quantised_test {
namespace {

struct Scales {
  int64_t group;  // 0: none
  Array scale;
  std::optional<Array> offset;

  float At(const Array& numbers, int64_t k, int64_t column) const {
    if (numbers.size() == 1) return static_cast<float>(numbers.Value(0));
    const int64_t columns = numbers.shape.back(), row = group == 0 ? 0 : k / group;
    return static_cast<float>(numbers.Value(row * columns + column));
  }
};

// (integer + offset) * scale in float, rounded to a dtype.
Array Numbers(aclDataType dtype, const Integers& matrix, const Scales& scales) {
  return {dtype, {matrix.rows, matrix.columns}, [&](int64_t i) {
            const int64_t k = i / matrix.columns, column = i % matrix.columns;
            float number = static_cast<float>(matrix.values[static_cast<size_t>(i)]);
            if (scales.offset) number = number + scales.At(*scales.offset, k, column);
            number = number * scales.At(scales.scale, k, column);
            return BitsOf(dtype, number);
          }};
}

struct Sizes {
  int64_t m, k, n;
};

class WeightTest : public testing::TestWithParam<aclDataType> {
 protected:
  Array Scale(Shape shape, unsigned seed) const {
    return Normal(GetParam(), std::move(shape), seed, 0.1);
  }

  std::vector<Scales> AllScales(int64_t k, int64_t n) const {
    std::vector<Scales> all{
        {0, Scale({1}, 1), {}}, {0, Scale({1, n}, 2), Scale({1, n}, 3)}, {0, Scale({n}, 4), {}}};
    for (const int64_t group : {32, 64, 1056}) {
      if (group >= k) continue;
      const Shape shape{(k + group - 1) / group, n};
      all.push_back({group, Scale(shape, 5), {}});
      all.push_back({group, Scale(shape, 6), Scale(shape, 7)});
    }
    return all;
  }

  Array ProductOfNumbers(const Array& x, const Integers& integers, const Scales& scales) const {
    const Array y(GetParam(), {x.shape[0], integers.columns});
    return RunOnce({"aclnnMm", {x, Numbers(GetParam(), integers, scales), y, 0.0}}).at(0);
  }

  void ExpectProduct(const Array& x, const Array& weight, const Layout* layout,
                     const Scales& scales, const Array& expected) const {
    const CallArgument offset = scales.offset ? CallArgument(*scales.offset) : nullptr;
    const OperatorCall call = {
        "aclnnWeightQuantBatchMatmulV2",
        {x, weight, scales.scale, offset, nullptr, nullptr, nullptr,
         static_cast<double>(scales.group), Array(GetParam(), expected.shape)}};
    for (const Layout* const of_scales : {static_cast<const Layout*>(nullptr), &kTurned}) {
      if (of_scales != nullptr && scales.group == 0) continue;
      EXPECT_TRUE(SameBits(RunCall(call, {{nullptr, layout, of_scales}, {}}).at(0), expected))
          << TextOf(x.shape) << " by " << DtypeText(weight.dtype) << TextOf(weight.shape)
          << (layout != nullptr ? " turned" : "") << ", groups of " << scales.group
          << (of_scales != nullptr ? " turned" : "") << (scales.offset ? ", offsets" : "");
    }
  }
  static std::string DtypeText(aclDataType dtype) { return dtype == ACL_INT8 ? "INT8" : "INT32"; }
};

TEST_P(WeightTest, IsTheProductOfTheNumbers) {
  for (const auto& [m, k, n] :
       {Sizes{1, 96, 24}, Sizes{1, 2112, 8}, Sizes{3, 1088, 256}, Sizes{8, 1184, 264},
        Sizes{40, 296, 72}, Sizes{17, 32, 8}, Sizes{5, 72, 1}, Sizes{1, 96, 1}, Sizes{1, 544, 37},
        Sizes{1, 4640, 19}, Sizes{2, 1120, 251}}) {
    const Array x = Normal(GetParam(), {m, k}, 11);
    const Integers bytes = AnyIntegers(k, n, 8, 12), halves = AnyIntegers(k, n, 4, 13);
    const Array of_bytes = Bytes(bytes), words = Words(halves, true);
    for (const Scales& scales : AllScales(k, n)) {
      const Array product = ProductOfNumbers(x, bytes, scales);
      ExpectProduct(x, of_bytes, nullptr, scales, product);
      ExpectProduct(x, of_bytes, &kTurned, scales, product);
      const Array of_halves = ProductOfNumbers(x, halves, scales);
      if (n % 8 == 0) ExpectProduct(x, Words(halves, false), nullptr, scales, of_halves);
      ExpectProduct(x, words, &kTurned, scales, of_halves);
    }
  }
}

// All scales of five binades, among them the last ones that are subnormal or large, times integers
// with all significands: each row of x picks one.
TEST_P(WeightTest, RoundsAllProductsOfScales) {
  const bool is_float16 = GetParam() == ACL_FLOAT16;
  const int64_t digits = is_float16 ? 10 : 7, per_binade = int64_t{1} << digits;
  const std::vector<int64_t> exponents = is_float16 ? std::vector<int64_t>{0, 1, 14, 23, 24}
                                                    : std::vector<int64_t>{28, 29, 127, 224, 225};
  // So many elements that the weight is not packed.
  const int64_t m = 8, k = is_float16 ? 64 : 512,
                n = static_cast<int64_t>(exponents.size()) * per_binade;
  const auto scale_at = [&](int64_t i) {
    return static_cast<uint64_t>((exponents[static_cast<size_t>(i / per_binade)] << digits) +
                                 i % per_binade);
  };
  const Scales scales{0, Array(GetParam(), {n}, scale_at), {}};
  const Array x(GetParam(), {m, k},
                [&](int64_t i) { return BitsOf(GetParam(), i / k == i % k ? 1.0 : 0.0); });
  for (int least = 1; least < 128; least += 2 * static_cast<int>(m)) {
    Integers integers{k, n, std::vector<int>(static_cast<size_t>(k * n))};
    for (int64_t i = 0; i < m * n; ++i) {
      const int odd = least + 2 * static_cast<int>(i / n);
      integers.values[static_cast<size_t>(i)] = odd == 1 ? -128 : odd % 4 == 1 ? odd : -odd;
    }
    ExpectProduct(x, Bytes(integers), &kTurned, scales, ProductOfNumbers(x, integers, scales));
  }
}

TEST_P(WeightTest, IsTheSameInAllLayoutsAndSettings) {
  const Integers bytes = AnyIntegers(70, 52, 8, 12);
  const OperatorCall call = {
      "aclnnWeightQuantBatchMatmulV2",
      {Normal(GetParam(), {5, 70}, 1), Bytes(bytes), Scale({3, 52}, 2), Scale({3, 52}, 3), nullptr,
       nullptr, nullptr, 32.0, Array(GetParam(), {5, 52})}};
  ExpectSameBitsInAllLayouts(call);
  ExpectSameBitsInAllSettings(call);
}

float ScaleOf(const Array& numbers, int64_t i) {
  const int64_t at = numbers.size() == 1 ? 0 : i;
  if (numbers.dtype != ACL_UINT64) return static_cast<float>(numbers.Value(at));
  return static_cast<float>(ValueOf(ACL_FLOAT, numbers.Bits(at) & 0xffffffff));
}
int OffsetOf(const Array& words, int64_t i) {
  const auto bits = static_cast<int>(words.Bits(words.size() == 1 ? 0 : i) >> 37 & 0x1ff);
  return (bits ^ 0x100) - 0x100;
}

// Results of INT8: the product with its bias, as a float, times a scale, plus an offset.
TEST_P(WeightTest, BecomesIntegers) {
  const int64_t m = 5, k = 70, n = 40;
  const Integers bytes = AnyIntegers(k, n, 8, 12);
  const Array x = Normal(GetParam(), {m, k}, 1), words = WordsOf(n, 2, true);
  const Scales scales{0, Scale({n}, 3), {}};
  const Array bias = Normal(GetParam() == ACL_BF16 ? ACL_FLOAT : ACL_FLOAT16, {n}, 4, 20);
  const Array offsets = Normal(ACL_FLOAT, {n}, 5, 30), y(ACL_INT8, {m, n});
  const Array sums = RunOnce({"aclnnAddmm",
                              {bias, x, Numbers(GetParam(), bytes, scales), 1.0, 1.0,
                               Array(ACL_FLOAT, {m, n}), 0.0}})
                         .at(0);
  for (const bool has_offsets : {false, true}) {
    const CallArgument offset = has_offsets ? CallArgument(offsets) : nullptr;
    const OperatorCall call = {
        "aclnnWeightQuantBatchMatmulV2",
        {x, Bytes(bytes), scales.scale, nullptr, words, offset, bias, 0.0, y}};
    const Array expected(ACL_INT8, {m, n}, [&](int64_t i) {
      const int64_t column = i % n;
      const float scaled = static_cast<float>(sums.Value(i)) * ScaleOf(words, column);
      const float added = has_offsets ? static_cast<float>(offsets.Value(column))
                                      : static_cast<float>(OffsetOf(words, column));
      return BitsOf(ACL_INT8, scaled + added);
    });
    EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
  }
}

INSTANTIATE_TEST_SUITE_P(Halves, WeightTest, testing::Values(ACL_FLOAT16, ACL_BF16));

// Products of integers

// A case of dtypes that go together.
struct QuantMatmul {
  int bits;
  aclDataType scale, bias, out;  // ACL_DT_UNDEFINED: there is no bias
  bool has_rows, has_offset;
};

class QuantMatmulTest : public testing::TestWithParam<QuantMatmul> {
 protected:
  // The formula of the header, for exact sums.
  static Array Expected(const Integers& a, const Integers& b, const Array& scale, const Array* rows,
                        const Array* offset, const Array* bias, aclDataType out) {
    return {out, {a.rows, b.columns}, [&](int64_t i) {
              const int64_t row = i / b.columns, column = i % b.columns;
              int64_t sum = DotOf(a, row, b, column);
              const bool is_first = bias != nullptr && bias->dtype == ACL_INT32;
              if (is_first) sum += static_cast<int64_t>(bias->Value(column));
              if (out == ACL_INT32) return BitsOf(out, static_cast<double>(sum));
              float value = static_cast<float>(sum) * ScaleOf(scale, column);
              if (rows != nullptr) value = value * ScaleOf(*rows, row);
              if (offset != nullptr) value = value + ScaleOf(*offset, column);
              if (offset == nullptr && out == ACL_INT8) {
                value = value + static_cast<float>(OffsetOf(scale, column));
              }
              if (bias != nullptr && !is_first) value = value + ScaleOf(*bias, column);
              return BitsOf(out, value);
            }};
  }
};

TEST_P(QuantMatmulTest, IsTheExactSumScaled) {
  const QuantMatmul& with = GetParam();
  for (const auto& [m, k, n] :
       {Sizes{3, 72, 40}, Sizes{1, 1064, 264}, Sizes{40, 2080, 16}, Sizes{9, 8, 8}}) {
    const Integers a = AnyIntegers(m, k, with.bits, 1), b = AnyIntegers(k, n, with.bits, 2);
    for (const int64_t scales : {int64_t{1}, n}) {
      const Array scale = with.scale == ACL_UINT64 ? WordsOf(scales, 3, true)
                                                   : Normal(with.scale, {scales}, 3, 0.01);
      const Array rows = Normal(ACL_FLOAT, {m}, 4), offset = Normal(ACL_FLOAT, {n}, 5, 50);
      const bool has_bias = with.bias != ACL_DT_UNDEFINED;
      const Array bias = Normal(has_bias ? with.bias : ACL_FLOAT, {n}, 6, 1000),
                  out(with.out, {m, n});
      const Array expected =
          Expected(a, b, scale, with.has_rows ? &rows : nullptr,
                   with.has_offset ? &offset : nullptr, has_bias ? &bias : nullptr, with.out);
      const CallArgument of_rows = with.has_rows ? CallArgument(rows) : nullptr;
      const CallArgument of_offset = with.has_offset ? CallArgument(offset) : nullptr;
      const CallArgument of_bias = has_bias ? CallArgument(bias) : nullptr;
      const Array first = with.bits == 8 ? Bytes(a) : Words(a, false);
      const Array second = with.bits == 8 ? Bytes(b) : Words(b, false);
      EXPECT_TRUE(
          SameBits(RunCall({"aclnnQuantMatmulV4",
                            {first, second, scale, of_offset, of_rows, of_bias, 0.0, 0.0, out}})
                       .at(0),
                   expected));
      EXPECT_TRUE(
          SameBits(RunCall({"aclnnQuantMatmulV5",
                            {first, second, of_rows, scale, nullptr, Array(ACL_FLOAT16, {0}),
                             of_offset, nullptr, of_bias, 0.0, 0.0, 0.0, out}})
                       .at(0),
                   expected));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, QuantMatmulTest,
    testing::Values(QuantMatmul{8, ACL_UINT64, ACL_DT_UNDEFINED, ACL_FLOAT16, false, false},
                    QuantMatmul{8, ACL_UINT64, ACL_INT32, ACL_INT8, false, true},
                    QuantMatmul{8, ACL_UINT64, ACL_INT32, ACL_INT8, false, false},
                    QuantMatmul{8, ACL_FLOAT, ACL_FLOAT, ACL_BF16, true, false},
                    QuantMatmul{8, ACL_BF16, ACL_BF16, ACL_BF16, false, false},
                    QuantMatmul{8, ACL_FLOAT, ACL_FLOAT16, ACL_FLOAT16, true, false},
                    QuantMatmul{8, ACL_FLOAT, ACL_INT32, ACL_INT32, false, false},
                    QuantMatmul{4, ACL_UINT64, ACL_INT32, ACL_FLOAT16, false, false},
                    QuantMatmul{4, ACL_BF16, ACL_FLOAT, ACL_BF16, true, false}));

// Factors whose last two axes change places by a flag, or by their strides.
TEST(QuantMatmulLayoutTest, TurnsFactors) {
  const int64_t m = 6, k = 40, n = 24;
  const Integers a = AnyIntegers(m, k, 8, 1), b = AnyIntegers(k, n, 8, 2);
  const auto turned = [](const Array& array) {
    const int64_t rows = array.shape[0], columns = array.shape[1];
    return Array(array.dtype, {columns, rows},
                 [&](int64_t i) { return array.Bits(i % rows * columns + i / rows); });
  };
  const Array scale = Normal(ACL_FLOAT, {n}, 3, 0.01), out(ACL_BF16, {m, n});
  const Array expected =
      RunOnce({"aclnnQuantMatmulV4",
               {Bytes(a), Bytes(b), scale, nullptr, nullptr, nullptr, 0.0, 0.0, out}})
          .at(0);
  EXPECT_TRUE(SameBits(RunCall({"aclnnQuantMatmulV4",
                                {turned(Bytes(a)), turned(Bytes(b)), scale, nullptr, nullptr,
                                 nullptr, 1.0, 1.0, out}})
                           .at(0),
                       expected));
  const OperatorCall call = {"aclnnQuantMatmulV5",
                             {Bytes(a), turned(Bytes(b)), nullptr, scale, nullptr, nullptr, nullptr,
                              nullptr, nullptr, 0.0, 1.0, 0.0, out}};
  EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
  ExpectSameBitsInAllLayouts(call);
  ExpectSameBitsInAllSettings(call);
}

// Each batch by itself; one matrix stands for all.
TEST(QuantMatmulLayoutTest, HasBatches) {
  const int64_t m = 5, k = 64, n = 16;
  const Integers a = AnyIntegers(3 * m, k, 8, 1), b = AnyIntegers(k, n, 8, 2);
  Array batches = Bytes(a), second = Bytes(b);
  batches.shape = {3, m, k};
  second.shape = {1, k, n};
  const Array scale = Normal(ACL_FLOAT, {1}, 3, 0.01), rows = Normal(ACL_FLOAT, {m}, 4);
  const Array bias = Normal(ACL_INT32, {3, 1, n}, 5, 100);
  const Array all =
      RunCall({"aclnnQuantMatmulV4",
               {batches, second, scale, nullptr, rows, bias, 0.0, 0.0, Array(ACL_BF16, {3, m, n})}})
          .at(0);
  for (int64_t batch = 0; batch < 3; ++batch) {
    const Array first(ACL_INT8, {m, k}, [&](int64_t i) { return batches.Bits(batch * m * k + i); });
    const Array added(ACL_INT32, {n}, [&](int64_t i) { return bias.Bits(batch * n + i); });
    const Array one =
        RunOnce({"aclnnQuantMatmulV4",
                 {first, Bytes(b), scale, nullptr, rows, added, 0.0, 0.0, Array(ACL_BF16, {m, n})}})
            .at(0);
    EXPECT_TRUE(SameBits(
        one, Array(ACL_BF16, {m, n}, [&](int64_t i) { return all.Bits(batch * m * n + i); })));
  }
}

// The product of INT8 as INT32 is the exact sum, which saturates.
Array Saturated(int64_t rows, int64_t columns, auto sum) {
  return {ACL_INT32, {rows, columns}, [&](int64_t i) {
            const int64_t exact = sum(i / columns, i % columns);
            return BitsOf(ACL_INT32,
                          static_cast<double>(std::clamp<int64_t>(exact, INT32_MIN, INT32_MAX)));
          }};
}

void ExpectSums(const Array& a, const Array& b, const Array& expected) {
  const OperatorCall call = {
      "aclnnQuantMatmulV4",
      {a, b, Array(ACL_FLOAT, {1}), nullptr, nullptr, nullptr, 0.0, 0.0, expected}};
  for (const Layout* const of_a : {static_cast<const Layout*>(nullptr), &kTurned}) {
    for (const Layout* const of_b : {static_cast<const Layout*>(nullptr), &kTurned}) {
      EXPECT_TRUE(SameBits(RunCall(call, {{of_a, of_b}, {}}).at(0), expected))
          << TextOf(a.shape) << " by " << TextOf(b.shape)
          << (of_a != nullptr ? ", first turned" : "")
          << (of_b != nullptr ? ", second turned" : "");
    }
  }
}

Array AllOf(int64_t rows, int64_t columns, int value) {
  Array array(ACL_INT8, {rows, columns});
  std::memset(array.bytes.data(), value, array.bytes.size());
  return array;
}

// Rows and columns around those of vectors, tiles and squares, and k around words and blocks.
TEST(QuantMatmulExactTest, SizesAndLayouts) {
  for (const auto& [m, k, n] :
       {Sizes{1, 1, 1}, Sizes{1, 63, 5}, Sizes{2, 64, 32}, Sizes{3, 66, 17}, Sizes{5, 131, 39},
        Sizes{8, 257, 4}, Sizes{9, 129, 16}, Sizes{16, 300, 33}, Sizes{17, 67, 1},
        Sizes{33, 65, 47}, Sizes{40, 1030, 100}, Sizes{70, 2100, 20}, Sizes{9, 2048, 2050}}) {
    const Integers a = AnyIntegers(m, k, 8, 1), b = AnyIntegers(k, n, 8, 2);
    ExpectSums(Bytes(a), Bytes(b), Saturated(m, n, [&](int64_t row, int64_t column) {
                 return DotOf(a, row, b, column);
               }));
  }
}

// Sums at the ends of INT32 and beyond them, of products at theirs.
TEST(QuantMatmulExactTest, EndsOfIntegers) {
  for (const auto& [m, k, n] : {Sizes{2, 131071, 3}, Sizes{18, 131071, 17}, Sizes{1, 131072, 1},
                                Sizes{3, 140003, 5}, Sizes{17, 140003, 2}, Sizes{33, 1026, 33}}) {
    for (const int first : {-128, 127}) {
      for (const int second : {-128, 127}) {
        const int64_t sum = k * first * second;
        ExpectSums(AllOf(m, k, first), AllOf(k, n, second),
                   Saturated(m, n, [sum](int64_t, int64_t) { return sum; }));
      }
    }
  }
}

// Scales for groups of k

Array Turned(const Array& array) {
  const int64_t rows = array.shape[0], columns = array.shape[1];
  return {array.dtype, {columns, rows}, [&](int64_t i) {
            return array.Bits(i % rows * columns + i / rows);
          }};
}

// For rows and groups of 128, and for blocks of 128 columns and groups.
TEST(QuantMatmulGroupsTest, ScalesRowsAndBlocks) {
  const int64_t m = 5, k = 300, n = 200;
  const Integers a = AnyIntegers(m, k, 8, 1), b = AnyIntegers(k, n, 8, 2);
  const Array rows = Normal(ACL_FLOAT, {m, 3}, 3), blocks = Normal(ACL_FLOAT, {2, 3}, 4, 0.01),
              bias = Normal(ACL_FLOAT, {n}, 5);
  const Array out(ACL_BF16, {m, n});
  for (const bool adds : {false, true}) {
    const Array expected(ACL_BF16, {m, n}, [&](int64_t i) {
      double sum = 0;
      for (int64_t g = 0; g < 3; ++g) {
        const int64_t of_group = DotOf(a, i / n, b, i % n, 128 * g, 128 * (g + 1));
        sum += static_cast<double>(of_group) *
               (rows.Value(i / n * 3 + g) * blocks.Value(i % n / 128 * 3 + g));
      }
      return BitsOf(ACL_BF16, sum + (adds ? bias.Value(i % n) : 0));
    });
    const OperatorCall call = {"aclnnQuantMatmulV5",
                               {Bytes(a), Turned(Bytes(b)), rows, blocks, nullptr, nullptr, nullptr,
                                nullptr, adds ? CallArgument(bias) : nullptr, 0.0, 1.0,
                                static_cast<double>(int64_t{1} << 32 | 128 << 16 | 128), out}};
    EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
    if (adds) ExpectSameBitsInAllLayouts(call);
    ExpectSameBitsInAllSettings(call);
  }
}

// INT8 by four bits, of groups of 256, or of one.
TEST(QuantMatmulGroupsTest, TakesEightFromInt8) {
  const int64_t m = 5, k = 520, n = 24;
  const Integers a = AnyIntegers(m, k, 8, 1), b = AnyIntegers(k, n, 4, 2);
  const Array rows = Normal(ACL_FLOAT, {m, 1}, 3), offset = Normal(ACL_FLOAT, {n}, 5);
  for (const int64_t groups : {1, 3}) {
    Array words = WordsOf(groups * n, 4, true);
    words.shape = groups == 1 ? Shape{n} : Shape{groups, n};
    const Array expected(ACL_FLOAT16, {m, n}, [&](int64_t i) {
      double sum = 0;
      for (int64_t g = 0; g < groups; ++g) {
        const int64_t end = groups == 1 ? k : 256 * (g + 1);
        const int64_t of_group = DotOf(a, i / n, b, i % n, 256 * g, end, 8);
        sum += static_cast<double>(of_group) * double{ScaleOf(words, g * n + i % n)};
      }
      const auto value = static_cast<float>(sum + offset.Value(i % n));
      return BitsOf(ACL_FLOAT16, value * static_cast<float>(rows.Value(i / n)));
    });
    const OperatorCall call = {"aclnnQuantMatmulV5",
                               {Bytes(a), Words(b, false), rows, words, nullptr, nullptr, nullptr,
                                offset, nullptr, 0.0, 0.0, 256.0, Array(ACL_FLOAT16, {m, n})}};
    EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
    ExpectSameBitsInAllSettings(call);
  }
}

// Four bits with offsets, of groups of 256.
TEST(QuantMatmulGroupsTest, SubtractsOffsets) {
  const int64_t m = 5, k = 520, n = 24;
  const Integers a = AnyIntegers(m, k, 4, 1), b = AnyIntegers(k, n, 4, 2),
                 ones{k, 1, std::vector<int>(static_cast<size_t>(k), 1)};
  const Array rows = Normal(ACL_FLOAT, {m, 1}, 3), scale = Normal(ACL_FLOAT, {3, n}, 4, 0.01),
              offset = Normal(ACL_FLOAT16, {3, n}, 5);
  const Array expected(ACL_BF16, {m, n}, [&](int64_t i) {
    double sum = 0;
    for (int64_t g = 0; g < 3; ++g) {
      const int64_t first = 256 * g, end = first + 256, at = g * n + i % n;
      const double of_row = static_cast<double>(DotOf(a, i / n, ones, 0, first, end));
      sum +=
          (static_cast<double>(DotOf(a, i / n, b, i % n, first, end)) - offset.Value(at) * of_row) *
          scale.Value(at);
    }
    return BitsOf(ACL_BF16, static_cast<float>(sum) * static_cast<float>(rows.Value(i / n)));
  });
  const OperatorCall call = {
      "aclnnQuantMatmulV5",
      {Words(a, false), Turned(Words(b, true)), rows, scale, nullptr, nullptr, offset, nullptr,
       nullptr, 0.0, 1.0, 0.0, Array(ACL_BF16, {m, n})}};
  EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
  ExpectSameBitsInAllSettings(call);
}

}  // namespace
}  // namespace openaclnn::test::quantised_test
