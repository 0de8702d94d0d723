#include "cpu/threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "base/ceil_div.h"
#include "base/float_environment.h"
#include "base/settings.h"

namespace openaclnn {
namespace {

// Handing a range to another thread and waiting for it costs about this long.
constexpr int64_t kSharePicoseconds = 4'000'000;

// How long threads look out for what is about to happen before they sleep: longer than it takes to
// wake one, so that calls that follow each other find the workers awake.
constexpr std::chrono::microseconds kLookOut{50};

// When there was no thread to be had, the next try is so much later.
constexpr std::chrono::seconds kRetry{1};

void Relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

// Waits until `value` is no longer `old`. No point of cancellation of the thread: others hold
// references to what is on its stack.
void AwaitChange(const std::atomic<uint32_t>& value, uint32_t old) {
  const auto deadline = std::chrono::steady_clock::now() + kLookOut;
  do {
    for (int i = 0; i < 32; ++i) {
      if (value.load(std::memory_order_acquire) != old) return;
      Relax();
    }
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < deadline);
  value.wait(old, std::memory_order_acquire);
}

// One call of ShareRanges.
struct Job {
  const std::function<void(int64_t, int64_t)>& body;
  const int64_t count;
  const int64_t size;  // of a range; the last one may be smaller
  const int64_t ranges;
  std::atomic<int64_t> next = 0;  // the first range that nobody took
  // Guarded by the pool's mutex:
  int wanted;                    // helpers that may still come
  Job* later = nullptr;          // among the pool's jobs
  std::exception_ptr what = {};  // the first that a body threw
  // Helpers that came and did not leave.
  std::atomic<uint32_t> helpers = 0;

  // Runs ranges until none is left.
  void Work() {
    for (int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < ranges;) {
      body(i * size, std::min(count, (i + 1) * size));
    }
  }
};

// The threads that help callers of ShareRanges. They are made when first wanted, and fewer where
// the system gives no more: callers run what nobody helps with.
class Pool {
 public:
  // The one of the process; never destroyed: streams may still run when static destructors do.
  static Pool& Get() {
    static auto* const pool = new Pool;
    return *pool;
  }

  void Run(Job& job) {
    Open(job);
    Work(job);
    Close(job);
    if (job.what) std::rethrow_exception(job.what);
  }

 private:
  void Work(Job& job) {
    try {
      job.Work();
    } catch (...) {
      job.next.store(job.ranges, std::memory_order_relaxed);  // nobody needs the rest
      const std::lock_guard lock(mutex_);
      if (!job.what) job.what = std::current_exception();
    }
  }

  void Open(Job& job) {
    const int wanted = job.wanted;
    {
      const std::lock_guard lock(mutex_);
      if (threads_ < wanted) AddThreads(wanted);
      job.later = jobs_;
      jobs_ = &job;
    }
    Wake(wanted);
  }

  // Returns when no helper is left.
  void Close(Job& job) {
    {
      const std::lock_guard lock(mutex_);
      Job** link = &jobs_;
      while (*link != &job) link = &(*link)->later;
      *link = job.later;
    }
    for (uint32_t helpers; (helpers = job.helpers.load(std::memory_order_acquire)) != 0;) {
      AwaitChange(job.helpers, helpers);
    }
  }

  // Each who is woken wakes two more: one thread would be long about waking a hundred.
  void Wake(int wanted) {
    news_.fetch_add(1, std::memory_order_release);
    for (int i = 0; i < std::min(wanted, 2); ++i) news_.notify_one();
  }

  // The mutex is held.
  void AddThreads(int wanted) {
    if (refused_ && std::chrono::steady_clock::now() < retry_at_) return;
    refused_ = false;
    try {
      for (; threads_ < wanted; ++threads_) std::thread([this] { Help(); }).detach();
    } catch (const std::system_error&) {
      refused_ = true;
    } catch (const std::bad_alloc&) {
      refused_ = true;
    }
    if (refused_) retry_at_ = std::chrono::steady_clock::now() + kRetry;
  }

  // A job that wants help, and whose helper the calling thread is from now on until Leave; null if
  // there is none. `wanted`: how many more helpers the job wants.
  Job* Join(int& wanted) {
    const std::lock_guard lock(mutex_);
    for (Job* job = jobs_; job != nullptr; job = job->later) {
      if (job->wanted == 0 || job->next.load(std::memory_order_relaxed) >= job->ranges) continue;
      wanted = --job->wanted;
      job->helpers.fetch_add(1, std::memory_order_relaxed);
      return job;
    }
    return nullptr;
  }

  // A thread of the pool.
  [[noreturn]] void Help() {
    const ExactFloats exact;
    while (true) {
      const uint32_t news = news_.load(std::memory_order_acquire);
      int wanted = 0;
      while (Job* const job = Join(wanted)) {
        if (wanted > 0) Wake(wanted);
        Work(*job);
        Leave(*job);
      }
      AwaitChange(news_, news);
    }
  }

  // The job may be gone as soon as its caller sees that there are no helpers; to notify takes no
  // more than the address of their number.
  static void Leave(Job& job) {
    std::atomic<uint32_t>& helpers = job.helpers;
    if (helpers.fetch_sub(1, std::memory_order_acq_rel) == 1) helpers.notify_one();
  }

  std::mutex mutex_;
  // Guarded by mutex_:
  Job* jobs_ = nullptr;  // that are open
  int threads_ = 0;
  bool refused_ = false;
  std::chrono::steady_clock::time_point retry_at_;

  std::atomic<uint32_t> news_ = 0;  // counts what workers should look at
};

}  // namespace

void ShareRanges(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& body) {
  const int threads = GetSettings().num_threads;
  if (threads == 1) return body(0, count);
  const int64_t grains = CeilDiv(count, grain);
  // A few ranges for each thread, so that one that is held up does not hold up all. They have
  // equally many grains, so that none waits for a larger one.
  const int64_t size = std::max<int64_t>(1, grains / (int64_t{threads} * 4)) * grain;
  const int64_t ranges = CeilDiv(count, size);
  Job job{.body = body,
          .count = count,
          .size = size,
          .ranges = ranges,
          .wanted = static_cast<int>(std::min<int64_t>(threads, ranges)) - 1};
  Pool::Get().Run(job);
}

int64_t GrainFor(int cost) {
  return std::max<int64_t>(1024, kSharePicoseconds / std::max(cost, 1));
}

}  // namespace openaclnn
