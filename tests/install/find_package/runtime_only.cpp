#include <cstdio>

#include "acl/acl.h"

int main() {
  std::printf("%g\n", aclFloat16ToFloat(0x3e00));
  return 0;
}
