// What the root of a communicator and its ranks say to each other. Numbers are little-endian, as
// those of every machine that this runs on.
#pragma once

#include <array>
#include <cstdint>

#include "hccl/bootstrap.h"

namespace openaclnn::hccl {

// The first bytes of a connection. Nothing of it is looked at before the magic number and the id
// are right.
struct Hello {
  static constexpr uint64_t kMagic = 0x314c43434861636f;  // "ocaHCCL1"

  uint64_t magic;
  Id id;
  Id process;  // the same for all ranks of a process, and for no other
  uint32_t version, ranks, rank, unused;
};
static_assert(sizeof(Hello) == 56);
inline constexpr uint32_t kProtocolVersion = 1;

// Messages after that; sockets.h has their form.
enum MessageType : uint32_t {
  // To ranks
  kWelcome = 1,  // the root knows the id
  kRefused,      // Refusal, then a sentence
  kPlaced,       // a uint32_t for each rank: its process
  // From the first rank of each process, and to it. Only these keep their connection.
  kAddresses,  // AddressField for each process: where this one listens for it; or: where it does
  kReady,      // connected with all
  kGo,         // all are; a uint32_t: the process of the root
  kAborted,    // Refusal, then a sentence: the communicator has failed
  kLeft,       // Departure: a process has gone, as it should; it gets this back
  kGone,       // Departure: a process has ended
};

struct Refusal {
  int32_t code;   // HcclResult
  uint32_t kind;  // ErrorKind
};

struct Departure {
  uint64_t operations;  // that it has done
  uint32_t process, unused;
};

struct AddressField {
  uint32_t size;
  std::array<char, 252> bytes;
};
static_assert(sizeof(AddressField) == 256);

inline constexpr size_t kMostText = 1024;  // of a sentence

}  // namespace openaclnn::hccl
