// Objects that programs know by numbers, each of which is given once: so those that were never
// given and those of objects that are gone are told from live ones. For objects that are few and
// seldom used; others are in a HandleTable.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace openaclnn {

template <class T>
class Numbered {
 public:
  // Numbers begin after `first`. So kinds of objects have different ones.
  explicit Numbered(uint64_t first) : last_(first) {}

  uint64_t Add(T object) {
    const std::lock_guard lock(mutex_);
    objects_.emplace(last_ + 1, std::move(object));
    return ++last_;
  }
  std::optional<T> Take(uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(number);
    if (found == objects_.end()) return std::nullopt;
    std::optional<T> taken(std::move(found->second));
    objects_.erase(found);
    return taken;
  }
  // Calls use(T&) on the object, which nobody else uses meanwhile. False if there is none.
  template <class Use>
  bool With(uint64_t number, const Use& use) {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(number);
    if (found == objects_.end()) return false;
    use(found->second);
    return true;
  }

 private:
  std::mutex mutex_;
  std::map<uint64_t, T> objects_;
  uint64_t last_;
};

inline uint64_t NumberOf(const void* handle) { return reinterpret_cast<uint64_t>(handle); }
template <class Handle>
Handle HandleOf(uint64_t number) {
  return reinterpret_cast<Handle>(number);
}

}  // namespace openaclnn
