// gloo writes to connections that the other side may have closed, which sends the thread SIGPIPE.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <time.h>

namespace openaclnn::hccl {

// Keeps SIGPIPE from the calling thread for its lifetime. Threads that are started meanwhile never
// get it.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    if (!was_pending_) {
      const timespec now{0, 0};
      while (sigtimedwait(&pipe_, nullptr, &now) > 0) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_, before_;
  bool was_pending_;
};

}  // namespace openaclnn::hccl
