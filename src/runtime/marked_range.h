// Moments and ranges that programs mark, as the trace shows them.
#pragma once

#include <cstdint>
#include <string>

namespace openaclnn {

// `group`: what the program groups it by; empty for none.
void TraceMark(const std::string& text, const std::string& group = {}) noexcept;

// A range from where it is made, in the row of the thread that does so.
class MarkedRange {
 public:
  explicit MarkedRange(std::string text, std::string group = {});
  // Once, in any thread.
  void End() const noexcept;

 private:
  std::string text_, group_;
  int64_t row_, begin_;
};

}  // namespace openaclnn
