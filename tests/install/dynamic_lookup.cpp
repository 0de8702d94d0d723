// Opens the libraries by the names that frameworks use, without having been linked with any of
// them.
#include <dlfcn.h>

#include <cstdio>

int failures = 0;

void Expect(bool condition, const char* what, const char* detail) {
  if (condition) return;
  std::printf("FAILED: %s: %s\n", what, detail);
  ++failures;
}

int main() {
  // Operators and base symbols through each name of the operator library; the names are one
  // library.
  const char* const names[] = {"libopapi.so",        "libopapi_nn.so",        "libopapi_math.so",
                               "libopapi_legacy.so", "libaclnn_ops_infer.so", "libaclnn_math.so"};
  const char* const symbols[] = {"aclnnGeluBackwardV2", "aclnnGeluBackwardV2GetWorkspaceSize",
                                 "aclCreateTensor",     "aclDestroyAclOpExecutor",
                                 "aclrtMalloc",         "aclnnInit"};
  void* first = nullptr;
  for (const char* name : names) {
    void* const library = dlopen(name, RTLD_LAZY);
    Expect(library != nullptr, "dlopen", name);
    if (library == nullptr) continue;
    for (const char* symbol : symbols) Expect(dlsym(library, symbol) != nullptr, name, symbol);
    void* const found = dlsym(library, symbols[0]);
    if (first == nullptr) first = found;
    Expect(found == first, "a second copy of the library", name);
    Expect(dlsym(library, "aclnnNoSuchOperator") == nullptr, name, "aclnnNoSuchOperator");
  }

  void* const runtime = dlopen("libascendcl.so", RTLD_NOW | RTLD_GLOBAL);
  Expect(runtime != nullptr, "dlopen", "libascendcl.so");
  if (runtime != nullptr) {
    const char* (*soc)() = reinterpret_cast<const char* (*)()>(dlsym(runtime, "aclrtGetSocName"));
    Expect(soc != nullptr && soc() != nullptr && soc()[0] == 'A', "aclrtGetSocName", "no name");
    Expect(dlsym(runtime, "aclnnInit") == nullptr, "libascendcl.so", "has aclnnInit");
  }
  return failures == 0 ? 0 : 1;
}
