#include "base/status.h"

#include "fmt/format.h"

namespace openaclnn {

const std::string& Status::message() const {
  static const std::string* const none = new std::string;
  return failure_ != nullptr ? failure_->message : *none;
}

ErrorKind Status::kind() const {
  return failure_ != nullptr ? failure_->kind : ErrorKind::kOutOfHostMemory;
}

Status FormatError(KindAndCode error, fmt::string_view format, fmt::format_args args) {
  return {error.kind, error.code, fmt::vformat(format, args)};
}

}  // namespace openaclnn
