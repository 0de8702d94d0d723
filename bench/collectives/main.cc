// Times all-reduces of libhccl, and of gloo itself, between the ranks of this process and of
// others.
//
// usage: bench_collectives hccl|gloo SIZE RANKS BYTES REPETITIONS FILE
//        bench_collectives copy BYTES REPETITIONS
//   RANKS: of this process, like 0,1 or 2; each a thread. FILE: new; where rank 0 says how to be
//   found. gloo: a folder for its store of files. Rank 0 prints the median in microseconds.
// usage of the whole: bench/collectives/run
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "gloo/allreduce.h"
#include "gloo/barrier.h"
#include "gloo/math.h"
#include "gloo/rendezvous/context.h"
#include "gloo/rendezvous/file_store.h"
#include "gloo/transport/tcp/device.h"
#include "hccl/hccl.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  uint32_t size;
  std::vector<uint32_t> ranks;
  size_t bytes;
  int repetitions;
  std::string file;
};

void Require(int status, const char* call) {
  if (status == 0) return;
  const char* const message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: %d %s\n", call, status, message != nullptr ? message : "");
  std::exit(1);
}

// The median of the calls after the first two, each begun by all together.
double Median(int repetitions, const std::function<void()>& meet,
              const std::function<void()>& call) {
  std::vector<double> times;
  for (int i = 0; i < repetitions + 2; ++i) {
    meet();
    const auto begin = Clock::now();
    call();
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    if (i >= 2) times.push_back(took.count());
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

void RunHccl(const Arguments& arguments, uint32_t rank, const HcclRootInfo& info) {
  Require(aclrtSetDevice(static_cast<int32_t>(rank)), "aclrtSetDevice");
  HcclComm comm = nullptr;
  Require(HcclCommInitRootInfo(arguments.size, &info, rank, &comm), "HcclCommInitRootInfo");
  aclrtStream stream = nullptr;
  Require(aclrtCreateStream(&stream), "aclrtCreateStream");
  std::vector<float> send(arguments.bytes / sizeof(float), 1), receive(send.size());
  const double median = Median(
      arguments.repetitions,
      [&] {
        Require(HcclBarrier(comm, stream), "HcclBarrier");
        Require(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
      },
      [&] {
        Require(HcclAllReduce(send.data(), receive.data(), send.size(), HCCL_DATA_TYPE_FP32,
                              HCCL_REDUCE_SUM, comm, stream),
                "HcclAllReduce");
        Require(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
      });
  if (rank == 0) std::printf("%.1f\n", median);
  Require(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Require(HcclCommDestroy(comm), "HcclCommDestroy");
}

void RunGloo(const Arguments& arguments, uint32_t rank) {
  gloo::transport::tcp::attr attributes;
  attributes.hostname = "127.0.0.1";
  auto device = gloo::transport::tcp::CreateDevice(attributes);
  gloo::rendezvous::FileStore store(arguments.file);
  auto context = std::make_shared<gloo::rendezvous::Context>(static_cast<int>(rank),
                                                             static_cast<int>(arguments.size));
  context->connectFullMesh(store, device);
  std::vector<float> send(arguments.bytes / sizeof(float), 1), receive(send.size());
  gloo::AllreduceOptions options(context);
  options.setInput(send.data(), send.size());
  options.setOutput(receive.data(), receive.size());
  void (*sum)(void*, const void*, const void*, size_t) = &gloo::sum<float>;
  options.setReduceFunction(sum);
  const double median = Median(
      arguments.repetitions,
      [&] {
        gloo::BarrierOptions barrier(context);
        gloo::barrier(barrier);
      },
      [&] { gloo::allreduce(options); });
  if (rank == 0) std::printf("%.1f\n", median);
  gloo::BarrierOptions last(context);
  gloo::barrier(last);
}

HcclRootInfo RootInfo(const Arguments& arguments) {
  HcclRootInfo info;
  if (arguments.ranks[0] == 0) {
    Require(aclrtSetDevice(0), "aclrtSetDevice");
    Require(HcclGetRootInfo(&info), "HcclGetRootInfo");
    std::ofstream(arguments.file + ".new").write(info.internal, HCCL_ROOT_INFO_BYTES);
    std::filesystem::rename(arguments.file + ".new", arguments.file);
  } else {
    const auto end = Clock::now() + std::chrono::minutes(2);
    while (!std::ifstream(arguments.file).read(info.internal, HCCL_ROOT_INFO_BYTES)) {
      if (Clock::now() > end) {
        std::fprintf(stderr, "no root info has come in %s\n", arguments.file.c_str());
        std::exit(1);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return info;
}

void RunCopy(size_t bytes, int repetitions) {
  std::vector<char> from(bytes, 1), to(bytes);
  std::printf("%.1f\n",
              Median(
                  repetitions, [] {}, [&] { std::memcpy(to.data(), from.data(), bytes); }));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "";
  if (kind == "copy" && argc == 4) {
    RunCopy(std::strtoull(argv[2], nullptr, 10), std::atoi(argv[3]));
    return 0;
  }
  if ((kind != "hccl" && kind != "gloo") || argc != 7) {
    std::fprintf(stderr,
                 "usage: %s hccl|gloo SIZE RANKS BYTES REPETITIONS FILE, or copy BYTES "
                 "REPETITIONS\n",
                 argv[0]);
    return 2;
  }
  Arguments arguments{static_cast<uint32_t>(std::atoi(argv[2])),
                      {},
                      std::strtoull(argv[4], nullptr, 10),
                      std::atoi(argv[5]),
                      argv[6]};
  std::istringstream list(argv[3]);
  for (std::string rank; std::getline(list, rank, ',');) {
    arguments.ranks.push_back(static_cast<uint32_t>(std::stoi(rank)));
  }
  const HcclRootInfo info = kind == "hccl" ? RootInfo(arguments) : HcclRootInfo{};
  std::vector<std::jthread> threads;
  for (const uint32_t rank : arguments.ranks) {
    threads.emplace_back(
        [&, rank] { kind == "hccl" ? RunHccl(arguments, rank, info) : RunGloo(arguments, rank); });
  }
}
