// Where frameworks report to the profiler of an NPU, for which there is no public header. It never
// runs here: what is reported is dropped, and nobody is called back. OPENACLNN_TRACE records calls
// and tasks instead. The profiler of PyTorch's adapter also asks the driver whether an NPU's
// counter tells the time, and ends the process where there is no driver.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "acl/acl_base.h"

extern "C" {

// handle: the function that would be called when profiling begins and ends.
ACL_FUNC_VISIBILITY int32_t MsprofRegisterCallback(uint32_t /*moduleId*/, void* /*handle*/) {
  return 0;
}

ACL_FUNC_VISIBILITY int32_t MsprofReportApi(uint32_t /*agingFlag*/, const void* /*api*/) {
  return 0;
}

ACL_FUNC_VISIBILITY int32_t MsprofReportCompactInfo(uint32_t /*agingFlag*/, const void* /*data*/,
                                                    uint32_t /*length*/) {
  return 0;
}

ACL_FUNC_VISIBILITY int32_t MsprofReportAdditionalInfo(uint32_t /*agingFlag*/, const void* /*data*/,
                                                       uint32_t /*length*/) {
  return 0;
}

// A number that stands for a text: the same for the same text, 0 for none.
ACL_FUNC_VISIBILITY uint64_t MsprofGetHashId(const char* hashInfo, size_t length) {
  if (hashInfo == nullptr || length == 0) return 0;
  return std::hash<std::string_view>()({hashInfo, length});
}

ACL_FUNC_VISIBILITY uint64_t MsprofSysCycleTime(void) {
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// An old version: without a counter, so that the clock of the system is read.
ACL_FUNC_VISIBILITY int32_t halGetAPIVersion(int32_t* version) {
  constexpr int32_t kInvalidValue = 3;
  if (version == nullptr) return kInvalidValue;
  *version = 0;
  return 0;
}

// Nothing is known of any thing.
ACL_FUNC_VISIBILITY int32_t halGetDeviceInfo(uint32_t /*device*/, int32_t /*kind*/,
                                             int32_t /*which*/, int64_t* /*value*/) {
  constexpr int32_t kNotSupported = 0xfffe;
  return kNotSupported;
}

}  // extern "C"
