// A program with a mistake that ends as its argument says; ends_test.py looks at what comes of it.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "acl/acl.h"

namespace {

// Needs no device.
void Mistake() {
  int on_stack = 0;
  aclrtFree(&on_stack);
}

void Leak() {
  for (int i = 0; i < 20; ++i) {
    void* memory = nullptr;
    aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_NORMAL_ONLY);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
  }
}

// Gives back what it holds when the program ends.
struct Owner {
  ~Owner() {
    if (stream != nullptr) std::printf("destroyed %d\n", aclrtDestroyStream(stream));
  }
  aclrtStream stream = nullptr;
} owner;

// The exit status of a child that calls exit(0).
int StatusOfChild(void (*run)()) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    run();
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int End(const std::string& how) {
  if (how == "child" ||
      how == "children") {  // before the device is used, which a child cannot share
    if (how == "children") Mistake();
    std::printf("quiet child %d\n", StatusOfChild([] {}));
    std::printf("child %d\n", StatusOfChild(Mistake));
    return 0;
  }
  aclrtSetDevice(0);
  if (how == "none") return 0;
  if (how == "owner") return aclrtCreateStream(&owner.stream);
  if (how == "leak") {
    Leak();
    return 0;
  }
  if (how == "forked leak") {
    Leak();
    std::printf("child %d\n", StatusOfChild([] {}));
    return 0;
  }
  Mistake();
  std::printf("not flushed");
  std::atexit([] { std::printf(", nor this"); });
  if (how == "fails") return 3;
  if (how == "exits") std::exit(4);
  if (how == "thread") std::thread([] { std::exit(0); }).join();
  if (how == "at once") _exit(0);
  if (how == "quickly") std::quick_exit(0);
  if (how == "aborts") std::abort();
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  aclInit(nullptr);
  return count == 2 ? End(arguments[1]) : 1;
}
