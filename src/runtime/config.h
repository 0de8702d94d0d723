// The configuration file of aclInit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/message.h"
#include "base/status.h"

namespace openaclnn {

struct Config {
  std::string text;                                    // of the file; empty for the defaults
  MessageScope message_scope = MessageScope::kThread;  // "err_msg_mode"
  std::optional<int32_t> default_device;               // "defaultDevice": {"default_device": "0"}
};

// `path`: null or "" for the defaults. Errors: 100003 no file that can be read, of at most 1 MiB;
// 100006 the file does not say what it should.
Status ReadConfig(const char* path, Config& config);

}  // namespace openaclnn
