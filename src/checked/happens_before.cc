#include "checked/happens_before.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace openaclnn {
namespace {

bool ShareBytes(const Access& a, const Access& b) {
  const uintptr_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
  if (begin >= end) return false;
  if (a.footprint != nullptr && b.footprint != nullptr) return a.footprint->Touches(*b.footprint);
  if (a.footprint != nullptr) return a.footprint->Touches(begin, end);
  return b.footprint == nullptr || b.footprint->Touches(begin, end);
}

// Whether `later` has all bytes of `earlier` that are within a range of `later`.
bool Covers(const Access& later, const Access& earlier) {
  if (later.footprint == nullptr) return true;
  return earlier.footprint != nullptr && later.footprint->Equals(*earlier.footprint);
}

size_t HashOf(const Access& access) {
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char*>(access.begin), access.end - access.begin});
}

bool ComesBefore(const Operation& operation, const Clock& clock) {
  return clock.At(operation.stream) >= operation.number;
}

}  // namespace

uint64_t Clock::At(int32_t stream) const {
  const auto entry = std::lower_bound(entries_.begin(), entries_.end(), stream,
                                      [](const Entry& a, int32_t b) { return a.stream < b; });
  return entry != entries_.end() && entry->stream == stream ? entry->number : 0;
}

void Clock::Raise(int32_t stream, uint64_t number) {
  const auto entry = std::lower_bound(entries_.begin(), entries_.end(), stream,
                                      [](const Entry& a, int32_t b) { return a.stream < b; });
  if (entry == entries_.end() || entry->stream != stream) {
    entries_.insert(entry, {stream, number});
  } else {
    entry->number = std::max(entry->number, number);
  }
}

void Clock::Join(const Clock& other) {
  for (const Entry& entry : other.entries_) Raise(entry.stream, entry.number);
}

Moment HappensBefore::Launch(int32_t stream, const char* name, std::span<const Access> accesses) {
  std::vector<Race> races;
  Moment moment;
  {
    const std::lock_guard lock(mutex_);
    moment = NextTask(stream);
    const Operation operation{name, stream, streams_[stream].launched};
    for (const Access& access : accesses) {
      if (access.begin >= access.end) continue;
      const auto recorded =
          std::make_shared<const Recorded>(Recorded{access, operation, moment, ++serial_});
      Judge(*recorded, races);
      Store(recorded);
      if (access.writes) DropGuards(access.begin, access.end);
    }
    if (stored_ > sweep_at_) Sweep();
  }
  Report(races);
  return moment;
}

void HappensBefore::OnHost(const char* name, std::span<const Access> accesses) {
  std::vector<Race> races;
  {
    const std::lock_guard lock(mutex_);
    const Operation operation{name, kByHost, ++host_accesses_};
    const auto nothing_else = std::make_shared<const Clock>();
    for (const Access& access : accesses) {
      Judge({access, operation, nothing_else, ++serial_}, races);
      if (access.writes) DropGuards(access.begin, access.end);
    }
  }
  Report(races);
}

void HappensBefore::StreamWaits(int32_t stream, const Moment& moment) {
  if (moment == nullptr) return;
  const std::lock_guard lock(mutex_);
  streams_[stream].clock.Join(*moment);
}

void HappensBefore::HostWaits(const Moment& moment) {
  if (moment == nullptr) return;
  std::vector<Race> races;
  {
    const std::lock_guard lock(mutex_);
    TellHost(*moment, races);
  }
  Report(races);
}

void HappensBefore::HostWaitsForAll(int32_t stream) {
  std::vector<Race> races;
  {
    const std::lock_guard lock(mutex_);
    TellHost(streams_[stream].clock, races);
  }
  Report(races);
}

void HappensBefore::EndStream(int32_t stream) {
  HostWaitsForAll(stream);
  const std::lock_guard lock(mutex_);
  streams_.erase(stream);
}

void HappensBefore::Forget(uintptr_t begin, uintptr_t end) {
  const std::lock_guard lock(mutex_);
  SplitAt(begin);
  SplitAt(end);
  segments_.erase(segments_.lower_bound(begin), segments_.lower_bound(end));
  DropGuards(begin, end);
}

// Where tasks or functions may yet write in order, a change is no mistake.
void HappensBefore::Guard(int32_t stream, const Moment& moment, const char* name,
                          const Access& source) {
  const std::lock_guard lock(mutex_);
  std::erase_if(functions_, [](const Function& function) { return function.running.expired(); });
  if (!functions_.empty() || MayBeWritten(source.begin, source.end)) return;
  if (guarded_.size() == kMostGuards) guarded_.erase(guarded_.begin());
  guarded_.push_back({{name, stream, moment->At(stream)}, source, HashOf(source)});
}

void HappensBefore::WhenOver(int32_t stream, const Moment& moment, std::function<void()> over) {
  const std::lock_guard lock(mutex_);
  if (HostKnows(stream, moment->At(stream))) return over();
  if (awaited_.size() == kMostGuards) {
    awaited_.front().over();
    awaited_.erase(awaited_.begin());
  }
  awaited_.push_back({stream, moment->At(stream), std::move(over)});
}

bool HappensBefore::DoubtsQuery(int32_t id) {
  const std::lock_guard lock(mutex_);
  return Doubts(id, streams_[id].launched);
}

bool HappensBefore::DoubtsQuery(int32_t id, const Moment& moment) {
  if (moment == nullptr) return false;
  const std::lock_guard lock(mutex_);
  return Doubts(id, moment->At(id));
}

Moment HappensBefore::LaunchFunction(int32_t stream) {
  const std::lock_guard lock(mutex_);
  auto before = std::make_shared<const Clock>(streams_[stream].clock);
  NextTask(stream);
  std::erase_if(functions_, [](const Function& function) { return function.running.expired(); });
  functions_.push_back({stream, streams_[stream].launched, before});
  guarded_.clear();
  return before;
}

size_t HappensBefore::remembered() {
  const std::lock_guard lock(mutex_);
  Sweep();
  return stored_;
}

Moment HappensBefore::NextTask(int32_t id) {
  Stream& stream = streams_[id];
  stream.clock.Drop([&](const Clock::Entry& entry) {
    return HostKnows(entry.stream, entry.number);  // and so does every later task
  });
  stream.clock.Raise(id, ++stream.launched);
  return std::make_shared<const Clock>(stream.clock);
}

void HappensBefore::TellHost(const Clock& clock, std::vector<Race>& races) {
  for (const Clock::Entry& entry : clock.entries()) {
    const auto stream = streams_.find(entry.stream);
    if (stream == streams_.end()) continue;
    if (entry.number <= stream->second.host_knows) continue;
    stream->second.host_knows = entry.number;
    stream->second.doubted = false;
  }
  EndGuards(races);
  std::erase_if(awaited_, [&](const Awaited& awaited) {
    if (!HostKnows(awaited.stream, awaited.number)) return false;
    awaited.over();
    return true;
  });
}

bool HappensBefore::Doubts(int32_t id, uint64_t number) {
  if (HostKnows(id, number)) return false;
  bool& doubted = streams_[id].doubted;
  return doubted = !doubted;
}

void HappensBefore::EndGuards(std::vector<Race>& races) {
  std::erase_if(guarded_, [&](const Guarded& guarded) {
    if (!HostKnows(guarded.reader.stream, guarded.reader.number)) return false;
    if (HashOf(guarded.source) != guarded.hash) {
      Access store = guarded.source;
      store.writes = true;
      races.push_back({guarded.reader, {"the program", kByHost, 0}, guarded.source, store});
    }
    return true;
  });
}

void HappensBefore::DropGuards(uintptr_t begin, uintptr_t end) {
  std::erase_if(guarded_, [&](const Guarded& guarded) {
    return guarded.source.begin < end && begin < guarded.source.end;
  });
}

bool HappensBefore::MayBeWritten(uintptr_t begin, uintptr_t end) {
  for (auto segment = FirstReaching(begin); segment != segments_.end() && segment->first < end;
       ++segment) {
    if (std::ranges::any_of(segment->second.accesses, [&](const RecordedPtr& recorded) {
          return recorded->access.writes && !IsOver(*recorded);
        })) {
      return true;
    }
  }
  return false;
}

bool HappensBefore::HostKnows(int32_t id, uint64_t number) const {
  const auto stream = streams_.find(id);
  return stream == streams_.end() || stream->second.host_knows >= number;
}

bool HappensBefore::IsOver(const Recorded& recorded) const {
  return HostKnows(recorded.operation.stream, recorded.operation.number) ||
         recorded.serial + kMostAccesses < serial_;
}

bool HappensBefore::MayFollowHost(const Recorded& earlier, const Recorded& later) const {
  return std::ranges::any_of(functions_, [&](const Function& function) {
    const Operation call{nullptr, function.stream, function.number};
    return !function.running.expired() && ComesBefore(call, *earlier.moment) &&
           !ComesBefore(call, *later.moment);
  });
}

// Adds to the races of the later operation, in the order of the earlier ones.
void HappensBefore::Judge(const Recorded& later, std::vector<Race>& races) {
  std::map<uint64_t, RecordedPtr> others;  // by serial: each once, however many its segments
  for (auto segment = FirstReaching(later.access.begin);
       segment != segments_.end() && segment->first < later.access.end; ++segment) {
    for (const RecordedPtr& earlier : segment->second.accesses) {
      if (!earlier->access.writes && !later.access.writes) continue;
      if (IsOver(*earlier) || ComesBefore(earlier->operation, *later.moment)) continue;
      others.emplace(earlier->serial, earlier);
    }
  }
  for (const auto& [serial, earlier] : others) {
    const bool known =
        std::ranges::any_of(races, [&, task = &earlier->operation](const Race& race) {
          return race.earlier.stream == task->stream && race.earlier.number == task->number;
        });
    if (known || MayFollowHost(*earlier, later) || !ShareBytes(earlier->access, later.access))
      continue;
    const auto party = [](const Recorded& recorded) {
      return Party(recorded.operation.name, recorded.access.argument, recorded.operation.stream);
    };
    if (!reported_.emplace(party(*earlier), party(later)).second) continue;
    races.push_back({earlier->operation, later.operation, earlier->access, later.access});
  }
}

// Replaces what a later access would race with only if it races with this one too.
void HappensBefore::Store(const RecordedPtr& recorded) {
  const Access& access = recorded->access;
  SplitAt(access.begin);
  SplitAt(access.end);
  uintptr_t next = access.begin;
  auto segment = segments_.lower_bound(access.begin);
  while (next < access.end) {
    if (segment == segments_.end() || segment->first > next) {  // a gap
      const uintptr_t end =
          segment == segments_.end() ? access.end : std::min(access.end, segment->first);
      segment = segments_.emplace_hint(segment, next, Segment{end, {}});
    }
    auto& accesses = segment->second.accesses;
    std::erase_if(accesses, [&](const RecordedPtr& earlier) {
      return IsOver(*earlier) || ((access.writes || !earlier->access.writes) &&
                                  ComesBefore(earlier->operation, *recorded->moment) &&
                                  Covers(access, earlier->access));
    });
    accesses.push_back(recorded);
    ++stored_;
    next = segment->second.end;
    segment = Merge(segment);
    ++segment;
  }
}

HappensBefore::Segments::iterator HappensBefore::FirstReaching(uintptr_t begin) {
  auto segment = segments_.upper_bound(begin);
  if (segment == segments_.begin()) return segment;
  const auto before = std::prev(segment);
  return before->second.end > begin ? before : segment;
}

void HappensBefore::SplitAt(uintptr_t address) {
  const auto segment = FirstReaching(address);
  if (segment == segments_.end() || segment->first >= address) return;
  segments_.emplace_hint(std::next(segment), address, segment->second);
  segment->second.end = address;
}

// With the one before, if the two have the same to tell.
HappensBefore::Segments::iterator HappensBefore::Merge(Segments::iterator segment) {
  if (segment == segments_.begin()) return segment;
  const auto before = std::prev(segment);
  if (before->second.end != segment->first || before->second.accesses != segment->second.accesses) {
    return segment;
  }
  before->second.end = segment->second.end;
  segments_.erase(segment);
  return before;
}

void HappensBefore::Sweep() {
  stored_ = 0;
  for (auto segment = segments_.begin(); segment != segments_.end();) {
    auto& accesses = segment->second.accesses;
    std::erase_if(accesses, [&](const RecordedPtr& recorded) { return IsOver(*recorded); });
    stored_ += accesses.size();
    segment = accesses.empty() ? segments_.erase(segment) : std::next(segment);
  }
  sweep_at_ = std::max<size_t>(1024, 2 * stored_);
}

void HappensBefore::Report(const std::vector<Race>& races) const {
  for (const Race& race : races) report_(race);
}

}  // namespace openaclnn
