// No mistake: the program asks until the stream, or the event, is done.
//
// OPENACLNN_CHECK=order,lifetime reports: nothing
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  aclrtEvent copied = nullptr;
  aclrtCreateEvent(&copied);
  void* const device = Malloc(32);
  void* host = nullptr;
  aclrtMallocHost(&host, 32);
  float sum = 0;
  for (int step = 0; step < 3; ++step) {
    aclrtMemcpyAsync(host, 32, device, 32, ACL_MEMCPY_DEVICE_TO_HOST, stream);
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    while (status != ACL_STREAM_STATUS_COMPLETE) aclrtStreamQuery(stream, &status);
    sum += *static_cast<float*>(host);
    aclrtMemcpyAsync(host, 32, device, 32, ACL_MEMCPY_DEVICE_TO_HOST, stream);
    aclrtRecordEvent(copied, stream);
    aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    while (recorded != ACL_EVENT_RECORDED_STATUS_COMPLETE) {
      aclrtQueryEventStatus(copied, &recorded);
    }
    sum += *static_cast<float*>(host);
  }
  aclrtDestroyEvent(copied);
  aclrtFreeHost(host);
  aclrtFree(device);
  Finish(stream);
  return sum == 0 ? 0 : 1;
}
