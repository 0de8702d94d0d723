// The libraries that a program started here would load.
#pragma once

#include <string>
#include <vector>

namespace openaclnn::cli {

struct LoadedLibrary {
  std::string name;     // "libopapi.so"
  std::string path;     // of the file; empty if it cannot be loaded
  std::string version;  // of openaclnn; empty for the vendor's and other libraries
  std::string error;    // why it cannot be loaded
};

// The libraries that programs link, looked up by the dynamic loader in processes of their own: what
// they do while they are loaded, crashing included, does not reach this one.
std::vector<LoadedLibrary> LoadedLibraries();

// Those of these libraries that the loader does not find or cannot load, in order and once.
std::vector<std::string> NotLoadable(const std::vector<std::string>& libraries);
// Those of these functions that none of our libraries has, as a program started here loads them.
std::vector<std::string> NotInLibraries(const std::vector<std::string>& symbols);

// GPUs, as the driver of a process of its own says, and the device code that a program would find.
struct Cuda {
  bool found;
  std::string text;  // "driver 13.0, 1 device: NVIDIA H200", or "none: " and why there is none
  std::string code;  // its version, as of openaclnn; or "none: " and why
};
Cuda FindCuda();

}  // namespace openaclnn::cli
