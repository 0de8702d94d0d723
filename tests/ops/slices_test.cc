// Parts of tensors, and slices at places: taken, put, added and filled.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/indices.h"

namespace openaclnn::test::slices_test {
namespace {

using Integers = std::vector<int64_t>;

Array Counted(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape, [&](int64_t i) { return BitsOf(dtype, static_cast<double>(i)); });
}

TEST(SlicesTest, FromPlaceToPlace) {
  const Array self = Counted(ACL_FLOAT, {3, 7});
  const auto slice = [&](double start, double end, double step, const Integers& places) {
    Array expected(ACL_FLOAT, {3, static_cast<int64_t>(places.size())});
    for (int64_t row = 0; row < 3; ++row) {
      for (int64_t i = 0; i < expected.shape[1]; ++i) {
        expected.SetBits(row * expected.shape[1] + i,
                         self.Bits(row * 7 + places[static_cast<size_t>(i)]));
      }
    }
    const OperatorCall call = {"aclnnSlice",
                               {self, -1.0, start, end, step, Array(ACL_FLOAT, expected.shape)}};
    EXPECT_TRUE(SameBits(RunCall(call).at(0), expected)) << start << " " << end << " " << step;
    const OperatorCall several = {
        "aclnnSliceV2",
        {self, Integers{0, static_cast<int64_t>(start)}, Integers{3, static_cast<int64_t>(end)},
         Integers{0, 1}, Integers{1, static_cast<int64_t>(step)},
         Array(ACL_FLOAT, expected.shape)}};
    EXPECT_TRUE(SameBits(RunCall(several).at(0), expected));
  };
  slice(0, 7, 1, {0, 1, 2, 3, 4, 5, 6});
  slice(1, 6, 2, {1, 3, 5});
  slice(-3, 100, 1, {4, 5, 6});
  slice(-100, -5, 1, {0, 1});
  slice(5, 2, 1, {});
  slice(6, 7, 9, {6});
}

TEST(SlicesTest, Order) {
  const Array self = ArrayOf(ACL_FLOAT, {2, 4}, {3, 1, kNan, 1, 0, -0.0, -2, 5});
  const auto up = RunCall({"aclnnArgsort", {self, -1.0, 0.0, Array(ACL_INT64, {2, 4})}});
  EXPECT_TRUE(SameBits(up.at(0), ArrayOf(ACL_INT64, {2, 4}, {1, 3, 0, 2, 2, 0, 1, 3})));
  const auto down = RunCall({"aclnnArgsort", {self, 1.0, 1.0, Array(ACL_INT64, {2, 4})}});
  EXPECT_TRUE(SameBits(down.at(0), ArrayOf(ACL_INT64, {2, 4}, {2, 0, 1, 3, 3, 0, 1, 2})));
}

TEST(SlicesTest, AtIndicesOfAnyShape) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_COMPLEX64}) {
    const Array self = RandomPatterns(dtype, {4, 5, 3}, 3);
    for (const Shape& of_index : {Shape{6}, Shape{2, 3}, Shape{}}) {
      const Array index = Indices(ACL_INT32, of_index, 0, 5);
      Shape shape = {4};
      const Shape one = {1};
      const Shape& places = of_index.empty() ? one : of_index;
      shape.insert(shape.end(), places.begin(), places.end());
      shape.push_back(3);
      const OperatorCall call = {"aclnnGatherV2", {self, 1.0, index, Array(dtype, shape)}};
      const Array result = RunCall(call).at(0);
      for (int64_t i = 0; i < result.size(); ++i) {
        const int64_t inner = i % 3, at = i / 3 % index.size(), outer = i / 3 / index.size();
        const int64_t from = (outer * 5 + IntegerOf(index, at)) * 3 + inner;
        const auto bytes = static_cast<size_t>(DtypeBytes(dtype));
        EXPECT_TRUE(std::equal(result.bytes.begin() + i * static_cast<int64_t>(bytes),
                               result.bytes.begin() + (i + 1) * static_cast<int64_t>(bytes),
                               self.bytes.begin() + from * static_cast<int64_t>(bytes)));
      }
      if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
    }
  }
  FailureOf(
      {"aclnnGatherV2",
       {Counted(ACL_FLOAT, {3, 2}), 0.0, ArrayOf(ACL_INT64, {1, 3}), Array(ACL_FLOAT, {2, 2})}},
      507015);
}

TEST(SlicesTest, OfVectors) {
  const Array self = Counted(ACL_FLOAT, {3, 4}), index = ArrayOf(ACL_INT64, {2, 2}, {11, 0, 5, 5});
  EXPECT_TRUE(SameBits(RunCall({"aclnnTake", {self, index, Array(ACL_FLOAT, {2, 2})}}).at(0),
                       ArrayOf(ACL_FLOAT, {2, 2}, {11, 0, 5, 5})));
  const Array source = ArrayOf(ACL_FLOAT, {10, 20, 30, 40});
  const auto put = RunCall({"aclnnInplacePut", {self, index, source, 0.0}});
  EXPECT_TRUE(
      SameBits(put.at(0), ArrayOf(ACL_FLOAT, {3, 4}, {20, 1, 2, 3, 4, 40, 6, 7, 8, 9, 10, 10})));
  const auto added = RunCall({"aclnnInplacePut", {self, index, source, 1.0}});
  EXPECT_TRUE(
      SameBits(added.at(0), ArrayOf(ACL_FLOAT, {3, 4}, {20, 1, 2, 3, 4, 75, 6, 7, 8, 9, 10, 21})));
  ExpectSameBitsInAllLayouts({"aclnnTake", {self, index, Array(ACL_FLOAT, {2, 2})}});
  ExpectSameBitsInAllLayouts({"aclnnInplacePut", {self, index, source, 1.0}});
}

TEST(SlicesTest, Added) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT32}) {
    const Array self = Counted(dtype, {3, 2}), index = ArrayOf(ACL_INT32, {2, 0, 2});
    const Array source = ArrayOf(dtype, {3, 2}, {1, 2, 3, 4, 5, 6});
    const auto call = [&](double alpha) {
      const CallArgument factor(alpha, dtype == ACL_INT32 ? ACL_INT64 : ACL_FLOAT);
      return RunCall({"aclnnIndexAdd", {self, 0.0, index, source, factor, Array(dtype, {3, 2})}})
          .at(0);
    };
    EXPECT_TRUE(SameBits(call(1), ArrayOf(dtype, {3, 2}, {3, 5, 2, 3, 10, 13})));
    EXPECT_TRUE(SameBits(call(2), ArrayOf(dtype, {3, 2}, {6, 9, 2, 3, 16, 21})));
  }
}

TEST(SlicesTest, Filled) {
  const Array self = Counted(ACL_FLOAT, {3, 3}), index = ArrayOf(ACL_INT64, {-1, 0, 7, -9});
  const Array expected = ArrayOf(ACL_FLOAT, {3, 3}, {9, 1, 9, 9, 4, 9, 9, 7, 9});
  const OperatorCall call = {"aclnnIndexFill", {self, 1.0, index, 9.0, Array(ACL_FLOAT, {3, 3})}};
  EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
  ExpectSameBitsInAllLayouts(call);
  EXPECT_TRUE(
      SameBits(RunCall({"aclnnInplaceIndexFill", {self, 1.0, index, 9.0}}).at(0), expected));
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnIndexFillTensor", {self, 1.0, Integers{2, 0}, 9.0, Array(ACL_FLOAT, {3, 3})}})
          .at(0),
      expected));
  EXPECT_TRUE(
      SameBits(RunCall({"aclnnInplaceIndexFillTensor", {self, 0.0, Integers{1}, 9.0}}).at(0),
               ArrayOf(ACL_FLOAT, {3, 3}, {0, 1, 2, 9, 9, 9, 6, 7, 8})));
}

}  // namespace
}  // namespace openaclnn::test::slices_test
