// Which address of this host others shall connect to.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "hccl/environment.h"

namespace openaclnn::hccl {

struct Interface {
  std::string name, host;  // "eth0", "192.168.1.2"
  int family;
};

// HCCL_IF_IP; or of the interfaces that HCCL_SOCKET_IFNAME lets through, else of all, the first by
// name, docker* behind the others and lo last; IPv4 before IPv6 unless HCCL_SOCKET_FAMILY says
// otherwise. Errors: 11 there is none, or they cannot be listed.
Status ChooseHost(const Environment& environment, std::string& host);

// For tests: the choice among given interfaces.
Status ChooseHost(const Environment& environment, std::vector<Interface> interfaces,
                  std::string& host);

// The addresses of this host; none, and errno, if they cannot be listed.
std::vector<Interface> Interfaces();

}  // namespace openaclnn::hccl
