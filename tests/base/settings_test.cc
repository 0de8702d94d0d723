#include "base/settings.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

#include <cstdio>
#include <string>
#include <utility>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace openaclnn {
namespace {

// Environment variables are read once in a process. Each case therefore runs in a process of its
// own, which prints what it found; a pattern is compared with that.
class SettingsTest : public testing::Test {
 protected:
  SettingsTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  // In the child: reads the settings with the variable set to `value`, prints them, and exits.
  [[noreturn]] static void PrintWith(const char* variable, const char* value) {
    setenv(variable, value, 1);
    const int init = aclInit(nullptr);
    const Settings& settings = GetSettings();
    uint32_t devices = 0;
    aclrtGetDeviceCount(&devices);
    std::fprintf(stderr, "init %d threads %d tile %d devices %u soc %s family %s simd %d %d %d\n",
                 init, settings.num_threads, static_cast<int>(settings.tile), devices,
                 aclrtGetSocName(), ChipName(settings.chip),
                 (settings.simd_targets & HWY_SCALAR) != 0, (settings.simd_targets & HWY_AVX2) != 0,
                 (settings.simd_targets & HWY_AVX3) != 0);
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "message: %s\n", message != nullptr ? message : "none");
    std::exit(aclrtSetDevice(0) == init ? 0 : 1);
  }
};

#define EXPECT_SETTINGS(variable, value, pattern) \
  EXPECT_EXIT(PrintWith(variable, value), testing::ExitedWithCode(0), pattern)

TEST_F(SettingsTest, Defaults) {
  cpu_set_t cpus;
  ASSERT_EQ(sched_getaffinity(0, sizeof(cpus), &cpus), 0);
  const std::string expected = "init 0 threads " + std::to_string(CPU_COUNT(&cpus)) +
                               " tile 1024 devices 1 soc Ascend910B3 family Ascend910B.*\n"
                               "message: none";
  EXPECT_SETTINGS("OPENACLNN_UNRELATED", "1", expected);
}

TEST_F(SettingsTest, ValuesThatAreUnderstood) {
  EXPECT_SETTINGS("OPENACLNN_NUM_THREADS", "7", "init 0 threads 7 tile 1024");
  EXPECT_SETTINGS("OPENACLNN_NUM_THREADS", "1024", "init 0 threads 1024 ");
  EXPECT_SETTINGS("OPENACLNN_TILE", "192", "tile 192 devices 1");
  EXPECT_SETTINGS("OPENACLNN_DEVICE_COUNT", "64", "init 0 .*devices 64");
  EXPECT_SETTINGS("OPENACLNN_SOC", "Ascend310P", "soc Ascend310P3 family Ascend310P ");
  EXPECT_SETTINGS("OPENACLNN_SOC", "Ascend910B1", "soc Ascend910B1 family Ascend910B ");
#ifdef __AVX2__  // which is the baseline then
  EXPECT_SETTINGS("OPENACLNN_SIMD", "baseline", "init 0 .*simd 1 1 0");
#else
  EXPECT_SETTINGS("OPENACLNN_SIMD", "baseline", "init 0 .*simd 1 0 0");
#endif
}

TEST_F(SettingsTest, AnEmptyVariableCountsAsUnset) {
  EXPECT_SETTINGS("OPENACLNN_TILE", "", "init 0 .*tile 1024");
  EXPECT_SETTINGS("OPENACLNN_SOC", "", "init 0 .*soc Ascend910B3");
}

TEST_F(SettingsTest, ValuesThatAreRefused) {
  EXPECT_SETTINGS("OPENACLNN_NUM_THREADS", "0",
                  "init 100000.*\nmessage: aclInit: environment variable OPENACLNN_NUM_THREADS: is "
                  "\"0\", expected 1 to 1024");
  EXPECT_SETTINGS("OPENACLNN_NUM_THREADS", "two", "init 100000");
  EXPECT_SETTINGS("OPENACLNN_NUM_THREADS", "4 ", "init 100000");
  EXPECT_SETTINGS("OPENACLNN_NUM_THREADS", "99999999999999999999", "init 100000");
  EXPECT_SETTINGS(
      "OPENACLNN_TILE", "100",
      "init 100000 .*tile 1024 .*\nmessage: .*OPENACLNN_TILE: is \"100\", expected 64 to "
      "65536, a multiple of 64");
  EXPECT_SETTINGS("OPENACLNN_TILE", "65600", "init 100000");
  EXPECT_SETTINGS("OPENACLNN_DEVICE_COUNT", "65", "init 100000 .*devices 1 ");
  EXPECT_SETTINGS("OPENACLNN_SOC", "Ascend1",
                  "init 100000 .*soc Ascend910B3 .*\nmessage: .*Ascend1");
  EXPECT_SETTINGS(
      "OPENACLNN_SIMD", "sse9",
      "init 100000.*\nmessage: .*OPENACLNN_SIMD: is \"sse9\", expected one of baseline");
}

TEST_F(SettingsTest, DevicesThatAreRefused) {
  EXPECT_SETTINGS("OPENACLNN_DEVICE", "cpu", "init 0 .*devices 1 .*\nmessage: none");
  EXPECT_SETTINGS("OPENACLNN_DEVICE", "npu",
                  "init 100000 .*devices 0 .*\nmessage: .*OPENACLNN_DEVICE: is \"npu\", expected "
                  "cpu, cuda .all GPUs. or cuda:0");
  if (dlopen("libcuda.so.1", RTLD_NOW) != nullptr) return;
  EXPECT_SETTINGS("OPENACLNN_DEVICE", "cuda",
                  "init 100000 .*devices 0 .*\nmessage: .*OPENACLNN_DEVICE: is \"cuda\", but no "
                  "driver of NVIDIA's can be loaded: libcuda.so.1: cannot open");
}

TEST_F(SettingsTest, ListsOfChecks) {
  constexpr uint32_t kMemory = 1, kOrder = 4, kAll = 15;
  const auto print = [](const char* value) {
    setenv("OPENACLNN_CHECK", value, 1);
    std::fprintf(stderr, "init %d checks %u", aclInit(nullptr), GetSettings().checks);
    std::exit(0);
  };
  const auto text = [](int init, uint32_t checks) {
    return "init " + std::to_string(init) + " checks " + std::to_string(checks) + "$";
  };
  for (const auto& [value, checks] : {std::pair("0", 0u),
                                      {"1", kAll},
                                      {"order,memory", kMemory | kOrder},
                                      {"memory,lifetime,order,contract", kAll}}) {
    EXPECT_EXIT(print(value), testing::ExitedWithCode(0), text(0, checks)) << value;
  }
  // What contradicts itself, says something twice, or nothing between commas.
  for (const char* value :
       {"1,0", "0,1", "1,1", "0,memory", "memory,1", "memory,memory", "memory,", ",memory",
        "memory,,order", ",", "memory;order", "memory, order", "2",
        "memory,lifetime,order,contract,speed", "memory,lifetime,order,contract,"}) {
    EXPECT_EXIT(print(value), testing::ExitedWithCode(0), text(100000, 0)) << value;
  }
}

TEST_F(SettingsTest, ProductsThatThereAreNotAreRefused) {
  EXPECT_SETTINGS("OPENACLNN_SOC", "Ascend910B33",
                  "init 100000 .*soc Ascend910B3 .*\nmessage: .*OPENACLNN_SOC: is "
                  "\"Ascend910B33\", expected Ascend910, Ascend910B");
}

// A program need not call aclInit, or may not look at what it returns.
TEST_F(SettingsTest, DevicesAreRefusedToo) {
  EXPECT_EXIT(
      {
        setenv("OPENACLNN_CHECK", "1,0", 1);
        aclrtContext context = nullptr;
        const int created = aclrtCreateContext(&context, 0);
        const int set = aclrtSetDevice(0);
        std::fprintf(stderr, "%d %d %d %s", created, set, context == nullptr, aclGetRecentErrMsg());
        std::exit(0);
      },
      testing::ExitedWithCode(0),
      "100000 100000 1 aclrtSetDevice: environment variable OPENACLNN_CHECK: is \"1,0\"");
}

TEST_F(SettingsTest, ChecksThatAreRefused) {
  EXPECT_SETTINGS(
      "OPENACLNN_CHECK", "memory,speed",
      "init 100000.*\nmessage: .*OPENACLNN_CHECK: is \"memory,speed\", expected 1 .all");
  EXPECT_SETTINGS("OPENACLNN_CHECK_ABORT", "yes", "init 100000.*\nmessage: .*expected 0 or 1");
  EXPECT_SETTINGS("OPENACLNN_CHECK_EXIT_STATUS", "256",
                  "init 100000.*\nmessage: .*expected 1 to 255");
}

TEST_F(SettingsTest, LogsThatAreRefused) {
  constexpr const char* kExpected =
      "init 100000.*\nmessage: .*OPENACLNN_LOG: is \".*\", expected error, warn, info or debug";
  EXPECT_SETTINGS("OPENACLNN_LOG", "verbose", kExpected);
  EXPECT_SETTINGS("OPENACLNN_LOG", "info,", kExpected);
  EXPECT_SETTINGS("OPENACLNN_LOG", "info,file=", kExpected);
  EXPECT_SETTINGS("OPENACLNN_LOG", "info,path=x", kExpected);
  EXPECT_SETTINGS("OPENACLNN_LOG", "file=x", kExpected);
}

TEST_F(SettingsTest, FilesThatCannotBeWrittenAreRefused) {
  setenv("OPENACLNN_CHECK", "1", 1);
  EXPECT_SETTINGS("OPENACLNN_CHECK_LOG", "/nowhere/log",
                  "init 100000.*\nmessage: .*OPENACLNN_CHECK_LOG: is \"/nowhere/log\", but the "
                  "file cannot be written: No such file or directory");
  unsetenv("OPENACLNN_CHECK");
  EXPECT_SETTINGS("OPENACLNN_LOG", "info,file=/nowhere/log", "init 100000.*No such file");
  EXPECT_SETTINGS("OPENACLNN_TRACE", "/", "init 100000.*Is a directory");
  EXPECT_SETTINGS("OPENACLNN_TRACE", "/dev/null", "init 100000.*it is not a regular file");
}

TEST_F(SettingsTest, SimdThatTheMachineLacksIsRefused) {
  struct Name {
    const char* name;
    int64_t target;
  };
  for (const Name& simd :
       {Name{"avx2", HWY_AVX2}, Name{"avx3", HWY_AVX3}, Name{"neon", HWY_NEON}}) {
    if ((hwy::SupportedTargets() & HWY_TARGETS & simd.target) != 0) {
      EXPECT_SETTINGS("OPENACLNN_SIMD", simd.name, "init 0 ");
    } else {
      EXPECT_SETTINGS("OPENACLNN_SIMD", simd.name,
                      "init 100000.*\nmessage: .*this machine has only");
    }
  }
}

TEST_F(SettingsTest, SimdMeansExactlyOneTarget) {
  if ((hwy::SupportedTargets() & HWY_AVX2) == 0) GTEST_SKIP() << "no AVX2";
  EXPECT_SETTINGS("OPENACLNN_SIMD", "avx2", "simd 1 1 0");
}

TEST_F(SettingsTest, AllMistakesAreNamed) {
  setenv("OPENACLNN_TILE", "1", 1);
  EXPECT_SETTINGS("OPENACLNN_SOC", "x", "OPENACLNN_TILE: is \"1\".*; .*OPENACLNN_SOC: is \"x\"");
  unsetenv("OPENACLNN_TILE");
}

TEST_F(SettingsTest, TheTableNamesEveryVariable) {
  std::string names;
  for (const SettingRow& row : SettingTable()) {
    EXPECT_STRNE(row.meaning, "");
    EXPECT_STRNE(row.values, "");
    EXPECT_STRNE(row.fallback, "");
    names += std::string(row.variable) + " ";
  }
  EXPECT_EQ(names,
            "OPENACLNN_NUM_THREADS OPENACLNN_SIMD OPENACLNN_TILE OPENACLNN_SOC OPENACLNN_DEVICE "
            "OPENACLNN_DEVICE_MEMORY OPENACLNN_DEVICE_COUNT OPENACLNN_CHECK OPENACLNN_CHECK_LOG "
            "OPENACLNN_CHECK_ABORT OPENACLNN_CHECK_EXIT_STATUS "
            "OPENACLNN_LOG OPENACLNN_TRACE ");
}

TEST_F(SettingsTest, TestsMayReplaceThem) {
  const Settings saved = GetSettings();
  Settings settings = saved;
  settings.tile = 4096;
  OverrideSettings(settings);
  EXPECT_EQ(GetSettings().tile, 4096);
  OverrideSettings(saved);
  EXPECT_EQ(GetSettings().tile, saved.tile);
}

}  // namespace
}  // namespace openaclnn
