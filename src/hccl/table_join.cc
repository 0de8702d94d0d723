#include "hccl/table_join.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "hccl/interfaces.h"
#include "hccl/protocol.h"
#include "hccl/rendezvous.h"

namespace openaclnn::hccl {
namespace {

constexpr uint16_t kBasePort = 60000, kPorts = 32;

// How often a rank of this process has used a table.
uint64_t NextUse(uint64_t table, uint32_t rank) {
  static std::mutex mutex;
  static auto* const uses = new std::map<std::pair<uint64_t, uint32_t>, uint64_t>;
  const std::lock_guard lock(mutex);
  return (*uses)[{table, rank}]++;
}

uint64_t HashOfText(const std::string& text) {
  std::vector<uint64_t> numbers(text.size() / 8 + 1);
  std::memcpy(numbers.data(), text.data(), text.size());
  return HashOf(numbers.data(), numbers.size());
}

// Where the root is: at the first address of the table that can be one, else on this host. Rank 0
// takes the first that this host has.
std::string RootHost(const Environment& environment, const RankTable& table, uint32_t rank) {
  if (table.root_hosts.empty()) {
    return environment.family == AF_INET6 ? "::1" : "127.0.0.1";
  }
  if (rank == 0) {
    const std::vector<Interface> own = Interfaces();
    for (const std::string& host : table.root_hosts) {
      if (std::ranges::find(own, host, &Interface::host) != own.end()) return host;
    }
  }
  return table.root_hosts.front();
}

}  // namespace

Status JoinByTable(const Environment& environment, const RankTable& table, const std::string& text,
                   uint32_t rank, std::shared_ptr<Group>& group) {
  const uint64_t hash = HashOfText(text);
  const uint64_t numbers[2] = {hash, NextUse(hash, rank)};
  const uint64_t second = HashOf(numbers, 2);
  Root root;
  std::memcpy(root.id.data(), &hash, 8);
  std::memcpy(root.id.data() + 8, &second, 8);
  root.host = RootHost(environment, table, rank);
  root.first_port = environment.base_port.value_or(kBasePort);
  root.last_port = static_cast<uint16_t>(std::min<uint32_t>(root.first_port + kPorts - 1u, 65535));
  if (rank == 0) {
    Descriptor listener;
    Status status;
    for (uint32_t port = root.first_port; port <= root.last_port && !listener; ++port) {
      status = ListenAt(root.host, static_cast<uint16_t>(port), listener);
    }
    OPENACLNN_RETURN_IF_ERROR(std::move(status));
    root.first_port = root.last_port = OwnAddressOf(listener).Port();
    OPENACLNN_RETURN_IF_ERROR(Serve(std::move(listener), root.id, environment));
  }
  return JoinGroup(environment, root, table.ranks, rank, group);
}

}  // namespace openaclnn::hccl
