// Operations of ranks on GPUs. They are carried out on the host, which does not reach the GPUs'
// memory. So what a rank reads is copied to pinned memory of the host before the ranks meet. What
// it writes is copied to its place afterwards. Both happen in the order of its stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/status.h"
#include "device/device.h"
#include "device/queue.h"
#include "hccl/accesses.h"

namespace openaclnn::hccl {

// That of a rank. Pinning memory takes long, so the largest block so far is kept.
class PinnedMemory {
 public:
  struct Block {
    Device* device = nullptr;  // that gave it; all of them reach it
    size_t bytes = 0;
    Allocation allocation;
  };

  PinnedMemory() = default;
  ~PinnedMemory() { Free(kept_); }
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  Status Take(Device& device, size_t bytes, Block& block);
  void GiveBack(Block block);

 private:
  static void Free(const Block& block);

  std::mutex mutex_;
  Block kept_;
};

// The staging of one operation, in the thread of its stream.
class Staging {
 public:
  Staging(PinnedMemory& memory, Queue& queue, std::vector<Access> accesses);
  ~Staging() { memory_.GiveBack(block_); }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // Waits for all that was on the stream before; what is read is staged then.
  Status Fetch();
  // What is written lies in its place then.
  Status Return();

  // After Fetch: the same operation on what is staged.
  Call Staged(const Call& call, uint32_t rank) const;
  std::vector<RankTransfer> Staged(const std::vector<RankTransfer>& transfers) const;

 private:
  Status Copy(bool writes);

  PinnedMemory& memory_;
  Queue& queue_;
  // What is read lies side by side, then so does what is written.
  const std::vector<Access> accesses_;
  PinnedMemory::Block block_;
  std::byte *read_ = nullptr, *written_ = nullptr;
};

}  // namespace openaclnn::hccl
