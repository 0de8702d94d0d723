// Prints the names of all emulated kernels, one a line; with --library VERSION what stands for PTX
// of them in the tests' libopenaclnn_cuda.so (src/device/cuda/code.cc): two texts, which
// share the kernels out.
#include <cstdio>
#include <cstring>
#include <string>

#include "tests/cuda/driver/emulator.h"

int main(int argc, char** argv) {
  const bool library = argc == 3 && std::strcmp(argv[1], "--library") == 0;
  if (argc != 1 && !library) {
    std::fprintf(stderr, "usage: list_kernels [--library VERSION]\n");
    return 2;
  }
  std::string texts[2];
  size_t count = 0;
  for (const auto& [name, kernel] : openaclnn::emulator::Kernels()) {
    if (library) {
      texts[count++ % 2] += ".visible .entry " + name + "(\n)\n";
    } else {
      std::puts(name.c_str());
    }
  }
  if (!library) return 0;
  for (const std::string& text : {std::string(argv[2]), texts[0], texts[1]}) {
    std::fwrite(text.c_str(), 1, text.size() + 1, stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}
