#pragma once

#include <string>

#include "acl/acl.h"

namespace openaclnn {

// What the last failing function of this thread left, without those before it; empty if none failed
// since the last call.
inline std::string NewestMessage() {
  const char* const messages = aclGetRecentErrMsg();
  if (messages == nullptr) return "";
  const std::string text = messages;
  return text.substr(0, text.find('\n'));
}

}  // namespace openaclnn
