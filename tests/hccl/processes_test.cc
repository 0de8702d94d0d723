// The same bits wherever ranks live.
#include "tests/hccl/processes.h"

#include <map>
#include <mutex>

#include "gtest/gtest.h"
#include "tests/hccl/ranks.h"
#include "tests/hccl/scenario.h"

namespace openaclnn::hccl {
namespace {

// What each rank gets when all are threads of this process.
std::map<uint32_t, std::string> OfThreads(uint32_t size) {
  ManyDevices devices;
  devices.SetChip(Chip::kAscend910B);  // that of the processes
  std::map<uint32_t, std::string> lines;
  std::mutex mutex;
  RunRanks(size, [&](const Rank& rank) {
    const char* message = "";
    const uint64_t hash = RunScenario(rank.comm, rank.rank, rank.size, rank.stream, &message);
    const std::lock_guard lock(mutex);
    lines[rank.rank] = hash != 0 ? std::to_string(hash) : message;
  });
  return lines;
}

struct Placed {
  const char* name;
  uint32_t size;
  std::vector<std::string> ranks;
};

class PlacementTest : public testing::TestWithParam<Placed> {};

INSTANTIATE_TEST_SUITE_P(Hccl, PlacementTest,
                         testing::Values(Placed{"TwoProcesses", 2, {"0", "1"}},
                                         Placed{"ThreeProcesses", 3, {"0", "1", "2"}},
                                         Placed{"FiveProcesses", 5, {"0", "1", "2", "3", "4"}},
                                         Placed{"Halves", 4, {"0,1", "2,3"}},
                                         Placed{"Interleaved", 5, {"0,3", "1,4", "2"}},
                                         Placed{"UnequalParts", 7, {"0,1,2,3", "4", "5,6"}},
                                         Placed{"OneProcessByRootInfo", 3, {"0,1,2"}}),
                         [](const auto& placed) { return placed.param.name; });

TEST_P(PlacementTest, HasTheBitsOfThreads) {
  const Placed& placed = GetParam();
  const Started started = RunProcesses(placed.size, placed.ranks, "scenario");
  EXPECT_EQ(started.lines, OfThreads(placed.size)) << started.all;
}

TEST(SubCommunicatorTest, HasTheBitsOfACommunicator) {
  const std::map<uint32_t, std::string> three = OfThreads(3);
  const std::map<uint32_t, std::string> expected = {
      {0, three.at(0)}, {2, three.at(1)}, {4, three.at(2)}};
  const Started started = RunProcesses(6, {"0,1", "2,5", "3,4"}, "sub");
  EXPECT_EQ(started.lines, expected) << started.all;
}

TEST(RankTableTest, ConnectsProcesses) {
  const std::string table = R"({"status": "completed", "version": "1.0", "server_count": "1",
    "server_list": [{"server_id": "127.0.0.1", "device": [
      {"device_id": "0", "rank_id": "0"}, {"device_id": "1", "rank_id": "1"},
      {"device_id": "2", "rank_id": "2"}]}]})";
  const Started started = RunProcesses(3, {"0", "1,2"}, "scenario", {}, table);
  EXPECT_EQ(started.lines, OfThreads(3)) << started.all;
}

TEST(RankTableTest, OfVersion2ConnectsProcesses) {
  const std::string table = R"({"version": "2.0", "rank_count": 2, "rank_list": [
      {"rank_id": 1, "device_id": 1, "local_id": 1},
      {"rank_id": 0, "device_id": 0, "local_id": 0, "level_list": [
        {"rank_addr_list": [{"addr": "127.0.0.1", "ports": []}]}]}]})";
  const Started started =
      RunProcesses(2, {"0", "1"}, "scenario", {"HCCL_IF_BASE_PORT=41000"}, table);
  EXPECT_EQ(started.lines, OfThreads(2)) << started.all;
}

}  // namespace
}  // namespace openaclnn::hccl
