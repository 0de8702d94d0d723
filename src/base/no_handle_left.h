// What HandleTable throws when as many objects of a kind are live as it can tell apart.
#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>

namespace openaclnn {

class NoHandleLeft : public std::exception {
 public:
  // `objects`: their plural.
  NoHandleLeft(uint64_t live, const char* objects) {
    std::snprintf(text_, sizeof(text_),
                  "%llu %s are live, and there cannot be more of them at once; destroy those that "
                  "are not needed any more",
                  static_cast<unsigned long long>(live), objects);
  }
  const char* what() const noexcept override { return text_; }

 private:
  char text_[160];  // which needs no memory
};

}  // namespace openaclnn
