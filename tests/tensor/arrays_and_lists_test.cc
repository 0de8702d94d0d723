#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensor/arrays.h"
#include "tensor/lists.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"
#include "tests/tensor/newest_message.h"

namespace openaclnn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class To, class From>
To* Foreign(From* handle) {
  return static_cast<To*>(static_cast<void*>(handle));
}

TEST(Arrays, CopyTheirValues) {
  auto integers = std::make_unique<int64_t[]>(3);
  integers[0] = -1, integers[1] = 0, integers[2] = int64_t{1} << 40;
  aclIntArray* const array = aclCreateIntArray(integers.get(), 3);
  integers.reset();
  ASSERT_NE(FindArray(array), nullptr);
  EXPECT_THAT(*FindArray(array), ElementsAre(-1, 0, int64_t{1} << 40));
  const float floats[] = {1.5f, -2};
  aclFloatArray* const float_array = aclCreateFloatArray(floats, 2);
  EXPECT_THAT(*FindArray(float_array), ElementsAre(1.5f, -2.0f));
  const bool bools[] = {true, false, true};
  aclBoolArray* const bool_array = aclCreateBoolArray(bools, 3);
  EXPECT_THAT(*FindArray(bool_array), ElementsAre(true, false, true));
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(array, &size), 0);
  EXPECT_EQ(size, 3u);
  EXPECT_EQ(aclGetFloatArraySize(float_array, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(aclGetBoolArraySize(bool_array, &size), 0);
  EXPECT_EQ(size, 3u);
  EXPECT_EQ(aclDestroyIntArray(array), 0);
  EXPECT_EQ(aclDestroyFloatArray(float_array), 0);
  EXPECT_EQ(aclDestroyBoolArray(bool_array), 0);
}

// Host vectors for BOOL are of char and the like: any byte but 0 is true.
TEST(Arrays, BoolsAreAnyByte) {
  const unsigned char bytes[] = {0, 1, 2, 255};
  aclBoolArray* const array = aclCreateBoolArray(reinterpret_cast<const bool*>(bytes), 4);
  EXPECT_THAT(*FindArray(array), ElementsAre(false, true, true, true));
  EXPECT_EQ(aclDestroyBoolArray(array), 0);
}

TEST(Arrays, NullOrNothingIsAnEmptyArray) {
  const int64_t one = 1;
  const float half = 0.5f;
  uint64_t size = 7;
  for (aclIntArray* const array : {aclCreateIntArray(nullptr, 5), aclCreateIntArray(&one, 0)}) {
    ASSERT_NE(array, nullptr);
    EXPECT_EQ(aclGetIntArraySize(array, &size), 0);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(aclDestroyIntArray(array), 0);
  }
  for (aclFloatArray* const array :
       {aclCreateFloatArray(nullptr, 5), aclCreateFloatArray(&half, 0)}) {
    ASSERT_NE(array, nullptr);
    size = 7;
    EXPECT_EQ(aclGetFloatArraySize(array, &size), 0);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(aclDestroyFloatArray(array), 0);
  }
  aclBoolArray* const bools = aclCreateBoolArray(nullptr, 5);
  ASSERT_NE(bools, nullptr);
  size = 7;
  EXPECT_EQ(aclGetBoolArraySize(bools, &size), 0);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(aclDestroyBoolArray(bools), 0);
}

TEST(Arrays, TypesAreNotMixedUp) {
  const int64_t one = 1;
  aclIntArray* const array = aclCreateIntArray(&one, 1);
  uint64_t size = 7;
  EXPECT_EQ(aclGetFloatArraySize(Foreign<aclFloatArray>(array), &size), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(NewestMessage(), HasSubstr("is not a live aclFloatArray"));
  EXPECT_EQ(aclDestroyBoolArray(Foreign<aclBoolArray>(array)), ACLNN_ERR_INNER);
  EXPECT_EQ(aclGetIntArraySize(array, &size), 0);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(aclDestroyIntArray(array), 0);
}

TEST(Arrays, NullAndStaleHandles) {
  uint64_t size = 7;
  EXPECT_EQ(aclGetIntArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetFloatArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetBoolArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyIntArray(nullptr), 0);
  EXPECT_EQ(aclDestroyFloatArray(nullptr), 0);
  EXPECT_EQ(aclDestroyBoolArray(nullptr), 0);
  const int64_t one = 1;
  aclIntArray* const array = aclCreateIntArray(&one, 1);
  EXPECT_EQ(aclGetIntArraySize(array, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(NewestMessage(), "aclGetIntArraySize: size: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclDestroyIntArray(array), 0);
  EXPECT_EQ(aclDestroyIntArray(array), ACLNN_ERR_INNER);
  EXPECT_EQ(aclGetIntArraySize(array, &size), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(size, 7u);
}

aclTensor* MakeTensor() {
  const int64_t dims[] = {2};
  return aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr);
}

TEST(Lists, OwnTheirElements) {
  aclTensor* const a = MakeTensor();
  aclTensor* const b = MakeTensor();
  aclTensorList* list = nullptr;
  {
    const aclTensor* const elements[] = {a, nullptr, b};
    list = aclCreateTensorList(elements, 3);
  }
  ASSERT_NE(FindList(list), nullptr);
  EXPECT_THAT(*FindList(list), ElementsAre(a, nullptr, b));
  uint64_t size = 0;
  EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
  EXPECT_EQ(size, 3u);
  EXPECT_NE(FindTensor(a), nullptr);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(FindTensor(a), nullptr);
  EXPECT_EQ(FindTensor(b), nullptr);
  EXPECT_EQ(FindList(list), nullptr);
  // The element again, as careless programs do: refused, harmless.
  EXPECT_EQ(aclDestroyTensor(a), ACLNN_ERR_INNER);
}

TEST(Lists, ElementsDestroyedBeforehandArePassedOver) {
  aclTensor* const a = MakeTensor();
  aclTensor* const b = MakeTensor();
  const aclTensor* const elements[] = {a, b, b};
  aclTensorList* const list = aclCreateTensorList(elements, 3);
  EXPECT_EQ(aclDestroyTensor(a), 0);
  aclTensor* const later = MakeTensor();  // may take the place of a, but is not a
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(FindTensor(b), nullptr);
  EXPECT_NE(FindTensor(later), nullptr);
  EXPECT_EQ(aclDestroyTensor(later), 0);
}

TEST(Lists, OfScalars) {
  float value = 3;
  aclScalar* const scalar = aclCreateScalar(&value, ACL_FLOAT);
  const aclScalar* const elements[] = {nullptr, scalar};
  aclScalarList* const list = aclCreateScalarList(elements, 2);
  EXPECT_THAT(*FindList(list), ElementsAre(nullptr, scalar));
  uint64_t size = 0;
  EXPECT_EQ(aclGetScalarListSize(list, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(aclDestroyScalarList(list), 0);
  EXPECT_EQ(FindScalar(scalar), nullptr);
  EXPECT_EQ(aclDestroyScalarList(list), ACLNN_ERR_INNER);
}

TEST(Lists, EmptyAndNull) {
  aclTensorList* const empty = aclCreateTensorList(nullptr, 0);
  ASSERT_NE(empty, nullptr);
  uint64_t size = 7;
  EXPECT_EQ(aclGetTensorListSize(empty, &size), 0);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(aclGetTensorListSize(empty, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyTensorList(empty), 0);
  EXPECT_EQ(aclCreateTensorList(nullptr, 2), nullptr);
  EXPECT_EQ(NewestMessage(), "aclCreateTensorList: value: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclCreateScalarList(nullptr, 2), nullptr);
  EXPECT_EQ(aclDestroyTensorList(nullptr), 0);
  EXPECT_EQ(aclDestroyScalarList(nullptr), 0);
  EXPECT_EQ(aclGetTensorListSize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetScalarListSize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
}

TEST(Lists, TypesAreNotMixedUp) {
  aclTensor* const tensor = MakeTensor();
  const aclTensor* const elements[] = {tensor};
  aclTensorList* const list = aclCreateTensorList(elements, 1);
  uint64_t size = 7;
  EXPECT_EQ(aclGetScalarListSize(Foreign<aclScalarList>(list), &size), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(NewestMessage(), HasSubstr("scalarList: "));
  EXPECT_EQ(aclDestroyScalarList(Foreign<aclScalarList>(list)), ACLNN_ERR_INNER);
  EXPECT_EQ(aclDestroyTensorList(Foreign<aclTensorList>(tensor)), ACLNN_ERR_INNER);
  EXPECT_NE(FindTensor(tensor), nullptr);
  EXPECT_EQ(size, 7u);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
}

}  // namespace
}  // namespace openaclnn
