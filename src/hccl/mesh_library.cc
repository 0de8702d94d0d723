// libhccl's own ConnectMesh: that of libhccl_gloo, which is loaded when it is first needed. PyTorch
// has another gloo within, of which the loader would take functions; RTLD_DEEPBIND keeps the two
// apart.

#include <dlfcn.h>

#include "hccl/mesh.h"

namespace openaclnn::hccl {

Status ConnectMesh(const Environment& environment, const Id& id, Descriptor link, std::string come,
                   std::chrono::steady_clock::time_point end, const std::shared_ptr<Group>& group) {
  using Connect = decltype(&openaclnn_hccl_connect_mesh);
  static void* const library =
      dlopen("libhccl_gloo.so", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND | RTLD_NODELETE);
  static const auto connect =
      library == nullptr ? nullptr
                         : reinterpret_cast<Connect>(dlsym(library, "openaclnn_hccl_connect_mesh"));
  if (connect == nullptr) {
    return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT,
                 "comm: libhccl_gloo.so, which connects processes, cannot be loaded from where "
                 "libhccl.so is");
  }
  Status status;
  MeshArguments arguments{environment, id, std::move(link), std::move(come), end, group, status};
  connect(arguments);
  return status;
}

}  // namespace openaclnn::hccl
