#include "hccl/mesh.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "fmt/format.h"
#include "gloo/broadcast.h"
#include "gloo/transport/tcp/device.h"
#include "gloo/transport/unbound_buffer.h"
#include "hccl/interfaces.h"
#include "hccl/mesh_context.h"
#include "hccl/pipe_signal.h"
#include "hccl/protocol.h"

namespace openaclnn::hccl {
namespace {

using Clock = std::chrono::steady_clock;
using Buffer = std::unique_ptr<gloo::transport::UnboundBuffer>;

// How gloo names what is on its way from one process to another. The first byte keeps them apart,
// and from those of gloo's own collectives.
enum SlotPrefix : uint64_t {
  kPiece = 0x80,
  kHeaderOfSender = 0x81,
  kHeaderOfReceiver = 0x82,
  kData = 0x83,
  kNobodySends = 0x84,
};
uint64_t SlotOf(Step step, uint32_t index) {
  return kPiece << 56 | (step.sequence & 0xfffffffffu) << 20 | uint64_t{step.number & 0xfu} << 16 |
         (index & 0xffffu);
}
uint64_t SlotOf(SlotPrefix prefix, const Transport::Peer& peer) {
  return prefix << 56 | uint64_t{peer.source & 0x3fffu} << 42 |
         uint64_t{peer.target & 0x3fffu} << 28 | (peer.number & 0xfffffffu);
}
// Both sides of a transfer send a header.
uint64_t HeaderSlot(const Transport::Peer& peer, bool of_sender) {
  return SlotOf(of_sender ? kHeaderOfSender : kHeaderOfReceiver, peer);
}

class Mesh final : public Transport, public std::enable_shared_from_this<Mesh> {
 public:
  Mesh(std::shared_ptr<MeshContext> context, Descriptor link, std::string come,
       const std::shared_ptr<Group>& group, uint32_t root_process)
      : context_(std::move(context)),
        link_(std::move(link)),
        wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        come_(std::move(come)),
        group_(group),
        placement_(group->placement()),
        root_process_(root_process),
        gone_(placement_.processes()) {
    gone_[placement_.here] = true;
  }

  // The thread that listens to the root keeps the mesh alive until all have gone.
  void Start() {
    std::thread([self = shared_from_this()] {
      const NoPipeSignal no_signal;
      try {
        self->Listen();
      } catch (const std::exception& error) {
        self->Stop({ErrorKind::kInternal, HCCL_E_REMOTE, error.what()}, Tell::kNobody);
      }
    }).detach();
  }

  std::optional<Failure> Exchange(Step step, std::span<const Piece> sends,
                                  std::span<const Piece> receives, Deadline deadline) override {
    return Guarded([&] {
      std::vector<std::pair<Buffer, uint32_t>> receiving, sending;
      receiving.reserve(receives.size());
      sending.reserve(sends.size());
      for (const Piece& piece : receives) {
        if (piece.bytes == 0) continue;
        Buffer buffer = context_->createUnboundBuffer(piece.data, piece.bytes);
        buffer->recv(static_cast<int>(piece.process), SlotOf(step, piece.index));
        receiving.emplace_back(std::move(buffer), piece.process);
      }
      // Each process begins with the one behind it, so that not all send to the same one at once.
      for (uint32_t turn = 1; turn < placement_.processes(); ++turn) {
        const uint32_t process = (placement_.here + turn) % placement_.processes();
        for (const Piece& piece : sends) {
          if (piece.process != process || piece.bytes == 0) continue;
          Buffer buffer = context_->createUnboundBuffer(piece.data, piece.bytes);
          buffer->send(static_cast<int>(piece.process), SlotOf(step, piece.index));
          sending.emplace_back(std::move(buffer), piece.process);
        }
      }
      for (auto& [buffer, process] : receiving) {
        const Wait wait(*this, process, step.sequence, deadline);
        buffer->waitRecv(kForEver);
      }
      for (auto& [buffer, process] : sending) {
        const Wait wait(*this, process, step.sequence, deadline);
        buffer->waitSend(kForEver);
      }
    });
  }

  std::optional<Failure> Broadcast(Step step, uint32_t root, std::byte* data, size_t bytes,
                                   Deadline deadline) override {
    return Guarded([&] {
      const Wait wait(*this, root, step.sequence, deadline);
      gloo::BroadcastOptions options(context_);
      options.setRoot(static_cast<int>(root));
      options.setTag(static_cast<uint32_t>(step.sequence));
      options.setOutput(reinterpret_cast<char*>(data), bytes);
      options.setTimeout(kForEver);
      gloo::broadcast(options);
    });
  }

  std::optional<Failure> Transfer(std::span<Message> messages, Agree& agree,
                                  Deadline deadline) override {
    std::optional<Failure> differ;
    auto failure = Guarded([&] {
      std::vector<Buffer> mine, theirs, data;
      for (Message& message : messages) {
        const auto process = static_cast<int>(message.peer.process);
        theirs.push_back(context_->createUnboundBuffer(message.their_header, kHeaderBytes));
        theirs.back()->recv(process, HeaderSlot(message.peer, !message.sends));
        mine.push_back(context_->createUnboundBuffer(message.header, kHeaderBytes));
        mine.back()->send(process, HeaderSlot(message.peer, message.sends));
      }
      for (size_t i = 0; i < messages.size(); ++i) {
        Message& message = messages[i];
        const auto process = static_cast<int>(message.peer.process);
        {
          const Wait wait(*this, message.peer.process, kTransferSequence, deadline);
          theirs[i]->waitRecv(kForEver);
        }
        differ = agree.Check(message);
        if (differ) return;
        data.push_back(context_->createUnboundBuffer(message.data, message.bytes));
        const uint64_t slot = SlotOf(kData, message.peer);
        if (message.sends) {
          data.back()->send(process, slot);
        } else {
          data.back()->recv(process, slot);
        }
      }
      for (size_t i = 0; i < messages.size(); ++i) {
        const Wait wait(*this, messages[i].peer.process, kDataSequence, deadline);
        mine[i]->waitSend(kForEver);
        if (messages[i].sends) {
          data[i]->waitSend(kForEver);
        } else {
          data[i]->waitRecv(kForEver);
        }
      }
    });
    return differ ? differ : failure;
  }

  void Abort(const Failure& failure) override { Stop(failure, Tell::kOthers); }

  // Waits for the root to have told the others, as this process may be the root's and end now.
  void Leave(uint64_t operations) override {
    const Departure departure{operations, placement_.here, 0};
    Say(kLeft, {reinterpret_cast<const char*>(&departure), sizeof(departure)});
    std::unique_lock lock(mutex_);
    leaving_ = true;
    Wake();
    constexpr auto kPatience = std::chrono::seconds(1);
    news_.wait_for(lock, kPatience, [this] { return told_ || failure_ || lost_; });
  }

 private:
  enum class Tell { kOthers, kNobody };
  // The sequence of waits for transfers, whose end no process announces.
  static constexpr uint64_t kTransferSequence = ~uint64_t{0}, kDataSequence = kTransferSequence - 1;

  // What a thread is waiting for, while it does.
  struct Waiting {
    uint32_t process;
    uint64_t sequence;
    Deadline deadline;
  };
  class Wait {
   public:
    Wait(Mesh& mesh, uint32_t process, uint64_t sequence, Deadline deadline) : mesh_(mesh) {
      bool sooner = false;
      {
        const std::lock_guard lock(mesh.mutex_);
        if (mesh.failure_) throw Stopped();
        at_ = mesh.waiting_.insert(mesh.waiting_.end(), {process, sequence, deadline});
        if (mesh.gone_[process]) mesh.HasLeft(*at_);
        sooner = deadline_of(*at_) < mesh.next_look_;
      }
      if (sooner) mesh.Wake();
    }
    ~Wait() {
      const std::lock_guard lock(mesh_.mutex_);
      mesh_.waiting_.erase(at_);
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    static Clock::time_point deadline_of(const Waiting& waiting) {
      return waiting.deadline.value_or(Clock::time_point::max());
    }
    Mesh& mesh_;
    std::list<Waiting>::iterator at_;
  };
  struct Stopped {};

  // gloo throws when a connection breaks or is broken off by Stop.
  template <class Body>
  std::optional<Failure> Guarded(Body body) {
    std::string what;
    const NoPipeSignal no_signal;
    try {
      body();
      return std::nullopt;
    } catch (const Stopped&) {
    } catch (const std::bad_alloc&) {
      what = "no memory is left";
    } catch (const std::exception& error) {
      what = error.what();
    }
    // The root is about to say which process it was.
    std::unique_lock lock(mutex_);
    constexpr auto kNews = std::chrono::milliseconds(300);
    news_.wait_for(lock, kNews, [this] { return failure_ || lost_; });
    if (failure_) return failure_;
    if (lost_) return lost_;
    return Failure{ErrorKind::kPeerLost, HCCL_E_REMOTE,
                   fmt::format("a connection to another rank broke: {}", what)};
  }

  std::string RanksOf(uint32_t process) const { return RankList(placement_.ranks[process]); }

  // A process has gone as it should; mutex_ is held. Its last data may still be on their way: what
  // waits for more than it has sent gives up.
  void HasLeft(Waiting& waiting) const {
    constexpr auto kLastData = std::chrono::seconds(1);
    const bool never = waiting.sequence == kTransferSequence ||
                       (waiting.sequence < kDataSequence && waiting.sequence >= left_after_);
    if (!never) return;
    const auto soon =
        waiting.sequence == kTransferSequence ? Clock::now() + kLastData : Clock::now();
    if (!waiting.deadline || *waiting.deadline > soon) waiting.deadline = soon;
  }

  // Listens to the root, and sees to deadlines.
  void Listen() {
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        if (leaving_ && std::ranges::all_of(gone_, [](bool gone) { return gone; })) break;
      }
      pollfd entries[2] = {{wake_.get(), POLLIN, 0}, {link_.get(), POLLIN, 0}};
      poll(entries, link_lost_ ? 1 : 2, PollTime(NextDeadline()));
      uint64_t count = 0;
      if (entries[0].revents != 0) (void)!read(wake_.get(), &count, sizeof(count));
      if (!link_lost_ && entries[1].revents != 0) Hear();
      Expire();
      const std::lock_guard lock(mutex_);
      if (link_lost_ && leaving_) break;
    }
    Break();
  }

  Deadline NextDeadline() {
    const std::lock_guard lock(mutex_);
    Deadline next = leaving_ ? std::nullopt : lost_until_;
    for (const Waiting& waiting : waiting_) {
      if (waiting.deadline && (!next || *waiting.deadline < *next)) next = waiting.deadline;
    }
    if (failure_) next.reset();  // all waits are being woken
    next_look_ = next.value_or(Clock::time_point::max());
    return next;
  }

  void Expire() {
    std::optional<Failure> failure;
    {
      const std::lock_guard lock(mutex_);
      const auto now = Clock::now();
      if (lost_until_ && now >= *lost_until_ && !leaving_) failure = lost_;
      for (const Waiting& waiting : waiting_) {
        if (failure) break;
        if (!waiting.deadline || *waiting.deadline > now) continue;
        const std::string ranks = RanksOf(waiting.process);
        const bool one = placement_.ranks[waiting.process].size() == 1;
        if (gone_[waiting.process]) {
          failure =
              Failure{ErrorKind::kPeerLost, HCCL_E_REMOTE,
                      fmt::format("{} {} left (HcclCommDestroy)", ranks, one ? "has" : "have")};
        } else {
          failure = Failure{ErrorKind::kPeerTimeout, HCCL_E_TIMEOUT,
                            fmt::format("{} {} not come", ranks, one ? "has" : "have")};
        }
        break;
      }
    }
    if (failure) Stop(*failure, Tell::kOthers);
  }

  void Hear() {
    bool good = ReadSome(link_, come_);
    bool well_formed = true;
    while (auto message = TakeMessage(come_, 2 * kMostText, well_formed)) Handle(*message);
    good = good && well_formed;
    if (good) return;
    link_lost_ = true;
    {
      const std::lock_guard lock(mutex_);
      told_ = true;  // nobody is left to do it
      news_.notify_all();
      if (root_process_ < gone_.size() && gone_[root_process_]) return;  // it has left before
    }
    Lose(root_process_ < gone_.size()
             ? RanksOf(root_process_) + Ended(root_process_)
             : "the process that made the root info has ended, or cannot be reached any more");
  }

  std::string Ended(uint32_t process) const {
    const bool one = placement_.ranks[process].size() == 1;
    return fmt::format(" {} gone: the process has ended, or its connection broke",
                       one ? "is" : "are");
  }

  // A process has ended without leaving. What waits for it hears from gloo at once; others may yet
  // finish, so that a program needs not destroy its communicators before it ends.
  void Lose(std::string text) {
    constexpr auto kLastData = std::chrono::milliseconds(500);
    const std::lock_guard lock(mutex_);
    if (!lost_) {
      lost_ = Failure{ErrorKind::kPeerLost, HCCL_E_REMOTE, std::move(text)};
      lost_until_ = Clock::now() + kLastData;
    }
    news_.notify_all();
  }

  void Handle(const openaclnn::hccl::Message& message) {
    if (message.type == kAborted && message.bytes.size() >= sizeof(Refusal)) {
      Refusal refusal;
      std::memcpy(&refusal, message.bytes.data(), sizeof(refusal));
      const bool timeout = refusal.code == HCCL_E_TIMEOUT;
      const bool known = refusal.kind <= static_cast<uint32_t>(ErrorKind::kNoCommunicator);
      Stop({known ? static_cast<ErrorKind>(refusal.kind) : ErrorKind::kPeerLost,
            timeout ? HCCL_E_TIMEOUT : HCCL_E_REMOTE, message.bytes.substr(sizeof(refusal))},
           Tell::kNobody);
      return;
    }
    Departure departure;
    if (message.bytes.size() != sizeof(departure)) return;
    std::memcpy(&departure, message.bytes.data(), sizeof(departure));
    if (departure.process >= gone_.size()) return;
    if (message.type == kGone) {
      {
        const std::lock_guard lock(mutex_);
        gone_[departure.process] = true;
      }
      Lose(RanksOf(departure.process) + Ended(departure.process));
    } else if (message.type == kLeft && departure.process == placement_.here) {
      const std::lock_guard lock(mutex_);
      told_ = true;
      news_.notify_all();
    } else if (message.type == kLeft) {
      {
        const std::lock_guard lock(mutex_);
        gone_[departure.process] = true;
        left_after_ = std::min(left_after_, departure.operations);
        for (Waiting& waiting : waiting_) {
          if (waiting.process == departure.process) HasLeft(waiting);
        }
      }
      if (const auto group = group_.lock()) {
        group->ProcessHasLeft(departure.process, departure.operations);
      }
    }
  }

  // The end of all operations, once. gloo wakes those who wait.
  void Stop(const Failure& failure, Tell tell) {
    {
      const std::lock_guard lock(mutex_);
      if (failure_) return;
      failure_ = failure;
      news_.notify_all();
    }
    if (tell == Tell::kOthers) {
      const Refusal refusal{failure.async_error, static_cast<uint32_t>(failure.kind)};
      Say(kAborted, std::string(reinterpret_cast<const char*>(&refusal), sizeof(refusal)) +
                        failure.text.substr(0, kMostText));
    }
    Break();
    if (const auto group = group_.lock()) group->FailHere(failure);
  }

  void Break() {
    const NoPipeSignal no_signal;
    context_->BreakOff(uint64_t{kNobodySends} << 56);
  }

  void Say(uint32_t type, std::string_view bytes) {
    const std::lock_guard lock(say_);
    WriteAll(link_, Encode(type, bytes), Clock::now() + std::chrono::seconds(1));
  }

  void Wake() {
    const uint64_t one = 1;
    (void)!write(wake_.get(), &one, sizeof(one));
  }

  const std::shared_ptr<MeshContext> context_;
  const Descriptor link_;  // to the root
  const Descriptor wake_;
  std::string come_;        // of the listening thread
  bool link_lost_ = false;  // the same
  const std::weak_ptr<Group> group_;
  const Placement placement_;
  const uint32_t root_process_;  // where the root is; none: in no rank's process

  std::mutex mutex_;
  std::condition_variable news_;    // of what follows
  std::optional<Failure> failure_;  // the end
  std::optional<Failure> lost_;     // what will be, from `lost_until_` on
  Deadline lost_until_;
  bool told_ = false;  // the others know that this process leaves
  std::list<Waiting> waiting_;
  Clock::time_point next_look_ = Clock::time_point::max();
  std::vector<bool> gone_;              // each process: has left, or ended; this one counts
  uint64_t left_after_ = ~uint64_t{0};  // the fewest operations that one which left has done
  bool leaving_ = false;
  std::mutex say_;
};

Status Lost(uint32_t rank, bool late) {
  return Error(late ? ErrorKind::kConnect : ErrorKind::kPeerLost,
               late ? HCCL_E_TIMEOUT : HCCL_E_REMOTE,
               "comm: rank {} {} while the processes were "
               "being connected",
               rank, late ? "ran out of time" : "lost the root");
}

Status Connect(const Environment& environment, const Id& /*id*/, Descriptor link, std::string come,
               Clock::time_point end, const std::shared_ptr<Group>& group) {
  const Placement& placement = group->placement();
  const uint32_t rank = placement.ranks[placement.here][0];
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
  // Other processes reach this one as the root does, unless the environment says otherwise.
  std::string host = OwnAddressOf(link).Host();
  if (!environment.ip.empty() || !environment.interface.empty()) {
    OPENACLNN_RETURN_IF_ERROR(ChooseHost(environment, host));
  }
  gloo::transport::tcp::attr attributes;
  attributes.hostname = host;
  const auto context = std::make_shared<MeshContext>(placement.here, placement.processes());
  // gloo waits five times as long for a connection.
  const std::string addresses = context->Open(gloo::transport::tcp::CreateDevice(attributes),
                                              std::max(rest / 5, std::chrono::milliseconds(1)));
  if (!WriteAll(link, Encode(kAddresses, addresses), end)) return Lost(rank, false);
  bool late = false;
  const size_t most = std::max(addresses.size(), 2 * kMostText);
  const auto expect = [&](uint32_t type, std::string& bytes) -> Status {
    const auto message = ReadMessage(link, come, most, end, late);
    if (message && message->type == kRefused && message->bytes.size() >= sizeof(Refusal)) {
      Refusal refusal;
      std::memcpy(&refusal, message->bytes.data(), sizeof(refusal));
      return Error(refusal.code == HCCL_E_TIMEOUT ? ErrorKind::kConnect : ErrorKind::kPeerLost,
                   refusal.code, "comm: {}", message->bytes.substr(sizeof(refusal)));
    }
    if (!message || message->type != type) return Lost(rank, late);
    bytes = message->bytes;
    return {};
  };
  std::string fields, go;
  OPENACLNN_RETURN_IF_ERROR(expect(kAddresses, fields));
  if (fields.size() != addresses.size()) return Lost(rank, false);
  context->Connect(fields);
  if (!WriteAll(link, Encode(kReady, ""), end)) return Lost(rank, false);
  OPENACLNN_RETURN_IF_ERROR(expect(kGo, go));
  uint32_t root_process = ~uint32_t{0};
  if (go.size() == sizeof(root_process)) std::memcpy(&root_process, go.data(), go.size());
  const auto mesh =
      std::make_shared<Mesh>(context, std::move(link), std::move(come), group, root_process);
  mesh->Start();
  group->set_transport(mesh);
  return {};
}

}  // namespace

Status ConnectMesh(const Environment& environment, const Id& id, Descriptor link, std::string come,
                   Clock::time_point end, const std::shared_ptr<Group>& group) {
  const NoPipeSignal no_signal;
  try {
    return Connect(environment, id, std::move(link), std::move(come), end, group);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT,
                 "comm: rank {} cannot be connected with the other processes: {}",
                 group->local_ranks()[0], error.what());
  }
}

}  // namespace openaclnn::hccl

void openaclnn_hccl_connect_mesh(openaclnn::hccl::MeshArguments& arguments) {
  arguments.status =
      openaclnn::hccl::ConnectMesh(arguments.environment, arguments.id, std::move(arguments.link),
                                   std::move(arguments.come), arguments.end, arguments.group);
}
