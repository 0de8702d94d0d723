// What results of the driver mean to programs.
#pragma once

#include <string>

#include "base/status.h"
#include "device/cuda/driver.h"

namespace openaclnn::cuda {

// The name and the words that the driver has for a result.
std::string TextOf(const Driver& driver, Result result);

// `what`: was done on which device, for the message. Success of kSuccess.
Status StatusOf(const Driver& driver, Result result, std::string_view what);

// Whether nothing can be done on a device any more, by this process, after one of its functions
// returned `result`.
bool IsLost(Result result);

}  // namespace openaclnn::cuda
