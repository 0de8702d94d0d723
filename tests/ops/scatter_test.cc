// What is put, or added, where integers say: in which order, into which layouts, and wrong indices.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/indices.h"

namespace openaclnn::test::scatter_test {
namespace {

enum How { kPut, kAdd, kMultiply };

// The place of the table for each element of a shape, in row-major order.
using PlaceOf = std::function<Shape(const Shape&)>;

// What a table becomes, element after element.
Array Put(const Array& table, const Array& values, const Shape& shape, How how,
          const PlaceOf& place_of, const PlaceOf& value_of) {
  Array result = table;
  std::vector<double> numbers(static_cast<size_t>(table.size()));
  std::vector<int64_t> integers(numbers.size());
  for (int64_t i = 0; i < table.size(); ++i) {
    numbers[static_cast<size_t>(i)] = table.Value(i);
    integers[static_cast<size_t>(i)] = static_cast<int64_t>(table.Bits(i));
  }
  for (int64_t i = 0; i < CountOf(shape); ++i) {
    const Shape at = PositionOf(shape, i);
    const int64_t to = ElementAt(table.shape, place_of(at));
    const int64_t from = ElementAt(values.shape, value_of(at));
    const auto k = static_cast<size_t>(to);
    if (how == kPut) {
      result.SetBits(to, values.Bits(from));
    } else if (ClassOf(table.dtype) == DtypeClass::kFloat) {
      how == kAdd ? numbers[k] += values.Value(from) : numbers[k] *= values.Value(from);
      result.SetBits(to, BitsOf(table.dtype, numbers[k]));
    } else if (table.dtype == ACL_BOOL) {
      const bool one = values.Bits(from) != 0, all = result.Bits(to) != 0;
      result.SetBits(to, how == kAdd ? one || all : one && all);
    } else {
      const auto one = static_cast<uint64_t>(values.Bits(from));
      auto all = static_cast<uint64_t>(integers[k]);
      how == kAdd ? all += one : all *= one;
      integers[k] = static_cast<int64_t>(all);
      const int bits = 8 * DtypeBytes(table.dtype);
      result.SetBits(to, bits == 64 ? all : all & ((uint64_t{1} << bits) - 1));
    }
  }
  return result;
}

void ExpectResult(const OperatorCall& call, const Array& expected) {
  const std::vector<Array> results = RunCall(call);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(SameBits(results[0], expected));
}

Shape Same(const Shape& at) { return at; }

// ---- Scatter

class ScatterTest : public testing::TestWithParam<aclDataType> {};

TEST_P(ScatterTest, AlongEachAxis) {
  const Array self = RandomArray(GetParam(), {4, 5, 6}, 3);
  for (size_t axis = 0; axis < 3; ++axis) {
    Shape shape = {3, 5, 4};
    shape[axis] = 9;
    const Array src = RandomArray(GetParam(), {9, 9, 9}, 4);
    const Array index = Indices(axis == 1 ? ACL_INT32 : ACL_INT64, shape, 0, self.shape[axis]);
    const PlaceOf place_of = [&](Shape at) {
      at[axis] = IntegerOf(index, ElementAt(shape, at));
      return at;
    };
    for (const How how : {kPut, kAdd, kMultiply}) {
      SCOPED_TRACE(static_cast<int>(how));
      const double dim = static_cast<double>(axis);
      const Array expected = Put(self, src, shape, how, place_of, Same);
      const OperatorCall call = {
          "aclnnScatter",
          {self, dim, index, src, static_cast<double>(how), Array(self.dtype, self.shape)}};
      ExpectResult(call, expected);
      ExpectResult({"aclnnInplaceScatter", {self, dim - 3, index, src, static_cast<double>(how)}},
                   expected);
      const OperatorCall add = {"aclnnScatterAdd",
                                {self, dim, index, src, Array(self.dtype, self.shape)}};
      if (how == kAdd) ExpectResult(add, expected);
      if (how == kAdd && GetParam() == ACL_FLOAT) {
        ExpectResult(
            {"aclnnScatterReduce", {self, dim, index, src, 1.0, 1.0, Array(ACL_FLOAT, self.shape)}},
            expected);
        ExpectResult({"aclnnInplaceScatterReduce", {self, dim, index, src, 1.0, 1.0}}, expected);
      }
      if (GetParam() == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
    }
  }
}

// What no index leads to stays.
TEST(ScatterReduceTest, WithoutTheTable) {
  const Array self = RandomArray(ACL_FLOAT, {4, 7}, 3), src = RandomArray(ACL_FLOAT, {4, 5}, 4);
  const Array index = Indices(ACL_INT32, {4, 5}, 0, 7);
  const PlaceOf place_of = [&](const Shape& at) {
    return Shape{at[0], IntegerOf(index, ElementAt({4, 5}, at))};
  };
  const Array zeros = Put(self, ArrayOf(ACL_FLOAT, {}, {0}), {4, 5}, kPut, place_of,
                          [](const Shape& /*at*/) { return Shape{}; });
  const Array expected = Put(zeros, src, {4, 5}, kAdd, place_of, Same);
  const OperatorCall call = {"aclnnScatterReduce",
                             {self, 1.0, index, src, 1.0, 0.0, Array(ACL_FLOAT, {4, 7})}};
  ExpectResult(call, expected);
  ExpectSameBitsInAllLayouts(call);
  ExpectResult({"aclnnInplaceScatterReduce", {self, 1.0, index, src, 1.0, 0.0}}, expected);
}

TEST_P(ScatterTest, OneValue) {
  const Array self = RandomArray(GetParam(), {4, 7}, 3), two = ArrayOf(GetParam(), {}, {2});
  const Array index = Indices(ACL_INT64, {3, 5}, 0, 7);
  const PlaceOf place_of = [&](const Shape& at) {
    return Shape{at[0], IntegerOf(index, ElementAt({3, 5}, at))};
  };
  const PlaceOf value_of = [](const Shape& /*at*/) { return Shape{}; };
  for (const How how : {kPut, kAdd, kMultiply}) {
    SCOPED_TRACE(static_cast<int>(how));
    const Array expected = Put(self, two, {3, 5}, how, place_of, value_of);
    ExpectResult({"aclnnScatterValue",
                  {self, 1.0, index, 2.0, static_cast<double>(how), Array(self.dtype, self.shape)}},
                 expected);
    ExpectResult({"aclnnInplaceScatterValue", {self, -1.0, index, 2.0, static_cast<double>(how)}},
                 expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, ScatterTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8,
                                         ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL),
                         [](const auto& dtype) { return DtypeName(dtype.param); });

TEST(ScatterValuesTest, Complex) {
  const Array self(ACL_COMPLEX64, {3}, [](int64_t i) { return 0x3f8000003f800000 + i; });
  const Array index = ArrayOf(ACL_INT64, {2, 2, 0});
  const Array src(ACL_COMPLEX64, {3}, [](int64_t) { return 0x4000000040400000; });  // 3 + 2i
  // 1 + i, twice times or plus 3 + 2i.
  const auto run = [&](double reduce) {
    return RunCall({"aclnnScatter", {self, 0.0, index, src, reduce, Array(ACL_COMPLEX64, {3})}})[0];
  };
  EXPECT_EQ(run(0).Bits(2), 0x4000000040400000);
  EXPECT_EQ(run(1).Bits(0), 0x4040000040800000);  // 4 + 3i
  EXPECT_EQ(run(2).Bits(0), 0x40a000003f800000);  // 1 + 5i
  EXPECT_EQ(run(1).Bits(1), self.Bits(1));
}

TEST(ScatterValuesTest, WithoutAxesAndOutOfRange) {
  const Array one = ArrayOf(ACL_FLOAT, {}, {5}), two = ArrayOf(ACL_FLOAT, {}, {2});
  ExpectResult(
      {"aclnnScatterAdd", {one, 0.0, ArrayOf(ACL_INT64, {}, {0}), two, Array(ACL_FLOAT, {})}},
      ArrayOf(ACL_FLOAT, {}, {7}));
  const Array self = ArrayOf(ACL_FLOAT, {1, 2, 3});
  const auto failure = [&](const Array& index) {
    const Array src = ArrayOf(ACL_FLOAT, {7, 8});
    return FailureOf({"aclnnInplaceScatter", {self, 0.0, index, src, 1.0}},
                     ACL_ERROR_RT_AICORE_EXCEPTION);
  };
  EXPECT_NE(failure(ArrayOf(ACL_INT64, {0, -1})).find("at [1] is -1, expected from 0 to 2"),
            std::string::npos);
  EXPECT_NE(failure(ArrayOf(ACL_INT32, {3, 0})).find("aclnnInplaceScatter: index: the element at"),
            std::string::npos);
  const Array none(ACL_INT64, {0});
  ExpectResult({"aclnnScatter", {self, 0.0, none, self, 1.0, Array(ACL_FLOAT, {3})}}, self);
}

// Small terms that a large one would swallow in float.
TEST(ScatterValuesTest, SumsAreRoundedOnce) {
  const Array self = ArrayOf(ACL_FLOAT, {0x1p24}),
              ones(ACL_FLOAT, {100}, [](int64_t) { return uint64_t{0x3f800000}; });
  ExpectResult(
      {"aclnnScatterAdd", {self, 0.0, Array(ACL_INT64, {100}), ones, Array(ACL_FLOAT, {1})}},
      ArrayOf(ACL_FLOAT, {0x1p24 + 100}));
}

// Also if others are folded beside them.
TEST(ScatterValuesTest, OthersKeepTheirBits) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const Array self = RandomPatterns(dtype, {50, 4}, 3), src = RandomArray(dtype, {40, 4}, 4);
    for (const double dim : {0.0, 1.0}) {
      const Array index(ACL_INT64, {40, 4}, [](int64_t) { return uint64_t{1}; });
      const Array out =
          RunCall({"aclnnScatterAdd", {self, dim, index, src, Array(dtype, {50, 4})}})[0];
      for (int64_t i = 0; i < self.size(); ++i) {
        const bool is_folded = dim == 0 ? i / 4 == 1 : i / 4 < 40 && i % 4 == 1;
        EXPECT_TRUE(is_folded || out.Bits(i) == self.Bits(i))
            << DtypeName(dtype) << " " << std::hex << self.Bits(i) << " " << out.Bits(i);
      }
    }
  }
}

TEST(ScatterValuesTest, AnyThreads) {
  const Array self = RandomArray(ACL_FLOAT, {130, 131}, 3),
              src = RandomArray(ACL_FLOAT, {129, 130}, 4);
  const Array index = Indices(ACL_INT64, {129, 130}, 0, 130);
  for (const double dim : {0.0, 1.0}) {
    for (const double reduce : {0.0, 1.0}) {
      ExpectSameBitsInAllSettings(
          {"aclnnScatter", {self, dim, index, src, reduce, Array(ACL_FLOAT, {130, 131})}});
    }
  }
}

// ---- IndexCopy

TEST(IndexCopyTest, AlongEachAxis) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_COMPLEX64}) {
    const Array self = RandomPatterns(dtype, {4, 5, 6}, 3);
    for (size_t axis = 0; axis < 3; ++axis) {
      Shape shape = self.shape;
      shape[axis] = 7;
      const Array index = Indices(ACL_INT32, {7}, 0, self.shape[axis]);
      const Array source = RandomPatterns(dtype, shape, 4);
      const Array expected = Put(
          self, source, shape, kPut,
          [&](Shape at) {
            at[axis] = IntegerOf(index, at[axis]);
            return at;
          },
          Same);
      const double dim = static_cast<double>(axis);
      const OperatorCall call = {"aclnnIndexCopy",
                                 {self, dim, index, source, Array(dtype, self.shape)}};
      const std::vector<Array> results = RunCall(call);
      EXPECT_EQ(results[0].bytes, expected.bytes);
      ExpectResult({"aclnnInplaceIndexCopy", {self, dim - 3, index, source}}, expected);
      if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
    }
  }
}

TEST(IndexCopyTest, WithoutAxes) {
  const Array one = ArrayOf(ACL_FLOAT, {}, {5}), two = ArrayOf(ACL_FLOAT, {1, 2});
  ExpectResult({"aclnnInplaceIndexCopy", {two, 0.0, ArrayOf(ACL_INT64, {}, {1}), one}},
               ArrayOf(ACL_FLOAT, {1, 5}));
  ExpectResult(
      {"aclnnInplaceIndexCopy", {one, 0.0, ArrayOf(ACL_INT64, {0}), ArrayOf(ACL_FLOAT, {8})}},
      ArrayOf(ACL_FLOAT, {}, {8}));
}

TEST(IndexCopyTest, WideRowsWithAnyThreads) {
  ExpectSameBitsInAllSettings(
      {"aclnnInplaceIndexCopy",
       {RandomArray(ACL_FLOAT, {20, 1030}, 3), 0.0, Indices(ACL_INT64, {31}, 0, 20),
        RandomArray(ACL_FLOAT, {31, 1030}, 4)}});
}

// ---- IndexPutImpl

const Array kNone(ACL_FLOAT, {0});

OperatorCall IndexPut(const Array& self, std::vector<Array> indices, const Array& values,
                      bool accumulate) {
  return {"aclnnIndexPutImpl", {self, std::move(indices), values, accumulate ? 1.0 : 0.0, 0.0}};
}
int64_t At(const Array& index, int64_t element, int64_t extent) {
  const int64_t place = IntegerOf(index, element);
  return place < 0 ? place + extent : place;
}

TEST(IndexPutTest, PutsAndAdds) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT32}) {
    const Array self = RandomArray(dtype, {4, 5, 6}, 3);
    const Array a = Indices(ACL_INT64, {3, 1}, -4, 4), b = Indices(ACL_INT32, {7}, -6, 6);
    const Shape shape = {3, 7, 5};
    for (const Shape& of_values : {shape, Shape{7, 1}, Shape{}}) {
      const Array values = RandomArray(dtype, of_values, 4);
      const PlaceOf place_of = [&](const Shape& at) {
        return Shape{At(a, at[0], 4), at[2], At(b, at[1], 6)};
      };
      const PlaceOf value_of = [&](const Shape& at) {
        return of_values.empty() ? Shape{} : of_values.size() == 2 ? Shape{at[1], 0} : at;
      };
      for (const bool adds : {false, true}) {
        const OperatorCall call = IndexPut(self, {a, kNone, b}, values, adds);
        ExpectResult(call, Put(self, values, shape, adds ? kAdd : kPut, place_of, value_of));
        if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
      }
    }
  }
}

TEST(IndexPutTest, NoPlaces) {
  const Array self = RandomArray(ACL_FLOAT, {3, 4}, 3), none(ACL_INT64, {0});
  const Array one = ArrayOf(ACL_FLOAT, {9});
  for (const bool adds : {false, true}) {
    ExpectResult(IndexPut(self, {none}, one, adds), self);
    ExpectResult(IndexPut(self, {none, none}, one, adds), self);
    ExpectResult(IndexPut(self, {kNone, none}, one, adds), self);
  }
}

TEST(IndexPutTest, RowsOfManyAndOfFewTargets) {
  for (const int64_t rows : {5, 100000}) {
    const Array self = RandomArray(ACL_FLOAT, {rows, 3}, 3),
                values = RandomArray(ACL_FLOAT, {50, 3}, 4);
    const Array index = Indices(ACL_INT64, {50}, 0, rows);
    ExpectResult(IndexPut(self, {index}, values, true),
                 Put(
                     self, values, {50, 3}, kAdd,
                     [&](const Shape& at) {
                       return Shape{IntegerOf(index, at[0]), at[1]};
                     },
                     Same));
  }
}

TEST(IndexPutTest, Masks) {
  const Array self = RandomArray(ACL_FLOAT, {3, 4}, 3), mask = ArrayOf(ACL_BOOL, {1, 0, 1});
  const Array values = RandomArray(ACL_FLOAT, {2, 4}, 4), one = ArrayOf(ACL_FLOAT, {9});
  const PlaceOf place_of = [](const Shape& at) { return Shape{2 * at[0], at[1]}; };
  ExpectResult(IndexPut(self, {mask}, values, true),
               Put(self, values, {2, 4}, kAdd, place_of, Same));
  // One value for however many there are.
  const PlaceOf first = [](const Shape& /*at*/) { return Shape{0}; };
  for (const bool adds : {false, true}) {
    ExpectResult(IndexPut(self, {mask}, one, adds),
                 Put(self, one, {2, 4}, adds ? kAdd : kPut, place_of, first));
  }
  ExpectResult(IndexPut(self, {Array(ACL_BOOL, {3, 4})}, one, false), self);
  EXPECT_NE(FailureOf(IndexPut(self, {mask}, RandomArray(ACL_FLOAT, {3, 4}, 4), false),
                      ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("indices[0]: has 2 elements that are true, expected 3"),
            std::string::npos);
}

// ---- EmbeddingDenseBackward

Array DenseBackward(const Array& grad, const Array& indices, int64_t rows, int64_t padding,
                    bool scales) {
  const OperatorCall call = {
      "aclnnEmbeddingDenseBackward",
      {grad, indices, static_cast<double>(rows), static_cast<double>(padding), scales ? 1.0 : 0.0,
       Array(grad.dtype, {rows, grad.shape.back()})}};
  ExpectSameBitsInAllSettings(call);
  return RunCall(call)[0];
}

TEST(EmbeddingDenseBackwardTest, SumsAndMeans) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    const Array grad = RandomArray(dtype, {5, 20, 33}, 3);
    for (const aclDataType of_indices : {ACL_INT64, ACL_INT32, ACL_UINT8}) {
      const Array indices = Indices(of_indices, {5, 20}, 0, 7);
      for (const bool scales : {false, true}) {
        std::vector<double> sums(8 * 33), counts(8);
        for (int64_t k = 0; k < 100; ++k) {
          const auto row = static_cast<size_t>(indices.Bits(k));
          counts[row] += 1;
          for (int64_t c = 0; c < 33; ++c)
            sums[row * 33 + static_cast<size_t>(c)] += grad.Value(k * 33 + c);
        }
        const Array expected(dtype, {8, 33}, [&](int64_t i) {
          const double count = counts[static_cast<size_t>(i / 33)];
          const double sum = i / 33 == 2 ? 0 : sums[static_cast<size_t>(i)];
          return BitsOf(dtype, scales && count > 0 ? sum / count : sum);
        });
        EXPECT_TRUE(SameBits(DenseBackward(grad, indices, 8, 2, scales), expected));
      }
    }
  }
}

TEST(EmbeddingDenseBackwardTest, WithoutPaddingAndWithFractions) {
  const Array grad = ArrayOf(ACL_FLOAT, {3, 1}, {1, 2, 4});
  const Array indices = ArrayOf(ACL_FLOAT, {1.75, 0, 1});
  EXPECT_TRUE(
      SameBits(DenseBackward(grad, indices, 3, -1, false), ArrayOf(ACL_FLOAT, {3, 1}, {2, 5, 0})));
  EXPECT_TRUE(SameBits(DenseBackward(Array(ACL_FLOAT, {0, 2}), Array(ACL_INT64, {0}), 2, -1, true),
                       Array(ACL_FLOAT, {2, 2})));
  EXPECT_NE(
      FailureOf({"aclnnEmbeddingDenseBackward",
                 {grad, ArrayOf(ACL_INT64, {0, 1, 3}), 3.0, -1.0, 0.0, Array(ACL_FLOAT, {3, 1})}},
                ACL_ERROR_RT_AICORE_EXCEPTION)
          .find("indices: the element at [2] is 3, expected from 0 to 2"),
      std::string::npos);
}

// ---- ScatterNd

// Rows of indices of one, two and all axes; equal rows, of which the last one wins.
TEST(ScatterNdTest, PutsSlices) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT64, ACL_BOOL, ACL_INT8, ACL_INT16}) {
    for (const aclDataType index : {ACL_INT32, ACL_INT64}) {
      const Shape shape = {4, 3, 5};
      for (int64_t indexed = 1; indexed <= 3; ++indexed) {
        SCOPED_TRACE(DtypeName(dtype) + std::to_string(indexed));
        const Array self = RandomPatterns(dtype, shape, 3);
        const Array indices = Indices(index, {2, 9, indexed}, 0, 3);
        Shape of_updates = {2, 9};
        of_updates.insert(of_updates.end(), shape.begin() + indexed, shape.end());
        const Array updates = RandomPatterns(dtype, of_updates, 4);
        const int64_t slice = updates.size() / 18;
        Array expected = self;
        for (int64_t i = 0; i < 18; ++i) {
          int64_t first = 0;
          for (int64_t k = 0; k < 3; ++k) {
            first = first * shape[size_t(k)] +
                    (k < indexed ? IntegerOf(indices, i * indexed + k) : int64_t{0});
          }
          for (int64_t e = 0; e < slice; ++e) {
            expected.SetBits(first + e, updates.Bits(i * slice + e));
          }
        }
        const OperatorCall update = {"aclnnScatterNdUpdate", {self, indices, updates}};
        EXPECT_EQ(RunCall(update)[0].bytes, expected.bytes);
        if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(update);
        const bool is_narrow = dtype == ACL_INT64 || dtype == ACL_INT8 || dtype == ACL_INT16;
        if (is_narrow) continue;  // which aclnnScatterNd does not have
        const OperatorCall apart = {"aclnnScatterNd", {self, indices, updates, self}};
        EXPECT_EQ(RunCall(apart)[0].bytes, expected.bytes);
        if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(apart);
      }
    }
  }
}

TEST(ScatterNdTest, OfNothingAndOfNoPlaces) {
  const Array self = ArrayOf(ACL_FLOAT, {3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnScatterNd", {self, Array(ACL_INT64, {0, 1}), Array(ACL_FLOAT, {0, 2}), self}})
          .at(0),
      self));
  for (const double wrong : {-1.0, 3.0}) {
    EXPECT_NE(FailureOf({"aclnnScatterNdUpdate",
                         {self, ArrayOf(ACL_INT64, {2, 1}, {0, wrong}),
                          ArrayOf(ACL_FLOAT, {2, 2}, {7, 7, 7, 7})}},
                        ACL_ERROR_RT_AICORE_EXCEPTION)
                  .find("aclnnScatterNdUpdate: indices: the element at [1] is " +
                        std::to_string(int(wrong)) + ", expected from 0 to 2"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace openaclnn::test::scatter_test
