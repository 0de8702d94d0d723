// An event is made for every step, and a stream is left behind.
//
// OPENACLNN_CHECK=lifetime reports: EZ3005 leak, EZ3005 leak
// with: 5 x aclrtEvent
// with: 1 x aclrtStream
#include "program.h"

int main() {
  const aclrtStream stream = Start();
  for (int step = 0; step < 5; ++step) {
    aclrtEvent event = nullptr;
    aclrtCreateEvent(&event);  // the mistake
    aclrtRecordEvent(event, stream);
  }
  aclrtSynchronizeStream(stream);
  aclFinalize();  // the mistake: without aclrtDestroyStream
}
