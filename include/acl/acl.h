// Everything of the runtime: what most programs include.
#ifndef OPENACLNN_ACL_ACL_H_
#define OPENACLNN_ACL_ACL_H_

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#endif  // OPENACLNN_ACL_ACL_H_
