#include "runtime/fork.h"

#include <pthread.h>

#include "acl/acl_base.h"

namespace openaclnn {

bool is_forked_child = false;

Status ForkedChildError() {
  return Error(ErrorKind::kForked, ACL_ERROR_UNINITIALIZE,
               "this process was forked from one that uses the device, which a child cannot share; "
               "fork before the first aclrtSetDevice, or start a new program (exec, spawn)");
}

void RefuseDeviceToChildren() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { is_forked_child = true; });
  (void)registered;  // no memory for the handler: then children are not told
}

}  // namespace openaclnn
