// Device code, as texts of PTX, which the driver compiles, and perhaps as what ptxas has made of
// them for some GPUs (cubins). It is data, in a library of its own that has nothing else in it and
// is looked for when a program asks for a GPU.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace openaclnn::cuda {

inline constexpr unsigned kThreadsOfBlock = 256;

// Why there is no device code of this version; empty if there is.
const std::string& CodeProblem();

// The text that has a kernel of this mangled name. Errors: 207000 there is none; the reason.
Status FindText(std::string_view kernel, const char*& text);
// What was made of a text for a GPU of this compute capability, as 90 for 9.0; null: nothing that
// it runs.
const void* FindCubin(const char* text, int64_t capability);

}  // namespace openaclnn::cuda
