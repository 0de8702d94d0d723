// The mark of exported functions that the vendor's own operator headers use, for programs that
// bring such headers.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UTIL_H_
#define OPENACLNN_ACLNNOP_ACLNN_UTIL_H_

#if defined(__GNUC__)
#define ACLNN_API __attribute__((visibility("default")))
#else
#define ACLNN_API
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UTIL_H_
