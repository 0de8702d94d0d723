// The floating-point environment of the caller changes no bit and no status, and no call changes
// the environment.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"
#include "tests/float_environments.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"
#include "tests/reached_memory.h"
#include "tests/sample_shapes.h"

namespace openaclnn {
namespace {

using test::FloatEnvironment;
using test::FloatRegisters;
using test::InFloatEnvironment;
using test::Planned;
using test::Shape;
using test::TestCall;

class FloatEnvironmentTest : public test::EveryOperator {};

// Ordinary values, and those whose results depend on flushing, rounding or raise exceptions.
float ValueAt(size_t at, int argument) {
  using Float = std::numeric_limits<float>;
  static const float kValues[] = {
      0.1f,   Float::min(), -Float::denorm_min(), 0.7f,     1e-39f,
      1.0f,   0.0f,         Float::infinity(),    -1e-40f,  0.99999f,
      3e-39f, -2.5f,        Float::max(),         1.5e-38f, -0.3f,
      88.5f,  1e-20f,       -Float::infinity(),   -103.5f,  Float::quiet_NaN()};
  return kValues[(at * 7 + static_cast<size_t>(argument) * 3 + at / 20) % std::size(kValues)];
}

struct Outcome {
  std::vector<int32_t> statuses;
  std::vector<std::byte> results;
  bool same_environment = true;
};

// Keeps a stream busy, so that what is launched behind it is run by the stream's thread.
void AwaitTrue(void* flag) {
  while (!*static_cast<std::atomic<bool>*>(flag)) std::this_thread::yield();
}

// What each tensor of a call holds at first: values, or in other dtypes any bits. Indices are 0.
using Contents = std::vector<std::vector<float>>;
Contents ContentsOf(TestCall& call, size_t count, aclDataType dtype) {
  Contents contents(static_cast<size_t>(call.size()));
  for (const int i : call.Tensors()) {
    std::vector<float>& values = contents[static_cast<size_t>(i)];
    const auto own = static_cast<size_t>(test::CountOf(call.tensor(i).shape));
    values.resize(std::max(count, 2 * own * kSampleMembers));  // of up to 8 bytes
    if (IsOfIndices(call.spec(), i)) continue;
    for (size_t at = 0; at < values.size(); ++at) {
      const uint32_t bits = static_cast<uint32_t>(at * 2654435761u);
      values[at] = dtype == ACL_FLOAT ? ValueAt(at, i) : std::bit_cast<float>(bits);
    }
  }
  return contents;
}

// A call with these contents and `count` elements in each result, in the caller or by the stream's
// thread, by scalars that are subnormal in float and of the dtype `subnormal`, if that is one.
Outcome RunIn(const FloatEnvironment& environment, TestCall& call, const Contents& contents,
              size_t count, bool in_caller, aclDataType subnormal) {
  std::vector<test::ReachedBlock> memory;
  for (const int i : call.Tensors()) {
    const auto bytes = std::as_bytes(std::span(contents[static_cast<size_t>(i)]));
    call.tensor(i).data = memory.emplace_back(bytes.size()).bytes().data();
    std::memcpy(call.tensor(i).data, bytes.data(), bytes.size());
  }
  std::vector<test::ScalarHandle> scalars;  // whose conversion from double raises exceptions
  if (subnormal != ACL_DT_UNDEFINED) {
    for (const int i : call.Scalars()) {
      const double number = 3.3e-40 * (i + 1);
      call.SetScalar(i, number, ACL_DOUBLE);
      if (subnormal == ACL_DOUBLE || call.spec().arguments[i].kind != ArgumentKind::kScalar)
        continue;
      call.SetHandle(i, scalars.emplace_back(test::MakeScalar(number, subnormal)).get());
    }
  }
  Outcome outcome;
  {
    const InFloatEnvironment in(environment);
    const uint64_t before = FloatRegisters();
    const auto note = [&](int32_t status) {
      outcome.statuses.push_back(status);
      outcome.same_environment = outcome.same_environment && FloatRegisters() == before;
    };
    std::atomic<bool> go{false};
    if (!in_caller) note(aclrtLaunchHostFunc(nullptr, AwaitTrue, &go));
    const Planned planned = call.Plan();
    note(planned.status);
    if (planned.status == ACLNN_SUCCESS) note(call.Run(planned));
    go = true;
    note(aclrtSynchronizeStream(nullptr));
  }
  for (const int i : call.Outputs()) {
    const auto* const bytes = call.tensor(i).data;
    outcome.results.insert(outcome.results.end(), bytes, bytes + count * sizeof(float));
  }
  return outcome;
}

// One way to call: few elements for every dtype of tensors and scalars, in the caller and by the
// stream's thread, and once many, which the threads that help it compute too.
struct Way {
  bool in_caller, has_many;
  aclDataType dtype, subnormal;
};

std::vector<Way> Ways(bool has_scalars) {
  std::vector<Way> ways;
  std::vector<aclDataType> subnormals = {ACL_DT_UNDEFINED};
  if (has_scalars) subnormals.insert(subnormals.end(), {ACL_DOUBLE, ACL_FLOAT});
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    for (const aclDataType subnormal : subnormals) {
      for (const bool in_caller : {true, false})
        ways.push_back({in_caller, false, dtype, subnormal});
    }
  }
  if (!test::OnGpu()) ways.push_back({false, true, ACL_FLOAT, ACL_FLOAT});
  return ways;
}

TEST_P(FloatEnvironmentTest, MattersNot) {
  const test::ScopedSettings settings([](Settings& s) { s.num_threads = 3; });
  for (const Way& way : Ways(!MakeCall().Scalars().empty())) {
    const Shape shape = way.has_many ? Shape{128, 3, 512} : Shape{8, 3, 2};
    const auto count = static_cast<size_t>(test::CountOf(shape));
    TestCall call = MakeCall();
    call.SetShapes(shape);
    call.SetDtypes(way.dtype);
    const Contents contents = ContentsOf(call, count, way.dtype);
    const auto run = [&](const FloatEnvironment& environment) {
      return RunIn(environment, call, contents, count, way.in_caller, way.subnormal);
    };
    const Outcome expected = run(test::FloatEnvironments()[0]);
    for (const FloatEnvironment& environment : test::FloatEnvironments()) {
      SCOPED_TRACE(testing::Message()
                   << environment.name << ", " << shape[0] << " x 3 x " << shape[2] << ", dtype "
                   << way.dtype << ", dtype of subnormal scalars " << way.subnormal);
      const Outcome outcome = run(environment);
      EXPECT_EQ(outcome.statuses, expected.statuses);
      EXPECT_TRUE(outcome.results == expected.results);
      EXPECT_TRUE(outcome.same_environment);
    }
  }
}

INSTANTIATE_FOR_EVERY_OPERATOR(FloatEnvironmentTest);

}  // namespace
}  // namespace openaclnn
