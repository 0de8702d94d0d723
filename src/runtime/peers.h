// Which devices may copy to each other (aclrtDeviceEnablePeerAccess). Everything works without;
// checked mode asks.
#pragma once

#include <cstdint>

namespace openaclnn {

// Device numbers are in range.
void SetPeerAccess(int32_t device, int32_t peer, bool enabled);
// Whether one of the two has enabled it.
bool ArePeers(int32_t a, int32_t b);

}  // namespace openaclnn
