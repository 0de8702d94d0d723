// acl_prof.h and mstx/ms_tools_ext.h: what is refused, and the statement that there are no timings.
// What the trace shows of marks and ranges: tests/observed.

#include <sys/stat.h>

#include <cstring>
#include <string>
#include <thread>

#include "acl/acl_prof.h"
#include "mstx/ms_tools_ext.h"
#include "tests/runtime/runtime_test.h"
#include "tests/temporary_folder.h"

namespace openaclnn::test {
namespace {

constexpr const char* kFile = "openaclnn_no_device_timings.txt";

class ProfilingTest : public RuntimeTest {
 protected:
  aclError Init(const std::string& path) { return aclprofInit(path.c_str(), path.size()); }
  aclprofConfig* Config() {
    uint32_t device = 0;
    return aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, nullptr, ACL_PROF_ACL_API);
  }

  TemporaryFolder folder_;
};

TEST_F(ProfilingTest, SaysThatThereAreNoTimings) {
  ASSERT_OK(Init(folder_.File("new/results")));
  const std::string text = folder_.Content(std::string("new/results/") + kFile);
  EXPECT_THAT(text, testing::HasSubstr("no timings of a device"));
  EXPECT_THAT(text, testing::HasSubstr("OPENACLNN_TRACE"));
  EXPECT_OK(aclprofFinalize());
  ASSERT_OK(Init(folder_.File("new/results")));
  EXPECT_EQ(folder_.Content(std::string("new/results/") + kFile), text);
  EXPECT_OK(aclprofFinalize());
}

TEST_F(ProfilingTest, RunsThrough) {
  ASSERT_OK(Init(folder_.path()));
  aclprofConfig* const config = Config();
  ASSERT_NE(config, nullptr);
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_OK(aclprofSetConfig(ACL_PROF_SYS_HARDWARE_MEM_FREQ, "50", 2));
    EXPECT_OK(aclprofStart(config));
    EXPECT_OK(aclprofStop(config));
  }
  EXPECT_OK(aclprofDestroyConfig(config));
  EXPECT_OK(aclprofFinalize());
}

TEST_F(ProfilingTest, FolderOfResults) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "profilerResultPath: is null", aclprofInit, nullptr, 3);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "length that is given, 3", aclprofInit, "/tmp", 3);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "length that is given, 5", aclprofInit, "/tmp", 5);
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "is empty", aclprofInit, "", 0);
  const std::string file = folder_.Write("file", "");
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "cannot be written", aclprofInit, file.c_str(),
                 file.size());
  ASSERT_EQ(symlink(file.c_str(), folder_.File(kFile).c_str()), 0);
  const std::string path = folder_.path();
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, kFile, aclprofInit, path.c_str(), path.size());
  EXPECT_EQ(folder_.Content("file"), "");
  EXPECT_REFUSED(ACL_ERROR_PROF_NOT_RUN, "aclprofInit", aclprofFinalize);
}

TEST_F(ProfilingTest, Order) {
  aclprofConfig* const config = Config();
  EXPECT_REFUSED(ACL_ERROR_PROF_NOT_RUN, "needs aclprofInit", aclprofStart, config);
  EXPECT_REFUSED(ACL_ERROR_PROF_NOT_RUN, "needs aclprofInit", aclprofStop, config);
  EXPECT_REFUSED(ACL_ERROR_PROF_NOT_RUN, "needs aclprofInit", aclprofSetConfig,
                 ACL_PROF_SYS_IO_FREQ, "100", 3);
  const std::string path = folder_.path();
  ASSERT_OK(Init(path));
  EXPECT_REFUSED(ACL_ERROR_REPEAT_INITIALIZE, "again", aclprofInit, path.c_str(), path.size());
  EXPECT_REFUSED(ACL_ERROR_PROF_NOT_RUN, "is not started", aclprofStop, config);
  EXPECT_OK(aclprofStart(config));
  EXPECT_REFUSED(ACL_ERROR_PROF_ALREADY_RUN, "is started already", aclprofStart, config);
  EXPECT_OK(aclprofFinalize());
  ASSERT_OK(Init(path));  // which has stopped it
  EXPECT_OK(aclprofStart(config));
  EXPECT_OK(aclprofDestroyConfig(config));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not a live aclprofConfig", aclprofStop, config);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not a live aclprofConfig", aclprofDestroyConfig, config);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "profilerConfig: is null", aclprofStart, nullptr);
  EXPECT_OK(aclprofFinalize());
}

TEST_F(ProfilingTest, Configs) {
  uint32_t devices[] = {0, 0}, beyond = 64;
  const auto make = [](uint32_t* list, uint32_t count, uint64_t what, const void* events) {
    return aclprofCreateConfig(list, count, ACL_AICORE_NONE,
                               static_cast<const aclprofAicoreEvents*>(events), what);
  };
  const auto expect_null = [](aclprofConfig* config, const char* words) {
    EXPECT_EQ(config, nullptr);
    EXPECT_THAT(Messages(), testing::HasSubstr(words));
  };
  expect_null(make(nullptr, 1, ACL_PROF_ACL_API, nullptr), "deviceIdList: is null");
  expect_null(make(nullptr, 0, ACL_PROF_ACL_API, nullptr), "deviceNums: is 0");
  expect_null(make(devices, 2, ACL_PROF_ACL_API, nullptr), "device 0 twice");
  expect_null(make(&beyond, 1, ACL_PROF_ACL_API, nullptr), "deviceIdList");
  expect_null(make(devices, 1, ACL_PROF_ACL_API, devices), "aicoreEvents");
  aclprofConfig* const host_only = make(nullptr, 0, ACL_PROF_MSPROFTX, nullptr);
  ASSERT_NE(host_only, nullptr);
  EXPECT_OK(aclprofDestroyConfig(host_only));
}

TEST_F(ProfilingTest, Settings) {
  ASSERT_OK(Init(folder_.path()));
  const auto type = [](int number) { return static_cast<aclprofConfigType>(number); };
  for (const int number : {0, 2, 17}) {
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "configType", aclprofSetConfig, type(number), "1", 1);
  }
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "config: is null", aclprofSetConfig, ACL_PROF_LLC_MODE,
                 nullptr, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "length", aclprofSetConfig, ACL_PROF_LLC_MODE, "read", 3);
  const std::string longest(256, 'x');
  EXPECT_OK(aclprofSetConfig(ACL_PROF_PATH, longest.c_str(), longest.size()));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "at most 256", aclprofSetConfig, ACL_PROF_PATH,
                 (longest + "x").c_str(), longest.size() + 1);
  EXPECT_OK(aclprofFinalize());
}

TEST_F(ProfilingTest, Steps) {
  const auto tag = [](int number) { return static_cast<aclprofStepTag>(number); };
  aclprofStepInfo* const step = aclprofCreateStepInfo();
  ASSERT_NE(step, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "tag: is 1", aclprofGetStepTimestamp, step, ACL_STEP_END,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "tag: is 2", aclprofGetStepTimestamp, step, tag(2),
                 nullptr);
  EXPECT_OK(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "tag: is 0", aclprofGetStepTimestamp, step,
                 ACL_STEP_START, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclprofGetStepTimestamp, step, ACL_STEP_END,
                 Foreign());
  EXPECT_OK(aclprofGetStepTimestamp(step, ACL_STEP_END, nullptr));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "tag: is 1", aclprofGetStepTimestamp, step, ACL_STEP_END,
                 nullptr);
  aclprofDestroyStepInfo(step);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not live", aclprofGetStepTimestamp, step, ACL_STEP_START,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "is null", aclprofGetStepTimestamp, nullptr,
                 ACL_STEP_START, nullptr);
}

TEST_F(ProfilingTest, Stamps) {
  void* const stamp = aclprofCreateStamp();
  ASSERT_NE(stamp, nullptr);
  EXPECT_OK(aclprofSetStampTraceMessage(stamp, "forward", 7));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "msg: is null", aclprofSetStampTraceMessage, stamp,
                 nullptr, 0);
  EXPECT_OK(aclprofMark(stamp));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "aclprofPush", aclprofPop);
  EXPECT_OK(aclprofPush(stamp));
  std::thread([] { EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "of this thread", aclprofPop); }).join();
  EXPECT_OK(aclprofPop());
  uint32_t first = 0, second = 0;
  EXPECT_OK(aclprofRangeStart(stamp, &first));
  EXPECT_OK(aclprofRangeStart(stamp, &second));
  EXPECT_NE(first, second);
  EXPECT_OK(aclprofRangeStop(first));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "has ended", aclprofRangeStop, first);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "rangeId: is null", aclprofRangeStart, stamp, nullptr);
  aclprofDestroyStamp(stamp);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not live", aclprofMark, stamp);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "not live", aclprofPush, stamp);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stamp: is null", aclprofMark, nullptr);
  std::thread([second] { EXPECT_OK(aclprofRangeStop(second)); }).join();
}

TEST_F(ProfilingTest, MarkEx) {
  EXPECT_OK(aclprofMarkEx("step", 4, nullptr));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "msg: is null", aclprofMarkEx, nullptr, 0, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclprofMarkEx, "step", 4, Foreign());
}

TEST_F(ProfilingTest, MstxNeverFails) {
  const mstxRangeId first = mstxRangeStartA("first", nullptr);
  const mstxRangeId second = mstxRangeStartA("second", nullptr);
  EXPECT_NE(first, mstxRangeId{MSTX_INVALID_ID});
  EXPECT_NE(first, second);
  EXPECT_EQ(mstxRangeStartA(nullptr, nullptr), mstxRangeId{MSTX_INVALID_ID});
  EXPECT_EQ(mstxDomainCreateA(nullptr), nullptr);
  const mstxDomainHandle_t domain = mstxDomainCreateA("data");
  ASSERT_NE(domain, nullptr);
  EXPECT_NE(mstxDomainRangeStartA(domain, "third", nullptr), mstxRangeId{MSTX_INVALID_ID});
  mstxDomainDestroy(domain);
  mstxDomainMarkA(domain, "mark", nullptr);
  mstxMarkA(nullptr, nullptr);
  for (const mstxRangeId id : {first, second, first, mstxRangeId{MSTX_INVALID_ID}}) {
    mstxRangeEnd(id);
  }
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

}  // namespace
}  // namespace openaclnn::test
