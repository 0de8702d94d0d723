// `npu-smi info`: the devices as a table, for build scripts that take the product from it (the
// third word of the seventh line). The real program, for NPUs, comes with the vendor's driver.
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "acl/acl.h"

extern "C" const char openaclnn_version[];

namespace {

constexpr char kRule[] =
    "+---------------------------+---------------+----------------------------------------------+";

int PrintInfo() {
  uint32_t devices = 0;
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtGetDeviceCount(&devices) != ACL_SUCCESS) {
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "npu-smi: %s\n", message != nullptr ? message : "the library failed");
    return 1;
  }
  const char* product = aclrtGetSocName();
  constexpr char kFamily[] = "Ascend";
  if (std::strncmp(product, kFamily, std::strlen(kFamily)) == 0) product += std::strlen(kFamily);
  std::printf("%s\n| npu-smi of openaclnn %-67s |\n%s\n", kRule, openaclnn_version, kRule);
  std::printf("| %-5s %-19s | %-13s | %-44s |\n", "NPU", "Name", "Health", "");
  std::printf("| %-5s %-19s | %-13s | %-44s |\n%s\n", "Chip", "", "Bus-Id", "", kRule);
  for (uint32_t device = 0; device < devices; ++device) {
    std::printf("| %-5u %-19s | %-13s | %-44s |\n", device, product, "OK",
                "a CPU behaves like this product");
    std::printf("| %-5u %-19s | %-13s | %-44s |\n%s\n", 0U, "", "NA", "", kRule);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "info") == 0) return PrintInfo();
  const bool help =
      argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
  std::fprintf(help ? stdout : stderr,
               "usage: npu-smi info\n\nShows the devices of openaclnn, which are CPUs. The product "
               "that they "
               "follow is set by OPENACLNN_SOC.\n");
  return help ? 0 : 2;
}
