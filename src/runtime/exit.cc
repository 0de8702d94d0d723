#include "runtime/exit.h"

#include <cstdlib>
#include <memory>

#include "runtime/context.h"
#include "runtime/fork.h"
#include "runtime/stream.h"

namespace openaclnn {
namespace {

constexpr int32_t kMilliseconds = 1000;  // in all

void WaitForStreams() noexcept {
  if (is_forked_child) return;  // its streams have no threads
  try {
    const Deadline deadline = After(kMilliseconds);
    for (const std::shared_ptr<Stream>& stream : AllStreams()) {
      if (stream->WaitsForThisThread()) continue;  // a task calls exit()
      stream->WaitForAll(deadline);
    }
  } catch (...) {  // no memory for the list
  }
}

}  // namespace

void WaitForStreamsAtExit() {
  static const int registered = std::atexit(WaitForStreams);
  (void)registered;  // a full table of handlers: then nobody waits
}

}  // namespace openaclnn
