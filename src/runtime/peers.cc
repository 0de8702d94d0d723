#include "runtime/peers.h"

#include <array>
#include <atomic>

#include "base/settings.h"

namespace openaclnn {
namespace {

std::array<std::atomic<uint64_t>, kMostDevices> peers_of{};  // a bit for each peer

bool HasEnabled(int32_t device, int32_t peer) {
  return (peers_of.at(static_cast<size_t>(device)).load() >> peer & 1) != 0;
}

}  // namespace

void SetPeerAccess(int32_t device, int32_t peer, bool enabled) {
  std::atomic<uint64_t>& peers = peers_of.at(static_cast<size_t>(device));
  const uint64_t bit = uint64_t{1} << peer;
  if (enabled) {
    peers.fetch_or(bit);
  } else {
    peers.fetch_and(~bit);
  }
}

bool ArePeers(int32_t a, int32_t b) { return HasEnabled(a, b) || HasEnabled(b, a); }

}  // namespace openaclnn
