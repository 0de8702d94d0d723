// Frames go up a tree to process 0 and from there down to all: twice as many messages as processes
// instead of their square, and never in both directions of a connection at once. gloo's thread
// spins while another one is writing to the connection that it is to read: with fewer processors
// than processes that may last until the scheduler ends its turn.
//
// The subtree of a process is itself and those behind it, as many as its lowest bit says: 4 has 4
// to 7, 6 has 6 and 7.

#include "hccl/frames.h"

#include <algorithm>
#include <bit>
#include <chrono>

namespace openaclnn::hccl {
namespace {

// Who waits for what others relay waits longer than those, so that the one which names the missing
// rank is the first to give up. All together less than the second that is promised.
constexpr std::chrono::milliseconds kMostPatience{400};

class Exchange {
 public:
  Exchange(Transport& transport, const Placement& placement, std::vector<Frame>& frames,
           Deadline deadline)
      : transport_(transport),
        placement_(placement),
        frames_(frames),
        deadline_(deadline),
        here_(placement.here),
        processes_(placement.processes()),
        width_(here_ == 0 ? std::bit_ceil(processes_) : here_ & ~(here_ - 1)) {}

  std::optional<Failure> Run(Step up, Step down) {
    std::vector<Piece> pieces;
    for (uint32_t child = width_ / 2; child > 0; child /= 2) {  // the largest subtree first
      if (here_ + child < processes_) pieces.push_back(PieceOf(here_ + child, child));
    }
    // The smallest subtree has come first, as it takes the fewest steps.
    for (size_t i = pieces.size(); i-- > 0;) {
      const auto steps = std::bit_width(pieces[i].process - here_) - 1;
      if (auto failure = transport_.Exchange(up, {}, {&pieces[i], 1}, DeadlineAfter(steps))) {
        return failure;
      }
      if (auto failure = Compare(pieces[i])) return failure;
    }
    if (here_ != 0) {
      const uint32_t parent = here_ - width_;
      Piece mine = PieceOf(here_, width_);
      mine.process = parent;
      if (auto failure = transport_.Exchange(up, {&mine, 1}, {}, deadline_)) return failure;
      Piece all = AllFrom(parent);
      const auto steps = Depth() + std::popcount(here_);
      if (auto failure = transport_.Exchange(down, {}, {&all, 1}, DeadlineAfter(steps))) {
        return failure;
      }
      if (auto failure = Compare(all)) return failure;
    }
    for (Piece& piece : pieces) {
      const uint32_t child = piece.process;
      piece = AllFrom(here_);
      piece.process = child;
    }
    if (pieces.empty()) return std::nullopt;
    return transport_.Exchange(down, pieces, {}, deadline_);
  }

 private:
  bool Whole() const { return processes_ <= kMostFrames; }
  int Depth() const { return std::bit_width(processes_ - 1); }

  Deadline DeadlineAfter(int steps) const {
    if (!deadline_) return deadline_;
    return *deadline_ + kMostPatience * steps / (2 * Depth());
  }

  Piece PieceAt(uint32_t first, uint32_t end) const {
    return {first, 0, reinterpret_cast<std::byte*>(&frames_[first]), (end - first) * sizeof(Frame)};
  }
  Piece PieceOf(uint32_t process, uint32_t width) const {
    return PieceAt(process, Whole() ? std::min(process + width, processes_) : process + 1);
  }
  Piece AllFrom(uint32_t process) const {
    Piece piece = Whole() ? PieceAt(0, processes_) : PieceAt(process, process + 1);
    piece.process = process;
    return piece;
  }

  std::optional<Failure> Compare(const Piece& come) const {
    const auto* const first = reinterpret_cast<const Frame*>(come.data);
    const auto begin = static_cast<uint32_t>(first - frames_.data());
    for (uint32_t process = begin; process < begin + come.bytes / sizeof(Frame); ++process) {
      if (auto difference = Difference(frames_[here_].header, placement_.ranks[here_][0],
                                       frames_[process].header, placement_.ranks[process][0])) {
        return Failure{ErrorKind::kRanksDiffer, HCCL_E_REMOTE, *difference};
      }
    }
    return std::nullopt;
  }

  Transport& transport_;
  const Placement& placement_;
  std::vector<Frame>& frames_;
  const Deadline deadline_;
  const uint32_t here_, processes_;
  const uint32_t width_;  // of the subtree of this process, if there are enough behind it
};

}  // namespace

std::optional<Failure> ExchangeFrames(Transport& transport, const Placement& placement,
                                      std::vector<Frame>& frames, Step up, Step down,
                                      Deadline deadline) {
  return Exchange(transport, placement, frames, deadline).Run(up, down);
}

}  // namespace openaclnn::hccl
