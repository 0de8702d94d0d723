// HCCL_WHITELIST_FILE: who may connect to the root.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace openaclnn::hccl {

class Whitelist {
 public:
  // `path`: a JSON file like {"host_ip": ["192.168.1.2"]}; "": everyone. A file that cannot be read
  // lets nobody through.
  explicit Whitelist(const std::string& path);
  bool Has(const std::string& host) const;

 private:
  bool everyone_;
  std::vector<std::string> hosts_;
};

// A file's text. Errors: 1, of the kind given.
Status ReadFile(const std::string& path, ErrorKind kind, std::string& text);

}  // namespace openaclnn::hccl
