// Allocators that a program registers for the temporary memory of streams would be declared here.
// This project asks for none: operators take their temporary memory from the workspace argument.
#ifndef OPENACLNN_ACL_ACL_RT_ALLOCATOR_H_
#define OPENACLNN_ACL_ACL_RT_ALLOCATOR_H_

#include "acl_base.h"

#endif  // OPENACLNN_ACL_ACL_RT_ALLOCATOR_H_
