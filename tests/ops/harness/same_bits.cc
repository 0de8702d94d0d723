#include "tests/ops/harness/same_bits.h"

#include <limits>
#include <random>

#include "base/dtype.h"
#include "ops/registry.h"
#include "tests/ops/harness/settings.h"
#include "tests/sample_shapes.h"
#include "tests/sanitized.h"

namespace openaclnn::test {
namespace {

// The layouts are those that each argument has alone; a sanitizer sees there what they read.
constexpr int kMixtures = kIsSanitized ? 12 : 60;

void ExpectSame(const std::vector<Array>& actual, const std::vector<Array>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    EXPECT_TRUE(SameBits(actual[i], expected[i])) << "output " << i;
  }
}

std::vector<size_t> FreeInputsOf(const OperatorCall& call) {
  std::vector<size_t> inputs = InputsOf(call);
  std::erase_if(inputs, [&call](size_t i) { return !HasAnyLayout(call, i); });
  return inputs;
}

class LayoutTest {
 public:
  explicit LayoutTest(const OperatorCall& call)
      : call_(call),
        inputs_(FreeInputsOf(call)),
        outputs_(OutputsOf(call)),
        expected_(RunCall(call)) {}

  void EachAlone() {
    for (const size_t i : inputs_) {
      for (const Layout& layout : InputLayouts()) {
        if (!layout.repeats || MayRepeat(i)) Try(With(i, layout));
      }
    }
    for (const size_t i : outputs_) {
      for (const Layout& layout : OutputLayouts()) Try(With(i, layout));
    }
  }

  void AllTogether() {
    for (const Layout& layout : OutputLayouts()) {
      Placement placement = Plain();
      for (size_t i = 0; i < call_.arguments.size(); ++i) {
        if (HasAnyLayout(call_, i)) placement.layouts[i] = &layout;
      }
      Try(placement);
    }
  }

  void Mixtures() {
    std::mt19937 random(7);
    // Results of fewer elements lie elsewhere where there are gaps between them.
    const bool sets_views = SetsViews(*FindOperator(call_.name)->spec);
    const auto any = [&random](std::span<const Layout> layouts) {
      return &layouts[random() % layouts.size()];
    };
    for (int mixture = 0; mixture < kMixtures; ++mixture) {
      Placement placement = Plain();
      for (const size_t i : inputs_) {
        const Layout* const layout = any(InputLayouts());
        const bool may_repeat = !sets_views && MayRepeat(i);
        if (may_repeat || !layout->repeats) placement.layouts[i] = layout;
      }
      for (const size_t i : outputs_) placement.layouts[i] = any(OutputLayouts());
      Try(placement, RunOnce);  // every layout was tried on all targets
    }
  }

  void InPlace() {
    if (HasShapesOfItsOwn(*FindOperator(call_.name)->spec)) return;
    for (const size_t output : outputs_) {
      for (const size_t input : inputs_) {
        const Array &to = call_.arguments[output].array, &from = call_.arguments[input].array;
        if (to.shape != from.shape || DtypeBytes(to.dtype) != DtypeBytes(from.dtype)) continue;
        for (const Layout& layout : OutputLayouts()) {
          Placement placement = With(input, layout);
          placement.in_place = {output, input};
          Try(placement);
        }
      }
    }
  }

 private:
  // Equal rows make no positive definite matrix.
  bool MayRepeat(size_t input) const {
    return !HasDefiniteMatrices(*FindOperator(call_.name)->spec, static_cast<int>(input));
  }

  Placement Plain() const {
    return {.layouts = std::vector<const Layout*>(call_.arguments.size()), .in_place = {}};
  }

  Placement With(size_t argument, const Layout& layout) const {
    Placement placement = Plain();
    placement.layouts[argument] = &layout;
    return placement;
  }

  std::string Describe(const Placement& placement) const {
    std::string text;
    for (size_t i = 0; i < placement.layouts.size(); ++i) {
      if (placement.layouts[i] == nullptr) continue;
      text += "argument " + std::to_string(i) + " " + placement.layouts[i]->name + "; ";
    }
    if (placement.in_place) {
      text += "output " + std::to_string(placement.in_place->first) + " in place of " +
              std::to_string(placement.in_place->second);
    }
    return text;
  }

  void Try(const Placement& placement, decltype(RunCall)& run = RunCall) const {
    SCOPED_TRACE(Describe(placement));
    OperatorCall repeated = call_;
    bool repeats = false;
    for (const size_t i : inputs_) {
      const Layout* const layout = placement.layouts[i];
      if (layout == nullptr || !layout->repeats) continue;
      Array& array = repeated.arguments[i].array;
      array = Repeated(array, layout->strides(array.shape));
      repeats = true;
    }
    if (repeats) {
      ExpectSame(run(repeated, placement), run(repeated, {}));
    } else {
      ExpectSame(run(call_, placement), expected_);
    }
  }

  const OperatorCall& call_;
  const std::vector<size_t> inputs_, outputs_;
  const std::vector<Array> expected_;
};

}  // namespace

bool HasAnyLayout(const OperatorCall& call, size_t argument) {
  const OpSpec& spec = *FindOperator(call.name)->spec;
  const CallArgument& given = call.arguments[argument];
  const aclDataType dtype = given.arrays.empty() ? given.array.dtype : given.arrays[0].dtype;
  return !IsFactorOfWords(spec, static_cast<int>(argument), dtype);
}

testing::AssertionResult SameBits(const Array& actual, const Array& expected) {
  if (actual.dtype != expected.dtype || actual.shape != expected.shape) {
    return testing::AssertionFailure() << "another dtype or shape";
  }
  if (actual.bytes == expected.bytes) return testing::AssertionSuccess();
  if (IsComplex(actual.dtype)) return SameBits(PartsOf(actual), PartsOf(expected));
  for (int64_t i = 0; i < actual.size(); ++i) {
    const uint64_t a = actual.Bits(i), b = expected.Bits(i);
    if (a == b || (IsNan(actual.dtype, a) && IsNan(actual.dtype, b))) continue;
    return testing::AssertionFailure()
           << "element " << i << " of shape " << TextOf(actual.shape) << " is " << actual.Value(i)
           << " (0x" << std::hex << a << "), expected " << expected.Value(i) << " (0x" << b << ")";
  }
  return testing::AssertionSuccess();
}

void ExpectSameBitsInAllSettings(const OperatorCall& call) {
  const std::vector<Array> expected = RunOnce(call);
  for (const int64_t target : SimdTargets()) {
    for (const int threads : {1, 2, 5}) {
      for (const int64_t tile : {64, 320, 1024, 65536}) {
        SCOPED_TRACE(testing::Message()
                     << TargetName(target) << ", " << threads << " threads, tiles of " << tile);
        const ScopedSettings settings([&](Settings& s) {
          s.simd_targets = target;
          s.num_threads = threads;
          s.tile = tile;
        });
        const bool stream = tile == 64 || tile == 1024;
        const ScopedCacheBytes cache(stream ? 0 : std::numeric_limits<int64_t>::max());
        ExpectSame(RunOnce(call), expected);
      }
    }
  }
}

void ExpectSameBitsInAllLayouts(const OperatorCall& call) {
  LayoutTest test(call);
  test.EachAlone();
  test.AllTogether();
  test.Mixtures();
  test.InPlace();
}

}  // namespace openaclnn::test
