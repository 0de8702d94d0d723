// How the processes of a communicator move bytes to each other. A process has one transport for
// each communicator, which all its ranks share. mesh.h has the one over gloo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hccl/call.h"
#include "hccl/failure.h"

namespace openaclnn::hccl {

// Bytes of one process for another one. Those that the sender and the receiver give the same index
// are the same piece; they agree on its size.
struct Piece {
  uint32_t process;
  uint32_t index;
  std::byte* data;  // only read where it is sent
  size_t bytes;
};

// Which pieces meet: those of one step of one operation.
struct Step {
  uint64_t sequence;  // of the operation
  uint32_t number;    // of the step, below 16
};

class Transport {
 public:
  virtual ~Transport() = default;

  // Sends and receives; returns when all is done. May be called by several threads, with different
  // steps.
  virtual std::optional<Failure> Exchange(Step step, std::span<const Piece> sends,
                                          std::span<const Piece> receives, Deadline deadline) = 0;
  // The same bytes from one process to all.
  virtual std::optional<Failure> Broadcast(Step step, uint32_t root, std::byte* data, size_t bytes,
                                           Deadline deadline) = 0;

  // A transfer between two ranks, of which one is here: both have told each other what they mean
  // (header, kHeaderBytes) before the data move. The n-th of these two ranks in this direction.
  struct Peer {
    uint32_t process, source, target;  // the last two: ranks
    uint64_t number;
  };
  static constexpr size_t kHeaderBytes = 64;
  struct Message {
    Peer peer;
    bool sends;
    std::byte header[kHeaderBytes];        // of this side
    std::byte their_header[kHeaderBytes];  // of the other one, once it is there
    std::byte* data;
    size_t bytes;
  };
  // Starts all, so that none waits for another. `agree` is called when their header has come, and
  // says whether the data may move.
  class Agree {
   public:
    virtual ~Agree() = default;
    virtual std::optional<Failure> Check(const Message& message) = 0;
  };
  virtual std::optional<Failure> Transfer(std::span<Message> messages, Agree& agree,
                                          Deadline deadline) = 0;

  // Tells the other processes why this one gives up, and wakes what waits here.
  virtual void Abort(const Failure& failure) = 0;
  // This process has done `operations` collectives and goes. The transport ends by itself when the
  // others have gone too.
  virtual void Leave(uint64_t operations) = 0;
};

}  // namespace openaclnn::hccl
