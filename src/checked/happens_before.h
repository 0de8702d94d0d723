// Finds accesses to the same bytes that nothing in a program orders.
//
// What runs is on timelines: the host's, and one for each stream, whose tasks have the numbers 1,
// 2, 3, ... A task comes after all that the host did before it was launched. It also comes after
// the earlier tasks of its stream, and what its stream was told to wait for. The judgement follows
// from the order of the program's calls alone: whether a task has run by then does not matter.
//
// All threads of the program are one host, and their calls come in the order in which they are
// made: how threads order each other (mutexes, joins) cannot be seen here, and must not be taken
// for a mistake.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace openaclnn {

// The bytes of an access with gaps. All footprints of a process are of one class.
class Footprint {
 public:
  virtual ~Footprint() = default;
  virtual bool Touches(uintptr_t begin, uintptr_t end) const = 0;
  virtual bool Touches(const Footprint& other) const = 0;
  virtual bool Equals(const Footprint& other) const = 0;
  // Calls visit(begin, end) for all of its bytes; some may come more than once.
  virtual void Visit(const std::function<void(uintptr_t, uintptr_t)>& visit) const = 0;
};

struct Access {
  const char* argument;  // of the operation; lives forever
  bool writes;
  uintptr_t begin, end;                        // all bytes are in here
  std::shared_ptr<const Footprint> footprint;  // which of them; null: each
};

// What one timeline knows of the streams: up to which number their tasks come before it.
class Clock {
 public:
  struct Entry {
    int32_t stream;
    uint64_t number;
  };

  uint64_t At(int32_t stream) const;  // 0: nothing
  void Raise(int32_t stream, uint64_t number);
  void Join(const Clock& other);
  template <class Unneeded>
  void Drop(Unneeded unneeded) {
    std::erase_if(entries_, unneeded);
  }
  std::span<const Entry> entries() const { return {entries_.data(), entries_.size()}; }

 private:
  std::vector<Entry> entries_;  // by stream
};

// A task's place in the order. Null comes before everything.
using Moment = std::shared_ptr<const Clock>;

// In place of a stream: what the host did itself.
inline constexpr int32_t kByHost = -1;

struct Operation {
  const char* name;  // lives forever
  int32_t stream;    // or kByHost
  uint64_t number;   // of the task on its stream, or of the host's accesses
};

struct Race {
  Operation earlier, later;  // in the order of the program's calls
  Access earlier_access, later_access;
};

// All functions may be called from any thread.
class HappensBefore {
 public:
  // The number of newest accesses that are looked at, of tasks that are not known to be over.
  static constexpr uint64_t kMostAccesses = uint64_t{1} << 16;
  static constexpr size_t kMostGuards = 1024;  // likewise

  // `report` is called once for each pair of accesses that differs in operations, arguments or
  // streams, and for at most one pair of each two tasks; in the thread that makes the later one.
  explicit HappensBefore(std::function<void(const Race&)> report) : report_(std::move(report)) {}

  // A task is put on a stream.
  Moment Launch(int32_t stream, const char* name, std::span<const Access> accesses);
  // The host itself accesses memory, and is done with it when this returns.
  void OnHost(const char* name, std::span<const Access> accesses);

  // Stores of the host's own code are not seen, but what they change is. The host can read these
  // bytes, and `moment`'s task on the stream reads them. The host must leave them alone until it
  // comes after the task. Looks at the bytes now and then.
  void Guard(int32_t stream, const Moment& moment, const char* name, const Access& source);

  // Calls `over`, which must not call back, as soon as the host comes after `moment`'s task, or
  // when kMostGuards others wait for theirs.
  void WhenOver(int32_t stream, const Moment& moment, std::function<void()> over);

  // Whether a query that finds a stream, or its task at `moment`, complete is to say that it is
  // not. On a device it may find either, and a program that does not look at the answer is only
  // found out by this one. So the first answer after what the host knows is no, the next is true.
  bool DoubtsQuery(int32_t stream);
  bool DoubtsQuery(int32_t stream, const Moment& moment);

  // All later tasks of the stream, or all that follows on the host, come after `moment`.
  void StreamWaits(int32_t stream, const Moment& moment);
  void HostWaits(const Moment& moment);
  void HostWaitsForAll(int32_t stream);
  // No more tasks will come, and all that came are over.
  void EndStream(int32_t stream);
  // Memory is about to be freed.
  void Forget(uintptr_t begin, uintptr_t end);

  // A task that runs a function of the program; returns what comes before it. The function may tell
  // the host that it has begun, so that it must call HostWaits first. And while the result lives,
  // it may yet wait for the host, by means that cannot be seen: what follows it on the stream may
  // come after anything that the host does until then.
  Moment LaunchFunction(int32_t stream);

  size_t remembered();  // pieces of accesses, for tests

 private:
  struct Stream {
    Clock clock;              // what its next task comes after, the host's knowledge aside
    uint64_t launched = 0;    // tasks
    uint64_t host_knows = 0;  // up to which task the host comes after it
    bool doubted = false;     // the last query was
  };
  struct Recorded {
    Access access;
    Operation operation;
    Moment moment;
    uint64_t serial;
  };
  using RecordedPtr = std::shared_ptr<const Recorded>;
  struct Segment {
    uintptr_t end;
    std::vector<RecordedPtr> accesses;
  };
  using Segments = std::map<uintptr_t, Segment>;  // by begin; disjoint
  struct Function {
    int32_t stream;
    uint64_t number;
    std::weak_ptr<const Clock> running;
  };
  struct Guarded {
    Operation reader;
    Access source;
    size_t hash;
  };

  struct Awaited {
    int32_t stream;
    uint64_t number;
    std::function<void()> over;
  };

  // The mutex is held in all of these.
  Moment NextTask(int32_t stream);
  void TellHost(const Clock& clock, std::vector<Race>& races);
  void EndGuards(std::vector<Race>& races);
  bool Doubts(int32_t stream, uint64_t number);
  void DropGuards(uintptr_t begin, uintptr_t end);
  bool MayBeWritten(uintptr_t begin, uintptr_t end);
  bool HostKnows(int32_t stream, uint64_t number) const;
  bool IsOver(const Recorded& recorded) const;
  bool MayFollowHost(const Recorded& earlier, const Recorded& later) const;
  void Judge(const Recorded& later, std::vector<Race>& races);
  void Store(const RecordedPtr& recorded);
  Segments::iterator FirstReaching(uintptr_t begin);
  void SplitAt(uintptr_t address);
  Segments::iterator Merge(Segments::iterator segment);
  void Sweep();

  void Report(const std::vector<Race>& races) const;  // the mutex is not held

  const std::function<void(const Race&)> report_;
  std::mutex mutex_;
  std::map<int32_t, Stream> streams_;
  Segments segments_;
  std::vector<Function> functions_;
  std::vector<Guarded> guarded_;
  std::vector<Awaited> awaited_;
  uint64_t host_accesses_ = 0;
  uint64_t serial_ = 0;
  size_t stored_ = 0, sweep_at_ = 1024;  // pieces since the last sweep, and when the next one is
  using Party = std::tuple<const char*, const char*, int32_t>;
  std::set<std::pair<Party, Party>> reported_;
};

}  // namespace openaclnn
