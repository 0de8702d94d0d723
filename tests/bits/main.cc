// Compares the results of all operators with the hashes that are committed, on every SIMD target of
// this machine: results have the same bits everywhere.
//
// usage: bits_test HASHES [--thinned] [--write | --refused NAMES]
//   HASHES     tests/bits/hashes.txt: for each operator and dtype the hashes of the whole set of
//              calls and of a thinned one
//   --thinned  only the thinned set, which takes about a tenth of the time
//   --write    writes HASHES anew; for results that were meant to change
//   --refused  of a GPU: the operators that do not run there with all of their operands, one a
//   line;
//              what does run has the same hashes
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/bits/calls.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

// Of bits, one after the other.
class Hash {
 public:
  void Add(uint64_t bits) {
    value_ = (value_ ^ bits) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }
  std::string Text() const {
    std::ostringstream text;
    text << std::hex;
    text.width(16);
    text.fill('0');
    text << value_;
    return text.str();
  }

 private:
  uint64_t value_ = 0x6a09e667f3bcc908;
};

// Sign and payload of NaNs are left open.
void AddElements(const Array& array, Hash& hash) {
  constexpr uint64_t kAnyNan = 0x4e614e;
  for (int64_t i = 0; i < array.size(); ++i) {
    const uint64_t bits = array.Bits(i);
    hash.Add(IsNan(array.dtype, bits) ? kAnyNan : bits);
  }
}

// By operator and dtype of the first output.
using Hashes = std::map<std::string, std::string>;

// `refused`: receives the names of what does not run, whose hashes are left out.
Hashes HashesOf(Extent extent, int64_t target, std::set<std::string>* refused = nullptr) {
  const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
  std::map<std::string, Hash> hashes;
  const auto use = [&](const OperatorCall& call, const Placement& placement) {
    const std::vector<Array> results = RunOnce(call, placement);
    const aclDataType dtype = call.arguments[OutputsOf(call)[0]].array.dtype;
    const std::string name = std::string(call.name) + " " + std::string(DtypeName(dtype));
    if (results.empty()) {
      if (refused != nullptr) refused->insert(name);
      return;
    }
    for (const Array& result : results) AddElements(result, hashes[name]);
  };
  ForEachSweep(extent, use);
  ForEachLayout(extent, use);
  if (refused != nullptr)
    std::erase_if(hashes, [&](auto& h) { return refused->contains(h.first); });
  Hashes texts;
  Hash total;
  for (const auto& [name, hash] : hashes) {
    texts[name] = hash.Text();
    total.Add(std::stoull(hash.Text(), nullptr, 16));
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
    const auto found = expected.find(name);
    if (found == expected.end()) {
      ADD_FAILURE() << on << ": " << name << " is not in " << reference;
    } else if (found->second != hash) {
      ADD_FAILURE() << on << ": " << name << " has the hash " << hash << ", not " << found->second
                    << " as in " << reference;
    }
  }
  for (const auto& [name, hash] : expected) {
    if (!actual.contains(name)) ADD_FAILURE() << on << ": no call gives " << name;
  }
}

void CompareWithCommitted(const std::string& path, Extent extent) {
  const Committed committed = Read(path);
  const bool thinned = extent == Extent::kThinned;
  for (const int64_t target : SimdTargets()) {
    const Hashes hashes = HashesOf(extent, target);
    Compare(hashes, thinned ? committed.thinned : committed.whole, TargetName(target), path);
    std::cout << TargetName(target) << ": " << hashes.size() - 1 << " hashes, total "
              << hashes.at("total") << (thinned ? " (thinned)" : "") << std::endl;
  }
}

// On a GPU. What it refuses is what the file at `refused_path` names, and nothing else.
void CompareOnGpu(const std::string& path, const std::string& refused_path, Extent extent) {
  std::set<std::string> refused, operators, expected;
  const Hashes hashes = HashesOf(extent, SimdTargets()[0], &refused);
  for (const std::string& name : refused) operators.insert(name.substr(0, name.find(' ')));
  std::ifstream file(refused_path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') expected.insert(line);
  }
  for (const std::string& name : operators) {
    EXPECT_TRUE(expected.contains(name)) << name << " does not run on the GPU";
  }
  for (const std::string& name : expected) {
    EXPECT_TRUE(operators.contains(name)) << name << " is in " << refused_path << ", but runs";
  }
  const Committed committed = Read(path);
  Hashes there = extent == Extent::kThinned ? committed.thinned : committed.whole;
  std::erase_if(there, [&](auto& h) { return refused.contains(h.first) || h.first == "total"; });
  Hashes here = hashes;
  here.erase("total");
  Compare(here, there, "GPU", path);
  std::cout << "GPU: " << here.size() << " hashes; " << refused.size() << " are of what it refuses"
            << std::endl;
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
  std::string refused;
} options;

TEST(BitsTest, AreTheSameOnEveryMachine) {
  using namespace openaclnn::test;
  const Extent extent = options.thinned ? Extent::kThinned : Extent::kWhole;
  if (!options.refused.empty()) return CompareOnGpu(options.path, options.refused, extent);
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
    } else if (argument == "--refused" && i + 1 < argc) {
      options.refused = argv[++i];
    } else if (options.path.empty() && argument[0] != '-') {
      options.path = argument;
    } else {
      understood = false;
    }
  }
  if (!understood || options.path.empty()) {
    std::cerr << "usage: bits_test HASHES [--thinned] [--write | --refused NAMES]\n";
    return 2;
  }
  return RUN_ALL_TESTS();
}
