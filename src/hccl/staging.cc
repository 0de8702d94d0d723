#include "hccl/staging.h"

#include <numeric>
#include <utility>

namespace openaclnn::hccl {
namespace {

constexpr size_t kAlignment = 64;

size_t BytesOf(const std::vector<Access>& accesses, bool writes) {
  size_t bytes = 0;
  for (const Access& access : accesses) {
    if (access.writes == writes) bytes += access.end - access.begin;
  }
  return bytes;
}

// Makes displacements of parts that lie side by side.
void Pack(const std::vector<uint64_t>& counts, std::vector<uint64_t>& displs) {
  displs.resize(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), displs.begin(), uint64_t{0});
}

}  // namespace

Status PinnedMemory::Take(Device& device, size_t bytes, Block& block) {
  {
    const std::lock_guard lock(mutex_);
    if (kept_.bytes >= bytes) {
      block = std::exchange(kept_, {});
      return {};
    }
  }
  Block made{&device, bytes, {}};
  OPENACLNN_RETURN_IF_ERROR(
      device.Allocate(bytes, MemoryKind::kHost, Pages::kNormal, made.allocation));
  block = made;
  return {};
}

void PinnedMemory::GiveBack(Block block) {
  {
    const std::lock_guard lock(mutex_);
    if (block.bytes > kept_.bytes) std::swap(block, kept_);
  }
  Free(block);
}

void PinnedMemory::Free(const Block& block) {
  if (block.device != nullptr) block.device->Free(block.allocation, false);
}

Staging::Staging(PinnedMemory& memory, Queue& queue, std::vector<Access> accesses)
    : memory_(memory), queue_(queue), accesses_(std::move(accesses)) {}

Status Staging::Copy(bool writes) {
  std::byte* staged = writes ? written_ : read_;
  for (const Access& access : accesses_) {
    if (access.writes != writes) continue;
    auto* const own = reinterpret_cast<std::byte*>(access.begin);
    const size_t bytes = access.end - access.begin;
    OPENACLNN_RETURN_IF_ERROR(queue_.Copy(writes ? own : staged, writes ? staged : own, bytes));
    staged += bytes;
  }
  queue_.Wait(std::nullopt);
  return queue_.Failure();
}

Status Staging::Fetch() {
  const size_t read = (BytesOf(accesses_, false) + kAlignment - 1) / kAlignment * kAlignment;
  const size_t bytes = read + BytesOf(accesses_, true);
  if (bytes > 0) {
    OPENACLNN_RETURN_IF_ERROR(memory_.Take(queue_.device(), bytes, block_));
    read_ = static_cast<std::byte*>(block_.allocation.begin);
    written_ = read_ + read;
  }
  return Copy(false);
}

Status Staging::Return() { return Copy(true); }

Call Staging::Staged(const Call& call, uint32_t rank) const {
  Call staged = call;
  const bool reads_only = call.operation == Operation::kBroadcast && rank == call.root;
  staged.send = read_;
  staged.recv = reads_only ? read_ : written_;
  Pack(call.send_counts, staged.send_displs);
  Pack(call.recv_counts, staged.recv_displs);
  return staged;
}

std::vector<RankTransfer> Staging::Staged(const std::vector<RankTransfer>& transfers) const {
  std::vector<RankTransfer> staged = transfers;
  std::byte *read = read_, *written = written_;
  for (RankTransfer& transfer : staged) {
    std::byte*& next = transfer.sends ? read : written;
    transfer.data = next;
    next += transfer.count * hccl::BytesOf(transfer.dtype);
  }
  return staged;
}

}  // namespace openaclnn::hccl
