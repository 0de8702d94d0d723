// Some ranks of a communicator, as a process of its own: each a thread. Prints a line for each
// rank.
//
// usage: hccl_process SIZE RANKS TASK [ROOT_FILE | RANK_TABLE]
//   RANKS: "2", or "0,3"
//   TASK:  scenario: "rank R: <hash>"; sub: the same on a sub-communicator of the even ranks;
//          what is to fail: "rank R: <code of the call> <code of the stream> <asyncError> <seconds>
//          <message>", for die, stall, leave, count, dtype, size, absent, late; of these the last
//          rank is the one that does wrong
//   ROOT_FILE: rank 0 writes its root info there, the others wait for it
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/hccl/scenario.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  uint32_t size;
  std::vector<uint32_t> ranks;
  std::string task, file;
};

std::mutex output;

std::string Messages() {
  const char* const text = aclGetRecentErrMsg();
  std::string message = text != nullptr ? text : "";
  for (char& c : message) {
    if (c == '\n') c = '|';
  }
  return message;
}

void Print(uint32_t rank, const std::string& text) {
  const std::lock_guard lock(output);
  std::printf("rank %u: %s\n", rank, text.c_str());
  std::fflush(stdout);
}

void WriteRootInfo(const std::string& path) {
  HcclRootInfo info;
  if (const HcclResult code = HcclGetRootInfo(&info); code != HCCL_SUCCESS) {
    std::fprintf(stderr, "HcclGetRootInfo: %d %s\n", code, Messages().c_str());
    std::exit(1);
  }
  std::ofstream(path + ".new", std::ios::binary).write(info.internal, HCCL_ROOT_INFO_BYTES);
  std::filesystem::rename(path + ".new", path);
}

HcclRootInfo ReadRootInfo(const std::string& path) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (!std::filesystem::exists(path)) {
    if (std::chrono::steady_clock::now() > deadline) {  // the root has ended
      std::fprintf(stderr, "there is no %s\n", path.c_str());
      std::_Exit(1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  HcclRootInfo info;
  std::ifstream(path, std::ios::binary).read(info.internal, HCCL_ROOT_INFO_BYTES);
  return info;
}

HcclResult Join(const Arguments& arguments, uint32_t rank, HcclComm* comm) {
  if (arguments.file.ends_with(".json")) {
    return HcclCommInitClusterInfo(arguments.file.c_str(), rank, comm);
  }
  const HcclRootInfo info = ReadRootInfo(arguments.file);
  const bool wrong_size = arguments.task == "size" && rank + 1 == arguments.size;
  return HcclCommInitRootInfo(arguments.size + (wrong_size ? 1 : 0), &info, rank, comm);
}

void RunSub(HcclComm world, uint32_t rank, uint32_t size, aclrtStream stream) {
  std::vector<uint32_t> even;
  for (uint32_t other = 0; other < size; other += 2) even.push_back(other);
  HcclCommConfig config;
  HcclCommConfigInit(&config);
  HcclComm sub = nullptr;
  const bool inside = rank % 2 == 0;
  const HcclResult code = HcclCreateSubCommConfig(
      &world, static_cast<uint32_t>(even.size()), inside ? even.data() : nullptr,
      inside ? 1 : 0xFFFFFFFF, inside ? rank / 2 : 0, &config, &sub);
  if (code != HCCL_SUCCESS) return Print(rank, std::to_string(code) + " " + Messages());
  if (!inside) return;
  const char* message = "";
  const uint64_t hash = openaclnn::hccl::RunScenario(
      sub, rank / 2, static_cast<uint32_t>(even.size()), stream, &message);
  Print(rank, hash != 0 ? std::to_string(hash) : message);
  HcclCommDestroy(sub);
}

// All ranks but the last one do it right: ten reductions.
void RunFailure(const Arguments& arguments, HcclComm comm, uint32_t rank, aclrtStream stream) {
  const bool wrong = rank + 1 == arguments.size;
  const std::string& task = arguments.task;
  uint64_t count = task == "stall" ? 4 << 20 : 1000;
  std::vector<float> values(count + 1, 1), sums(count + 1);
  const auto reduce = [&](uint64_t elements, HcclDataType dtype) {
    return HcclAllReduce(values.data(), sums.data(), elements, dtype, HCCL_REDUCE_SUM, comm,
                         stream);
  };
  reduce(count, HCCL_DATA_TYPE_FP32);
  aclrtSynchronizeStream(stream);
  if (wrong && task == "die") kill(getpid(), SIGKILL);
  if (wrong && task == "stall") kill(getpid(), SIGSTOP);
  if (wrong && task == "exit") _exit(0);
  if (wrong && task == "leave") {
    HcclCommDestroy(comm);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    return;
  }
  if (wrong && task == "late") std::this_thread::sleep_for(std::chrono::seconds(3));
  const auto begin = Clock::now();
  HcclResult code = HCCL_SUCCESS;
  if (task == "receive") {
    code =
        wrong ? HCCL_SUCCESS
              : HcclRecv(sums.data(), count, HCCL_DATA_TYPE_FP32, arguments.size - 1, comm, stream);
    if (wrong) kill(getpid(), SIGKILL);
  } else if (task == "transfer") {
    code = rank == 0
               ? HcclRecv(sums.data(), count, HCCL_DATA_TYPE_FP32, arguments.size - 1, comm, stream)
           : wrong ? HcclSend(values.data(), count - 1, HCCL_DATA_TYPE_FP32, 0, comm, stream)
                   : HcclBarrier(comm, stream);
  } else {
    code = reduce(wrong && task == "count" ? count + 1 : count,
                  wrong && task == "dtype" ? HCCL_DATA_TYPE_INT32 : HCCL_DATA_TYPE_FP32);
  }
  const aclError stream_code = aclrtSynchronizeStream(stream);
  const std::chrono::duration<double> took = Clock::now() - begin;
  const std::string message = Messages();
  HcclResult async = HCCL_SUCCESS;
  HcclGetCommAsyncError(comm, &async);
  const HcclResult later = reduce(count, HCCL_DATA_TYPE_FP32);
  std::ostringstream line;
  line << code << ' ' << stream_code << ' ' << async << ' ' << later << ' ' << took.count() << ' '
       << message;
  Print(rank, line.str());
}

void RunRank(const Arguments& arguments, uint32_t rank) {
  if (arguments.task == "absent" && rank + 1 == arguments.size) return;
  aclrtSetDevice(static_cast<int32_t>(rank));
  const auto begin = Clock::now();
  HcclComm comm = nullptr;
  if (const HcclResult code = Join(arguments, rank, &comm); code != HCCL_SUCCESS) {
    const std::chrono::duration<double> took = Clock::now() - begin;
    std::ostringstream line;
    line << code << " 0 0 0 " << took.count() << ' ' << Messages();
    return Print(rank, line.str());
  }
  aclrtStream stream = nullptr;
  aclrtCreateStream(&stream);
  if (arguments.task == "scenario") {
    const char* message = "";
    const uint64_t hash =
        openaclnn::hccl::RunScenario(comm, rank, arguments.size, stream, &message);
    Print(rank, hash != 0 ? std::to_string(hash) : message);
  } else if (arguments.task == "sub") {
    RunSub(comm, rank, arguments.size, stream);
  } else {
    RunFailure(arguments, comm, rank, stream);
  }
  aclrtDestroyStream(stream);
  HcclCommDestroy(comm);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s SIZE RANKS TASK FILE\n", argv[0]);
    return 2;
  }
  Arguments arguments{static_cast<uint32_t>(std::atoi(argv[1])), {}, argv[3], argv[4]};
  std::istringstream ranks(argv[2]);
  for (std::string rank; std::getline(ranks, rank, ',');) {
    arguments.ranks.push_back(static_cast<uint32_t>(std::stoi(rank)));
  }
  if (arguments.ranks[0] == 0 && !arguments.file.ends_with(".json")) {
    aclrtSetDevice(0);
    WriteRootInfo(arguments.file);
  }
  std::vector<std::jthread> threads;
  for (const uint32_t rank : arguments.ranks) {
    threads.emplace_back([&arguments, rank] { RunRank(arguments, rank); });
  }
}
