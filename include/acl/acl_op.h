// Operators by their names, the API before aclnn: their attributes. Few operators can be run this
// way (acl_op_compiler.h). What frameworks call of it is here and there.
#ifndef OPENACLNN_ACL_ACL_OP_H_
#define OPENACLNN_ACL_ACL_OP_H_

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

// A set of named attributes; a handle like those of acl_base_rt.h.
typedef struct aclopAttr aclopAttr;

typedef enum aclEngineType { ACL_ENGINE_SYS, ACL_ENGINE_AICORE, ACL_ENGINE_VECTOR } aclopEngineType;

// Names the folder of compiled single-operator models. Accepted and not used: every operator is
// built in. modelDir: not null, else 100000; not read and not kept.
ACL_FUNC_VISIBILITY aclError aclopSetModelDir(const char* modelDir);

// An empty set of attributes; null if there is no memory. Destroy it with aclopDestroyAttr.
ACL_FUNC_VISIBILITY aclopAttr* aclopCreateAttr(void);
ACL_FUNC_VISIBILITY void aclopDestroyAttr(const aclopAttr* attr);

// Set an attribute, in place of one that has the name already. attrName and values are copied.
// numValues, numLists: not negative. values may be null where there are none. Return 100000 if attr
// is not live, if another pointer is null, or for a negative number.
ACL_FUNC_VISIBILITY aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName,
                                              uint8_t attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName,
                                             int64_t attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName,
                                               float attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrString(aclopAttr* attr, const char* attrName,
                                                const char* attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName,
                                                  aclDataType attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName,
                                                  int numValues, const uint8_t* values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName,
                                                 int numValues, const int64_t* values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName,
                                                   int numValues, const float* values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName,
                                                     int numLists, const int* numValues,
                                                     const int64_t* const values[]);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_OP_H_
