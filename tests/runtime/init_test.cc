#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <thread>

#include "tests/runtime/runtime_test.h"
#include "tests/temporary_folder.h"

namespace openaclnn::test {
namespace {

class InitTest : public testing::Test {
 protected:
  InitTest() {
    aclFinalize();
    aclGetRecentErrMsg();
  }
  ~InitTest() override {
    aclFinalize();
    aclGetRecentErrMsg();
  }

  std::string File(const char* name, const char* text) const { return folder_.Write(name, text); }

 private:
  const TemporaryFolder folder_;
};

TEST_F(InitTest, InitialiseAndFinaliseAgainAndAgain) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(aclInit(nullptr));
    EXPECT_OK(aclFinalize());
  }
}

TEST_F(InitTest, NullAndEmptyAndAnEmptyObjectAreTheDefaults) {
  EXPECT_OK(aclInit(""));
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(File("empty.json", " {\n} ").c_str()), ACL_ERROR_REPEAT_INITIALIZE);
}

TEST_F(InitTest, InitialisingAgainLeavesNoMessage) {
  EXPECT_OK(aclInit(nullptr));
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(InitTest, FinaliseEndsAllInitialisations) {
  EXPECT_OK(aclInit(nullptr));
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_OK(aclFinalize());
  EXPECT_REFUSED(ACL_ERROR_REPEAT_FINALIZE, "already finalised", aclFinalize);
  EXPECT_OK(aclInit(nullptr));
}

TEST_F(InitTest, FinaliseReferenceCounts) {
  EXPECT_OK(aclInit(nullptr));
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  uint64_t count = 99;
  EXPECT_OK(aclFinalizeReference(&count));
  EXPECT_EQ(count, 2u);
  EXPECT_OK(aclFinalizeReference(nullptr));
  EXPECT_OK(aclFinalizeReference(&count));
  EXPECT_EQ(count, 0u);
  count = 99;
  EXPECT_REFUSED(ACL_ERROR_REPEAT_FINALIZE, "no aclInit", aclFinalizeReference, &count);
  EXPECT_EQ(count, 99u);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_OK(aclInit(nullptr));
}

TEST_F(InitTest, AnotherConfigurationIsRefused) {
  const std::string first = File("first.json", R"({"dump": {"dump_scene": "lite_exception"}})");
  const std::string copy = File("copy.json", R"({"dump": {"dump_scene": "lite_exception"}})");
  const std::string other = File("other.json", R"({"err_msg_mode": "1"})");
  EXPECT_OK(aclInit(first.c_str()));
  EXPECT_EQ(aclInit(copy.c_str()), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "other.json", aclInit, other.c_str());
  EXPECT_OK(aclFinalize());
  EXPECT_OK(aclInit(other.c_str()));
}

TEST_F(InitTest, FilesThatCannotBeUsed) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "/nowhere/acl.json", aclInit, "/nowhere/acl.json");
  EXPECT_REFUSED(ACL_ERROR_PARSE_FILE, "bad.json: line 2: expected", aclInit,
                 File("bad.json", "{\n\"a\": }").c_str());
  EXPECT_REFUSED(ACL_ERROR_PARSE_FILE, "expected an object", aclInit,
                 File("list.json", "[1]").c_str());
  EXPECT_REFUSED(ACL_ERROR_PARSE_FILE, "err_msg_mode: is \"2\"", aclInit,
                 File("mode.json", R"({"err_msg_mode": "2"})").c_str());
  EXPECT_REFUSED(ACL_ERROR_PARSE_FILE, "default_device: is \"99\"", aclInit,
                 File("device.json", R"({"defaultDevice": {"default_device": "99"}})").c_str());
  EXPECT_REFUSED(ACL_ERROR_PARSE_FILE, "line 1: expected", aclInit, File("none.json", "").c_str());
  EXPECT_OK(aclInit(nullptr));  // none of them counted
}

TEST_F(InitTest, WhatIsNoFileOfSomeLines) {
  const TemporaryFolder folder;
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "/dev/zero is a device", aclInit, "/dev/zero");
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "is a directory", aclInit, folder.path().c_str());
  const std::string pipe = folder.File("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);  // nobody will ever write to it
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "pipe is a device, pipe or socket", aclInit, pipe.c_str());
  const std::string spaces(1 << 20, ' ');
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "is longer than 1048576 bytes", aclInit,
                 folder.Write("long.json", "{}" + spaces).c_str());
  EXPECT_OK(aclInit(folder.Write("fits.json", "{}" + spaces.substr(2)).c_str()));
}

TEST_F(InitTest, MessagesOfTheProcess) {
  EXPECT_OK(aclInit(File("process.json", R"({"err_msg_mode": "1"})").c_str()));
  std::thread([] { EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM); }).join();
  EXPECT_STREQ(aclGetRecentErrMsg(), "aclrtFree: devPtr: is null [EZ1001 null-argument]");
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  EXPECT_OK(aclFinalize());
  std::thread([] { EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM); }).join();
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(InitTest, ADefaultDeviceServesThreadsThatChoseNone) {
  const std::string path =
      File("default.json", R"({"defaultDevice": {"default_device": "0"}, "x": [1, {}]})");
  std::thread([&] {
    int32_t device = -1;
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "aclrtSetDevice", aclrtGetDevice, &device);
    EXPECT_OK(aclInit(path.c_str()));
    EXPECT_OK(aclrtGetDevice(&device));
    EXPECT_EQ(device, 0);
    aclrtStream stream = NewStream();
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_OK(aclrtDestroyStream(stream));
  }).join();
}

}  // namespace
}  // namespace openaclnn::test
