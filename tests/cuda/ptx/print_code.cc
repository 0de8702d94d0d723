// Prints the texts of a library of device code, each as a line that says so and what it has.
// usage: print_cuda_code LIBRARY
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  void* const library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", argc == 2 ? dlerror() : "usage: print_cuda_code LIBRARY");
    return 2;
  }
  const char* text = static_cast<const char*>(dlsym(library, "openaclnn_cuda_code"));
  const char* const end = static_cast<const char*>(dlsym(library, "openaclnn_cuda_code_end"));
  if (text == nullptr || end == nullptr) return 1;
  for (; text < end; text += std::strlen(text) + 1) std::printf("text\n%s\n", text);
}
