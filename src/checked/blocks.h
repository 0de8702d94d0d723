// The register of device memory in checked mode, whatever the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>

#include "checked/site.h"

namespace openaclnn {

struct Block {
  uint64_t number;  // for the user: the how many-th allocation it is
  size_t size;      // asked for
  size_t extent;    // that may be touched
  int32_t device;
  Site made;
  bool live = true;
  Site ended;
  bool gone = false;  // freed, and others of the process may get its addresses
  std::optional<Site> reset = std::nullopt;  // of the device, while this was live
};

// Live blocks and, until their addresses are used again, freed ones.
struct Blocks {
  std::shared_mutex mutex;         // guards the rest
  std::map<uintptr_t, Block> all;  // by address
  uint64_t number = 0;             // of the latest

  // Never destroyed: memory may be freed in destructors of static objects.
  static Blocks& Get();

  // Forgets freed blocks that were there. The mutex is held.
  void Add(uintptr_t begin, size_t size, size_t extent, int32_t device);
};

}  // namespace openaclnn
