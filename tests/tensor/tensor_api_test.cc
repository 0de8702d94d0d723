// The tensor functions of aclnn/acl_meta.h, as a program sees them.
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensor/tensor.h"
#include "tests/tensor/newest_message.h"

namespace openaclnn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

using GetDims = aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*);

std::vector<int64_t> DimsBy(GetDims get, const aclTensor* tensor) {
  int64_t* dims = nullptr;
  uint64_t count = 99;
  EXPECT_EQ(get(tensor, &dims, &count), 0);
  EXPECT_NE(dims, nullptr);
  const std::vector<int64_t> copy(dims, dims + count);
  delete[] dims;
  return copy;
}

struct TensorApi : testing::Test {
  void SetUp() override { NewestMessage(); }

  aclTensor* Make(const std::vector<int64_t>& shape) {
    return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), memory);
  }

  float memory[64] = {};
};

TEST_F(TensorApi, KeepsCopiesOfAllItIsGiven) {
  auto shape = std::make_unique<int64_t[]>(3);
  auto strides = std::make_unique<int64_t[]>(3);
  auto storage = std::make_unique<int64_t[]>(1);
  shape[0] = 2, shape[1] = 3, shape[2] = 4;
  strides[0] = 0, strides[1] = -4, strides[2] = 1;
  storage[0] = 64;
  aclTensor* const tensor = aclCreateTensor(shape.get(), 3, ACL_BF16, strides.get(), 11,
                                            ACL_FORMAT_NCL, storage.get(), 1, memory);
  ASSERT_NE(tensor, nullptr);
  shape.reset(), strides.reset(), storage.reset();
  EXPECT_THAT(DimsBy(aclGetViewShape, tensor), ElementsAre(2, 3, 4));
  EXPECT_THAT(DimsBy(aclGetViewStrides, tensor), ElementsAre(0, -4, 1));
  EXPECT_THAT(DimsBy(aclGetStorageShape, tensor), ElementsAre(64));
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), 0);
  EXPECT_EQ(offset, 11);
  aclFormat format = ACL_FORMAT_ND;
  EXPECT_EQ(aclGetFormat(tensor, &format), 0);
  EXPECT_EQ(format, ACL_FORMAT_NCL);
  aclDataType dtype = ACL_FLOAT;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(dtype, ACL_BF16);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, memory);  // without the offset
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST_F(TensorApi, NullStridesMeanContiguous) {
  aclTensor* const tensor = Make({2, 3, 4});
  EXPECT_THAT(DimsBy(aclGetViewStrides, tensor), ElementsAre(12, 4, 1));
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST_F(TensorApi, RankZeroWithNullDims) {
  aclTensor* const tensor =
      aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, memory);
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(DimsBy(aclGetViewShape, tensor), ElementsAre());
  EXPECT_THAT(DimsBy(aclGetViewStrides, tensor), ElementsAre());
  EXPECT_THAT(DimsBy(aclGetStorageShape, tensor), ElementsAre());
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST_F(TensorApi, NullDimsWithANumberAreRefused) {
  const int64_t dims[] = {2};
  EXPECT_EQ(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, memory),
            nullptr);
  EXPECT_THAT(NewestMessage(), AllOf(HasSubstr("aclCreateTensor"), HasSubstr("viewDims: is null"),
                                     HasSubstr("viewDimsNum is 1")));
  EXPECT_EQ(aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 3, memory),
            nullptr);
  EXPECT_THAT(NewestMessage(), AllOf(HasSubstr("storageDims: is null"), HasSubstr("is 3")));
}

TEST_F(TensorApi, NothingElseIsChecked) {
  const int64_t dims[] = {-2, std::numeric_limits<int64_t>::max(), 0};
  const int64_t strides[] = {std::numeric_limits<int64_t>::min(), 0, 7};
  aclTensor* const tensor = aclCreateTensor(dims, 3, static_cast<aclDataType>(57), strides, -1,
                                            static_cast<aclFormat>(58), dims, 3, nullptr);
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(DimsBy(aclGetViewShape, tensor),
              ElementsAre(-2, std::numeric_limits<int64_t>::max(), 0));
  aclDataType dtype = ACL_FLOAT;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(dtype, 57);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  aclTensor* const contiguous =
      aclCreateTensor(dims, 3, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 3, nullptr);
  EXPECT_NE(contiguous, nullptr);
  EXPECT_EQ(aclDestroyTensor(contiguous), 0);
  EXPECT_EQ(NewestMessage(), "");
}

TEST_F(TensorApi, ManyAxes) {
  std::vector<int64_t> shape(40, 1);
  shape[17] = 5;
  aclTensor* const tensor = Make(shape);
  EXPECT_EQ(DimsBy(aclGetViewShape, tensor), shape);
  EXPECT_EQ(DimsBy(aclGetStorageShape, tensor), shape);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST_F(TensorApi, InitReplacesEverything) {
  aclTensor* const tensor = Make({2, 3});
  const int64_t shape[] = {5}, strides[] = {2}, storage[] = {9, 1};
  EXPECT_EQ(aclInitTensor(tensor, shape, 1, ACL_INT8, strides, 3, ACL_FORMAT_NCHW, storage, 2,
                          memory + 1),
            0);
  EXPECT_THAT(DimsBy(aclGetViewShape, tensor), ElementsAre(5));
  EXPECT_THAT(DimsBy(aclGetViewStrides, tensor), ElementsAre(2));
  EXPECT_THAT(DimsBy(aclGetStorageShape, tensor), ElementsAre(9, 1));
  const Tensor* const found = FindTensor(tensor);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->dtype, ACL_INT8);
  EXPECT_EQ(found->format, ACL_FORMAT_NCHW);
  EXPECT_EQ(found->offset, 3);
  EXPECT_EQ(found->data, memory + 1);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST_F(TensorApi, InitThatFailsLeavesTheTensor) {
  aclTensor* const tensor = Make({2, 3});
  const int64_t dims[] = {1};
  EXPECT_EQ(aclInitTensor(nullptr, dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, memory),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclInitTensor(tensor, nullptr, 1, ACL_INT8, nullptr, 0, ACL_FORMAT_ND, dims, 1, memory),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_THAT(NewestMessage(), AllOf(HasSubstr("aclInitTensor"), HasSubstr("viewDims")));
  EXPECT_THAT(DimsBy(aclGetViewShape, tensor), ElementsAre(2, 3));
  aclDataType dtype = ACL_INT8;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(dtype, ACL_FLOAT);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(aclInitTensor(tensor, dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, memory),
            ACLNN_ERR_PARAM_INVALID);
}

TEST_F(TensorApi, RawAddressCanBeSet) {
  aclTensor* const tensor = Make({2});
  EXPECT_EQ(aclSetRawTensorAddr(tensor, memory + 5), 0);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, memory + 5);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, nullptr), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(aclSetRawTensorAddr(nullptr, memory), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, memory), ACLNN_ERR_PARAM_INVALID);
}

TEST_F(TensorApi, NullArgumentsOfGettersAreNamed) {
  aclTensor* const tensor = Make({2});
  int64_t* dims = nullptr;
  uint64_t count = 7;
  EXPECT_EQ(aclGetViewShape(nullptr, &dims, &count), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(NewestMessage(), "aclGetViewShape: tensor: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclGetViewStrides(tensor, nullptr, &count), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(NewestMessage(), "aclGetViewStrides: stridesValue: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclGetStorageShape(tensor, &dims, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(NewestMessage(), "aclGetStorageShape: storageDimsNum: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclGetViewOffset(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetFormat(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetDataType(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(NewestMessage(), "aclGetRawTensorAddr: addr: is null [EZ1001 null-argument]");
  EXPECT_EQ(dims, nullptr);
  EXPECT_EQ(count, 7u);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST_F(TensorApi, WhatIsNotALiveTensorIsRefused) {
  aclTensor* const destroyed = Make({2});
  EXPECT_EQ(aclDestroyTensor(destroyed), 0);
  int value = 0;
  float one = 1;
  aclScalar* const scalar = aclCreateScalar(&one, ACL_FLOAT);
  const auto foreign = [](void* pointer) { return static_cast<aclTensor*>(pointer); };
  for (aclTensor* const tensor :
       {destroyed, foreign(&value), foreign(scalar), reinterpret_cast<aclTensor*>(uintptr_t{1}),
        reinterpret_cast<aclTensor*>(~uintptr_t{0})}) {
    int64_t* dims = nullptr;
    uint64_t count = 7;
    EXPECT_EQ(aclGetViewShape(tensor, &dims, &count), ACLNN_ERR_PARAM_INVALID);
    EXPECT_THAT(NewestMessage(), HasSubstr("is not a live aclTensor"));
    EXPECT_EQ(dims, nullptr);
    EXPECT_EQ(count, 7u);
    EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_ERR_INNER);
    EXPECT_THAT(NewestMessage(), AllOf(HasSubstr("aclDestroyTensor"), HasSubstr("is not a live")));
    EXPECT_EQ(FindTensor(tensor), nullptr);
  }
  EXPECT_EQ(aclDestroyTensor(nullptr), 0);
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
}

TEST_F(TensorApi, StaleHandlesStayStale) {
  aclTensor* const first = Make({2});
  EXPECT_EQ(aclDestroyTensor(first), 0);
  std::vector<aclTensor*> later;
  for (int i = 0; i < 2000; ++i) later.push_back(Make({i}));
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(first, &offset), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyTensor(first), ACLNN_ERR_INNER);
  for (size_t i = 0; i < later.size(); ++i) {
    EXPECT_THAT(DimsBy(aclGetViewShape, later[i]), ElementsAre(static_cast<int64_t>(i)));
    EXPECT_EQ(aclDestroyTensor(later[i]), 0);
  }
}

// Programs keep the destroy functions in smart pointers.
TEST_F(TensorApi, DestroyIsADeleter) {
  aclTensor* raw = nullptr;
  {
    const std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)> owner(Make({2}),
                                                                              aclDestroyTensor);
    raw = owner.get();
    EXPECT_NE(FindTensor(raw), nullptr);
  }
  EXPECT_EQ(FindTensor(raw), nullptr);
}

}  // namespace
}  // namespace openaclnn
