// How collectives are carried out: what moves between processes, and what the ranks of this process
// do with it. Only reductions compute; hccl/reduce.h.

#include <algorithm>
#include <cstring>
#include <utility>

#include "fmt/format.h"
#include "hccl/frames.h"
#include "hccl/group.h"
#include "hccl/meeting.h"
#include "hccl/reduce.h"

namespace openaclnn::hccl {
namespace {

// Inputs of reductions up to so many bytes, all ranks together, go to every process, which then
// computes all: one exchange instead of two.
constexpr size_t kSmallReduction = 256 << 10;
// What a large reduction moves at a time.
constexpr uint64_t kSegmentBytes = 8 << 20;
// Work below this is not worth waking another thread.
constexpr size_t kSmallWork = 64 << 10;
constexpr size_t kPartBytes = 256 << 10;  // of a copy that one thread does at a time
constexpr uint64_t kPartElements = 16 << 10;

// The steps of an operation.
enum StepNumber : uint32_t { kFramesUp, kFramesDown, kCounts, kInputs, kResults };

struct CopyJob {
  std::byte* to;
  const std::byte* from;
  size_t bytes;
};

class Execution {
 public:
  Execution(Meeting& meeting, Deadline deadline)
      : meeting_(meeting),
        group_(meeting.group()),
        placement_(group_.placement()),
        ranks_(group_.local_ranks()),
        call_(*meeting.calls()[0]),
        element_(BytesOf(call_.dtype)),
        deadline_(deadline) {}

  std::optional<Failure> Run() {
    if (auto failure = CompareHere()) return failure;
    if (Remote()) {
      if (auto failure = TellOthers()) return failure;
    }
    switch (call_.operation) {
      case Operation::kAllReduce:
      case Operation::kReduce:
        return AllReduceOrReduce();
      case Operation::kReduceScatter:
      case Operation::kReduceScatterV:
        return ReduceScatter();
      case Operation::kBroadcast:
        return Broadcast();
      case Operation::kScatter:
        return Scatter();
      case Operation::kAllGather:
      case Operation::kAllGatherV:
        return AllGather();
      case Operation::kAlltoAll:
      case Operation::kAlltoAllV:
      case Operation::kAlltoAllVC:
        return AlltoAll();
      default:
        return std::nullopt;  // a barrier is met by meeting
    }
  }

 private:
  using Outcome = std::optional<Failure>;

  bool Remote() const { return placement_.processes() > 1; }
  bool IsHere(uint32_t rank) const { return group_.IsHere(rank); }
  uint32_t Size() const { return group_.size(); }
  // What a rank of this process issued.
  const Call& CallOf(uint32_t rank) const { return *meeting_.calls()[placement_.index_of[rank]]; }
  const Call& First() const { return *meeting_.calls()[0]; }
  Step StepOf(StepNumber number) const { return {meeting_.sequence(), number}; }
  // How two processes name what goes from one rank to another.
  uint32_t IndexOf(uint32_t source, uint32_t target) const {
    return placement_.index_of[source] << 8 | placement_.index_of[target];
  }
  template <class Use>
  void ForEachOtherProcess(Use use) const {
    for (uint32_t process = 0; process < placement_.processes(); ++process) {
      if (process != placement_.here) use(process);
    }
  }

  Outcome CompareHere() const {
    const CallHeader first = HeaderOf(call_, meeting_.sequence());
    for (size_t i = 1; i < ranks_.size(); ++i) {
      const CallHeader other = HeaderOf(*meeting_.calls()[i], meeting_.sequence());
      if (auto difference = Difference(first, ranks_[0], other, ranks_[i])) {
        return Failure{ErrorKind::kRanksDiffer, HCCL_E_REMOTE, *difference};
      }
    }
    return std::nullopt;
  }

  // Bytes that each rank puts into the frame of its process; 0: too many for some process.
  size_t InlineBytes() const {
    if (placement_.processes() > kMostFrames) return 0;
    size_t bytes = 0;
    switch (call_.operation) {
      case Operation::kAllReduce:
      case Operation::kReduce:
      case Operation::kAllGather:
        bytes = call_.count * element_;
        break;
      case Operation::kAlltoAllV:
        bytes = Size() * sizeof(uint64_t);
        break;
      default:
        break;
    }
    for (const auto& ranks : placement_.ranks) {
      if (bytes > sizeof(Frame::data) / ranks.size()) return 0;
    }
    return bytes;
  }

  const std::byte* InlineSource(const Call& call) const {
    return call.operation == Operation::kAlltoAllV
               ? reinterpret_cast<const std::byte*>(call.send_counts.data())
               : call.send;
  }

  Outcome TellOthers() {
    frames_.resize(placement_.processes());
    Frame& mine = frames_[placement_.here];
    mine = {HeaderOf(call_, meeting_.sequence()), ranks_[0], 0, {}};
    inline_bytes_ = InlineBytes();
    if (inline_bytes_ != 0) {
      for (size_t i = 0; i < ranks_.size(); ++i) {
        std::memcpy(&mine.data[i * inline_bytes_], InlineSource(*meeting_.calls()[i]),
                    inline_bytes_);
      }
    }
    return ExchangeFrames(*group_.transport(), placement_, frames_, StepOf(kFramesUp),
                          StepOf(kFramesDown), deadline_);
  }

  // What a rank of another process put into the frame.
  const std::byte* InlineOf(uint32_t rank) const {
    return &frames_[placement_.process_of[rank]].data[placement_.index_of[rank] * inline_bytes_];
  }

  Outcome Exchange(StepNumber number, const std::vector<Piece>& sends,
                   const std::vector<Piece>& receives) {
    if (sends.empty() && receives.empty()) return std::nullopt;
    return group_.transport()->Exchange(StepOf(number), sends, receives, deadline_);
  }

  static std::byte* Sent(const std::byte* data) { return const_cast<std::byte*>(data); }

  void Copy(const std::vector<CopyJob>& jobs) {
    std::vector<CopyJob> parts;
    size_t total = 0;
    for (const CopyJob& job : jobs) {
      if (job.to == job.from) continue;
      total += job.bytes;
      for (size_t at = 0; at < job.bytes; at += kPartBytes) {
        parts.push_back({job.to + at, job.from + at, std::min(kPartBytes, job.bytes - at)});
      }
    }
    const auto copy = [&](int64_t i) {
      const CopyJob& part = parts[static_cast<size_t>(i)];
      std::memcpy(part.to, part.from, part.bytes);
    };
    if (total <= kSmallWork) {
      for (size_t i = 0; i < parts.size(); ++i) copy(static_cast<int64_t>(i));
    } else {
      meeting_.Share(static_cast<int64_t>(parts.size()), copy);
    }
  }

  // Reduces `count` elements, in parts.
  void ReduceHere(const std::vector<const std::byte*>& inputs,
                  const std::vector<std::byte*>& outputs, uint64_t count) {
    if (count == 0 || outputs.empty()) return;
    if (count * element_ * inputs.size() <= kSmallWork) {
      Reduce(call_.dtype, call_.reduce, inputs, outputs, 0, count);
      return;
    }
    const auto parts = static_cast<int64_t>((count + kPartElements - 1) / kPartElements);
    meeting_.Share(parts, [&](int64_t part) {
      const uint64_t first = static_cast<uint64_t>(part) * kPartElements;
      Reduce(call_.dtype, call_.reduce, inputs, outputs, first,
             std::min(kPartElements, count - first));
    });
  }

  // Where the result of AllReduce and Reduce goes in this process.
  std::vector<std::byte*> Outputs() const {
    std::vector<std::byte*> outputs;
    for (const uint32_t rank : ranks_) {
      if (call_.operation == Operation::kReduce && rank != call_.root) continue;
      outputs.push_back(CallOf(rank).recv);
    }
    return outputs;
  }

  bool WantsResult(uint32_t process) const {
    return call_.operation != Operation::kReduce || placement_.process_of[call_.root] == process;
  }

  // Elements from `begin` up to `end`.
  struct Range {
    uint64_t begin, end;
  };

  // Segment after segment: what has come from other processes is still in the caches when it is
  // reduced.
  Outcome AllReduceOrReduce() {
    const bool whole =
        inline_bytes_ != 0 || Size() == 2 || call_.count * element_ * Size() <= kSmallReduction;
    const uint64_t most = Remote() ? kSegmentBytes / element_ : call_.count;
    for (uint64_t begin = 0; begin < call_.count; begin += most) {
      const Range segment{begin, std::min(begin + most, call_.count)};
      const bool slices = Remote() && !whole;
      if (auto failure = slices ? ReduceSlices(segment) : ReduceWhole(segment)) return failure;
    }
    return std::nullopt;
  }

  // Every process that wants the result gets all inputs. For two ranks it is as many bytes as
  // with slices, in one step instead of two.
  Outcome ReduceWhole(Range segment) {
    const size_t offset = segment.begin * element_;
    const size_t bytes = (segment.end - segment.begin) * element_;
    std::vector<const std::byte*> inputs(Size());
    const size_t remote = inline_bytes_ != 0 ? 0 : (Size() - ranks_.size()) * bytes;
    const bool wanted = WantsResult(placement_.here);
    const Group::Scratch scratch(group_, wanted ? remote : 0);
    std::byte* next = scratch.data();
    std::vector<Piece> sends, receives;
    for (uint32_t rank = 0; rank < Size(); ++rank) {
      if (IsHere(rank)) {
        inputs[rank] = CallOf(rank).send + offset;
        if (inline_bytes_ != 0) continue;
        ForEachOtherProcess([&](uint32_t process) {
          if (!WantsResult(process)) return;
          sends.push_back({process, IndexOf(rank, rank), Sent(inputs[rank]), bytes});
        });
      } else if (inline_bytes_ != 0) {
        inputs[rank] = InlineOf(rank);
      } else if (wanted) {
        inputs[rank] = next;
        receives.push_back({placement_.process_of[rank], IndexOf(rank, rank), next, bytes});
        next += bytes;
      }
    }
    if (auto failure = Exchange(kInputs, sends, receives)) return failure;
    if (!wanted) return std::nullopt;
    std::vector<std::byte*> outputs = Outputs();
    for (std::byte*& output : outputs) output += offset;
    ReduceHere(inputs, outputs, segment.end - segment.begin);
    return std::nullopt;
  }

  // The elements of a segment that a process reduces: whole blocks, so that slices are aligned.
  Range SliceOf(uint32_t process, Range segment) const {
    constexpr uint64_t kUnit = 64;
    const uint64_t count = segment.end - segment.begin;
    const uint64_t units = (count + kUnit - 1) / kUnit;
    const auto begin_of = [&](uint64_t index) {
      return segment.begin + std::min(count, units * index / placement_.processes() * kUnit);
    };
    return {begin_of(process), begin_of(process + 1)};
  }

  // Each process gets its slice of all inputs, reduces it, and sends the result to those who want
  // it.
  Outcome ReduceSlices(Range segment) {
    const auto [begin, end] = SliceOf(placement_.here, segment);
    const size_t slice = (end - begin) * element_;
    std::vector<std::byte*> outputs = Outputs();
    const bool wanted = !outputs.empty();
    const size_t remote_ranks = Size() - ranks_.size();
    const Group::Scratch scratch(group_, (remote_ranks + (wanted ? 0 : 1)) * slice);
    std::byte* next = scratch.data();
    std::vector<const std::byte*> inputs(Size());
    std::vector<Piece> sends, receives;
    for (uint32_t rank = 0; rank < Size(); ++rank) {
      if (IsHere(rank)) {
        inputs[rank] = CallOf(rank).send + begin * element_;
        ForEachOtherProcess([&](uint32_t process) {
          const auto [first, last] = SliceOf(process, segment);
          sends.push_back({process, IndexOf(rank, rank), Sent(CallOf(rank).send) + first * element_,
                           (last - first) * element_});
        });
      } else {
        inputs[rank] = next;
        receives.push_back({placement_.process_of[rank], IndexOf(rank, rank), next, slice});
        next += slice;
      }
    }
    if (auto failure = Exchange(kInputs, sends, receives)) return failure;

    std::vector<std::byte*> at_slice;
    for (std::byte* const output : outputs) at_slice.push_back(output + begin * element_);
    if (!wanted) at_slice.push_back(next);
    ReduceHere(inputs, at_slice, end - begin);

    sends.clear();
    receives.clear();
    std::vector<CopyJob> copies;
    ForEachOtherProcess([&](uint32_t process) {
      if (WantsResult(process)) sends.push_back({process, 0, at_slice[0], slice});
      if (!wanted) return;
      const auto [first, last] = SliceOf(process, segment);
      const size_t bytes = (last - first) * element_;
      receives.push_back({process, 0, outputs[0] + first * element_, bytes});
      for (size_t i = 1; i < outputs.size(); ++i) {
        copies.push_back({outputs[i] + first * element_, outputs[0] + first * element_, bytes});
      }
    });
    if (auto failure = Exchange(kResults, sends, receives)) return failure;
    Copy(copies);
    return std::nullopt;
  }

  // Rank r's part of all inputs goes to rank r.
  Outcome ReduceScatter() {
    size_t remote = 0;
    for (const uint32_t target : ranks_) {
      remote += (Size() - ranks_.size()) * call_.send_counts[target] * element_;
    }
    const Group::Scratch scratch(group_, remote);
    std::byte* next = scratch.data();
    std::vector<Piece> sends, receives;
    std::vector<std::vector<const std::byte*>> inputs(ranks_.size());
    for (uint32_t source = 0; source < Size(); ++source) {
      for (uint32_t target = 0; target < Size(); ++target) {
        const size_t bytes = call_.send_counts[target] * element_;
        if (IsHere(source)) {
          const Call& call = CallOf(source);
          const std::byte* const part = call.send + call.send_displs[target] * element_;
          if (IsHere(target)) {
            inputs[placement_.index_of[target]].push_back(part);
          } else if (bytes != 0) {
            sends.push_back(
                {placement_.process_of[target], IndexOf(source, target), Sent(part), bytes});
          }
        } else if (IsHere(target)) {
          inputs[placement_.index_of[target]].push_back(next);
          if (bytes == 0) continue;
          receives.push_back({placement_.process_of[source], IndexOf(source, target), next, bytes});
          next += bytes;
        }
      }
    }
    if (auto failure = Exchange(kInputs, sends, receives)) return failure;
    for (size_t i = 0; i < ranks_.size(); ++i) {
      ReduceHere(inputs[i], {meeting_.calls()[i]->recv}, call_.send_counts[ranks_[i]]);
    }
    return std::nullopt;
  }

  Outcome Broadcast() {
    const size_t bytes = call_.count * element_;
    const uint32_t root_process = placement_.process_of[call_.root];
    const bool root_here = root_process == placement_.here;
    std::byte* const source = (root_here ? CallOf(call_.root) : First()).recv;
    if (Remote()) {
      if (auto failure = group_.transport()->Broadcast(StepOf(kInputs), root_process, source, bytes,
                                                       deadline_)) {
        return failure;
      }
    }
    std::vector<CopyJob> copies;
    for (const Call* const call : meeting_.calls()) copies.push_back({call->recv, source, bytes});
    Copy(copies);
    return std::nullopt;
  }

  Outcome Scatter() {
    const size_t bytes = call_.count * element_;
    std::vector<Piece> sends, receives;
    std::vector<CopyJob> copies;
    for (uint32_t target = 0; target < Size(); ++target) {
      const uint32_t index = IndexOf(call_.root, target);
      if (IsHere(call_.root)) {
        const std::byte* const part = CallOf(call_.root).send + target * bytes;
        if (IsHere(target)) {
          copies.push_back({CallOf(target).recv, part, bytes});
        } else {
          sends.push_back({placement_.process_of[target], index, Sent(part), bytes});
        }
      } else if (IsHere(target)) {
        receives.push_back({placement_.process_of[call_.root], index, CallOf(target).recv, bytes});
      }
    }
    if (auto failure = Exchange(kInputs, sends, receives)) return failure;
    Copy(copies);
    return std::nullopt;
  }

  // Another process's parts come to the first rank here; the others copy them.
  Outcome AllGather() {
    std::vector<Piece> sends, receives;
    std::vector<CopyJob> copies;
    const Call& first = First();
    for (uint32_t source = 0; source < Size(); ++source) {
      const size_t bytes = first.recv_counts[source] * element_;
      if (bytes == 0) continue;
      const std::byte* from = nullptr;
      const auto place_in = [&](const Call& call) {
        return call.recv + call.recv_displs[source] * element_;
      };
      if (IsHere(source)) {
        from = CallOf(source).send;
        if (inline_bytes_ == 0) {
          ForEachOtherProcess([&](uint32_t process) {
            sends.push_back({process, IndexOf(source, source), Sent(from), bytes});
          });
        }
      } else if (inline_bytes_ != 0) {
        from = InlineOf(source);
      } else {
        std::byte* const place = place_in(first);
        receives.push_back({placement_.process_of[source], IndexOf(source, source), place, bytes});
        from = place;
      }
      for (const Call* const call : meeting_.calls()) {
        copies.push_back({place_in(*call), from, bytes});
      }
    }
    if (auto failure = Exchange(kInputs, sends, receives)) return failure;
    Copy(copies);
    return std::nullopt;
  }

  // What rank `source` sends to `target` in elements, where source is in another process.
  Outcome LearnCounts(std::vector<uint64_t>& counts) {
    counts.resize(size_t{Size()} * Size());
    std::vector<Piece> sends, receives;
    const size_t row = Size() * sizeof(uint64_t);
    for (uint32_t source = 0; source < Size(); ++source) {
      uint64_t* const theirs = &counts[size_t{source} * Size()];
      if (IsHere(source)) {
        const Call& call = CallOf(source);
        std::ranges::copy(call.send_counts, theirs);
        if (call.operation != Operation::kAlltoAllV || inline_bytes_ != 0) continue;
        ForEachOtherProcess([&](uint32_t process) {
          sends.push_back(
              {process, IndexOf(source, source), reinterpret_cast<std::byte*>(theirs), row});
        });
      } else if (call_.operation != Operation::kAlltoAllV) {
        for (const uint32_t target : ranks_) theirs[target] = CallOf(target).recv_counts[source];
      } else if (inline_bytes_ != 0) {
        std::memcpy(theirs, InlineOf(source), row);
      } else {
        receives.push_back({placement_.process_of[source], IndexOf(source, source),
                            reinterpret_cast<std::byte*>(theirs), row});
      }
    }
    return Exchange(kCounts, sends, receives);
  }

  Outcome AlltoAll() {
    std::vector<uint64_t> counts;
    if (auto failure = LearnCounts(counts)) return failure;
    std::vector<Piece> sends, receives;
    std::vector<CopyJob> copies;
    for (uint32_t source = 0; source < Size(); ++source) {
      for (uint32_t target = 0; target < Size(); ++target) {
        if (!IsHere(source) && !IsHere(target)) continue;
        const uint64_t count = counts[size_t{source} * Size() + target];
        if (IsHere(target) && CallOf(target).recv_counts[source] != count) {
          return Failure{ErrorKind::kRanksDiffer, HCCL_E_REMOTE,
                         fmt::format("rank {} sends {} elements to rank {}, which expects {}",
                                     source, count, target, CallOf(target).recv_counts[source])};
        }
        const size_t bytes = count * element_;
        if (bytes == 0) continue;
        const uint32_t index = IndexOf(source, target);
        if (IsHere(source)) {
          const Call& call = CallOf(source);
          const std::byte* const from = call.send + call.send_displs[target] * element_;
          if (IsHere(target)) {
            copies.push_back({PlaceOf(source, target), from, bytes});
          } else {
            sends.push_back({placement_.process_of[target], index, Sent(from), bytes});
          }
        } else {
          receives.push_back(
              {placement_.process_of[source], index, PlaceOf(source, target), bytes});
        }
      }
    }
    if (auto failure = Exchange(kInputs, sends, receives)) return failure;
    Copy(copies);
    return std::nullopt;
  }

  // Where what comes from `source` lies at `target`, a rank of this process.
  std::byte* PlaceOf(uint32_t source, uint32_t target) const {
    const Call& call = CallOf(target);
    return call.recv + call.recv_displs[source] * element_;
  }

  Meeting& meeting_;
  Group& group_;
  const Placement& placement_;
  const std::vector<uint32_t>& ranks_;  // of this process
  const Call& call_;                    // of the first of them
  const size_t element_;
  const Deadline deadline_;
  std::vector<Frame> frames_;  // of all processes
  size_t inline_bytes_ = 0;    // of each rank in them
};

}  // namespace

std::optional<Failure> CarryOut(Meeting& meeting, Deadline deadline) {
  return Execution(meeting, deadline).Run();
}

}  // namespace openaclnn::hccl
