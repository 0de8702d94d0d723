#include "engine/kept_launches.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "acl/acl_base.h"
#include "boost/container/small_vector.hpp"
#include "engine/argument_spec.h"

namespace openaclnn {
namespace {

constexpr size_t kMostLaunches = 64;

// A launch may depend on where in a pack an operand lies, and a workspace is used from a cache line
// on: the addresses that it is recorded at lie alike.
constexpr uint64_t kAlignment = 64;
constexpr uint64_t kNoMemory = kAlignment;  // lies like no address

uint64_t AlignmentOf(uint64_t address) { return address == 0 ? kNoMemory : address % kAlignment; }

// Memory as far apart as no operand is long, so that an address says of which it is, also before
// its begin; and as much further on again, each by another distance.
constexpr int kLog2Apart = 50;
constexpr int kLog2Moved = 57;
constexpr size_t kMostAddresses = (size_t{1} << (kLog2Moved - kLog2Apart)) / 2 - 1;
static_assert(kMaxArguments + 2 <= kMostAddresses);  // one more slot, and the workspace

Addresses Elsewhere(const Addresses& addresses, bool moved) {
  Addresses elsewhere(addresses.size());
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (addresses[i] == 0) continue;
    elsewhere[i] = uint64_t{2 * i + 1} << kLog2Apart | AlignmentOf(addresses[i]);
    if (moved) elsewhere[i] += uint64_t{i + 1} << kLog2Moved;
  }
  return elsewhere;
}

}  // namespace

// Takes launches down.
class KeptLaunches::Recorder final : public Queue {
 public:
  explicit Recorder(Queue& queue) : Queue(queue.device(), false), queue_(queue) {}

  Status FindCode(std::string_view name, const DeviceCode*& code) override {
    return queue_.FindCode(name, code);
  }
  Status Place(const void* constant, size_t size, const void*& placed) override {
    return queue_.Place(constant, size, placed);
  }
  Status RunBytes(const DeviceCode* code, std::span<const std::byte> argument,
                  int64_t elements) override {
    if (launches.size() == kMostLaunches || argument.size() % sizeof(uint64_t) != 0) {
      return Refuse();
    }
    std::vector<uint64_t> words(argument.size() / sizeof(uint64_t));
    std::memcpy(words.data(), argument.data(), argument.size());
    launches.push_back({code, elements, std::move(words), {}});
    return {};
  }

  Status Copy(void* /*dst*/, const void* /*src*/, size_t /*count*/) override { return Refuse(); }
  Status Fill(void* /*memory*/, int32_t /*value*/, size_t /*count*/) override { return Refuse(); }
  Status Record(std::unique_ptr<Mark>& /*mark*/) override { return Refuse(); }
  Status WaitFor(const Mark& /*mark*/) override { return Refuse(); }

  bool refused() const { return refused_; }

  std::vector<One> launches;

 private:
  Status Refuse() {
    refused_ = true;
    return Error(ErrorKind::kInternal, ACL_ERROR_RT_INTERNAL_ERROR, "cannot be kept");
  }

  Queue& queue_;
  bool refused_ = false;
};

// False if a word is something else.
bool KeptLaunches::FindAddresses(const Addresses& recorded, const std::vector<uint64_t>& elsewhere,
                                 One& launch) {
  if (launch.argument.size() != elsewhere.size()) return false;
  for (size_t word = 0; word < elsewhere.size(); ++word) {
    const uint64_t moved = elsewhere[word] - launch.argument[word];
    if (moved == 0) continue;
    const size_t of = (moved >> kLog2Moved) - 1;
    if (moved % (uint64_t{1} << kLog2Moved) != 0 || of >= recorded.size()) return false;
    launch.argument[word] -= recorded[of];
    launch.addresses.push_back({static_cast<uint32_t>(word), static_cast<uint32_t>(of)});
  }
  return true;
}

Status KeptLaunches::Make(const Addresses& addresses, Queue& queue, const Launch& launch,
                          std::shared_ptr<const KeptLaunches>& kept) {
  kept = nullptr;
  if (addresses.size() > kMostAddresses) return {};
  const Addresses recorded = Elsewhere(addresses, false);
  Recorder first(queue), second(queue);
  Status launched = launch(recorded, first);
  if (first.refused()) return {};
  OPENACLNN_RETURN_IF_ERROR(std::move(launched));
  OPENACLNN_RETURN_IF_ERROR(launch(Elsewhere(addresses, true), second));
  if (first.launches.size() != second.launches.size()) return {};
  for (size_t i = 0; i < first.launches.size(); ++i) {
    if (!FindAddresses(recorded, second.launches[i].argument, first.launches[i])) return {};
  }
  auto made = std::make_shared<KeptLaunches>();
  made->device_ = &queue.device();
  std::ranges::transform(addresses, std::back_inserter(made->alignments_), AlignmentOf);
  made->launches_ = std::move(first.launches);
  kept = std::move(made);
  return {};
}

bool KeptLaunches::Fit(const Addresses& addresses, const Queue& queue) const {
  return device_ == &queue.device() && std::ranges::equal(addresses, alignments_, {}, AlignmentOf);
}

Status KeptLaunches::Run(const Addresses& addresses, Queue& queue) const {
  boost::container::small_vector<uint64_t, 128> argument;
  for (const One& launch : launches_) {
    argument.assign(launch.argument.begin(), launch.argument.end());
    for (const Address& address : launch.addresses) {
      argument[address.word] += addresses[address.of];
    }
    OPENACLNN_RETURN_IF_ERROR(queue.RunBytes(
        launch.code, std::as_bytes(std::span(argument.data(), argument.size())), launch.elements));
  }
  return {};
}

}  // namespace openaclnn
