// The vendor's adapter of PyTorch, torch_npu, where one is installed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace openaclnn::cli {

struct Adapter {
  std::string path;                            // of its library, libtorch_npu.so
  std::string version;                         // "2.13.0"; empty if its package does not say
  std::vector<std::string> missing_libraries;  // that it loads and a program here would not find
  std::vector<std::string> missing_symbols;    // that it binds and no library here has
  size_t operators = 0;                        // of the aclnn API, whose names it holds
  size_t operators_here = 0;                   // of these, in the registry
};

// The adapter of the Python in use: that of VIRTUAL_ENV, of CONDA_PREFIX, or the python3 in PATH,
// and of this user's packages; nothing if there is none. Nothing of it is run.
std::optional<Adapter> FindAdapter();

}  // namespace openaclnn::cli
