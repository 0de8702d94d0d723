#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using UnavailableTest = RuntimeTest;

TEST_F(UnavailableTest, SharedMemory) {
  constexpr int kNo = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  uint64_t shareable = 5;
  aclrtDrvMemHandle handle = Foreign();
  int32_t pid = 1;
  EXPECT_REFUSED(kNo, "other processes", aclrtMemExportToShareableHandle, handle,
                 ACL_MEM_HANDLE_TYPE_NONE, 0, &shareable);
  EXPECT_REFUSED(kNo, "", aclrtMemImportFromShareableHandle, shareable, 0, &handle);
  EXPECT_REFUSED(kNo, "", aclrtMemSetPidToShareableHandle, shareable, &pid, 1);
  EXPECT_EQ(shareable, 5u);
  EXPECT_EQ(handle, Foreign());
}

TEST_F(UnavailableTest, CompiledKernels) {
  constexpr int kNo = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  const char binary[] = "";
  aclrtBinHandle loaded = Foreign();
  aclrtFuncHandle function = Foreign();
  void* address = Foreign();
  EXPECT_REFUSED(kNo, "compiled for an NPU", aclrtBinaryLoadFromData, binary, 1, nullptr, &loaded);
  EXPECT_REFUSED(kNo, "", aclrtBinaryGetFunction, loaded, "kernel", &function);
  EXPECT_REFUSED(kNo, "", aclrtGetFunctionAddr, function, &address, &address);
  EXPECT_EQ(loaded, Foreign());
  EXPECT_EQ(function, Foreign());
  EXPECT_EQ(address, Foreign());
}

TEST_F(UnavailableTest, Dumps) {
  constexpr int kNo = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  EXPECT_REFUSED(kNo, "OPENACLNN_LOG", aclmdlInitDump);
  EXPECT_REFUSED(kNo, "", aclmdlSetDump, "dump.json");
  EXPECT_REFUSED(kNo, "", aclmdlFinalizeDump);
}

TEST_F(UnavailableTest, ModelFolder) {
  EXPECT_OK(aclopSetModelDir("/any/folder"));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "modelDir: is null", aclopSetModelDir, nullptr);
}

}  // namespace
}  // namespace openaclnn::test
