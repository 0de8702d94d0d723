#include "hccl/interfaces.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "fmt/format.h"
#include "hccl/hccl_types.h"
#include "hccl/sockets.h"

namespace openaclnn::hccl {
namespace {

// "eth,enp": begins with one of these; "=eth0": is one of these; "^" in front of either: all
// others.
bool Matches(std::string_view pattern, std::string_view name) {
  const bool others = pattern.starts_with('^');
  if (others) pattern.remove_prefix(1);
  const bool exact = pattern.starts_with('=');
  if (exact) pattern.remove_prefix(1);
  bool found = false;
  while (!pattern.empty()) {
    const std::string_view item = pattern.substr(0, pattern.find(','));
    pattern.remove_prefix(std::min(item.size() + 1, pattern.size()));
    if (item.empty()) continue;
    found = found || (exact ? name == item : name.starts_with(item));
  }
  return found != others;
}

int ClassOf(const Interface& interface) {
  if (interface.name == "lo") return 2;
  return interface.name.starts_with("docker") ? 1 : 0;
}

}  // namespace

std::vector<Interface> Interfaces() {
  std::vector<Interface> interfaces;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return interfaces;
  for (const ifaddrs* at = list; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0) continue;
    const int family = at->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    Address address;
    address.size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    std::memcpy(&address.storage, at->ifa_addr, address.size);
    interfaces.push_back({at->ifa_name, address.Host(), family});
  }
  freeifaddrs(list);
  return interfaces;
}

Status ChooseHost(const Environment& environment, std::vector<Interface> interfaces,
                  std::string& host) {
  if (!environment.ip.empty()) {
    host = environment.ip;
    return {};
  }
  std::erase_if(interfaces, [&](const Interface& interface) {
    return (environment.family != AF_UNSPEC && interface.family != environment.family) ||
           (!environment.interface.empty() && !Matches(environment.interface, interface.name));
  });
  std::ranges::stable_sort(interfaces, {}, [](const Interface& interface) {
    return std::tuple(ClassOf(interface), interface.family != AF_INET, interface.name);
  });
  if (interfaces.empty()) {
    return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT,
                 "no network interface of this host matches HCCL_SOCKET_IFNAME=\"{}\" and "
                 "HCCL_SOCKET_FAMILY",
                 environment.interface);
  }
  host = interfaces.front().host;
  return {};
}

Status ChooseHost(const Environment& environment, std::string& host) {
  errno = 0;
  std::vector<Interface> interfaces = Interfaces();
  if (interfaces.empty() && errno != 0) {
    return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT,
                 "the network interfaces of this host cannot be listed: {}",
                 std::generic_category().message(errno));
  }
  return ChooseHost(environment, std::move(interfaces), host);
}

}  // namespace openaclnn::hccl
