#include "tensor/view.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace openaclnn::view_test {
namespace {

constexpr int64_t kMax = INT64_MAX;

Tensor Of(aclDataType dtype, const Dims& shape, const Dims& strides, int64_t offset = 0) {
  Tensor tensor;
  tensor.dtype = dtype;
  tensor.shape = shape;
  tensor.strides = strides;
  tensor.offset = offset;
  tensor.data = reinterpret_cast<void*>(uintptr_t{4096});
  tensor.extent = ExtentOf(tensor);
  return tensor;
}

void ExpectRange(const Tensor& tensor, uintptr_t begin, uintptr_t end) {
  EXPECT_TRUE(tensor.extent.representable);
  EXPECT_EQ(RangeOf(tensor).begin, begin);
  EXPECT_EQ(RangeOf(tensor).end, end);
}

TEST(View, ExtentsReachFromTheLowestToTheHighestByte) {
  ExpectRange(Of(ACL_FLOAT, {}, {}), 4096, 4100);
  ExpectRange(Of(ACL_FLOAT, {2, 3}, {3, 1}, 5), 4096 + 20, 4096 + 44);
  ExpectRange(Of(ACL_FLOAT16, {2, 3}, {-10, 4}, 20), 4096 + 20, 4096 + 58);
  ExpectRange(Of(ACL_DOUBLE, {4, 3}, {0, -1}, 2), 4096, 4096 + 24);
  ExpectRange(Of(ACL_FLOAT, {2, 0}, {1, 1}, 7), 0, 0);
}

TEST(View, ElementsOfHalfAByteReachToTheBytesThatHaveThem) {
  ExpectRange(Of(ACL_INT4, {4}, {1}), 4096, 4098);
  ExpectRange(Of(ACL_INT4, {2, 6}, {6, 1}, 2), 4097, 4103);
  ExpectRange(Of(ACL_INT4, {3}, {1}, 3), 4097, 4099);
  ExpectRange(Of(ACL_INT4, {5}, {1}), 4096, 4099);
  ExpectRange(Of(ACL_INT4, {6, 4}, {1, 6}), 4096, 4096 + 12);  // transposed
  ExpectRange(Of(ACL_INT4, {3}, {-1}, 5), 4097, 4099);
  ExpectRange(Of(ACL_FLOAT4_E2M1, {4}, {1}), 4096, 4098);
  ExpectRange(Of(ACL_INT4, {0}, {1}, 2), 0, 0);
  EXPECT_TRUE(Of(ACL_INT4, {2, 6}, {6, 1}, 2).extent.contiguous);
  EXPECT_EQ(Of(ACL_INT4, {2, 6}, {6, 1}).extent.elements, 12);
  const View view = ViewOf(Of(ACL_INT4, {2, 6}, {6, 1}, 2));
  EXPECT_EQ(view.address, 4097);
  EXPECT_EQ(view.shape, Dims{6});
  EXPECT_EQ(view.byte_strides, Dims{1});
  EXPECT_FALSE(SelfOverlaps(view));
}

TEST(View, OffsetsCountBytes) {
  EXPECT_EQ(BytesOfElements(ACL_FLOAT16, -3), -6);
  EXPECT_EQ(BytesOfElements(ACL_INT4, 6), 3);
  EXPECT_EQ(BytesOfElements(ACL_INT4, 7), 3);
  EXPECT_EQ(BytesOfElements(ACL_INT4, -2), -1);
}

TEST(View, ContiguousIsRowMajorWithoutGaps) {
  EXPECT_TRUE(Of(ACL_FLOAT, {}, {}).extent.contiguous);
  EXPECT_TRUE(Of(ACL_FLOAT, {2, 3, 4}, {12, 4, 1}, 9).extent.contiguous);
  EXPECT_TRUE(Of(ACL_FLOAT, {2, 1, 4}, {4, -7, 1}).extent.contiguous);
  EXPECT_FALSE(Of(ACL_FLOAT, {2, 3}, {1, 2}).extent.contiguous);
  EXPECT_FALSE(Of(ACL_FLOAT, {2, 3}, {4, 1}).extent.contiguous);
  EXPECT_FALSE(Of(ACL_FLOAT, {3}, {-1}, 2).extent.contiguous);
  EXPECT_FALSE(Of(ACL_FLOAT, {3}, {0}).extent.contiguous);
}

TEST(View, ExtentsCountElements) {
  EXPECT_EQ(Of(ACL_FLOAT, {}, {}).extent.elements, 1);
  EXPECT_EQ(Of(ACL_FLOAT, {2, 3}, {0, 0}).extent.elements, 6);
  EXPECT_EQ(Of(ACL_FLOAT, {kMax, 0, kMax}, {1, 1, 1}).extent.elements, 0);
}

TEST(View, WhatMemoryCannotHoldIsNotRepresentable) {
  EXPECT_FALSE(Of(ACL_FLOAT, {-1}, {1}).extent.representable);
  EXPECT_FALSE(Of(ACL_FLOAT, {0, -1}, {1, 1}).extent.representable);
  EXPECT_FALSE(Of(ACL_FLOAT, {kMax / 2}, {0}).extent.representable);  // so many elements
  EXPECT_FALSE(Of(ACL_FLOAT, {kMax, kMax}, {0, 0}).extent.representable);
  EXPECT_FALSE(Of(ACL_FLOAT, {1}, {kMax}).extent.representable);
  EXPECT_FALSE(Of(ACL_FLOAT, {0}, {INT64_MIN}).extent.representable);
  EXPECT_FALSE(Of(ACL_FLOAT, {3}, {kMax / 4}).extent.representable);
  EXPECT_FALSE(Of(ACL_INT8, {2, 2}, {kMax, -kMax}).extent.representable);  // so far apart
  EXPECT_FALSE(Of(ACL_FLOAT, {0}, {1}, kMax).extent.representable);
  EXPECT_FALSE(Of(ACL_INT8, {2}, {1}, kMax).extent.representable);
  EXPECT_FALSE(Of(ACL_INT8, {2}, {-1}, INT64_MIN).extent.representable);
  EXPECT_TRUE(Of(ACL_INT8, {2}, {kMax}).extent.representable);
  EXPECT_TRUE(Of(ACL_INT8, {1}, {1}, kMax).extent.representable);
}

}  // namespace
}  // namespace openaclnn::view_test
