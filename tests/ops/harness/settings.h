// The settings that must not change any bit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/settings.h"
#include "cpu/streaming.h"

namespace openaclnn::test {

// Puts other settings in force for its lifetime.
class ScopedSettings {
 public:
  template <class Change>
  explicit ScopedSettings(Change change) : saved_(GetSettings()) {
    Settings settings = saved_;
    change(settings);
    OverrideSettings(settings);
  }
  ~ScopedSettings() { OverrideSettings(saved_); }
  ScopedSettings(const ScopedSettings&) = delete;
  ScopedSettings& operator=(const ScopedSettings&) = delete;

 private:
  const Settings saved_;
};

// Lets outputs stream past the caches from other sizes on for its lifetime.
class ScopedCacheBytes {
 public:
  explicit ScopedCacheBytes(int64_t bytes) : saved_(OverrideCacheBytes(bytes)) {}
  ~ScopedCacheBytes() { OverrideCacheBytes(saved_); }
  ScopedCacheBytes(const ScopedCacheBytes&) = delete;
  ScopedCacheBytes& operator=(const ScopedCacheBytes&) = delete;

 private:
  const int64_t saved_;
};

// The SIMD targets that are compiled and that this machine has, each a bit of
// Settings::simd_targets; the best first.
std::vector<int64_t> SimdTargets();
// Those of them with loops of their own: units for products have none.
std::vector<int64_t> VectorTargets();
std::string TargetName(int64_t target);

}  // namespace openaclnn::test
