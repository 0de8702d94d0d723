// Handles that are not, or no longer, those of the object that an argument asks for.
#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"
#include "tests/sanitized.h"

namespace openaclnn {
namespace {

using test::Planned;
using test::TestCall;

class HandlesTest : public test::EveryOperator {
 protected:
  void ExpectRefused(int argument, const void* handle) const {
    TestCall call = MakeCall();
    SCOPED_TRACE(call.name(argument));
    call.SetHandle(argument, handle);
    test::ExpectRefused(call, {PlanName(), call.name(argument), "not a live"});
  }

  std::vector<int> HandleArguments() const {
    const TestCall call = MakeCall();
    std::vector<int> found = call.Tensors();
    const std::vector<int> scalars = call.Scalars();
    found.insert(found.end(), scalars.begin(), scalars.end());
    return found;
  }
};

TEST_P(HandlesTest, DestroyedObjects) {
  const int64_t dims[] = {2, 3, 4};
  aclTensor* const tensor =
      aclCreateTensor(dims, 3, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 3, nullptr);
  float value = 1;
  aclScalar* const scalar = aclCreateScalar(&value, ACL_FLOAT);
  ASSERT_EQ(aclDestroyTensor(tensor), 0);
  ASSERT_EQ(aclDestroyScalar(scalar), 0);
  const TestCall call = MakeCall();
  for (const int i : HandleArguments()) {
    if (call.IsTensor(i)) {
      ExpectRefused(i, tensor);
    } else {
      ExpectRefused(i, scalar);
    }
  }
}

// Objects made after a destroyed one do not revive its handle.
TEST_P(HandlesTest, DestroyedAndManyMadeSince) {
  const int64_t dims[] = {2, 3, 4};
  const auto create = [&dims] {
    return aclCreateTensor(dims, 3, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 3, nullptr);
  };
  aclTensor* const stale = create();
  ASSERT_EQ(aclDestroyTensor(stale), 0);
  std::vector<test::TensorHandle> many;
  for (int i = 0; i < 2000; ++i) many.emplace_back(create());
  for (const int i : MakeCall().Tensors()) ExpectRefused(i, stale);
}

TEST_P(HandlesTest, ObjectsOfAnotherKind) {
  TestCall other = MakeCall();
  const Planned planned = other.Plan();
  ASSERT_EQ(planned.status, 0);
  float value = 1;
  const test::ScalarHandle scalar(aclCreateScalar(&value, ACL_FLOAT));
  const int64_t number = 3;
  aclIntArray* const array = aclCreateIntArray(&number, 1);
  const TestCall call = MakeCall();
  for (const int i : HandleArguments()) {
    ExpectRefused(i, planned.executor);
    ExpectRefused(i, array);
    if (call.IsTensor(i)) {
      ExpectRefused(i, scalar.get());
    } else {
      ExpectRefused(i, other.handle(other.Tensors()[0]));
    }
  }
  EXPECT_EQ(aclDestroyIntArray(array), 0);
}

TEST_P(HandlesTest, PointersAndNumbers) {
  int on_the_stack = 0;
  const std::vector<int> on_the_heap(100);
  static int in_the_program;
  const std::vector<uintptr_t> numbers = {
      reinterpret_cast<uintptr_t>(&on_the_stack),
      reinterpret_cast<uintptr_t>(on_the_heap.data()),
      reinterpret_cast<uintptr_t>(&in_the_program),
      1,
      0xdeadbeef,
      UINTPTR_MAX,
      UINTPTR_MAX / 2,
      uintptr_t{1} << 63,
  };
  for (const int i : HandleArguments()) {
    for (const uintptr_t number : numbers) ExpectRefused(i, reinterpret_cast<const void*>(number));
  }
}

// Other generations of the slots of live objects; with a sanitizer some of them.
TEST_P(HandlesTest, HandlesOneBitAwayFromLiveOnes) {
  const test::ScalarHandle scalar = test::MakeScalar(1);
  const test::PlacedTensor tensor(test::Array(ACL_FLOAT, {2, 3, 4}), test::Dense());
  const TestCall call = MakeCall();
  for (const int i : HandleArguments()) {
    const void* const live =
        call.IsTensor(i) ? static_cast<const void*>(tensor.handle()) : scalar.get();
    for (int bit = 24; bit < 60; bit += test::kIsSanitized ? 5 : 1) {
      const uintptr_t flipped = reinterpret_cast<uintptr_t>(live) ^ uintptr_t { 1 } << bit;
      ExpectRefused(i, reinterpret_cast<const void*>(flipped));
    }
  }
}

INSTANTIATE_FOR_EVERY_OPERATOR(HandlesTest);

}  // namespace
}  // namespace openaclnn
