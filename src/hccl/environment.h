// The HCCL_ variables of the environment. Read whenever a communicator is made, as programs set
// them until then.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"

namespace openaclnn::hccl {

struct Environment {
  std::chrono::milliseconds connect_timeout;  // until all ranks are connected
  std::chrono::milliseconds exec_timeout;     // of an operation; 0: for ever
  std::string ip;                             // HCCL_IF_IP; "": choose
  std::string interface;                      // HCCL_SOCKET_IFNAME; "": choose
  int family = 0;                             // AF_INET or AF_INET6; 0: either, the first preferred
  std::vector<std::pair<uint16_t, uint16_t>> ports;  // to listen at, first and last; none: any
  std::optional<uint16_t> base_port;                 // HCCL_IF_BASE_PORT
  std::string whitelist;                             // the file; "": everyone may connect
};

// Errors: 1, with all variables that cannot be understood.
Status ReadEnvironment(Environment& environment);

// HCCL_DETERMINISTIC as a number, if it is set and makes sense.
std::optional<int32_t> DeterministicOfEnvironment();

}  // namespace openaclnn::hccl
