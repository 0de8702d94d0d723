// The floating-point environment of the caller changes no bit and no status, and no call changes
// the environment.
#include <atomic>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"
#include "tests/float_environments.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"
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

// A call with elements of `shape`, in the caller or by the stream's thread, by scalars that are
// subnormal in float and of the dtype `subnormal`, if that is one.
Outcome RunIn(const FloatEnvironment& environment, TestCall& call, const Shape& shape,
              bool in_caller, aclDataType subnormal, aclDataType dtype) {
  const size_t count = static_cast<size_t>(test::CountOf(shape));
  std::vector<test::ReachedVector<float>> memory(static_cast<size_t>(call.size()));
  call.SetShapes(shape);
  call.SetDtypes(dtype);
  for (const int i : call.Tensors()) {
    test::ReachedVector<float>& values = memory[static_cast<size_t>(i)];
    const auto own = static_cast<size_t>(test::CountOf(call.tensor(i).shape));
    values.resize(std::max(count, 2 * own * kSampleMembers));  // of up to 8 bytes
    call.tensor(i).data = reinterpret_cast<std::byte*>(values.data());
    if (IsOfIndices(call.spec(), i)) continue;  // which are 0
    for (size_t at = 0; at < values.size(); ++at) values[at] = ValueAt(at, i);
    if (dtype != ACL_FLOAT) {  // any bits will do
      for (size_t at = 0; at < values.size(); ++at) {
        const uint32_t bits = static_cast<uint32_t>(at * 2654435761u);
        std::memcpy(&values[at], &bits, sizeof(bits));
      }
    }
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
    TestCall call = MakeCall();
    const auto run = [&](const FloatEnvironment& environment) {
      return RunIn(environment, call, shape, way.in_caller, way.subnormal, way.dtype);
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
