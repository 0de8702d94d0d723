// Where in a workspace the temporaries of stages lie.
#pragma once

#include <cstdint>
#include <span>

namespace openaclnn {

// Memory that is needed from one stage to another, both included.
struct Lifetime {
  uint64_t bytes;
  int first, last;
  uint64_t offset = 0;  // found by LayOut, a multiple of kWorkspaceAlignment
};

// Gives each the lowest offset at which it shares no byte with those before it that live at the
// same time. Returns the bytes of all.
uint64_t LayOut(std::span<Lifetime> lifetimes);

}  // namespace openaclnn
