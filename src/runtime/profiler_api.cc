// acl_prof.h, "Profiling": the order of calls is kept and checked; nothing is recorded.

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "acl/acl_prof.h"
#include "base/api.h"
#include "base/log.h"
#include "runtime/arguments.h"
#include "runtime/context.h"
#include "runtime/numbered.h"

namespace {

using openaclnn::CallApi;
using openaclnn::CheckDevice;
using openaclnn::CheckNotNull;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::HandleOf;
using openaclnn::kAclCodes;
using openaclnn::Log;
using openaclnn::LogLevel;
using openaclnn::Numbered;
using openaclnn::NumberOf;
using openaclnn::Status;

constexpr std::string_view kStatement =
    "There are no timings of a device here: the operators run on this machine's CPU or GPU by "
    "openaclnn, which records nothing for the profiler. OPENACLNN_TRACE=trace.json records calls "
    "and tasks; see docs/debugging.md.";
constexpr std::string_view kStatementFile = "openaclnn_no_device_timings.txt";

struct NothingRecorded {};

// Never destroyed: programs may stop profiling in static destructors.
Numbered<NothingRecorded>& TheConfigs() {
  static auto* const configs = new Numbered<NothingRecorded>(uint64_t{1} << 56);
  return *configs;
}

struct Profiler {
  std::mutex mutex;
  bool begun = false;          // guarded by mutex; so below
  std::set<uint64_t> started;  // configs
};

Profiler& TheProfiler() {
  static auto* const profiler = new Profiler;
  return *profiler;
}

Status CheckBegun(const Profiler& profiler) {
  if (profiler.begun) return {};
  return Error(ErrorKind::kNotInitialised, ACL_ERROR_PROF_NOT_RUN, "needs aclprofInit before it");
}

Status CheckConfig(const aclprofConfig* config) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(config, "profilerConfig"));
  if (TheConfigs().With(NumberOf(config), [](NothingRecorded) {})) return {};
  return Error(ErrorKind::kNotLive, ACL_ERROR_INVALID_PARAM,
               "profilerConfig: {} is not a live aclprofConfig; it was destroyed or never created",
               static_cast<const void*>(config));
}

// That a text which is passed with its length has it.
Status CheckLength(const char* name, const char* text, size_t length) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(text, name));
  const size_t actual = strnlen(text, length + 1);
  if (actual == length) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
               "{}: does not have the length that is given, {}", name, length);
}

Status CannotWrite(const std::string& path, const std::string& reason) {
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_FILE,
               "profilerResultPath: \"{}\" cannot be written: {}", path, reason);
}

// Where whoever looks for results finds it.
Status WriteStatement(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return CannotWrite(folder, error.message());
  const std::string path = (std::filesystem::path(folder) / kStatementFile).string();
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file < 0) return CannotWrite(path, std::generic_category().message(errno));
  const std::string text = std::string(kStatement) + "\n";
  const bool whole = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int reason = errno;
  close(file);
  if (!whole) return CannotWrite(path, std::generic_category().message(reason));
  return {};
}

void LogStatementOnce() {
  static std::once_flag once;
  std::call_once(once, [] { Log(LogLevel::kWarn, "aclprofInit: " + std::string(kStatement)); });
}

Status CheckDevices(const uint32_t* devices, uint32_t count) {
  std::set<uint32_t> seen;
  for (uint32_t i = 0; i < count; ++i) {
    OPENACLNN_RETURN_IF_ERROR(CheckDevice(static_cast<int32_t>(devices[i]), "deviceIdList"));
    if (!seen.insert(devices[i]).second) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "deviceIdList: has device {} twice", devices[i]);
    }
  }
  return {};
}

}  // namespace

extern "C" {

aclError aclprofInit(const char* profilerResultPath, size_t length) {
  return CallApi(OPENACLNN_CALL(profilerResultPath, length), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckLength("profilerResultPath", profilerResultPath, length));
    if (length == 0) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_FILE,
                   "profilerResultPath: is empty, expected a folder");
    }
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    if (profiler.begun) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_REPEAT_INITIALIZE,
                   "is called again before aclprofFinalize");
    }
    OPENACLNN_RETURN_IF_ERROR(WriteStatement(profilerResultPath));
    LogStatementOnce();
    profiler.begun = true;
    return {};
  });
}

aclError aclprofFinalize(void) {
  return CallApi(OPENACLNN_CALL(), kAclCodes, []() -> Status {
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    OPENACLNN_RETURN_IF_ERROR(CheckBegun(profiler));
    profiler.begun = false;
    profiler.started.clear();
    return {};
  });
}

aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                   aclprofAicoreMetrics aicoreMetrics,
                                   const aclprofAicoreEvents* aicoreEvents,
                                   uint64_t dataTypeConfig) {
  aclprofConfig* config = nullptr;
  CallApi(OPENACLNN_CALL(deviceNums, aicoreMetrics, dataTypeConfig), kAclCodes, [&]() -> Status {
    if (deviceNums > 0) {
      OPENACLNN_RETURN_IF_ERROR(CheckNotNull(deviceIdList, "deviceIdList"));
    } else if ((dataTypeConfig & ACL_PROF_MSPROFTX) == 0) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "deviceNums: is 0, expected 1 or more without ACL_PROF_MSPROFTX");
    }
    if (aicoreEvents != nullptr) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "aicoreEvents: expected null");
    }
    OPENACLNN_RETURN_IF_ERROR(CheckDevices(deviceIdList, deviceNums));
    config = HandleOf<aclprofConfig*>(TheConfigs().Add({}));
    return {};
  });
  return config;
}

aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig) {
  return CallApi(OPENACLNN_CALL(profilerConfig), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckConfig(profilerConfig));
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    profiler.started.erase(NumberOf(profilerConfig));
    TheConfigs().Take(NumberOf(profilerConfig));
    return {};
  });
}

aclError aclprofSetConfig(aclprofConfigType configType, const char* config, size_t configLength) {
  return CallApi(OPENACLNN_CALL(configType, configLength), kAclCodes, [&]() -> Status {
    const int type = static_cast<int>(configType);
    if (type <= ACL_PROF_ARGS_MIN || type >= ACL_PROF_ARGS_MAX || type == 2) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "configType: is {}, expected one of aclprofConfigType", type);
    }
    constexpr size_t kLongest = 256;
    if (configLength > kLongest) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "configLength: is {}, expected at most {}", configLength, kLongest);
    }
    OPENACLNN_RETURN_IF_ERROR(CheckLength("config", config, configLength));
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    return CheckBegun(profiler);
  });
}

aclError aclprofStart(const aclprofConfig* profilerConfig) {
  return CallApi(OPENACLNN_CALL(profilerConfig), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckConfig(profilerConfig));
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    OPENACLNN_RETURN_IF_ERROR(CheckBegun(profiler));
    if (!profiler.started.insert(NumberOf(profilerConfig)).second) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_PROF_ALREADY_RUN,
                   "profilerConfig: is started already");
    }
    return {};
  });
}

aclError aclprofStop(const aclprofConfig* profilerConfig) {
  return CallApi(OPENACLNN_CALL(profilerConfig), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckConfig(profilerConfig));
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    OPENACLNN_RETURN_IF_ERROR(CheckBegun(profiler));
    if (profiler.started.erase(NumberOf(profilerConfig)) == 0) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_PROF_NOT_RUN,
                   "profilerConfig: is not started");
    }
    return {};
  });
}

}  // extern "C"
