/* A C program's use of the runtime. It is only compiled: its value is that it does. */
#include <stdio.h>

#include "acl/acl.h"

static void Notify(void* done) { *(bool*)done = true; }

int UseRuntime(void);

int UseRuntime(void) {
  aclrtStream stream = NULL;
  aclrtEvent event = NULL;
  void* memory = NULL;
  bool done = false;
  aclError (*release)(void*) = aclrtFree;
  if (aclInit(NULL) != ACL_SUCCESS) {
    const char* message = aclGetRecentErrMsg();
    printf("%s\n", message != NULL ? message : "");
    return ACL_ERROR_FAILURE;
  }
  if (aclrtSetDevice(0) != ACL_ERROR_NONE || aclrtCreateStream(&stream) != 0 ||
      aclrtCreateEventWithFlag(&event, ACL_EVENT_TIME_LINE) != 0 ||
      aclrtMalloc(&memory, aclDataTypeSize(ACL_FLOAT), ACL_MEM_MALLOC_HUGE_FIRST) != 0 ||
      aclrtLaunchHostFunc(stream, Notify, &done) != 0 || aclrtRecordEvent(event, stream) != 0 ||
      aclrtSynchronizeStream(stream) == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT) {
    return 1;
  }
  return release(memory);
}
