// The transport between processes: gloo's TCP connections, each process with each other. Over a
// connection to the root (rendezvous.h) they learn that one of them has failed, left or
// ended.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/status.h"
#include "hccl/bootstrap.h"
#include "hccl/group.h"
#include "hccl/sockets.h"

namespace openaclnn::hccl {

// Gives a group of several processes its transport. Called once in each process; blocks until all
// are connected. `link`: the connection to the root, `come`: what it has said already.
// Errors: 9, 11, 21.
Status ConnectMesh(const Environment& environment, const Id& id, Descriptor link, std::string come,
                   std::chrono::steady_clock::time_point end, const std::shared_ptr<Group>& group);

// How libhccl reaches the same in libhccl_gloo (mesh_library.cc).
struct MeshArguments {
  const Environment& environment;
  const Id& id;
  Descriptor link;
  std::string come;
  std::chrono::steady_clock::time_point end;
  const std::shared_ptr<Group>& group;
  Status& status;  // what ConnectMesh returns
};

}  // namespace openaclnn::hccl

extern "C" __attribute__((visibility("default"))) void openaclnn_hccl_connect_mesh(
    openaclnn::hccl::MeshArguments& arguments);
