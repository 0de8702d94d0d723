// What a program asks of a communicator: HcclCommConfig, of any version.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/status.h"
#include "hccl/hccl_comm.h"

namespace openaclnn::hccl {

struct Config {
  std::string name;
  std::optional<std::chrono::milliseconds> exec_timeout;  // 0: for ever
};

// Reads the members that lie both in the size and in the version that the config says it has.
// Errors: 2 null, 1 anything else.
Status ReadConfig(const HcclCommConfig* given, Config& config);

}  // namespace openaclnn::hccl
