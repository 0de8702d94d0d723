// Types of model inference would be declared here; this project has none. The header exists because
// programs may include it.
#ifndef OPENACLNN_ACL_ACL_BASE_MDL_H_
#define OPENACLNN_ACL_ACL_BASE_MDL_H_

#include "acl_base_rt.h"

#endif  // OPENACLNN_ACL_ACL_BASE_MDL_H_
