// The sentences that failing functions leave for aclGetRecentErrMsg.
#pragma once

#include <string>

namespace openaclnn {

// Whose messages TakeMessages returns: those of the calling thread, or of all threads.
enum class MessageScope { kThread, kProcess };
void SetMessageScope(MessageScope scope);

// Keeps a message; of each scope the newest kMostMessages are kept.
inline constexpr size_t kMostMessages = 16;
void AddMessage(std::string message);

// Forgets the messages and returns them, the newest first, one to a line; null if there are none.
// The text is valid until the next call in this thread.
const char* TakeMessages();

}  // namespace openaclnn
