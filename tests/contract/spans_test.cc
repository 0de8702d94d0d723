// What operators refuse that write slices from where integers say on, or sum what came several
// times.
#include <memory>
#include <string>

#include "tests/contract/test_call.h"
#include "tests/ops/harness/values.h"

namespace openaclnn {
namespace {

using test::ExpectAccepted;
using test::ExpectRefused;
using test::Shape;
using test::TestCall;

TEST(ScatterUpdateRefusalTest, Messages) {
  const auto make = [](const Shape& data, const Shape& indices, const Shape& updates, double axis) {
    auto call = std::make_unique<TestCall>(*FindOperator("aclnnInplaceScatterUpdate"));
    call->tensor(0).shape = data;
    call->tensor(1).shape = indices;
    call->tensor(2).shape = updates;
    call->SetScalar(3, axis, ACL_DOUBLE);
    return call;
  };
  ExpectAccepted(*make({4, 3, 5}, {2}, {2, 3, 1}, -1));
  ExpectAccepted(*make({4, 3, 5}, {2, 2}, {2, 2, 5}, 1));
  ExpectAccepted(*make({4, 3, 5}, {}, {1, 3, 5}, 2));
  const auto refuses = [&](const Shape& data, const Shape& indices, const Shape& updates,
                           double axis, const std::string& message) {
    ExpectRefused(*make(data, indices, updates, axis), {message});
  };
  refuses({4, 3, 5}, {2}, {2, 3, 5}, 0,
          "axis: is 0, expected an axis of updates (shape [2, 3, 5])");
  refuses({4, 3, 5}, {2}, {2, 3, 5}, -3, "axis: is -3, expected an axis of updates");
  refuses({4, 3, 5}, {2}, {2, 3, 5}, 3, "axis: is 3, expected an axis of updates");
  refuses({4, 3, 5}, {2}, {2, 2, 5}, 2,
          "updates: shape is [2, 2, 5], expected at most [4, 3, 5] along the axes 0 and 2");
  refuses({4, 3, 5}, {2}, {2, 3, 6}, 2, "updates: shape is [2, 3, 6]");
  refuses({4, 3, 5}, {5}, {5, 3, 5}, 2, "updates: shape is [5, 3, 5]");
  refuses({4, 3, 5}, {2}, {2, 3}, 1, "updates: shape is [2, 3]");
  refuses({4, 3, 5}, {3}, {2, 3, 5}, 2, "indices: shape is [3], expected [2] or [2, 2]");
  refuses({4, 3, 5}, {2, 3}, {2, 3, 5}, 2, "indices: shape is [2, 3]");
  refuses({4, 3, 5}, {}, {2, 3, 5}, 2, "indices: shape is []");
  refuses({4, 3, 5}, {2, 1, 2}, {2, 3, 5}, 2, "indices: shape is [2, 1, 2]");
  refuses({4}, {2}, {2}, 0, "data: rank is 1");
  refuses({4, 0}, {4}, {4, 0}, 1, "data: ");
}

TEST(ScatterListRefusalTest, Messages) {
  const auto make = [](const Shape& member, const Shape& indice, const Shape& updates,
                       double axis) {
    auto call = std::make_unique<TestCall>(*FindOperator("aclnnScatterList"));
    call->tensor(0).shape = member;  // of two
    call->tensor(1).shape = indice;
    call->tensor(2).shape = updates;
    call->SetText("update");
    call->SetScalar(5, axis, ACL_DOUBLE);
    return call;
  };
  ExpectAccepted(*make({3, 5}, {2}, {2, 3, 4}, -1));
  ExpectAccepted(*make({3, 5}, {2, 2}, {2, 1, 5}, 1));
  const auto refuses = [&](const Shape& member, const Shape& indice, const Shape& updates,
                           double axis, const std::string& message) {
    ExpectRefused(*make(member, indice, updates, axis), {message});
  };
  refuses({3, 5}, {2}, {2, 3, 5}, 0, "axis: is 0, expected an axis of updates (shape [2, 3, 5])");
  refuses({3, 5}, {2}, {3, 5}, 1, "updates: shape is [3, 5], expected at most [2, 3, 5]");
  refuses({3, 5}, {2}, {2, 3, 6}, 2, "updates: shape is [2, 3, 6]");
  refuses(
      {3, 5}, {1}, {1, 3, 5}, 2,
      "updates: shape is [1, 3, 5], expected 2 along the axis 0, as varRef has so many members");
  refuses({3, 5}, {3}, {2, 3, 5}, 2, "indice: shape is [3], expected [2] or [2, 2]");
  refuses({}, {2}, {2}, 0, "varRef[0]: rank is 0");
  const auto masked = make({3, 5}, {2}, {2, 3, 4}, -1);
  masked->tensor(3).shape = {3};
  ExpectRefused(*masked, {"maskOptional: shape is [3], expected [2], for updates"});
  masked->tensor(3).shape = {2};
  masked->tensor(3).dtype = ACL_BOOL;
  ExpectRefused(*masked, {"maskOptional: dtype is BOOL"});
  masked->tensor(3).dtype = ACL_UINT8;
  masked->SetText("add");
  ExpectRefused(*masked, {"reduceOptional: is \"add\""});
}

TEST(RepeatInterleaveGradRefusalTest, Messages) {
  const auto make = [](const Shape& grad, const Shape& repeats, double axis, const Shape& out) {
    auto call = std::make_unique<TestCall>(*FindOperator("aclnnRepeatInterleaveGrad"));
    call->tensor(0).shape = grad;
    call->tensor(1).shape = repeats;
    call->SetScalar(2, axis, ACL_DOUBLE);
    call->tensor(3).shape = out;
    return call;
  };
  ExpectAccepted(*make({3, 6}, {2}, 1, {3, 2}));
  ExpectAccepted(*make({3, 6}, {2}, -1, {6}));
  ExpectAccepted(*make({3, 6}, {}, 0, {7, 6}));
  const auto refuses = [&](const Shape& grad, const Shape& repeats, double axis, const Shape& out,
                           const std::string& message) {
    ExpectRefused(*make(grad, repeats, axis, out), {message});
  };
  refuses({3, 6}, {2}, 2, {3, 2}, "axis: is 2");
  refuses({3, 6}, {2, 1}, 1, {3, 2},
          "repeats: shape is [2, 1], expected at most one axis, and at least one element");
  refuses({3, 6}, {0}, 1, {3, 0}, "repeats: shape is [0]");
  refuses({3, 6}, {2}, 1, {3, 6}, "out: shape is [3, 6], expected 6 elements, 2 in the place");
  refuses({3, 6}, {1}, 1, {4}, "out: shape is [4], expected a multiple of 3 elements");
}

}  // namespace
}  // namespace openaclnn
