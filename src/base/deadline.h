// How long to wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "acl/acl_base.h"
#include "base/status.h"

namespace openaclnn {

// Nothing: forever.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// `milliseconds` from now; -1: forever.
inline Deadline After(int32_t milliseconds) {
  if (milliseconds == -1) return std::nullopt;
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

// Most functions accept -1 and positive timeouts only; `code` is for the others.
inline Status CheckTimeout(int32_t milliseconds, int32_t code) {
  if (milliseconds == -1 || milliseconds > 0) return {};
  return Error(ErrorKind::kInvalidValue, code,
               "timeout: is {}, expected -1 (forever) or a positive number of milliseconds",
               milliseconds);
}

// Whether `ready` became true in time.
template <class Ready>
bool WaitUntil(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
               Deadline deadline, Ready ready) {
  if (deadline) return changed.wait_until(lock, *deadline, ready);
  changed.wait(lock, ready);
  return true;
}

}  // namespace openaclnn
