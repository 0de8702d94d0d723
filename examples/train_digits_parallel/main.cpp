// Trains the network of ../train_digits on several ranks: each has a copy, computes the gradients
// of its share of every batch, and steps by the mean over all. As the mean is taken in a fixed
// order, the weights have the same bits wherever the ranks are: threads, processes, machines.
//
// usage: train_digits_parallel DIGITS EPOCHS RANKS OWN ROOT_FILE
//   OWN: the ranks of this process, like 0,1,2,3 or 2; each is a thread. That with rank 0 writes
//   the root info to ROOT_FILE, the others wait two minutes for it.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "../train_digits/training.h"
#include "hccl/hccl.h"

namespace {

// The mean over the ranks of all gradients and of the loss, as one array on the device.
class Average {
 public:
  Average(const Device& device, HcclComm comm, int ranks, const Network<float>& network)
      : device_(device), comm_(comm), ranks_(ranks) {
    for (Layer<float> layer : network) {
      ForEachParameter(layer, [this](const Matrix<float>& values) { count_ += values.size(); });
    }
    host_.resize(count_ + 1);
    Require(aclrtMalloc(&memory_, bytes(), ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  }
  ~Average() { aclrtFree(memory_); }
  Average(const Average&) = delete;
  Average& operator=(const Average&) = delete;

  void Run(Network<float>* gradient, float* loss) {
    size_t at = 0;
    for (Layer<float>& layer : *gradient) {
      ForEachParameter(layer, [&](const Matrix<float>& values) {
        std::copy(values.data(), values.data() + values.size(), &host_[at]);
        at += values.size();
      });
    }
    host_[at] = *loss;
    Require(aclrtMemcpy(memory_, bytes(), host_.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE),
            "aclrtMemcpy");
    Require(HcclAllReduce(memory_, memory_, host_.size(), HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM,
                          comm_, device_.stream()),
            "HcclAllReduce");
    device_.Synchronize();
    Require(aclrtMemcpy(host_.data(), bytes(), memory_, bytes(), ACL_MEMCPY_DEVICE_TO_HOST),
            "aclrtMemcpy");
    for (float& value : host_) value /= static_cast<float>(ranks_);
    at = 0;
    for (Layer<float>& layer : *gradient) {
      ForEachParameter(layer, [&](Matrix<float>& values) {
        std::copy(&host_[at], &host_[at] + values.size(), values.data());
        at += values.size();
      });
    }
    *loss = host_[at];
  }

 private:
  size_t bytes() const { return host_.size() * sizeof(float); }

  const Device& device_;
  const HcclComm comm_;
  const int ranks_;
  size_t count_ = 0;
  std::vector<float> host_;
  void* memory_ = nullptr;
};

// FNV-1a over the bytes of all parameters.
uint64_t Checksum(const Network<float>& network) {
  uint64_t hash = 0xcbf29ce484222325;
  for (Layer<float> layer : network) {
    ForEachParameter(layer, [&hash](const Matrix<float>& values) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
      for (size_t i = 0; i < values.size() * sizeof(float); ++i) {
        hash = (hash ^ bytes[i]) * 0x100000001b3;
      }
    });
  }
  return hash;
}

HcclRootInfo ExchangeRootInfo(bool makes, const std::string& path) {
  HcclRootInfo info;
  if (makes) {
    const Device device;
    Require(HcclGetRootInfo(&info), "HcclGetRootInfo");
    std::ofstream(path + ".new", std::ios::binary).write(info.internal, HCCL_ROOT_INFO_BYTES);
    if (std::rename((path + ".new").c_str(), path.c_str()) == 0) return info;
    throw std::runtime_error(path + " cannot be written");
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (!std::ifstream(path, std::ios::binary).read(info.internal, HCCL_ROOT_INFO_BYTES)) {
    if (std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("no root info has come in " + path +
                               " within two minutes: has rank 0 started?");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return info;
}

void RunRank(const Split& digits, int epochs, int ranks, int rank, const HcclRootInfo& info) {
  constexpr unsigned kSeed = 1;
  uint32_t devices = 1;
  Require(aclrtGetDeviceCount(&devices), "aclrtGetDeviceCount");
  const Device device(rank % static_cast<int>(devices));
  HcclComm comm = nullptr;
  Require(
      HcclCommInitRootInfo(static_cast<uint32_t>(ranks), &info, static_cast<uint32_t>(rank), &comm),
      "HcclCommInitRootInfo");
  Network<float> network = MakeNetwork(kSeed);
  Average average(device, comm, ranks, network);
  const Share share{rank, ranks,
                    [&](Network<float>* gradient, float* loss) { average.Run(gradient, loss); }};
  const std::vector<EpochResult> results = Train(
      device, digits, epochs, kSeed, &network, [](int, const EpochResult&) {}, share);
  std::ostringstream line;
  line << "rank " << rank << " of " << ranks << ": train loss " << results.back().train_loss
       << ", test accuracy " << 100 * results.back().test.accuracy << " %, checksum of the weights "
       << std::hex << Checksum(network) << '\n';
  std::fputs(line.str().c_str(), stdout);
  Require(HcclCommDestroy(comm), "HcclCommDestroy");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s DIGITS EPOCHS RANKS OWN ROOT_FILE\n", argv[0]);
    return 2;
  }
  try {
    const Split digits = LoadDigits(argv[1]);
    const int epochs = std::atoi(argv[2]), ranks = std::atoi(argv[3]);
    if (epochs < 1 || ranks < 1 || kBatch % ranks != 0) {
      throw std::runtime_error("RANKS must divide " + std::to_string(kBatch));
    }
    std::vector<int> own;
    std::istringstream list(argv[4]);
    for (std::string rank; std::getline(list, rank, ',');) own.push_back(std::stoi(rank));
    bool makes = false;
    for (const int rank : own) makes = makes || rank == 0;
    const HcclRootInfo info = ExchangeRootInfo(makes, argv[5]);
    std::vector<std::thread> threads;
    for (const int rank : own) {
      threads.emplace_back([&, rank] {
        try {
          RunRank(digits, epochs, ranks, rank, info);
        } catch (const std::exception& error) {
          std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
          std::exit(1);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
