// How ranks find each other: the root listens (rendezvous.h), every rank connects to it and says
// who it is, and learns which ranks live in which process. Ranks of one process share a Group;
// between processes there is a mesh of connections (mesh.h).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "hccl/environment.h"
#include "hccl/group.h"
#include "hccl/hccl_types.h"

namespace openaclnn::hccl {

using Id = std::array<unsigned char, 16>;

// The same for all threads of a process, and for no other process.
Id ProcessId();

// Where the root of a communicator is.
struct Root {
  Id id;  // random: tells communicators apart, and strangers from ranks
  std::string host;
  uint16_t first_port, last_port;  // the root is at one of these
};

// Begins to listen. Errors: 11.
Status Listen(const Environment& environment, Root& root);

void Pack(const Root& root, HcclRootInfo& info);
Status Unpack(const HcclRootInfo& info, Root& root);  // errors: 1

// Joins as one of `ranks`; blocks until all have. Errors: 1 the ranks disagree, 9 not in time, 11
// the root cannot be reached.
Status JoinGroup(const Environment& environment, const Root& root, uint32_t ranks, uint32_t rank,
                 std::shared_ptr<Group>& group);

// The ranks of one process alone.
std::shared_ptr<Group> MakeLocalGroup(uint32_t ranks);

}  // namespace openaclnn::hccl
