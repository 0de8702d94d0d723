// An event is destroyed while a stream waits for it.
//
// OPENACLNN_CHECK=lifetime reports: EZ3006 event-in-use
// with: it is the event of aclrtStreamWaitEvent on stream
#include "program.h"

int main() {
  const aclrtStream upload = Start();
  aclrtStream compute = nullptr;
  aclrtCreateStream(&compute);
  aclrtEvent uploaded = nullptr;
  aclrtCreateEvent(&uploaded);
  aclrtRecordEvent(uploaded, upload);
  aclrtStreamWaitEvent(compute, uploaded);
  aclrtDestroyEvent(uploaded);  // the mistake: before aclrtSynchronizeStream(compute)
  aclrtSynchronizeStream(compute);
  aclrtDestroyStream(compute);
  Finish(upload);
}
