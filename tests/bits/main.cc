// Compares the results of all operators with the hashes that are committed, on every SIMD target of
// this machine, or on the GPU that OPENACLNN_DEVICE names: results have the same bits everywhere.
//
// usage: bits_test HASHES [--thinned] [--write]
//   HASHES     tests/bits/hashes.txt: for each operator and dtype the hashes of the whole set of
//              calls and of a thinned one
//   --thinned  only the thinned set, which takes about a tenth of the time
//   --write    writes HASHES anew; for results that were meant to change
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "engine/kind.h"
#include "engine/op_spec.h"
#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/bits/calls.h"
#include "tests/hash.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

void AddElements(const Array& array, Hash& hash) {
  for (int64_t i = 0; i < array.size(); ++i) hash.Add(array.dtype, array.Bits(i));
}

// By operator and dtype of the first output.
using Hashes = std::map<std::string, std::string>;

Hashes HashesOf(Extent extent, int64_t target) {
  const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
  std::map<std::string, Hash> hashes;
  const auto use = [&](const OperatorCall& call, const Placement& placement) {
    const std::vector<Array> results = RunOnce(call, placement);
    const aclDataType dtype = call.arguments[OutputsOf(call)[0]].array.dtype;
    const std::string name = std::string(call.name) + " " + std::string(DtypeName(dtype));
    for (const Array& result : results) AddElements(result, hashes[name]);
  };
  ForEachSweep(extent, use);
  ForEachLayout(extent, use);
  Hashes texts;
  Hash total;
  for (const auto& [name, hash] : hashes) {
    texts[name] = hash.Text();
    total.Add(hash.value());
  }
  texts["total"] = total.Text();
  return texts;
}

struct Committed {
  Hashes whole, thinned;
};

Committed Read(const std::string& path) {
  Committed committed;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t thinned = line.rfind(' '), whole = line.rfind(' ', thinned - 1);
    if (thinned == std::string::npos || whole == std::string::npos) continue;
    const std::string name = line.substr(0, whole);
    committed.whole[name] = line.substr(whole + 1, thinned - whole - 1);
    committed.thinned[name] = line.substr(thinned + 1);
  }
  if (committed.whole.empty()) ADD_FAILURE() << "There are no hashes in " << path;
  return committed;
}

void Write(const std::string& path, const Committed& hashes) {
  std::ofstream file(path);
  file << "# Of the results of each operator by the dtype of its output, NaNs being all alike: "
          "over\n"
          "# the whole set of calls, and over the thinned one. Written by\n"
          "#   build/release/tests/bits_test tests/bits/hashes.txt --write\n";
  for (const auto& [name, hash] : hashes.whole) {
    file << name << " " << hash << " " << hashes.thinned.at(name) << "\n";
  }
  if (!file.flush()) ADD_FAILURE() << "Cannot write " << path;
}

// Says for each difference which operator and dtype it is.
void Compare(const Hashes& actual, const Hashes& expected, const std::string& on,
             const std::string& reference) {
  for (const auto& [name, hash] : actual) {
    if (OnGpu() && name == "total") continue;  // some have no device code
    const auto found = expected.find(name);
    if (found == expected.end()) {
      ADD_FAILURE() << on << ": " << name << " is not in " << reference;
    } else if (found->second != hash) {
      ADD_FAILURE() << on << ": " << name << " has the hash " << hash << ", not " << found->second
                    << " as in " << reference;
    }
  }
  for (const auto& [name, hash] : expected) {
    const Operator* const entry = FindOperator(name.substr(0, name.find(' ')));
    if (OnGpu() && entry != nullptr && entry->spec->work.kind->runs_on_cpus_alone) continue;
    if (!actual.contains(name)) ADD_FAILURE() << on << ": no call gives " << name;
  }
}

// The SIMD targets that may differ; on a GPU they make no difference.
std::vector<int64_t> TargetsThatDiffer() {
  return OnGpu() ? std::vector{SimdTargets()[0]} : SimdTargets();
}
std::string PlaceName(int64_t target) { return OnGpu() ? "GPU" : TargetName(target); }

void CompareWithCommitted(const std::string& path, Extent extent) {
  const Committed committed = Read(path);
  const bool thinned = extent == Extent::kThinned;
  for (const int64_t target : TargetsThatDiffer()) {
    const Hashes hashes = HashesOf(extent, target);
    Compare(hashes, thinned ? committed.thinned : committed.whole, PlaceName(target), path);
    std::cout << PlaceName(target) << ": " << hashes.size() - 1 << " hashes, total "
              << hashes.at("total") << (thinned ? " (thinned)" : "") << std::endl;
  }
}

void WriteAnew(const std::string& path) {
  Committed hashes;
  for (const int64_t target : SimdTargets()) {
    const Committed here = {HashesOf(Extent::kWhole, target), HashesOf(Extent::kThinned, target)};
    if (hashes.whole.empty()) hashes = here;
    Compare(here.whole, hashes.whole, TargetName(target), TargetName(SimdTargets()[0]));
    Compare(here.thinned, hashes.thinned, TargetName(target), TargetName(SimdTargets()[0]));
  }
  Write(path, hashes);
}

}  // namespace
}  // namespace openaclnn::test

namespace {

struct {
  std::string path;
  bool thinned = false;
  bool write = false;
} options;

TEST(BitsTest, AreTheSameOnEveryMachine) {
  using namespace openaclnn::test;
  const Extent extent = options.thinned ? Extent::kThinned : Extent::kWhole;
  std::cout << "SIMD targets:";
  for (const int64_t target : SimdTargets()) std::cout << " " << TargetName(target);
  std::cout << std::endl;
  if (options.write) {
    WriteAnew(options.path);
  } else {
    CompareWithCommitted(options.path, extent);
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  bool understood = true;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--thinned") {
      options.thinned = true;
    } else if (argument == "--write") {
      options.write = true;
    } else if (options.path.empty() && argument[0] != '-') {
      options.path = argument;
    } else {
      understood = false;
    }
  }
  if (!understood || options.path.empty()) {
    std::cerr << "usage: bits_test HASHES [--thinned] [--write]\n";
    return 2;
  }
  return RUN_ALL_TESTS();
}
