#include "hccl/rendezvous.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "base/log.h"
#include "fmt/format.h"
#include "hccl/protocol.h"
#include "hccl/whitelist.h"

namespace openaclnn::hccl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kHelloTime = std::chrono::seconds(10);  // to say hello
// The same while connections that have not said it use up what there is for them.
constexpr auto kCrowdedHelloTime = std::chrono::milliseconds(100);
constexpr auto kFlushTime = std::chrono::seconds(5);  // to take the last message
constexpr size_t kMostConnections = 1 << 16;

template <class T>
std::string BytesOfObject(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

class Rendezvous {
 public:
  Rendezvous(Descriptor listener, const Id& id, const Environment& environment)
      : listener_(std::move(listener)),
        id_(id),
        time_(environment.connect_timeout),
        whitelist_(environment.whitelist),
        most_silent_(std::clamp<size_t>(MostDescriptors() / 2, 1, kMostConnections)) {}

  void Run() {
    while (!done_) {
      std::vector<pollfd> entries;
      std::vector<Connection*> polled;
      const bool listens = listener_ && !deaf_until_;
      if (listens) entries.push_back({listener_.get(), POLLIN, 0});
      for (Connection& connection : connections_) {
        const short events = connection.go.empty() ? POLLIN : POLLIN | POLLOUT;
        entries.push_back({connection.socket.get(), events, 0});
        polled.push_back(&connection);
      }
      if (entries.empty() && !listener_) return;
      poll(entries.data(), entries.size(), PollTime(NextDeadline()));
      size_t at = 0;
      if (listens && entries[at++].revents != 0) Accept();
      for (Connection* const connection : polled) {
        const short events = entries[at++].revents;
        if ((events & POLLOUT) != 0 && !WriteSome(connection->socket, connection->go)) {
          connection->broken = true;
        }
        if ((events & (POLLIN | POLLHUP | POLLERR)) != 0) Read(*connection);
      }
      Sweep();
    }
  }

 private:
  enum class Phase { kGathering, kConnecting, kRunning, kEnding };

  struct Connection {
    Descriptor socket;
    std::string come, go;
    Deadline deadline;  // to say hello, or to take the last message
    Clock::time_point accepted{};
    bool known = false;   // has said hello
    bool broken = false;  // to be dropped
    bool ends = false;    // to be dropped when `go` is gone
    uint32_t rank = 0;
    Id process{};
    std::optional<uint32_t> leads;  // the process whose connection this stays
    std::string addresses;
    bool ready = false, left = false;
  };

  Deadline NextDeadline() const {
    Deadline next = phase_ == Phase::kRunning ? std::nullopt : deadline_;
    const auto add = [&next](Deadline deadline) {
      if (deadline && (!next || *deadline < *next)) next = deadline;
    };
    if (listener_) add(deaf_until_);
    for (const Connection& connection : connections_) add(connection.deadline);
    return next;
  }

  void Accept() {
    while (true) {
      if (silent_ >= most_silent_) return MakeRoom();
      Address peer;
      peer.size = sizeof(peer.storage);
      Descriptor socket(accept4(listener_.get(), reinterpret_cast<sockaddr*>(&peer.storage),
                                &peer.size, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (!socket) {
        if (!IsShortage(errno)) return;
        is_short_ = true;
        return MakeRoom();
      }
      if (connections_.size() >= kMostConnections || !SetUp(socket) ||
          !whitelist_.Has(peer.Host())) {
        continue;
      }
      Connection& connection = connections_.emplace_back();
      ++silent_;
      connection.socket = std::move(socket);
      connection.accepted = Clock::now();
      connection.deadline = connection.accepted + kHelloTime;
      Read(connection);  // a rank says hello at once
    }
  }

  // Nobody is let in for a moment, in which those that say nothing have to go.
  void MakeRoom() {
    if (!crowded_) {
      Log(LogLevel::kWarn, "the root of a communicator can hold no more connections" + Strangers());
    }
    crowded_ = true;
    deaf_until_ = Clock::now() + kCrowdedHelloTime;
    HurrySilentOnes();
  }

  void HurrySilentOnes() {
    for (Connection& connection : connections_) {
      if (connection.known) continue;
      const auto soon = connection.accepted + kCrowdedHelloTime;
      connection.deadline = std::min(*connection.deadline, soon);
    }
  }

  // Nobody is let in any more.
  void EndGathering() {
    listener_ = {};
    HurrySilentOnes();
  }

  // What is wrong with connections of others than ranks, to be added to a message.
  std::string Strangers() const {
    std::string text;
    if (crowded_ && dropped_ + silent_ > 0) {
      text = fmt::format("; {} connections to the root said nothing", dropped_ + silent_);
    }
    if (is_short_) {
      text += fmt::format(
          "; the root's process cannot open more files than the {} that it has: ulimit -n",
          MostDescriptors());
    }
    return text;
  }

  void Read(Connection& connection) {
    if (!ReadSome(connection.socket, connection.come)) connection.broken = true;
    if (!connection.known) {
      if (connection.come.size() >= sizeof(Hello)) Greet(connection);
      if (!connection.known) return;
    }
    bool good = true;
    const size_t most = std::max<size_t>(processes_ * sizeof(AddressField), 2 * kMostText);
    while (auto message = TakeMessage(connection.come, most, good)) Handle(connection, *message);
    if (!good) connection.broken = true;
  }

  void Greet(Connection& connection) {
    Hello hello;
    std::memcpy(&hello, connection.come.data(), sizeof(hello));
    if (hello.magic != Hello::kMagic || hello.id != id_) {
      connection.broken = true;
      return;
    }
    connection.come.erase(0, sizeof(hello));
    connection.known = true;
    --silent_;
    connection.deadline.reset();
    connection.rank = hello.rank;
    connection.process = hello.process;
    connection.go += Encode(kWelcome, "");
    if (hello.version != kProtocolVersion) {
      return RefuseAll(HCCL_E_PARA, ErrorKind::kRanksDiffer,
                       fmt::format("rank {} uses another version of this library", hello.rank));
    }
    if (phase_ != Phase::kGathering) {
      return Refuse(connection, HCCL_E_PARA, ErrorKind::kRanksDiffer,
                    "all ranks of this communicator have come already; a root info is good for one "
                    "communicator");
    }
    if (by_rank_.empty()) {
      by_rank_.resize(hello.ranks);
      first_ = hello.rank;
      deadline_ = Clock::now() + time_;
    }
    if (hello.ranks != by_rank_.size()) {
      return RefuseAll(HCCL_E_PARA, ErrorKind::kRanksDiffer,
                       fmt::format("rank {} says that there are {} ranks, rank {} says {}", first_,
                                   by_rank_.size(), hello.rank, hello.ranks));
    }
    if (hello.rank >= by_rank_.size() || by_rank_[hello.rank] != nullptr) {
      return RefuseAll(HCCL_E_PARA, ErrorKind::kRanksDiffer,
                       fmt::format("rank {} has come twice", hello.rank));
    }
    by_rank_[hello.rank] = &connection;
    if (++arrived_ == by_rank_.size()) Place();
  }

  // All ranks are there.
  void Place() {
    std::map<Id, uint32_t> indices;
    std::string places;
    for (Connection* const connection : by_rank_) {
      const auto [found, added] =
          indices.emplace(connection->process, static_cast<uint32_t>(indices.size()));
      if (added) connection->leads = found->second;
      places += BytesOfObject(found->second);
    }
    processes_ = indices.size();
    for (Connection* const connection : by_rank_) {
      connection->go += Encode(kPlaced, places);
      connection->ends = !connection->leads || processes_ == 1;
      if (connection->ends) connection->deadline = Clock::now() + kFlushTime;
    }
    EndGathering();
    phase_ = processes_ == 1 ? Phase::kEnding : Phase::kConnecting;
    if (phase_ == Phase::kEnding) deadline_.reset();
  }

  void Refuse(Connection& connection, HcclResult code, ErrorKind kind, std::string_view text) {
    const Refusal refusal{code, static_cast<uint32_t>(kind)};
    connection.go +=
        Encode(kRefused, BytesOfObject(refusal) + std::string(text.substr(0, kMostText)));
    connection.ends = true;
    connection.deadline = Clock::now() + kFlushTime;
  }

  void RefuseAll(HcclResult code, ErrorKind kind, std::string_view text) {
    // This process may end when it hears of it: the others first, and at once.
    for (const bool own : {false, true}) {
      for (Connection& connection : connections_) {
        if (!connection.known || connection.ends || (connection.process == ProcessId()) != own) {
          continue;
        }
        Refuse(connection, code, kind, text);
        if (!WriteSome(connection.socket, connection.go)) connection.broken = true;
      }
    }
    phase_ = Phase::kEnding;
    deadline_.reset();
    EndGathering();
  }

  template <class Use>
  void ForEachLeader(Use use) {
    for (Connection& connection : connections_) {
      if (connection.leads && !connection.ends) use(connection);
    }
  }

  void Handle(Connection& connection, const Message& message) {
    if (!connection.leads) return;
    switch (message.type) {
      case kAddresses:
        if (phase_ != Phase::kConnecting ||
            message.bytes.size() != processes_ * sizeof(AddressField)) {
          break;
        }
        connection.addresses = message.bytes;
        HandOutAddresses();
        break;
      case kReady: {
        connection.ready = true;
        bool all = phase_ == Phase::kConnecting;
        ForEachLeader([&](const Connection& leader) { all = all && leader.ready; });
        if (!all) break;
        const std::string root = BytesOfObject(RootProcess());
        ForEachLeader([&](Connection& leader) { leader.go += Encode(kGo, root); });
        phase_ = Phase::kRunning;
        break;
      }
      case kAborted:
        Relay(connection, Encode(kAborted, message.bytes));
        break;
      case kLeft:
        connection.left = true;
        Relay(connection, Encode(kLeft, message.bytes));
        connection.go += Encode(kLeft, message.bytes);  // now the others have been told
        break;
      default:
        connection.broken = true;
    }
  }

  // The process that this is; none if it has no rank.
  uint32_t RootProcess() {
    uint32_t process = ~uint32_t{0};
    ForEachLeader([&](const Connection& leader) {
      if (leader.process == ProcessId()) process = *leader.leads;
    });
    return process;
  }

  // Row by row they come, column by column they go.
  void HandOutAddresses() {
    std::vector<const Connection*> leaders(processes_);
    ForEachLeader([&](const Connection& leader) { leaders[*leader.leads] = &leader; });
    for (const Connection* const leader : leaders) {
      if (leader == nullptr || leader->addresses.empty()) return;
    }
    ForEachLeader([&](Connection& leader) {
      std::string column;
      for (const Connection* const other : leaders) {
        column +=
            other->addresses.substr(*leader.leads * sizeof(AddressField), sizeof(AddressField));
      }
      leader.go += Encode(kAddresses, column);
    });
  }

  void Relay(const Connection& from, const std::string& message) {
    ForEachLeader([&](Connection& leader) {
      if (&leader == &from) return;
      leader.go += message;
      if (!WriteSome(leader.socket, leader.go)) leader.broken = true;
    });
  }

  // Drops what is broken or finished, and sees to what was to happen in time.
  void Sweep() {
    const auto now = Clock::now();
    for (auto connection = connections_.begin(); connection != connections_.end();) {
      const bool late = connection->deadline && now >= *connection->deadline;
      const bool finished = connection->ends && connection->go.empty();
      if (!connection->broken && !late && !finished) {
        ++connection;
        continue;
      }
      Lose(*connection);
      if (!connection->known) {
        --silent_;
        dropped_ += late ? 1 : 0;
      }
      connection = connections_.erase(connection);
    }
    if (deaf_until_ && now >= *deaf_until_) deaf_until_.reset();
    if (deadline_ && now >= *deadline_) Late();
    if (phase_ != Phase::kGathering && connections_.empty()) done_ = true;
  }

  void Lose(Connection& connection) {
    if (!connection.known || connection.ends) return;
    connection.ends = true;
    if (phase_ == Phase::kRunning && connection.leads) {
      if (connection.left) return;
      Relay(connection, Encode(kGone, BytesOfObject(Departure{0, *connection.leads, 0})));
    } else if (phase_ == Phase::kGathering || phase_ == Phase::kConnecting) {
      RefuseAll(
          HCCL_E_REMOTE, ErrorKind::kPeerLost,
          fmt::format("rank {} went away while the ranks were being connected", connection.rank));
    }
  }

  void Late() {
    if (phase_ == Phase::kRunning || phase_ == Phase::kEnding) return deadline_.reset();
    std::vector<uint32_t> missing;
    for (uint32_t rank = 0; rank < by_rank_.size(); ++rank) {
      if (by_rank_[rank] == nullptr) missing.push_back(rank);
    }
    const std::chrono::duration<double> seconds = time_;
    RefuseAll(
        HCCL_E_TIMEOUT, ErrorKind::kConnect,
        missing.empty()
            ? fmt::format("not all ranks were connected within {:.1f} seconds", seconds.count())
            : fmt::format("{} not come within {:.1f} seconds{}",
                          RankList(missing) + (missing.size() == 1 ? " has" : " have"),
                          seconds.count(), Strangers()));
  }

  Descriptor listener_;  // until all ranks are there
  const Id id_;
  const std::chrono::milliseconds time_;
  const Whitelist whitelist_;
  const size_t most_silent_;  // connections at a time that have not said hello
  Phase phase_ = Phase::kGathering;
  Deadline deadline_;  // until the ranks are connected, once the first one has come
  std::list<Connection> connections_;
  Deadline deaf_until_;    // nobody is let in; nothing: all are
  bool crowded_ = false;   // has been at most_silent_, or short of descriptors
  bool is_short_ = false;  // of descriptors, once
  size_t silent_ = 0;      // connections that have not said hello
  size_t dropped_ = 0;     // those that have not in time
  std::vector<Connection*> by_rank_;
  uint32_t first_ = 0;
  size_t arrived_ = 0, processes_ = 0;
  bool done_ = false;
};

}  // namespace

Status Serve(Descriptor listener, const Id& id, const Environment& environment) {
  auto rendezvous = std::make_unique<Rendezvous>(std::move(listener), id, environment);
  try {
    std::thread([served = std::move(rendezvous)] {
      try {
        served->Run();
      } catch (const std::exception&) {  // no memory: the connections end, which ranks notice
      }
    }).detach();
  } catch (const std::system_error& error) {
    return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT, "cannot start a thread: {}",
                 error.what());
  }
  return {};
}

}  // namespace openaclnn::hccl
