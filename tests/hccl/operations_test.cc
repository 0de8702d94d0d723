// Every operation and dtype at 1 to 9 ranks, compared with a plain computation.

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "gtest/gtest.h"
#include "hccl/data_type.h"
#include "tests/hccl/ranks.h"
#include "tests/hccl/reference.h"

namespace openaclnn::hccl {
namespace {

constexpr uint64_t kCounts[] = {1, 7, 1027};

class OperationsTest : public testing::TestWithParam<uint32_t> {
 protected:
  uint32_t size() const { return GetParam(); }

  // Those of all ranks, made once and kept.
  const std::vector<Bytes>& Inputs(HcclDataType dtype, uint64_t count) {
    const std::lock_guard lock(mutex_);
    std::vector<Bytes>& inputs = inputs_[{dtype, count}];
    for (uint32_t rank = 0; inputs.size() < size(); ++rank) {
      inputs.push_back(Values(dtype, count, rank, count));
    }
    return inputs;
  }
  const Bytes& Expected(HcclDataType dtype, HcclReduceOp reduce, uint64_t count) {
    const std::vector<Bytes>& inputs = Inputs(dtype, count);
    const std::lock_guard lock(mutex_);
    Bytes& expected = expected_[{dtype, reduce, count}];
    if (expected.empty()) expected = Reduced(dtype, reduce, inputs);
    return expected;
  }

  template <class Use>
  void ForEachReduction(Use use) const {
    for (const HcclDataType dtype : kReducedTypes) {
      for (const HcclReduceOp reduce : kReductions) {
        const bool none = dtype == HCCL_DATA_TYPE_INT16 || dtype == HCCL_DATA_TYPE_BFP16;
        if (reduce == HCCL_REDUCE_PROD && none) continue;
        use(dtype, reduce, DtypeText(dtype) + " " + ReduceText(reduce));
      }
    }
  }

  ManyDevices devices_;

 private:
  std::mutex mutex_;
  std::map<std::tuple<int, uint64_t>, std::vector<Bytes>> inputs_;
  std::map<std::tuple<int, int, uint64_t>, Bytes> expected_;
};

INSTANTIATE_TEST_SUITE_P(Ranks, OperationsTest, testing::Range(1u, 10u),
                         testing::PrintToStringParamName());

TEST_P(OperationsTest, AllReduceAndReduce) {
  for (const uint64_t count : kCounts) {
    RunRanks(size(), [&](const Rank& rank) {
      ForEachReduction([&](HcclDataType dtype, HcclReduceOp reduce, const std::string& name) {
        Bytes mine = Inputs(dtype, count)[rank.rank];
        const Bytes& expected = Expected(dtype, reduce, count);
        Bytes all(mine.size()), untouched(mine.size(), std::byte{0x5a}), rooted = untouched;
        const uint32_t root = size() / 2;
        ASSERT_EQ(
            HcclAllReduce(mine.data(), all.data(), count, dtype, reduce, rank.comm, rank.stream),
            HCCL_SUCCESS)
            << LastMessage();
        ASSERT_EQ(HcclReduce(mine.data(), rooted.data(), count, dtype, reduce, root, rank.comm,
                             rank.stream),
                  HCCL_SUCCESS)
            << LastMessage();
        ASSERT_EQ(
            HcclAllReduce(mine.data(), mine.data(), count, dtype, reduce, rank.comm, rank.stream),
            HCCL_SUCCESS)
            << LastMessage();
        ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
        EXPECT_EQ(all, expected) << name;
        EXPECT_EQ(mine, expected) << name << ", in place";
        EXPECT_EQ(rooted, rank.rank == root ? expected : untouched) << name;
      });
    });
  }
}

// Counts and displacements for a V form: rank r has r * 3 % 5 elements, with a gap of r before it.
struct Parts {
  explicit Parts(uint32_t size) {
    uint64_t at = 0;
    for (uint32_t rank = 0; rank < size; ++rank) {
      counts.push_back(rank * 3 % 5 * 100);
      displs.push_back(at += rank);
      at += counts.back();
    }
    total = at;
  }
  std::vector<uint64_t> counts, displs;
  uint64_t total;
};

TEST_P(OperationsTest, ReduceScatter) {
  const Parts parts(size());
  for (const uint64_t count : kCounts) {
    RunRanks(size(), [&](const Rank& rank) {
      ForEachReduction([&](HcclDataType dtype, HcclReduceOp reduce, const std::string& name) {
        const size_t element = BytesOf(dtype);
        Bytes mine = Inputs(dtype, count * size())[rank.rank];
        const Bytes& whole = Expected(dtype, reduce, count * size());
        Bytes part(count * element);
        const auto own = static_cast<std::ptrdiff_t>(rank.rank * part.size());
        const Bytes expected(whole.begin() + own, whole.begin() + own + std::ssize(part));
        ASSERT_EQ(HcclReduceScatter(mine.data(), part.data(), count, dtype, reduce, rank.comm,
                                    rank.stream),
                  HCCL_SUCCESS)
            << LastMessage();
        // In place: at the own part of the input.
        ASSERT_EQ(HcclReduceScatter(mine.data(), mine.data() + own, count, dtype, reduce, rank.comm,
                                    rank.stream),
                  HCCL_SUCCESS)
            << LastMessage();
        ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
        EXPECT_EQ(part, expected) << name;
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), mine.begin() + own)) << name;
        if (dtype == HCCL_DATA_TYPE_UINT64 || dtype == HCCL_DATA_TYPE_FP64) return;

        if (parts.total == 0) return;
        const Bytes& v_whole = Expected(dtype, reduce, parts.total);
        Bytes v_part(parts.counts[rank.rank] * element);
        const auto v_own = static_cast<std::ptrdiff_t>(parts.displs[rank.rank] * element);
        Bytes v_mine = Inputs(dtype, parts.total)[rank.rank];
        ASSERT_EQ(HcclReduceScatterV(v_mine.data(), parts.counts.data(), parts.displs.data(),
                                     v_part.data(), parts.counts[rank.rank], dtype, reduce,
                                     rank.comm, rank.stream),
                  HCCL_SUCCESS)
            << LastMessage();
        ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
        EXPECT_TRUE(std::equal(v_part.begin(), v_part.end(), v_whole.begin() + v_own)) << name;
      });
    });
  }
}

TEST_P(OperationsTest, MovesOfEveryDtype) {
  RunRanks(size(), [&](const Rank& rank) {
    for (int number = HCCL_DATA_TYPE_INT8; number <= HCCL_DATA_TYPE_FP8E8M0; ++number) {
      if (number == HCCL_DATA_TYPE_INT128) continue;
      const auto dtype = static_cast<HcclDataType>(number);
      for (const uint64_t count : kCounts) {
        const std::vector<Bytes>& inputs = Inputs(dtype, count * size());
        const size_t bytes = count * BytesOf(dtype);
        const auto part = [&](uint32_t of, uint32_t index) {
          return Bytes(inputs[of].begin() + static_cast<std::ptrdiff_t>(index * bytes),
                       inputs[of].begin() + static_cast<std::ptrdiff_t>((index + 1) * bytes));
        };
        const uint32_t root = size() - 1;
        Bytes mine = inputs[rank.rank], sent = part(rank.rank, 0);
        Bytes broadcast = rank.rank == root ? part(root, 0) : Bytes(bytes);
        Bytes scattered(bytes), gathered(bytes * size()), exchanged(bytes * size());
        ASSERT_EQ(HcclBroadcast(broadcast.data(), count, dtype, root, rank.comm, rank.stream), 0)
            << LastMessage();
        ASSERT_EQ(HcclScatter(rank.rank == root ? mine.data() : nullptr, scattered.data(), count,
                              dtype, root, rank.comm, rank.stream),
                  0)
            << LastMessage();
        ASSERT_EQ(HcclAllGather(sent.data(), gathered.data(), count, dtype, rank.comm, rank.stream),
                  0)
            << LastMessage();
        ASSERT_EQ(HcclAlltoAll(mine.data(), count, dtype, exchanged.data(), count, dtype, rank.comm,
                               rank.stream),
                  0)
            << LastMessage();
        ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
        EXPECT_EQ(broadcast, part(root, 0)) << DtypeText(number);
        EXPECT_EQ(scattered, part(root, rank.rank)) << DtypeText(number);
        for (uint32_t other = 0; other < size(); ++other) {
          const auto at = static_cast<std::ptrdiff_t>(other * bytes);
          const Bytes one = part(other, 0), two = part(other, rank.rank);
          EXPECT_TRUE(std::equal(one.begin(), one.end(), gathered.begin() + at));
          EXPECT_TRUE(std::equal(two.begin(), two.end(), exchanged.begin() + at));
        }
      }
    }
  });
}

TEST_P(OperationsTest, GathersAndExchangesOfDifferentSizes) {
  const Parts parts(size());
  // Rank s sends (s * 7 + d) % 4 * 50 elements to rank d.
  const auto count_of = [](uint32_t from, uint32_t to) -> uint64_t {
    return (from * 7 + to) % 4 * 50;
  };
  std::vector<uint64_t> matrix;
  for (uint32_t from = 0; from < size(); ++from) {
    for (uint32_t to = 0; to < size(); ++to) matrix.push_back(count_of(from, to));
  }
  const auto value = [](uint32_t from, uint32_t to, uint64_t i) {
    return static_cast<int32_t>(from * 1000000 + to * 1000 + i);
  };
  RunRanks(size(), [&](const Rank& rank) {
    const uint32_t me = rank.rank;
    std::vector<int32_t> mine(parts.counts[me], static_cast<int32_t>(me));
    std::vector<int32_t> gathered(parts.total, -1);
    ASSERT_EQ(HcclAllGatherV(mine.data(), mine.size(), gathered.data(), parts.counts.data(),
                             parts.displs.data(), HCCL_DATA_TYPE_INT32, rank.comm, rank.stream),
              0)
        << LastMessage();
    std::vector<uint64_t> send_counts, send_displs, receive_counts, receive_displs;
    std::vector<int32_t> packed, expected_packed, send, expected;
    for (uint32_t other = 0; other < size(); ++other) {
      send_counts.push_back(count_of(me, other));
      receive_counts.push_back(count_of(other, me));
      send.push_back(-2);  // gaps
      expected.push_back(0);
      send_displs.push_back(send.size());
      receive_displs.push_back(expected.size());
      for (uint64_t i = 0; i < count_of(me, other); ++i) send.push_back(value(me, other, i));
      for (uint64_t i = 0; i < count_of(me, other); ++i) packed.push_back(value(me, other, i));
      for (uint64_t i = 0; i < count_of(other, me); ++i) expected.push_back(value(other, me, i));
      for (uint64_t i = 0; i < count_of(other, me); ++i) {
        expected_packed.push_back(value(other, me, i));
      }
    }
    std::vector<int32_t> received(expected.size()), received_packed(expected_packed.size());
    ASSERT_EQ(HcclAlltoAllV(send.data(), send_counts.data(), send_displs.data(),
                            HCCL_DATA_TYPE_INT32, received.data(), receive_counts.data(),
                            receive_displs.data(), HCCL_DATA_TYPE_INT32, rank.comm, rank.stream),
              0)
        << LastMessage();
    // The arrays may change once the call has returned.
    std::ranges::fill(send_counts, 0);
    ASSERT_EQ(HcclAlltoAllVC(packed.data(), matrix.data(), HCCL_DATA_TYPE_INT32,
                             received_packed.data(), HCCL_DATA_TYPE_INT32, rank.comm, rank.stream),
              0)
        << LastMessage();
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
    EXPECT_EQ(received, expected);
    EXPECT_EQ(received_packed, expected_packed);
    std::vector<int32_t> all(parts.total, -1);
    for (uint32_t other = 0; other < size(); ++other) {
      std::fill_n(all.begin() + static_cast<std::ptrdiff_t>(parts.displs[other]),
                  parts.counts[other], static_cast<int32_t>(other));
    }
    EXPECT_EQ(gathered, all);
  });
}

// A large reduction is cut into parts that threads share.
TEST(LargeOperationsTest, AMillionAndThree) {
  ManyDevices devices;
  constexpr uint64_t kCount = (1 << 20) + 3;
  for (const HcclDataType dtype : {HCCL_DATA_TYPE_FP32, HCCL_DATA_TYPE_BFP16}) {
    std::vector<Bytes> inputs;
    for (uint32_t rank = 0; rank < 3; ++rank) inputs.push_back(Values(dtype, kCount, rank, 1));
    const Bytes expected = Reduced(dtype, HCCL_REDUCE_SUM, inputs);
    RunRanks(3, [&](const Rank& rank) {
      Bytes all(expected.size()), gathered(3 * expected.size());
      Bytes& mine = inputs[rank.rank];
      ASSERT_EQ(HcclAllGather(mine.data(), gathered.data(), kCount, dtype, rank.comm, rank.stream),
                0);
      ASSERT_EQ(HcclAllReduce(mine.data(), all.data(), kCount, dtype, HCCL_REDUCE_SUM, rank.comm,
                              rank.stream),
                0);
      ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
      EXPECT_TRUE(all == expected);
      for (size_t other = 0; other < 3; ++other) {
        EXPECT_EQ(
            std::memcmp(&gathered[other * expected.size()], inputs[other].data(), expected.size()),
            0);
      }
    });
  }
}

// However a buffer is cut into calls.
TEST(LargeOperationsTest, CutsDoNotShow) {
  ManyDevices devices;
  constexpr uint64_t kCount = 5000;
  std::vector<Bytes> inputs;
  for (uint32_t rank = 0; rank < 7; ++rank) {
    inputs.push_back(Values(HCCL_DATA_TYPE_FP16, kCount, rank, 2));
  }
  const Bytes expected = Reduced(HCCL_DATA_TYPE_FP16, HCCL_REDUCE_SUM, inputs);
  RunRanks(7, [&](const Rank& rank) {
    Bytes all(expected.size());
    for (uint64_t at = 0, step = 1; at < kCount; at += step, step = step * 2 + 1) {
      const uint64_t count = std::min(step, kCount - at);
      ASSERT_EQ(HcclAllReduce(&inputs[rank.rank][2 * at], &all[2 * at], count, HCCL_DATA_TYPE_FP16,
                              HCCL_REDUCE_SUM, rank.comm, rank.stream),
                0);
    }
    ASSERT_EQ(aclrtSynchronizeStream(rank.stream), 0) << LastMessage();
    EXPECT_TRUE(all == expected);
  });
}

}  // namespace
}  // namespace openaclnn::hccl
