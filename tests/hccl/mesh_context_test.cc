// How connections are broken off. Processes are contexts of this one.

#include "hccl/mesh_context.h"

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gloo/common/error.h"
#include "gloo/transport/tcp/device.h"
#include "gtest/gtest.h"

namespace openaclnn::hccl {
namespace {

constexpr uint32_t kProcesses = 3;
constexpr uint64_t kAwaited = 1, kNobodySends = 2;  // slots

std::vector<std::unique_ptr<MeshContext>> ConnectAll() {
  gloo::transport::tcp::attr attributes;
  attributes.hostname = "127.0.0.1";
  const auto device = gloo::transport::tcp::CreateDevice(attributes);
  std::vector<std::unique_ptr<MeshContext>> contexts;
  std::vector<std::string> rows, columns(kProcesses);
  for (uint32_t process = 0; process < kProcesses; ++process) {
    contexts.push_back(std::make_unique<MeshContext>(process, kProcesses));
    rows.push_back(contexts.back()->Open(device, std::chrono::seconds(10)));
  }
  for (uint32_t process = 0; process < kProcesses; ++process) {
    for (const std::string& row : rows) {
      columns[process] += row.substr(process * sizeof(AddressField), sizeof(AddressField));
    }
  }
  std::vector<std::jthread> threads;
  for (uint32_t process = 0; process < kProcesses; ++process) {
    threads.emplace_back([&, process] { contexts[process]->Connect(columns[process]); });
  }
  return contexts;
}

// The connection with process 1 breaks before, while and after process 0 looks at it.
TEST(MeshContextTest, AllWaitsEndThoughAConnectionBreaksMeanwhile) {
  for (int turn = 0; turn < 40; ++turn) {
    SCOPED_TRACE(turn);
    const auto contexts = ConnectAll();
    char byte = 0;
    const auto awaited = contexts[0]->createUnboundBuffer(&byte, sizeof(byte));
    awaited->recv(2, kAwaited);
    auto wait = std::async(std::launch::async, [&awaited] { awaited->waitRecv(kForEver); });
    std::jthread other([&contexts] { contexts[1]->BreakOff(kNobodySends); });
    std::this_thread::sleep_for(std::chrono::microseconds(300 * turn));
    contexts[0]->BreakOff(kNobodySends);
    const bool ended = wait.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    EXPECT_TRUE(ended);
    other.join();
    if (!ended) contexts[0]->BreakOff(kNobodySends);
    EXPECT_THROW(wait.get(), gloo::Exception);
    if (!ended) return;
  }
}

}  // namespace
}  // namespace openaclnn::hccl
