#include "base/status.h"

#include "fmt/format.h"

namespace openaclnn {

const std::string& Status::message() const {
  static const std::string* const none = new std::string;
  return message_ != nullptr ? *message_ : *none;
}

Status FormatError(int32_t code, fmt::string_view format, fmt::format_args args) {
  return {code, fmt::vformat(format, args)};
}

}  // namespace openaclnn
