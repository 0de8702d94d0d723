#include "hccl/bootstrap.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "hccl/interfaces.h"
#include "hccl/mesh.h"
#include "hccl/protocol.h"
#include "hccl/rendezvous.h"

namespace openaclnn::hccl {
namespace {

using Clock = std::chrono::steady_clock;

Id RandomId() {
  Id id;
  if (getentropy(id.data(), id.size()) != 0) {  // an old kernel: the time has to do
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const auto pid = static_cast<uint64_t>(getpid());
    std::memcpy(id.data(), &now, 8);
    std::memcpy(id.data() + 8, &pid, 8);
  }
  return id;
}

std::string NameOf(const Id& id) { return fmt::format("hccl_{:02x}", fmt::join(id, "")); }

// What HcclRootInfo holds; the rest of it is 0.
struct RootInfo {
  static constexpr uint64_t kMagic = 0x314f464e49434341;

  uint64_t magic;
  Id id;
  uint16_t first_port, last_port;
  uint32_t unused;
  char host[64];
};
static_assert(sizeof(RootInfo) <= HCCL_ROOT_INFO_BYTES);

// The group that the ranks of this process are about to share.
struct Shared {
  std::mutex mutex;
  std::condition_variable made;
  bool done = false;
  Status status;
  std::shared_ptr<Group> group;
  size_t left = 0;  // ranks that have not come for it
};

struct SharedGroups {
  std::mutex mutex;
  std::map<Id, std::shared_ptr<Shared>> all;
};
SharedGroups& TheSharedGroups() {
  static auto* const groups = new SharedGroups;
  return *groups;
}

std::shared_ptr<Shared> FindShared(const Id& id, size_t ranks) {
  SharedGroups& groups = TheSharedGroups();
  const std::lock_guard lock(groups.mutex);
  std::shared_ptr<Shared>& shared = groups.all[id];
  if (shared == nullptr) {
    shared = std::make_shared<Shared>();
    shared->left = ranks;
  }
  const std::shared_ptr<Shared> found = shared;
  if (--found->left == 0) groups.all.erase(id);
  return found;
}

Status RefusalOf(const Message& message) {
  Refusal refusal{HCCL_E_INTERNAL, static_cast<uint32_t>(ErrorKind::kConnect)};
  if (message.bytes.size() >= sizeof(refusal)) {
    std::memcpy(&refusal, message.bytes.data(), sizeof(refusal));
  }
  const bool known = refusal.kind <= static_cast<uint32_t>(ErrorKind::kNoCommunicator);
  const ErrorKind kind = known ? static_cast<ErrorKind>(refusal.kind) : ErrorKind::kConnect;
  return Error(kind, refusal.code, "comm: {}",
               message.bytes.substr(std::min(sizeof(refusal), message.bytes.size())));
}

// A connection to the root that knows the id.
struct RootLink {
  Descriptor socket;
  std::string come;
};

// `shortage`: an errno, if this process can have no socket.
bool TryRoot(const Root& root, uint16_t port, const Hello& hello, Deadline deadline, RootLink& link,
             int& shortage) {
  const std::optional<Address> address = AddressOf(root.host, port);
  if (!address) return false;
  link = {};  // so that one is enough
  link = {ConnectTo(*address, deadline), {}};
  if (!link.socket) {
    shortage = IsShortage(errno) ? errno : 0;
    return false;
  }
  shortage = 0;
  const std::string_view bytes(reinterpret_cast<const char*>(&hello), sizeof(hello));
  if (!WriteAll(link.socket, bytes, deadline)) return false;
  bool late = false;
  const auto welcome = ReadMessage(link.socket, link.come, kMostText, deadline, late);
  if (welcome && welcome->type == kWelcome) return true;
  // Nor can a root in this process let anybody in then.
  if (!Descriptor(fcntl(link.socket.get(), F_DUPFD_CLOEXEC, 0)) && IsShortage(errno)) {
    shortage = errno;
  }
  return false;
}

// Tries until the deadline: ranks may be started before the root is.
Status FindRoot(const Root& root, const Hello& hello, Clock::time_point end, RootLink& link) {
  constexpr auto kPatience = std::chrono::seconds(2);  // with who does not answer
  auto pause = std::chrono::milliseconds(10);
  int shortage = 0;
  while (true) {
    for (uint32_t port = root.first_port; port <= root.last_port; ++port) {
      const auto until = std::min(end, Clock::now() + kPatience);
      if (TryRoot(root, static_cast<uint16_t>(port), hello, until, link, shortage)) return {};
    }
    if (Clock::now() + pause >= end) {
      if (shortage != 0) {
        return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT,
                     "comm: rank {} cannot reach the root of the communicator: {}, of at most {} "
                     "(ulimit -n)",
                     hello.rank, std::generic_category().message(shortage), MostDescriptors());
      }
      return Error(ErrorKind::kConnect, HCCL_E_TIMEOUT,
                   "comm: the root of the communicator cannot be reached at {} port {}{} from rank "
                   "{}, or is that of another one",
                   root.host, root.first_port,
                   root.last_port > root.first_port ? fmt::format(" to {}", root.last_port) : "",
                   hello.rank);
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds(200));
  }
}

// Waits for the root to say where all ranks are.
Status ReceivePlaces(RootLink& link, uint32_t ranks, uint32_t rank, Clock::time_point end,
                     std::vector<uint32_t>& places) {
  bool late = false;
  const size_t most = std::max<size_t>(ranks * sizeof(uint32_t), 2 * kMostText);
  const auto message = ReadMessage(link.socket, link.come, most, end, late);
  if (message && message->type == kRefused) return RefusalOf(*message);
  if (message && message->type == kPlaced && message->bytes.size() == ranks * sizeof(uint32_t)) {
    places.resize(ranks);
    std::memcpy(places.data(), message->bytes.data(), message->bytes.size());
    if (std::ranges::all_of(places, [&](uint32_t place) { return place < ranks; })) return {};
  }
  if (late) {
    return Error(ErrorKind::kConnect, HCCL_E_TIMEOUT,
                 "comm: rank {} has heard nothing from the root in time", rank);
  }
  return Error(ErrorKind::kPeerLost, HCCL_E_REMOTE,
               "comm: rank {} has lost the root of the communicator while the ranks were being "
               "connected",
               rank);
}

}  // namespace

Id ProcessId() {
  static std::mutex mutex;
  static Id id;
  static pid_t of = -1;
  const std::lock_guard lock(mutex);
  if (of != getpid()) id = RandomId();  // a fork makes another process
  of = getpid();
  return id;
}

Status Listen(const Environment& environment, Root& root) {
  root.id = RandomId();
  OPENACLNN_RETURN_IF_ERROR(ChooseHost(environment, root.host));
  std::vector<std::pair<uint16_t, uint16_t>> ports = environment.ports;
  constexpr uint16_t kPorts = 32;
  if (ports.empty() && environment.base_port) {
    const auto last = std::min<uint32_t>(*environment.base_port + kPorts - 1u, 65535);
    ports.emplace_back(*environment.base_port, static_cast<uint16_t>(last));
  }
  Descriptor listener;
  Status status;
  if (ports.empty()) status = ListenAt(root.host, 0, listener);
  for (const auto& [first, last] : ports) {
    for (uint32_t port = first; port <= last && !listener; ++port) {
      status = ListenAt(root.host, static_cast<uint16_t>(port), listener);
    }
  }
  OPENACLNN_RETURN_IF_ERROR(std::move(status));
  root.first_port = root.last_port = OwnAddressOf(listener).Port();
  return Serve(std::move(listener), root.id, environment);
}

void Pack(const Root& root, HcclRootInfo& info) {
  RootInfo packed{RootInfo::kMagic, root.id, root.first_port, root.last_port, 0, {}};
  root.host.copy(packed.host, sizeof(packed.host) - 1);
  std::memset(info.internal, 0, sizeof(info.internal));
  std::memcpy(info.internal, &packed, sizeof(packed));
}

Status Unpack(const HcclRootInfo& info, Root& root) {
  RootInfo packed;
  std::memcpy(&packed, info.internal, sizeof(packed));
  const char* const end = std::find(packed.host, packed.host + sizeof(packed.host), '\0');
  if (packed.magic != RootInfo::kMagic || end == packed.host + sizeof(packed.host) ||
      packed.first_port == 0 || packed.last_port < packed.first_port ||
      !AddressOf(packed.host, packed.first_port)) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "rootInfo: is not what HcclGetRootInfo makes; copy all {} bytes",
                 HCCL_ROOT_INFO_BYTES);
  }
  root = {packed.id, packed.host, packed.first_port, packed.last_port};
  return {};
}

std::shared_ptr<Group> MakeLocalGroup(uint32_t ranks) {
  return std::make_shared<Group>(NameOf(RandomId()), Placement(std::vector<uint32_t>(ranks, 0)));
}

Status JoinGroup(const Environment& environment, const Root& root, uint32_t ranks, uint32_t rank,
                 std::shared_ptr<Group>& group) {
  // The root tells who is late, and knows more about it.
  constexpr auto kGrace = std::chrono::milliseconds(500);
  const auto end = Clock::now() + environment.connect_timeout + kGrace;
  const Hello hello{Hello::kMagic, root.id, ProcessId(), kProtocolVersion, ranks, rank, 0};
  RootLink link;
  OPENACLNN_RETURN_IF_ERROR(FindRoot(root, hello, end, link));
  std::vector<uint32_t> places;
  OPENACLNN_RETURN_IF_ERROR(ReceivePlaces(link, ranks, rank, end, places));
  Placement placement(places, places[rank]);
  const std::vector<uint32_t>& local = placement.ranks[placement.here];
  constexpr size_t kMostLocalRanks = 256;
  const std::shared_ptr<Shared> shared = FindShared(root.id, local.size());
  if (local[0] != rank) {
    std::unique_lock lock(shared->mutex);
    if (!shared->made.wait_until(lock, end + kGrace, [&] { return shared->done; })) {
      return Error(ErrorKind::kConnect, HCCL_E_TIMEOUT,
                   "comm: rank {} has not connected this process in time", local[0]);
    }
    group = shared->group;
    if (shared->status.ok()) return {};
    return Error(shared->status.kind(), shared->status.code(), "{}", shared->status.message());
  }
  Status status;
  if (local.size() > kMostLocalRanks) {
    status = Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
                   "nRanks: {} ranks are in one process, expected at most {}", local.size(),
                   kMostLocalRanks);
  } else {
    group = std::make_shared<Group>(NameOf(root.id), std::move(placement));
    if (group->placement().processes() > 1) {
      status = ConnectMesh(environment, root.id, std::move(link.socket), std::move(link.come), end,
                           group);
    }
  }
  const std::lock_guard lock(shared->mutex);
  shared->done = true;
  if (status.ok()) {
    shared->group = group;
  } else {
    shared->status = Error(status.kind(), status.code(), "{}", status.message());
  }
  shared->made.notify_all();
  return status;
}

}  // namespace openaclnn::hccl
