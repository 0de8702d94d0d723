// Transfers between two ranks: in this process whoever comes second copies.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "fmt/format.h"
#include "hccl/group.h"

namespace openaclnn::hccl {
namespace {

std::optional<Failure> Compare(uint32_t source, HcclDataType sent, uint64_t sent_count,
                               uint32_t target, HcclDataType expected, uint64_t expected_count) {
  if (sent == expected && sent_count == expected_count) return std::nullopt;
  return Failure{ErrorKind::kRanksDiffer, HCCL_E_REMOTE,
                 fmt::format("rank {} sends {} {}, rank {} expects {} {}", source, sent_count,
                             DtypeText(sent), target, expected_count, DtypeText(expected))};
}

// How the two sides of a transfer to another process describe it; the rest of kHeaderBytes is 0.
struct TransferHeader {
  uint64_t magic;
  uint64_t count;
  uint32_t dtype, sends;
};
constexpr uint64_t kMagic = 0x52434c4353454e44;
static_assert(sizeof(TransferHeader) <= Transport::kHeaderBytes);

class AgreeOnTransfer final : public Transport::Agree {
 public:
  std::optional<Failure> Check(const Transport::Message& message) override {
    TransferHeader mine, theirs;
    std::memcpy(&mine, message.header, sizeof(mine));
    std::memcpy(&theirs, message.their_header, sizeof(theirs));
    const TransferHeader& sent = message.sends ? mine : theirs;
    const TransferHeader& expected = message.sends ? theirs : mine;
    if (theirs.magic != kMagic || sent.sends != 1 || expected.sends != 0) {
      return Failure{ErrorKind::kPeerLost, HCCL_E_REMOTE,
                     fmt::format("rank {} sent something that is no transfer",
                                 message.sends ? message.peer.target : message.peer.source)};
    }
    return Compare(message.peer.source, static_cast<HcclDataType>(sent.dtype), sent.count,
                   message.peer.target, static_cast<HcclDataType>(expected.dtype), expected.count);
  }
};

}  // namespace

// Guarded by the group's mutex, except for what is copied while busy.
struct Group::Mail {
  const RankTransfer* send = nullptr;
  const RankTransfer* receive = nullptr;
  bool busy = false, done = false;
};

std::optional<Failure> Group::WaitForMail(std::unique_lock<std::mutex>& lock, const Mail& mail,
                                          uint32_t peer, Deadline deadline) {
  while (!mail.done) {
    if (mail.busy) {
      mail_changed_.wait(lock);
      continue;
    }
    if (failure_) return failure_;
    if (left_[peer]) {
      return Failure{ErrorKind::kPeerLost, HCCL_E_REMOTE,
                     fmt::format("rank {} has left (HcclCommDestroy)", peer)};
    }
    if (!deadline) {
      mail_changed_.wait(lock);
    } else if (std::chrono::steady_clock::now() >= *deadline) {
      return Failure{ErrorKind::kPeerTimeout, HCCL_E_TIMEOUT,
                     fmt::format("rank {} has not come", peer)};
    } else {
      mail_changed_.wait_until(lock, *deadline);
    }
  }
  return std::nullopt;
}

std::optional<Failure> Group::Deliver(std::unique_lock<std::mutex>& lock, const MailKey& key,
                                      Mail& mail) {
  const RankTransfer &send = *mail.send, &receive = *mail.receive;
  if (auto failure = Compare(std::get<0>(key), send.dtype, send.count, std::get<1>(key),
                             receive.dtype, receive.count)) {
    return failure;
  }
  mail.busy = true;
  lock.unlock();
  if (receive.data != send.data) {
    std::memmove(receive.data, send.data, send.count * BytesOf(send.dtype));
  }
  lock.lock();
  mail.done = true;
  mail_changed_.notify_all();
  return std::nullopt;
}

std::optional<Failure> Group::TransferHere(uint32_t rank, std::span<const RankTransfer> transfers,
                                           Deadline deadline) {
  struct Posted {
    MailKey key;
    uint32_t peer;
    std::shared_ptr<Mail> mail;
  };
  std::vector<Posted> posted;
  std::unique_lock lock(mutex_);
  std::optional<Failure> failure = failure_;
  for (const RankTransfer& transfer : transfers) {
    if (failure) break;
    if (!IsHere(transfer.peer)) continue;
    const MailKey key = transfer.sends ? MailKey(rank, transfer.peer, transfer.number)
                                       : MailKey(transfer.peer, rank, transfer.number);
    std::shared_ptr<Mail>& slot = mails_[key];
    const bool second = slot != nullptr;
    if (!second) slot = std::make_shared<Mail>();
    const std::shared_ptr<Mail> mail = slot;
    (transfer.sends ? mail->send : mail->receive) = &transfer;
    if (second) {
      mails_.erase(key);
      failure = Deliver(lock, key, *mail);
    } else {
      posted.push_back({key, transfer.peer, mail});
    }
  }
  for (const Posted& post : posted) {
    if (failure) break;
    failure = WaitForMail(lock, *post.mail, post.peer, deadline);
  }
  if (!failure) return std::nullopt;
  for (const Posted& post : posted) {  // nobody may use what was posted when this returns
    mail_changed_.wait(lock, [&] { return !post.mail->busy || post.mail->done; });
    if (!post.mail->done) mails_.erase(post.key);
  }
  return failure;
}

std::optional<Failure> Group::Transfer(uint32_t rank, std::span<const RankTransfer> transfers,
                                       Deadline deadline) {
  std::vector<Transport::Message> messages;
  for (const RankTransfer& transfer : transfers) {
    if (IsHere(transfer.peer)) continue;
    Transport::Message& message = messages.emplace_back();
    message.peer = {placement_.process_of[transfer.peer], transfer.sends ? rank : transfer.peer,
                    transfer.sends ? transfer.peer : rank, transfer.number};
    message.sends = transfer.sends;
    const TransferHeader header{kMagic, transfer.count, static_cast<uint32_t>(transfer.dtype),
                                transfer.sends ? 1u : 0u};
    std::memset(message.header, 0, sizeof(message.header));
    std::memcpy(message.header, &header, sizeof(header));
    message.data = transfer.data;
    message.bytes = transfer.count * BytesOf(transfer.dtype);
  }
  // Posts of both kinds must be there before either waits: those of this process are, if there are
  // both kinds, made by a thread of their own.
  std::optional<Failure> failure;
  if (messages.size() == transfers.size()) {
    AgreeOnTransfer agree;
    failure = transport_->Transfer(messages, agree, deadline);
  } else if (messages.empty()) {
    failure = TransferHere(rank, transfers, deadline);
  } else {
    std::optional<Failure> other;
    {
      const std::jthread remote([&] {
        AgreeOnTransfer agree;
        other = transport_->Transfer(messages, agree, deadline);
        if (other) Fail(*other);
      });
      failure = TransferHere(rank, transfers, deadline);
      if (failure) Fail(*failure);
    }
    if (!failure) failure = other;
  }
  if (failure) Fail(*failure);
  return failure;
}

}  // namespace openaclnn::hccl
