// The result of an internal operation: a code of the public API and, unless it is success, what
// kind of mistake it is and a sentence for the user.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/error_kinds.h"
#include "base/shared.h"
#include "fmt/core.h"

namespace openaclnn {

class [[nodiscard]] Status {
 public:
  Status() = default;                             // success
  explicit Status(int32_t code) : code_(code) {}  // for want of memory, without a message
  Status(ErrorKind kind, int32_t code, std::string message)
      : code_(code), failure_(std::make_unique<Failure>(Failure{kind, std::move(message)})) {}

  bool ok() const { return code_ == 0; }
  int32_t code() const { return code_; }
  OPENACLNN_SHARED ErrorKind kind() const;              // of a failure
  OPENACLNN_SHARED const std::string& message() const;  // empty on success

 private:
  // Success, which is most, pays for none of it.
  struct Failure {
    ErrorKind kind;
    std::string message;
  };

  int32_t code_ = 0;
  std::unique_ptr<Failure> failure_;
};

// In one register, as one more than six arguments of FormatError would lengthen the code of calls
// that succeed. (Marking it [[gnu::cold]] does so too.)
struct KindAndCode {
  ErrorKind kind;
  int32_t code;
};

// Formats like fmt::format. The message names the argument, what was expected and what was given;
// the API's name is put before it, and the kind behind it, at the C boundary (base/api.h).
OPENACLNN_SHARED Status FormatError(KindAndCode error, fmt::string_view format,
                                    fmt::format_args args);

template <class... Args>
Status Error(ErrorKind kind, int32_t code, fmt::format_string<Args...> format, Args&&... args) {
  return FormatError({kind, code}, format, fmt::make_format_args(args...));
}

#define OPENACLNN_RETURN_IF_ERROR(expression)                                      \
  do {                                                                             \
    if (::openaclnn::Status status_ = (expression); !status_.ok()) return status_; \
  } while (false)

}  // namespace openaclnn
