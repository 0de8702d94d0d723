// What is taken from where integers say: along any axes, in any layout, and wrong indices.
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_index.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/indices.h"

namespace openaclnn::test::index_test {
namespace {

// An array whose elements are those of another at places that a function says.
Array Taken(const Array& from, const Shape& shape, const std::function<Shape(Shape)>& place_of) {
  return Array(from.dtype, shape, [&](int64_t i) {
    return from.Bits(ElementAt(from.shape, place_of(PositionOf(shape, i))));
  });
}

void ExpectResult(const OperatorCall& call, const Array& expected) {
  const std::vector<Array> results = RunCall(call);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].bytes, expected.bytes);
}

// ---- Embedding

TEST(EmbeddingTest, TakesRows) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT8, ACL_COMPLEX64}) {
    for (const int64_t columns : {1, 2, 3, 4, 8, 100, 1000}) {
      const Array weight = RandomPatterns(dtype, {11, columns}, 3);
      const Array indices = Indices(ACL_INT64, {2, 5}, 0, 11);
      const Array expected = Taken(weight, {2, 5, columns}, [&](const Shape& at) {
        return Shape{IntegerOf(indices, at[0] * 5 + at[1]), at[2]};
      });
      ExpectResult({"aclnnEmbedding", {weight, indices, Array(dtype, {2, 5, columns})}}, expected);
    }
  }
}

TEST(EmbeddingTest, OfOneIndexAndOfNone) {
  const Array weight = RandomPatterns(ACL_FLOAT, {4, 3}, 3);
  const Array one = Taken(weight, {3}, [](const Shape& at) { return Shape{2, at[0]}; });
  ExpectResult({"aclnnEmbedding", {weight, ArrayOf(ACL_INT32, {}, {2}), Array(ACL_FLOAT, {3})}},
               one);
  ExpectResult({"aclnnEmbedding", {weight, Array(ACL_INT64, {0}), Array(ACL_FLOAT, {0, 3})}},
               Array(ACL_FLOAT, {0, 3}));
}

TEST(EmbeddingTest, ManyRowsWithAnyThreads) {
  ExpectSameBitsInAllSettings({"aclnnEmbedding",
                               {RandomPatterns(ACL_FLOAT, {97, 33}, 3),
                                Indices(ACL_INT64, {1501}, 0, 97), Array(ACL_FLOAT, {1501, 33})}});
}

TEST(EmbeddingTest, WrongIndices) {
  const Array weight = RandomPatterns(ACL_FLOAT, {4, 3}, 3), out(ACL_FLOAT, {2, 3, 3});
  const auto failure = [&](const std::vector<double>& indices, aclDataType dtype) {
    return FailureOf({"aclnnEmbedding", {weight, ArrayOf(dtype, {2, 3}, indices), out}},
                     ACL_ERROR_RT_AICORE_EXCEPTION);
  };
  EXPECT_NE(failure({0, 1, 2, 3, 4, 9}, ACL_INT64)
                .find("aclnnEmbedding: indices: the element at [1, 1] is 4, expected from 0 to 3"),
            std::string::npos);
  EXPECT_NE(failure({0, 1, -1, 3, 4, 9}, ACL_INT32).find("the element at [0, 2] is -1"),
            std::string::npos);
  EXPECT_NE(
      FailureOf({"aclnnEmbedding",
                 {Array(ACL_FLOAT, {0, 3}), ArrayOf(ACL_INT32, {2, 3}, {0, 0, 0, 0, 0, 0}), out}},
                ACL_ERROR_RT_AICORE_EXCEPTION)
          .find("is 0, but the axis that it is for has no elements"),
      std::string::npos);
}

// ---- IndexSelect

OperatorCall IndexSelect(const Array& self, int64_t dim, const Array& index) {
  Shape shape = self.shape;
  if (!shape.empty()) {
    shape[static_cast<size_t>(dim < 0 ? dim + std::ssize(shape) : dim)] = index.size();
  }
  return {"aclnnIndexSelect", {self, static_cast<double>(dim), index, Array(self.dtype, shape)}};
}

TEST(IndexSelectTest, AlongEachAxis) {
  const Array self = RandomPatterns(ACL_FLOAT16, {4, 5, 6}, 3);
  for (int64_t dim = -3; dim < 3; ++dim) {
    const size_t axis = static_cast<size_t>(dim < 0 ? dim + 3 : dim);
    const Array index = Indices(ACL_INT64, {9}, 0, self.shape[axis]);
    const OperatorCall call = IndexSelect(self, dim, index);
    ExpectResult(call, Taken(self, call.arguments[3].array.shape, [&](Shape at) {
                   at[axis] = IntegerOf(index, at[axis]);
                   return at;
                 }));
    if (dim >= 0) ExpectSameBitsInAllLayouts(call);
  }
}

TEST(IndexSelectTest, WithoutAxes) {
  const Array one = ArrayOf(ACL_FLOAT, {}, {5});
  ExpectResult(IndexSelect(one, 0, ArrayOf(ACL_INT32, {0})), one);
  ExpectResult(IndexSelect(one, -1, ArrayOf(ACL_INT64, {}, {0})), one);
  const Array two = ArrayOf(ACL_UINT16, {7, 8});
  ExpectResult(IndexSelect(two, 0, ArrayOf(ACL_INT64, {}, {1})), ArrayOf(ACL_UINT16, {8}));
}

// ---- Gather

OperatorCall Gather(const Array& self, int64_t dim, const Array& index) {
  return {"aclnnGather", {self, static_cast<double>(dim), index, Array(self.dtype, index.shape)}};
}

TEST(GatherTest, AlongEachAxis) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_UINT16, ACL_BOOL}) {
    const Array self = RandomPatterns(dtype, {4, 5, 6}, 3);
    for (size_t axis = 0; axis < 3; ++axis) {
      Shape shape = {3, 5, 4};
      shape[axis] = 9;
      const Array index =
          Indices(axis == 1 ? ACL_INT32 : ACL_INT64, shape, -self.shape[axis], self.shape[axis]);
      const OperatorCall call = Gather(self, static_cast<int64_t>(axis), index);
      ExpectResult(call, Taken(self, shape, [&](Shape at) {
                     const int64_t place = IntegerOf(index, ElementAt(shape, at));
                     at[axis] = place < 0 ? place + self.shape[axis] : place;
                     return at;
                   }));
      if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
    }
  }
}

TEST(GatherTest, WithoutAxesAndOutOfRange) {
  const Array one = ArrayOf(ACL_FLOAT, {}, {5});
  ExpectResult(Gather(one, 0, ArrayOf(ACL_INT64, {}, {-1})), one);
  ExpectResult(Gather(one, 0, ArrayOf(ACL_INT64, {1}, {0})), ArrayOf(ACL_FLOAT, {5}));
  const Array two = ArrayOf(ACL_FLOAT, {5, 6});
  EXPECT_NE(FailureOf(Gather(two, 0, ArrayOf(ACL_INT64, {0, -3})), ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("index: the element at [1] is -3, expected from -2 to 1"),
            std::string::npos);
}

TEST(GatherTest, ManyElementsWithAnyThreads) {
  for (const double dim : {0.0, 1.0}) {
    OperatorCall call =
        Gather(RandomPatterns(ACL_FLOAT, {130, 131}, 3), 0, Indices(ACL_INT64, {129, 130}, 0, 130));
    call.arguments[1] = dim;
    ExpectSameBitsInAllSettings(call);
  }
}

// ---- Index

const Array kNone(ACL_FLOAT, {0});

OperatorCall Index(const Array& self, std::vector<Array> indices, const Shape& shape) {
  return {"aclnnIndex", {self, std::move(indices), Array(self.dtype, shape)}};
}

int64_t PlaceOf(const Array& index, int64_t element, int64_t extent) {
  const int64_t place = IntegerOf(index, element);
  return place < 0 ? place + extent : place;
}

TEST(IndexTest, AxesThatFollowEachOther) {
  const Array self = RandomPatterns(ACL_FLOAT, {4, 5, 6, 7}, 3);
  const Array a = Indices(ACL_INT64, {3, 1}, -5, 5), b = Indices(ACL_INT32, {2}, 0, 6);
  const OperatorCall call = Index(self, {kNone, a, b}, {4, 3, 2, 7});
  ExpectResult(call, Taken(self, {4, 3, 2, 7}, [&](const Shape& at) {
                 return Shape{at[0], PlaceOf(a, at[1], 5), PlaceOf(b, at[2], 6), at[3]};
               }));
  ExpectSameBitsInAllLayouts(call);
}

TEST(IndexTest, AxesApartStandInFront) {
  const Array self = RandomPatterns(ACL_INT16, {4, 5, 6}, 3);
  const Array a = Indices(ACL_INT64, {3, 2}, -4, 4), b = Indices(ACL_INT64, {2}, -6, 0);
  ExpectResult(Index(self, {a, kNone, b}, {3, 2, 5}), Taken(self, {3, 2, 5}, [&](const Shape& at) {
                 return Shape{PlaceOf(a, at[0] * 2 + at[1], 4), at[2], PlaceOf(b, at[1], 6)};
               }));
}

TEST(IndexTest, AllAxesAndNone) {
  const Array self = RandomPatterns(ACL_DOUBLE, {4, 5}, 3);
  const Array a = Indices(ACL_INT64, {}, 0, 4), b = Indices(ACL_INT64, {3}, 0, 5);
  ExpectResult(Index(self, {a, b}, {3}), Taken(self, {3}, [&](const Shape& at) {
                 return Shape{PlaceOf(a, 0, 4), PlaceOf(b, at[0], 5)};
               }));
  ExpectResult(Index(self, {kNone}, {4, 5}), self);
  ExpectResult(Index(self, {kNone, kNone}, {4, 5}), self);
  const Array one = ArrayOf(ACL_FLOAT, {}, {5});
  ExpectResult(Index(one, {ArrayOf(ACL_INT64, {2}, {0, -1})}, {2}), ArrayOf(ACL_FLOAT, {5, 5}));
  ExpectResult(Index(self, {Array(ACL_INT64, {0})}, {0, 5}), Array(ACL_DOUBLE, {0, 5}));
}

TEST(IndexTest, Masks) {
  const Array self = RandomPatterns(ACL_FLOAT, {4, 3, 5}, 3);
  const Array mask = ArrayOf(ACL_BOOL, {4, 3}, {0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1});
  const Shape rows = {0, 1, 3, 3}, columns = {1, 0, 1, 2};
  const OperatorCall call = Index(self, {mask}, {4, 5});
  ExpectResult(call, Taken(self, {4, 5}, [&](const Shape& at) {
                 const auto k = static_cast<size_t>(at[0]);
                 return Shape{rows[k], columns[k], at[1]};
               }));
  ExpectSameBitsInAllLayouts(call);
  // Beside integers, and of one true that is taken for each of them.
  const Array last = ArrayOf(ACL_BOOL, {0, 0, 1, 0, 1}), one = ArrayOf(ACL_BOOL, {0, 0, 0, 1, 0});
  const Array first = ArrayOf(ACL_INT64, {3, -4});
  ExpectResult(Index(self, {first, kNone, last}, {2, 3}), Taken(self, {2, 3}, [](const Shape& at) {
                 return Shape{at[0] == 0 ? 3 : 0, at[1], at[0] == 0 ? 2 : 4};
               }));
  ExpectResult(Index(self, {first, kNone, one}, {2, 3}), Taken(self, {2, 3}, [](const Shape& at) {
                 return Shape{at[0] == 0 ? 3 : 0, at[1], 3};
               }));
  EXPECT_NE(FailureOf(Index(self, {mask}, {3, 5}), ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("aclnnIndex: indices[0]: has 4 elements that are true, expected 3"),
            std::string::npos);
}

TEST(IndexTest, WrongIndices) {
  const Array self = RandomPatterns(ACL_FLOAT, {4, 5}, 3);
  EXPECT_NE(FailureOf(Index(self, {kNone, ArrayOf(ACL_INT64, {0, 5, 6})}, {4, 3}),
                      ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("aclnnIndex: indices[1]: the element at [1] is 5, expected from -5 to 4"),
            std::string::npos);
}

// What the harness has no arrays for: null members, and elements of 16 bytes.
class IndexHandlesTest : public testing::Test {
 protected:
  IndexHandlesTest() { EnsureDevice(); }
  static aclTensor* TensorOf(aclDataType dtype, const Shape& shape, void* data) {
    return aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), data);
  }
  // The status of the first phase; runs the call if that accepts it.
  static aclnnStatus Index(const aclTensor* self, std::vector<const aclTensor*> members,
                           aclTensor* out) {
    aclTensorList* const list = aclCreateTensorList(members.data(), members.size());
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus status = aclnnIndexGetWorkspaceSize(self, list, out, &size, &executor);
    if (status == 0) {
      EXPECT_EQ(size, 0u);
      EXPECT_EQ(aclnnIndex(nullptr, 0, executor, nullptr), 0);
      EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    }
    aclDestroyTensorList(list);
    return status;
  }
};

TEST_F(IndexHandlesTest, NullMembers) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  float self[6] = {1, 2, 3, 4, 5, 6}, out[4] = {};
  int64_t places[2] = {2, 0};
  aclTensor* const from = TensorOf(ACL_FLOAT, {2, 3}, self);
  aclTensor* const to = TensorOf(ACL_FLOAT, {2, 2}, out);
  EXPECT_EQ(Index(from, {nullptr, TensorOf(ACL_INT64, {2}, places)}, to), 0);
  EXPECT_EQ(std::vector<float>(out, out + 4), (std::vector<float>{3, 1, 6, 4}));
  aclDestroyTensor(from);
  aclDestroyTensor(to);
}

TEST_F(IndexHandlesTest, Refusals) {
  float self[6] = {}, out[6] = {};
  int64_t places[6] = {};
  aclTensor* const from = TensorOf(ACL_FLOAT, {2, 3}, self);
  aclTensor* const to = TensorOf(ACL_FLOAT, {2, 3}, out);
  const auto refuses = [&](const std::vector<const aclTensor*>& members, const char* part) {
    EXPECT_EQ(Index(from, members, to), ACLNN_ERR_PARAM_INVALID);
    EXPECT_NE(std::string(aclGetRecentErrMsg()).find(part), std::string::npos) << part;
  };
  const auto index = [&](const Shape& shape) { return TensorOf(ACL_INT64, shape, places); };
  refuses({index({2}), index({2}), index({2})}, "indices: has members for more axes than 2");
  refuses({index({2}), index({3})}, "indices[1]: shape [3] does not broadcast with [2]");
  refuses({index({3})}, "out: shape is [2, 3], expected [3, 3]");
  refuses({TensorOf(ACL_FLOAT, {2}, places)}, "indices[0]: dtype is FLOAT, expected INT64");
  refuses({TensorOf(ACL_BOOL, {3}, places)},
          "indices[0]: shape is [3] of BOOL, expected INT64, INT32 or the sizes");
  aclDestroyTensor(from);
  aclDestroyTensor(to);
}

}  // namespace
}  // namespace openaclnn::test::index_test
