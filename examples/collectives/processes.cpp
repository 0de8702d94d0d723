// A sum over processes, on one machine or on several. Each process is a rank; how they are started
// does not matter. Rank 0 writes its root info to a file that all can read, for which the others
// wait two minutes, or as many seconds as they are told.
//
//   g++ processes.cpp -lhccl -lascendcl
//   mpirun -n 4 ./a.out root_info                             or, by hand, in four terminals:
//   RANK=0 SIZE=4 ./a.out root_info   ...   RANK=3 SIZE=4 ./a.out root_info

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "hccl/hccl.h"

namespace {

void Require(int status, const char* call) {
  if (status == 0) return;
  const char* const message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: error %d\n%s\n", call, status, message != nullptr ? message : "");
  std::exit(1);
}

uint32_t Parse(const char* name, const char* text) {
  char* end = nullptr;
  const unsigned long number = std::strtoul(text, &end, 10);
  if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && number <= UINT32_MAX) {
    return static_cast<uint32_t>(number);
  }
  std::fprintf(stderr, "%s is \"%s\", expected a number\n", name, text);
  std::exit(2);
}

// What a launcher says: Open MPI, MPICH and SLURM in variables of their own.
uint32_t Number(std::initializer_list<const char*> variables) {
  for (const char* const variable : variables) {
    if (const char* const value = std::getenv(variable)) return Parse(variable, value);
  }
  std::fprintf(stderr, "set RANK and SIZE, or use mpirun\n");
  std::exit(2);
}

HcclRootInfo Exchange(uint32_t rank, const std::string& path, uint32_t seconds) {
  HcclRootInfo info;
  if (rank == 0) {
    Require(HcclGetRootInfo(&info), "HcclGetRootInfo");
    std::ofstream(path + ".new", std::ios::binary).write(info.internal, HCCL_ROOT_INFO_BYTES);
    if (std::rename((path + ".new").c_str(), path.c_str()) == 0) return info;  // it appears whole
    std::fprintf(stderr, "%s cannot be written: %s\n", path.c_str(), std::strerror(errno));
    std::exit(1);
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (!std::ifstream(path, std::ios::binary).read(info.internal, HCCL_ROOT_INFO_BYTES)) {
    if (std::chrono::steady_clock::now() > end) {
      std::fprintf(
          stderr,
          "rank %u: no root info has come in %s within %u seconds: has rank 0 started, and "
          "can this rank read what it writes?\n",
          rank, path.c_str(), seconds);
      std::exit(1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return info;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr,
                 "usage: %s FILE [SECONDS]   FILE: where rank 0 writes its root info; new\n",
                 argv[0]);
    return 2;
  }
  const uint32_t seconds = argc == 3 ? Parse("SECONDS", argv[2]) : 120;
  const uint32_t rank = Number({"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"});
  const uint32_t size = Number({"SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"});
  Require(aclInit(nullptr), "aclInit");
  Require(aclrtSetDevice(0), "aclrtSetDevice");
  aclrtStream stream = nullptr;
  Require(aclrtCreateStream(&stream), "aclrtCreateStream");

  const HcclRootInfo info = Exchange(rank, argv[1], seconds);
  HcclComm comm = nullptr;
  Require(HcclCommInitRootInfo(size, &info, rank, &comm), "HcclCommInitRootInfo");
  if (rank == 0) std::remove(argv[1]);

  constexpr uint64_t kCount = 1000000;
  const std::vector<float> values(kCount, static_cast<float>(rank + 1));
  void* memory = nullptr;
  const size_t bytes = kCount * sizeof(float);
  Require(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  Require(aclrtMemcpy(memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
  Require(HcclAllReduce(memory, memory, kCount, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream),
          "HcclAllReduce");
  Require(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  float last = 0;
  Require(aclrtMemcpy(&last, sizeof(last), static_cast<float*>(memory) + kCount - 1, sizeof(last),
                      ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
  std::printf("rank %u of %u: sum %g\n", rank, size, last);

  Require(HcclCommDestroy(comm), "HcclCommDestroy");
  Require(aclrtFree(memory), "aclrtFree");
  Require(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Require(aclrtResetDevice(0), "aclrtResetDevice");
  Require(aclFinalize(), "aclFinalize");
}
