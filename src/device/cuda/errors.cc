#include "device/cuda/errors.h"

#include <algorithm>
#include <iterator>

#include "acl/acl_base.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

struct Row {
  int result;
  ErrorKind kind;
  int32_t code;
  bool lost;  // the device, until the process ends
};

constexpr ErrorKind kFailed = ErrorKind::kTaskFailed;
constexpr int32_t kException = ACL_ERROR_RT_AICORE_EXCEPTION;

// All others are errors of this library, or of the driver: kFailed, 507000.
constexpr Row kRows[] = {
    {kOutOfMemory, ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION, false},
    {214, kFailed, kException, true},  // uncorrectable error of the memory
    {217, ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT, false},  // peers
    {220, kFailed, kException, true},  // uncorrectable error of NVLink
    {700, kFailed, kException, true},  // illegal address
    {702, kFailed, kException, true},  // a kernel ran for too long
    {709, kFailed, kException, true},  // the context was destroyed
    {710, kFailed, kException, true},  // an assertion of a kernel
    {714, kFailed, kException, true},  // the hardware's stack
    {715, kFailed, kException, true},  // illegal instruction
    {716, kFailed, kException, true},  // misaligned address
    {717, kFailed, kException, true},  // address space
    {718, kFailed, kException, true},  // program counter
    {719, kFailed, kException, true},  // a kernel failed
    {999, kFailed, ACL_ERROR_RT_INTERNAL_ERROR, true},
};

const Row* Find(Result result) {
  const auto* const row = std::ranges::find(kRows, static_cast<int>(result), &Row::result);
  return row != std::end(kRows) ? row : nullptr;
}

}  // namespace

std::string TextOf(const Driver& driver, Result result) {
  const char *name = nullptr, *text = nullptr;
  if (driver.get_error_name(result, &name) != kSuccess) name = nullptr;
  if (driver.get_error_string(result, &text) != kSuccess) text = nullptr;
  return fmt::format("{} ({}): {}", name != nullptr ? name : "CUDA error", static_cast<int>(result),
                     text != nullptr ? text : "unknown");
}

Status StatusOf(const Driver& driver, Result result, std::string_view what) {
  if (result == kSuccess) return {};
  const Row* const row = Find(result);
  return Error(row != nullptr ? row->kind : kFailed,
               row != nullptr ? row->code : ACL_ERROR_RT_INTERNAL_ERROR, "{}: {}{}", what,
               TextOf(driver, result),
               IsLost(result) ? "; the device is lost until the process ends" : "");
}

bool IsLost(Result result) {
  const Row* const row = Find(result);
  return row != nullptr && row->lost;
}

}  // namespace openaclnn::cuda
