// Ranks that are threads of the test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/settings.h"
#include "hccl/hccl.h"

namespace openaclnn::hccl {

struct Rank {
  uint32_t rank, size;
  HcclComm comm;
  aclrtStream stream;
};

// Sixteen devices, and a chip with all dtypes, for its lifetime.
class ManyDevices {
 public:
  ManyDevices();
  ~ManyDevices();
  void SetChip(Chip chip);

 private:
  Settings before_;
};

// Runs body for each rank of a communicator, each in a thread with a device and a stream; all is
// synchronised, whose code has to be 0, and destroyed afterwards.
void RunRanks(uint32_t size, const std::function<void(const Rank&)>& body);
// The same without a communicator, nor a look at the end.
void RunThreads(uint32_t size, const std::function<void(uint32_t, aclrtStream)>& body);

std::string LastMessage();  // aclGetRecentErrMsg, "" for none

}  // namespace openaclnn::hccl
