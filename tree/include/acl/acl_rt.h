#include "aclnn/acl_meta.h"
