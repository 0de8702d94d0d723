// Collectives between the devices of one process: a thread for each device.
//
//   g++ threads.cpp -lhccl -lascendcl && OPENACLNN_DEVICE_COUNT=8 ./a.out

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
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

// Floats in the memory of the current device.
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<float>& values) : bytes_(values.size() * sizeof(float)) {
    Require(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    Require(aclrtMemcpy(memory_, bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE),
            "aclrtMemcpy");
  }
  ~DeviceArray() { aclrtFree(memory_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  void* get() const { return memory_; }
  std::string Text() const {
    std::vector<float> values(bytes_ / sizeof(float));
    Require(aclrtMemcpy(values.data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST),
            "aclrtMemcpy");
    std::string text;
    for (const float value : values) text += " " + std::to_string(static_cast<int>(value));
    return text;
  }

 private:
  size_t bytes_;
  void* memory_ = nullptr;
};

// What a rank does; returns what it says about it.
std::string RunRank(HcclComm comm, aclrtStream stream, uint32_t rank, uint32_t size) {
  std::vector<float> numbers(size), own(size, static_cast<float>(rank));
  for (uint32_t i = 0; i < size; ++i) numbers[i] = static_cast<float>(i);
  const DeviceArray count_up(numbers), ranks(own);
  const std::vector<float> zeros(size);
  const DeviceArray sum(zeros), gathered(zeros), exchanged(zeros), received(zeros), part({0});
  const DeviceArray broadcast(rank == 0 ? numbers : zeros);

  const HcclDataType type = HCCL_DATA_TYPE_FP32;
  Require(HcclAllReduce(count_up.get(), sum.get(), size, type, HCCL_REDUCE_SUM, comm, stream),
          "HcclAllReduce");
  Require(HcclReduceScatter(count_up.get(), part.get(), 1, type, HCCL_REDUCE_SUM, comm, stream),
          "HcclReduceScatter");
  Require(HcclBroadcast(broadcast.get(), size, type, 0, comm, stream), "HcclBroadcast");
  Require(HcclAllGather(ranks.get(), gathered.get(), 1, type, comm, stream), "HcclAllGather");
  Require(HcclAlltoAll(ranks.get(), 1, type, exchanged.get(), 1, type, comm, stream),
          "HcclAlltoAll");
  // A ring: to the next rank, from the one before.
  HcclSendRecvItem items[] = {{HCCL_SEND, ranks.get(), size, type, (rank + 1) % size},
                              {HCCL_RECV, received.get(), size, type, (rank + size - 1) % size}};
  Require(HcclBatchSendRecv(items, 2, comm, stream), "HcclBatchSendRecv");
  // All of this has only been queued.
  Require(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  return "rank " + std::to_string(rank) + ": all-reduce" + sum.Text() + "; reduce-scatter" +
         part.Text() + "; broadcast" + broadcast.Text() + "; all-gather" + gathered.Text() +
         "; all-to-all" + exchanged.Text() + "; ring" + received.Text();
}

}  // namespace

int main() {
  Require(aclInit(nullptr), "aclInit");
  uint32_t size = 0;
  Require(aclrtGetDeviceCount(&size), "aclrtGetDeviceCount");
  std::vector<int32_t> devices;
  for (uint32_t i = 0; i < size; ++i) devices.push_back(static_cast<int32_t>(i));
  std::vector<HcclComm> comms(size);
  Require(HcclCommInitAll(size, devices.data(), comms.data()), "HcclCommInitAll");

  std::vector<std::string> lines(size);
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      Require(aclrtSetDevice(devices[rank]), "aclrtSetDevice");
      aclrtStream stream = nullptr;
      Require(aclrtCreateStream(&stream), "aclrtCreateStream");
      lines[rank] = RunRank(comms[rank], stream, rank, size);
      Require(aclrtDestroyStream(stream), "aclrtDestroyStream");
      Require(HcclCommDestroy(comms[rank]), "HcclCommDestroy");
      Require(aclrtResetDevice(devices[rank]), "aclrtResetDevice");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
  Require(aclFinalize(), "aclFinalize");
}
