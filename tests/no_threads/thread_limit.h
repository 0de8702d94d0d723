// The threads that this program may start, which can be limited.
#pragma once

namespace openaclnn::test {

// Lets only so many more threads be started for its lifetime; then pthread_create fails as it does
// where a process may have no more of them.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;
};

}  // namespace openaclnn::test
