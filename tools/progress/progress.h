// A bar on a terminal with an estimate of the remaining time, from the second second on; nothing
// where there is no terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace openaclnn::tools {

class Progress {
 public:
  // `work` in any unit that time is proportional to.
  Progress(double work, bool quiet);
  ~Progress() { Clear(); }

  void SetTitle(std::string title);
  void Advance(double work);  // from any thread
  void Clear() const;         // before other output

 private:
  using Clock = std::chrono::steady_clock;

  const double work_;
  const bool shown_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::string title_;
  double done_ = 0;
  Clock::time_point next_ = start_ + std::chrono::seconds(1);
};

}  // namespace openaclnn::tools
