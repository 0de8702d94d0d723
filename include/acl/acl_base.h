// Types, codes and conversions that every other header builds on.
#ifndef OPENACLNN_ACL_ACL_BASE_H_
#define OPENACLNN_ACL_ACL_BASE_H_

#include "acl_base_mdl.h"
#include "acl_base_rt.h"
#include "error_codes/ge_error_codes.h"
#include "error_codes/rt_error_codes.h"

#endif  // OPENACLNN_ACL_ACL_BASE_H_
