// Where in the program something was done.
#pragma once

#include <array>
#include <string>

#include "base/shared.h"

namespace openaclnn {

// The place in the program from which the library was called.
struct Site {
  const void* address = nullptr;  // of the instruction behind the call; null: unknown
};

// The site of the C function that the calling thread is in.
OPENACLNN_SHARED Site CallSite() noexcept;

// Without allocating anything, for handlers of signals: "PROGRAM+0x1234".
using SiteText = std::array<char, 128>;
SiteText FormatSite(Site site) noexcept;

// "PROGRAM+0x1234 (function)"; "an unknown place" if there is none. For a line, pass the number to
// addr2line -e PROGRAM.
OPENACLNN_SHARED std::string TextOf(Site site);

}  // namespace openaclnn
