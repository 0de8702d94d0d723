// Model inference, which this project does not have. Older programs expect the calls of graph
// capture here; they are in acl_rt.h.
#ifndef OPENACLNN_ACL_ACL_MDL_H_
#define OPENACLNN_ACL_ACL_MDL_H_

#include "acl_base.h"
#include "acl_rt.h"

#endif  // OPENACLNN_ACL_ACL_MDL_H_
