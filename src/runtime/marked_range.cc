#include "runtime/marked_range.h"

#include <utility>

#include "base/details.h"
#include "base/trace.h"

namespace openaclnn {
namespace {

void Trace(const Span& span, const std::string& group) noexcept {
  if (!Tracing()) return;
  try {
    Details details;
    if (!group.empty()) details.Add("domain", group);
    TraceSpan(span, details);
  } catch (...) {  // no memory for the event
  }
}

}  // namespace

void TraceMark(const std::string& text, const std::string& group) noexcept {
  const int64_t now = TraceClock();
  Trace({text.c_str(), "mark", RowOfThisThread(), now, now}, group);
}

MarkedRange::MarkedRange(std::string text, std::string group)
    : text_(std::move(text)),
      group_(std::move(group)),
      row_(RowOfThisThread()),
      begin_(TraceClock()) {}

void MarkedRange::End() const noexcept {
  Trace({text_.c_str(), "range", row_, begin_, TraceClock()}, group_);
}

}  // namespace openaclnn
