// The launches of a call that is made again and again: kernels, threads and packed arguments, which
// are made once, and in which only addresses change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/status.h"
#include "boost/container/small_vector.hpp"
#include "device/queue.h"

namespace openaclnn {

// The addresses of the tensors of a call, by slot, and of its workspace, which comes last. 0: there
// is none.
using Addresses = boost::container::small_vector<uint64_t, 10>;

class KeptLaunches {
 public:
  // Gives the work of the call to a queue, as if it were at other addresses.
  using Launch = std::function<Status(const Addresses& addresses, Queue& queue)>;

  // Runs nothing: `launch` is recorded, twice, at addresses of which none is another's or leads to
  // one; the words of an argument that differ are addresses then, and tell of what. Null where
  // there are too many launches, or addresses, to be kept.
  static Status Make(const Addresses& addresses, Queue& queue, const Launch& launch,
                     std::shared_ptr<const KeptLaunches>& kept);

  // Whether the launches are those of the call at these addresses, on this queue's device.
  bool Fit(const Addresses& addresses, const Queue& queue) const;

  Status Run(const Addresses& addresses, Queue& queue) const;

 private:
  struct Address {
    uint32_t word;  // of the argument, which is what follows after the address...
    uint32_t of;    // ...of this
  };
  struct One {
    const DeviceCode* code;
    int64_t elements;
    std::vector<uint64_t> argument;
    std::vector<Address> addresses;
  };
  class Recorder;

  static bool FindAddresses(const Addresses& recorded, const std::vector<uint64_t>& elsewhere,
                            One& launch);

  const Device* device_ = nullptr;
  Addresses alignments_;
  std::vector<One> launches_;
};

}  // namespace openaclnn
