// What is quantised, and what becomes floats again, against exact values: rounding, dtypes, scales
// along axes, packed integers, special values. Their bits in other layouts and settings: cases/.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/whole.h"

namespace openaclnn::test::quantise_test {
namespace {

const char* const kModes[] = {"round", "floor", "ceil", "trunc"};

// The call as the oracle takes it, which reads the call's arrays.
oracle::WholeCall WholeOf(const OperatorCall& call) {
  oracle::WholeCall whole;
  for (const CallArgument& argument : call.arguments) {
    whole.push_back({.number = argument.number, .text = argument.text});
  }
  for (const size_t i : OutputsOf(call)) whole[i].dtype = call.arguments[i].array.dtype;
  for (const size_t i : InputsOf(call)) {
    const Array& array = call.arguments[i].array;
    whole[i].dtype = array.dtype;
    whole[i].tensors = {{array.shape, [&array](int64_t at) { return array.Value(at); }}};
  }
  return whole;
}

// The integers that an output holds: of INT4 and INT32 those of four bits.
std::vector<int> IntegersOf(const Array& array) {
  std::vector<int> integers;
  for (const std::byte byte : array.bytes) {
    const auto bits = static_cast<int8_t>(byte);
    if (array.dtype == ACL_INT8) {
      integers.push_back(bits);
    } else {
      integers.push_back(static_cast<int8_t>(bits << 4) >> 4);
      integers.push_back(bits >> 4);
    }
  }
  return integers;
}

void ExpectIntegers(const OperatorCall& call, oracle::WholeDefinition definition) {
  const std::vector<Array> results = RunCall(call);
  ASSERT_FALSE(results.empty());
  oracle::WholeCall whole = WholeOf(call);
  const size_t output = OutputsOf(call)[0];
  whole[output].dtype = ACL_INT8;  // one by one
  const bool packs = results[0].dtype != ACL_INT8;
  whole[output].number = packs ? 7 : 127;
  const oracle::WholeResults exact = definition(whole);
  const std::vector<int> integers = IntegersOf(results[0]);
  for (size_t i = 0; i < integers.size(); ++i) {
    const double expected = exact(output, static_cast<int64_t>(i)).exact.ToDouble();
    ASSERT_EQ(integers[i], expected) << "element " << i;
  }
}

// As INT4 or INT8 of a shape, or INT32 with an eighth of the last size.
Array Packed(aclDataType dtype, Shape shape) {
  if (dtype == ACL_INT32) shape.back() /= 8;
  return Array(dtype, shape);
}
double NumberOf(aclDataType dtype) { return static_cast<double>(dtype); }

struct QuantCase {
  Shape shape, scale;
  double axis;
};
const QuantCase kQuantCases[] = {
    {{5, 16}, {16}, -1}, {{3, 4, 8}, {1, 4, 1}, -2},  {{16}, {1}, 0},
    {{3, 4, 8}, {4}, 1}, {{2, 3, 64}, {1, 1, 64}, 2}, {{7, 24}, {1, 1}, -1},
    {{1, 2000}, {1}, -1}};

TEST(AscendQuantTest, RoundsTheExactSumOnce) {
  for (const auto& [shape, of_scale, axis] : kQuantCases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const aclDataType to : {ACL_INT8, ACL_INT4, ACL_INT32}) {
        SCOPED_TRACE(TextOf(shape) + " " + std::to_string(dtype) + " " + std::to_string(to));
        const double spread = to == ACL_INT8 ? 100 : 6;
        const Array x = RandomArray(dtype, shape, 1, -spread, spread);
        const Array scale = RandomArray(dtype, of_scale, 2, -1.5, 1.5);
        const Array offset = RandomArray(dtype, of_scale, 3, -4, 4);
        for (const char* const mode : kModes) {
          for (const double squares : {0.0, 1.0}) {
            ExpectIntegers(
                {"aclnnAscendQuantV3",
                 {x, scale, offset, squares, mode, NumberOf(to), axis, Packed(to, shape)}},
                oracle::AscendQuant);
            ExpectIntegers(
                {"aclnnAscendQuantV3",
                 {x, scale, nullptr, squares, mode, NumberOf(to), axis, Packed(to, shape)}},
                oracle::AscendQuant);
          }
        }
      }
    }
  }
}

// Sums that double does not hold, next to integers and ties.
TEST(AscendQuantTest, SeesWhatASumOfDoublesLoses) {
  const std::vector<double> xs = {
      0,       0x1p-100, -0x1p-100, 1,          -1,   0x1p-149,      3, 0x1.000002p0, -0x1.000002p0,
      0x1p100, -0x1p100, kInfinity, -kInfinity, kNan, 0x1.fffffep127};
  const std::vector<double> offsets = {0,   0.5,  -0.5,  1.5,    2.5,      -3,        7,
                                       127, -128, 126.5, -128.5, 0x1p-100, kInfinity, kNan};
  const std::vector<double> scales = {1, -1, 0x1p-100, 0x1.000002p-1, 0, kInfinity, kNan};
  const auto count = static_cast<int64_t>(xs.size());
  for (const double offset : offsets) {
    for (const double scale : scales) {
      SCOPED_TRACE(std::to_string(scale) + ", " + std::to_string(offset));
      for (const char* const mode : kModes) {
        for (const double squares : {0.0, 1.0}) {
          ExpectIntegers({"aclnnAscendQuantV3",
                          {ArrayOf(ACL_FLOAT, {count}, xs), ArrayOf(ACL_FLOAT, {1}, {scale}),
                           ArrayOf(ACL_FLOAT, {1}, {offset}), squares, mode, NumberOf(ACL_INT8),
                           -1.0, Array(ACL_INT8, {count})}},
                         oracle::AscendQuant);
        }
      }
    }
  }
}

TEST(AscendQuantTest, TakesScalesOf16BitsNextToFloat) {
  for (const aclDataType of_scale : {ACL_FLOAT16, ACL_BF16}) {
    ExpectIntegers({"aclnnAscendQuantV3",
                    {RandomArray(ACL_FLOAT, {6, 32}, 1, -50, 50), RandomArray(of_scale, {32}, 2),
                     RandomArray(of_scale, {32}, 3), 0.0, "round", NumberOf(ACL_INT8), 1.0,
                     Array(ACL_INT8, {6, 32})}},
                   oracle::AscendQuant);
  }
}

// Within 0.50001 ULP.
void ExpectFloats(const OperatorCall& call) {
  const std::vector<Array> results = RunCall(call);
  ASSERT_EQ(results.size(), 1u);
  const Array& result = results[0];
  const oracle::WholeResults exact = oracle::AscendAntiQuant(WholeOf(call));
  const double ulp = result.dtype == ACL_FLOAT16 ? 0x1p-10 : 0x1p-7;
  const double smallest = result.dtype == ACL_FLOAT16 ? 0x1p-24 : 0x1p-133;
  for (int64_t i = 0; i < result.size(); ++i) {
    const oracle::RowValue value = exact(OutputsOf(call)[0], i);
    const double expected = value.exact.ToDouble();
    if (!std::isfinite(result.Value(i)) || !std::isfinite(expected)) {
      const double rounded = ValueOf(result.dtype, BitsOf(result.dtype, expected));
      ASSERT_TRUE(std::isnan(rounded) ? std::isnan(result.Value(i)) : result.Value(i) == rounded)
          << "element " << i << " is " << result.Value(i) << ", exactly " << expected;
      continue;
    }
    ASSERT_LE(std::abs(result.Value(i) - expected),
              0.50001 * (std::max(std::abs(expected) * ulp, smallest)) + value.slack)
        << "element " << i;
  }
}

Array Integers(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape,
               [](int64_t i) { return static_cast<uint64_t>(i) * 0x9e3779b97f4a7c15 >> 32; });
}

TEST(AscendAntiQuantTest, ComputesInDoubleAndRoundsOnce) {
  for (const Shape& shape : {Shape{5, 16}, Shape{2, 3, 40}, Shape{8}, Shape{3, 0}}) {
    for (const aclDataType from : {ACL_INT8, ACL_INT4, ACL_INT32}) {
      const Array x = from == ACL_INT8   ? Integers(ACL_INT8, shape)
                      : from == ACL_INT4 ? Integers(ACL_INT4, shape)
                                         : Integers(ACL_INT32, Packed(ACL_INT32, shape).shape);
      for (const aclDataType of_scale : {ACL_FLOAT, ACL_BF16}) {
        for (const aclDataType to : {ACL_FLOAT16, ACL_BF16}) {
          for (const int64_t count : {int64_t{1}, shape.back()}) {
            SCOPED_TRACE(TextOf(shape) + " " + std::to_string(from) + " " + std::to_string(to));
            const Array scale = RandomArray(of_scale, {count}, 2, -2, 2);
            const Array offset = RandomArray(of_scale, {count}, 3, -9, 9);
            for (const double squares : {0.0, 1.0}) {
              ExpectFloats({"aclnnAscendAntiQuant",
                            {x, scale, offset, NumberOf(to), squares, Array(to, shape)}});
              ExpectFloats({"aclnnAscendAntiQuant",
                            {x, scale, nullptr, NumberOf(to), squares, Array(to, shape)}});
            }
          }
        }
      }
    }
  }
}

TEST(AscendAntiQuantTest, EightIntegersWithoutAnAxis) {
  ExpectFloats({"aclnnAscendAntiQuant",
                {ArrayOf(ACL_INT32, {}, {0x76543210}), ArrayOf(ACL_FLOAT, {1}, {0.5}), nullptr,
                 NumberOf(ACL_FLOAT16), 0.0, Array(ACL_FLOAT16, {8})}});
}

void ExpectRows(const OperatorCall& call) {
  ExpectIntegers(call, oracle::DynamicQuant);
  const Array scale = RunCall(call).at(1);
  oracle::WholeCall whole = WholeOf(call);
  whole[2].number = call.arguments[2].array.dtype == ACL_INT8 ? 127 : 7;
  const oracle::WholeResults exact = oracle::DynamicQuant(whole);
  for (int64_t i = 0; i < scale.size(); ++i) {
    const auto expected = static_cast<float>(exact(3, i).exact.ToDouble());
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(scale.Value(i))) << "row " << i;
    } else {
      ASSERT_EQ(scale.Value(i), expected) << "row " << i;
    }
  }
}

TEST(DynamicQuantTest, EachRowHasItsScale) {
  for (const Shape& shape : {Shape{5, 16}, Shape{2, 3, 40}, Shape{300, 8}, Shape{2, 5000}}) {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
      for (const aclDataType to : {ACL_INT8, ACL_INT4, ACL_INT32}) {
        SCOPED_TRACE(TextOf(shape) + " " + std::to_string(dtype) + " " + std::to_string(to));
        const Array scale(ACL_FLOAT, Shape(shape.begin(), shape.end() - 1));
        Array x = RandomArray(dtype, shape, 1, -8, 8);
        ExpectRows({"aclnnDynamicQuant", {x, nullptr, Packed(to, shape), scale}});
        for (int64_t i = 0; i < x.size(); ++i) {  // of which a row is not all 0
          if (!(std::abs(x.Value(i)) < 9)) x.SetBits(i, BitsOf(dtype, 0.75));
        }
        const Array smooth = RandomArray(dtype, {shape.back()}, 2, -2, 2);
        ExpectRows({"aclnnDynamicQuant", {x, nullptr, Packed(to, shape), scale}});
        ExpectRows({"aclnnDynamicQuant", {x, smooth, Packed(to, shape), scale}});
      }
    }
  }
}

TEST(DynamicQuantTest, SpecialRows) {
  const Array x =
      ArrayOf(ACL_BF16, {6, 4}, {0, 0,          -0.0, 0,       1, kNan,     2, 3,        kInfinity,
                                 1, -kInfinity, 2,    0x1p127, 1, -0x1p127, 0, 0x1p-133, 0,
                                 0, -0x1p-133,  1,    2,       3, 127});
  const Array smooth = ArrayOf(ACL_BF16, {4}, {1, 1, 0x1p100, 1});
  const Array y(ACL_INT8, {6, 4}), scale(ACL_FLOAT, {6});
  ExpectRows({"aclnnDynamicQuant", {x, nullptr, y, scale}});
  ExpectRows({"aclnnDynamicQuant", {x, smooth, y, scale}});
  const auto none =
      RunCall({"aclnnDynamicQuant",
               {Array(ACL_BF16, {2, 0}), nullptr, Array(ACL_INT8, {2, 0}), Array(ACL_FLOAT, {2})}});
  EXPECT_EQ(none.at(1).Value(0), 0);
  EXPECT_EQ(none.at(1).Value(1), 0);
}

TEST(ConvertWeightTest, PacksTheLowFourBits) {
  for (const Shape& shape : {Shape{3, 8}, Shape{2, 5, 24}, Shape{17, 72}}) {
    const Array weight = Integers(ACL_INT32, shape);
    for (const aclDataType to : {ACL_INT4, ACL_INT32}) {
      const Array packed =
          RunCall({"aclnnConvertWeightToINT4Pack", {weight, Packed(to, shape)}}).at(0);
      const std::vector<int> integers = IntegersOf(packed);
      ASSERT_EQ(std::ssize(integers), weight.size());
      for (int64_t i = 0; i < weight.size(); ++i) {
        const auto bits = static_cast<int8_t>(static_cast<uint8_t>(weight.bytes[4 * i]) << 4);
        ASSERT_EQ(integers[static_cast<size_t>(i)], bits >> 4) << "element " << i;
      }
    }
  }
}

// Scales of all exponents, next to ties and the ends of the range; offsets of ties and beyond.
TEST(TransQuantParamTest, MakesWords) {
  const int64_t count = 4096;
  const Array patterns(ACL_FLOAT, {count}, [](int64_t i) {
    const uint64_t low[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x7ff000};
    const uint64_t exponent = static_cast<uint64_t>(i) >> 3;  // and sign
    const bool is_infinite = (exponent & 0xff) == 0xff;
    return exponent << 23 | (is_infinite ? 0 : low[i & 7]);
  });
  const std::vector<double> numbers = {0,          0.5,  1.5,  -0.5, -1.5,  255,    255.5,
                                       256,        -256, -257, 1e9,  -1e30, 0.25,   kInfinity,
                                       -kInfinity, kNan, -3,   100,  254.5, -255.5, 0x1p-149};
  const Array offsets(ACL_FLOAT, {count}, [&](int64_t i) {
    return BitsOf(ACL_FLOAT, numbers[static_cast<size_t>(i) % numbers.size()]);
  });
  for (const aclDataType dtype : {ACL_UINT64, ACL_INT64}) {
    for (const double mode : {0.0, 1.0}) {
      for (const bool adds : {false, true}) {
        const CallArgument offset = adds ? CallArgument(offsets) : nullptr;
        OperatorCall call = {"aclnnTransQuantParamV3",
                             {patterns, offset, mode, Array(dtype, {count})}};
        const Array words = RunCall(call).at(0);
        const oracle::WholeResults exact = oracle::TransQuantParam(WholeOf(call));
        for (int64_t i = 0; i < count; ++i) {
          ASSERT_EQ(words.Bits(i), exact(3, i).exact.ToDouble()) << i << ", " << mode;
        }
        if (mode != 0) continue;
        call = {"aclnnTransQuantParamV2", {patterns, offset, Array(dtype, {count})}};
        EXPECT_TRUE(SameBits(RunOnce(call).at(0), words));
      }
    }
  }
}

// One scale or one offset for all; rows and matrices.
TEST(TransQuantParamTest, TakesOneForAll) {
  const Array one = ArrayOf(ACL_FLOAT, {3}), many = ArrayOf(ACL_FLOAT, {1, 2, 4});
  const auto words = [](const Array& scale, const CallArgument& offset, Shape shape) {
    return RunCall({"aclnnTransQuantParamV2", {scale, offset, Array(ACL_UINT64, shape)}}).at(0);
  };
  const auto word = [](float scale, int64_t offset) {
    return BitsOf(ACL_FLOAT, scale) | uint64_t{1} << 46 | static_cast<uint64_t>(offset) << 37;
  };
  EXPECT_TRUE(SameBits(words(one, many, {3}), Array(ACL_UINT64, {3}, [&](int64_t i) {
                         return word(3, int64_t{1} << i);
                       })));
  Array row = many;
  row.shape = {1, 3};
  const Array by_row(ACL_UINT64, {1, 3},
                     [&](int64_t i) { return word(static_cast<float>(1 << i), 3); });
  EXPECT_TRUE(SameBits(words(row, one, {1, 3}), by_row));
  Array column = many;
  column.shape = {3, 1};
  EXPECT_EQ(words(column, nullptr, {3, 1}).Bits(2), word(4, 0));
}

}  // namespace
}  // namespace openaclnn::test::quantise_test
