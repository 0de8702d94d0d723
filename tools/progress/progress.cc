#include "tools/progress/progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "fmt/format.h"

namespace openaclnn::tools {

Progress::Progress(double work, bool quiet)
    : work_(work), shown_(!quiet && isatty(STDERR_FILENO) != 0) {}

void Progress::SetTitle(std::string title) {
  const std::lock_guard lock(mutex_);
  title_ = std::move(title);
}

void Progress::Advance(double work) {
  const std::lock_guard lock(mutex_);
  done_ += work;
  const auto now = Clock::now();
  if (!shown_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  const double share = done_ / work_;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const auto left = static_cast<int64_t>(elapsed / share * (1 - share));
  constexpr int kWidth = 30;
  const int full = static_cast<int>(share * kWidth);
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:3.0f} %  {}:{:02}:{:02} left  {}", "", full, "",
             kWidth - full, 100 * share, left / 3600, left / 60 % 60, left % 60, title_);
  std::fflush(stderr);
}

void Progress::Clear() const {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace openaclnn::tools
