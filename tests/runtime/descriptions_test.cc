#include <unistd.h>

#include <limits>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using DescriptionsTest = RuntimeTest;

TEST_F(DescriptionsTest, ABufferKeepsWhatItDescribes) {
  char bytes[8];
  aclDataBuffer* const buffer = aclCreateDataBuffer(bytes, 8);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), bytes);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 8u);
  EXPECT_OK(aclUpdateDataBuffer(buffer, bytes + 2, 3));
  EXPECT_EQ(aclGetDataBufferAddr(buffer), bytes + 2);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 3u);
  EXPECT_OK(aclDestroyDataBuffer(buffer));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not a live aclDataBuffer", aclDestroyDataBuffer, buffer);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dataBuffer: is null", aclUpdateDataBuffer, nullptr,
                 bytes, 1);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0u);
}

TEST_F(DescriptionsTest, ATensorDescKeepsWhatIsSet) {
  constexpr int64_t kDims[] = {2, 3, 5};
  int64_t dims[] = {2, 3, 5};
  aclTensorDesc* const desc = aclCreateTensorDesc(ACL_FLOAT16, 3, dims, ACL_FORMAT_NCL);
  ASSERT_NE(desc, nullptr);
  dims[1] = 7;  // is copied
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_FLOAT16);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_NCL);
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 3u);
  EXPECT_EQ(aclGetTensorDescElementCount(desc), 30u);
  EXPECT_EQ(aclGetTensorDescSize(desc), 60u);
  for (size_t axis = 0; axis < 3; ++axis) {
    int64_t extent = 0;
    EXPECT_OK(aclGetTensorDescDimV2(desc, axis, &extent));
    EXPECT_EQ(extent, kDims[axis]);
  }
  EXPECT_STREQ(aclGetTensorDescName(desc), "");
  aclSetTensorDescName(desc, "x");
  EXPECT_STREQ(aclGetTensorDescName(desc), "x");
  // What the memory is like does not change what the tensor is.
  EXPECT_OK(aclSetTensorShape(desc, 2, dims));
  EXPECT_OK(aclSetTensorFormat(desc, ACL_FORMAT_ND));
  EXPECT_OK(aclSetTensorPlaceMent(desc, ACL_MEMTYPE_HOST));
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 3u);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_NCL);
  aclDestroyTensorDesc(desc);
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 0u);
  EXPECT_EQ(aclGetTensorDescElementCount(desc), 0u);
  EXPECT_EQ(aclGetTensorDescSize(desc), 0u);
  EXPECT_STREQ(aclGetTensorDescName(desc), "");
}

TEST_F(DescriptionsTest, Sizes) {
  const struct {
    aclDataType dtype;
    int64_t dims[2];
    size_t elements, bytes;
  } cases[] = {{ACL_INT4, {3, 1}, 3, 2},
               {ACL_DOUBLE, {0, 9}, 0, 0},
               {ACL_FLOAT, {-1, 4}, 0, 0},
               {ACL_DT_UNDEFINED, {2, 2}, 4, 0},
               {ACL_FLOAT, {int64_t{1} << 40, int64_t{1} << 40}, 0, 0},
               {ACL_DOUBLE, {int64_t{1} << 31, int64_t{1} << 31}, size_t{1} << 62, 0}};
  for (const auto& c : cases) {
    aclTensorDesc* const desc = aclCreateTensorDesc(c.dtype, 2, c.dims, ACL_FORMAT_ND);
    EXPECT_EQ(aclGetTensorDescElementCount(desc), c.elements);
    EXPECT_EQ(aclGetTensorDescSize(desc), c.bytes);
    aclDestroyTensorDesc(desc);
  }
  aclTensorDesc* const scalar = aclCreateTensorDesc(ACL_BOOL, 0, nullptr, ACL_FORMAT_ND);
  EXPECT_EQ(aclGetTensorDescElementCount(scalar), 1u);
  aclDestroyTensorDesc(scalar);
}

TEST_F(DescriptionsTest, Refusals) {
  const int64_t dims[] = {2};
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, -1, dims, ACL_FORMAT_ND), nullptr);
  EXPECT_THAT(Messages(), testing::HasSubstr("numDims: is -1, expected 0 to 64"));
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, nullptr, ACL_FORMAT_ND), nullptr);
  EXPECT_THAT(Messages(), testing::HasSubstr("dims: is null"));
  aclTensorDesc* const desc = aclCreateTensorDesc(ACL_FLOAT, 1, dims, ACL_FORMAT_ND);
  int64_t extent = 7;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "index: is 1, but the tensor has 1 axes",
                 aclGetTensorDescDimV2, desc, 1, &extent);
  EXPECT_EQ(extent, 7);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dimSize: is null", aclGetTensorDescDimV2, desc, 0,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "numDims: is 65", aclSetTensorShape, desc, 65, dims);
  aclDestroyTensorDesc(desc);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not a live aclTensorDesc", aclSetTensorFormat, desc,
                 ACL_FORMAT_ND);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "desc: is null", aclSetTensorPlaceMent, nullptr,
                 ACL_MEMTYPE_HOST);
}

TEST_F(DescriptionsTest, AttributesTakeEveryType) {
  aclopAttr* const attr = aclopCreateAttr();
  ASSERT_NE(attr, nullptr);
  const uint8_t bools[] = {0, 2};
  const int64_t ints[] = {1, -2, 3};
  const float floats[] = {0.5f};
  const int counts[] = {2, 0, 1};
  const int64_t* const lists[] = {ints, nullptr, ints + 2};
  EXPECT_OK(aclopSetAttrBool(attr, "bool", 1));
  EXPECT_OK(aclopSetAttrInt(attr, "int", -5));
  EXPECT_OK(aclopSetAttrFloat(attr, "float", 0.5f));
  EXPECT_OK(aclopSetAttrString(attr, "text", "none"));
  EXPECT_OK(aclopSetAttrDataType(attr, "dtype", ACL_BF16));
  EXPECT_OK(aclopSetAttrListBool(attr, "bools", 2, bools));
  EXPECT_OK(aclopSetAttrListInt(attr, "ints", 3, ints));
  EXPECT_OK(aclopSetAttrListFloat(attr, "floats", 1, floats));
  EXPECT_OK(aclopSetAttrListFloat(attr, "floats", 0, nullptr));  // in its place
  EXPECT_OK(aclopSetAttrListListInt(attr, "lists", 3, counts, lists));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "attrName: is null", aclopSetAttrInt, attr, nullptr, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "attrValue: is null", aclopSetAttrString, attr, "text",
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "numValues: is -1", aclopSetAttrListInt, attr, "ints", -1,
                 ints);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "values: is null", aclopSetAttrListInt, attr, "ints", 1,
                 nullptr);
  const int64_t* const missing[] = {ints, ints, nullptr};
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "values: is null", aclopSetAttrListListInt, attr, "lists",
                 3, counts, missing);
  aclopDestroyAttr(attr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not a live aclopAttr", aclopSetAttrBool, attr, "bool",
                 1);
}

TEST_F(DescriptionsTest, TheDeviceSaysWhatItHas) {
  int64_t value = -1;
  EXPECT_OK(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value));
  EXPECT_GE(value, 1);
  EXPECT_OK(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &value));
  EXPECT_GE(value, 0);
  value = -1;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "deviceInfo: is 3, expected 0 to 2",
                 aclGetDeviceCapability, 0, Number<aclDeviceInfo>(3), &value);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId", aclGetDeviceCapability,
                 std::numeric_limits<uint32_t>::max(), ACL_DEVICE_INFO_AI_CORE_NUM, &value);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value: is null", aclGetDeviceCapability, 0,
                 ACL_DEVICE_INFO_AI_CORE_NUM, nullptr);
  EXPECT_EQ(value, -1);
  int32_t pid = 0;
  EXPECT_OK(aclrtDeviceGetBareTgid(&pid));
  EXPECT_EQ(pid, getpid());
  char version[ACL_PKG_VERSION_MAX_SIZE] = "";
  char name[] = "runtime";
  EXPECT_OK(aclsysGetVersionStr(name, version));
  EXPECT_STREQ(version, "8.1.RC1");
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "versionStr: is null", aclsysGetVersionStr, name,
                 nullptr);
}

TEST_F(DescriptionsTest, TheVersionHasParts) {
  aclCANNPackageVersion version = {};
  for (const auto name : {ACL_PKG_NAME_CANN, ACL_PKG_NAME_DRIVER}) {
    EXPECT_OK(aclsysGetCANNVersion(name, &version));
    EXPECT_STREQ(version.version, "8.1.RC1");
    EXPECT_STREQ(version.majorVersion, "8");
    EXPECT_STREQ(version.minorVersion, "1");
    EXPECT_STREQ(version.releaseVersion, "RC1");
    EXPECT_STREQ(version.patchVersion, "0");
    EXPECT_STREQ(version.reserved, "");
  }
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "name: is 8, expected 0 to 7", aclsysGetCANNVersion,
                 Number<aclCANNPackageName>(8), &version);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "version: is null", aclsysGetCANNVersion,
                 ACL_PKG_NAME_CANN, nullptr);
}

TEST_F(DescriptionsTest, AllAttributesAreThere) {
  const aclCannAttr* attributes = nullptr;
  size_t count = 0;
  EXPECT_OK(aclGetCannAttributeList(&attributes, &count));
  ASSERT_EQ(count, 3u);
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(attributes[i], static_cast<int>(i));
    int32_t value = 0;
    EXPECT_OK(aclGetCannAttribute(attributes[i], &value));
    EXPECT_EQ(value, 1);
  }
  int32_t value = 5;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "cannAttr: is -1, expected 0 to 2", aclGetCannAttribute,
                 ACL_CANN_ATTR_UNDEFINED, &value);
  EXPECT_EQ(value, 5);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value: is null", aclGetCannAttribute, ACL_CANN_ATTR_BF16,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "num: is null", aclGetCannAttributeList, &attributes,
                 nullptr);
}

TEST_F(DescriptionsTest, WishesWithoutEffectAreAccepted) {
  EXPECT_OK(aclrtSetOpExecuteTimeOut(30));
  uint64_t actual = 0;
  EXPECT_OK(aclrtSetOpExecuteTimeOutV2(1'000'000, &actual));
  EXPECT_EQ(actual, 1'000'000u);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "actualTimeout: is null", aclrtSetOpExecuteTimeOutV2, 1,
                 nullptr);
  EXPECT_OK(aclrtSetOpWaitTimeout(30));
  EXPECT_OK(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN));
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "mode: is 3, expected 0 to 2", aclrtSetDeviceSatMode,
                 Number<aclrtFloatOverflowMode>(3));
}

}  // namespace
}  // namespace openaclnn::test
