// What is refused of matrices whose determinants are asked for, and of rectangles.
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

TEST(SlogdetRefusalTest, Messages) {
  const auto make = [](const Shape& self, const Shape& sign, const Shape& log) {
    auto call = std::make_unique<TestCall>(*FindOperator("aclnnSlogdet"));
    call->tensor(0).shape = self;
    call->tensor(1).shape = sign;
    call->tensor(2).shape = log;
    return call;
  };
  ExpectAccepted(*make({3, 3}, {}, {}));
  const auto refuses = [&](const Shape& self, const Shape& sign, const Shape& log,
                           const std::string& message) {
    ExpectRefused(*make(self, sign, log), {message});
  };
  refuses({3}, {}, {}, "self: rank is 1");
  refuses({2, 3, 4}, {2}, {2}, "self: shape is [2, 3, 4], expected square matrices");
  refuses({2, 3, 3}, {3}, {2},
          "signOut: shape is [3], expected [2] for self of the shape [2, 3, 3]");
  refuses({2, 3, 3}, {2}, {2, 1}, "logOut: shape is [2, 1], expected [2]");
  const auto complex = make({2, 3, 3}, {2}, {2});
  complex->tensor(0).dtype = ACL_COMPLEX64;
  ExpectRefused(*complex, {"signOut: dtype is FLOAT, to which COMPLEX64"});
  complex->tensor(1).dtype = ACL_COMPLEX128;
  ExpectRefused(*complex, {"logOut: dtype is FLOAT, to which COMPLEX64"});
}

TEST(IouRefusalTest, Messages) {
  const auto make = [](const Shape& a, const Shape& b, bool aligned, const Shape& overlap) {
    auto call = std::make_unique<TestCall>(*FindOperator("aclnnIou"));
    call->tensor(0).shape = a;
    call->tensor(1).shape = b;
    call->SetScalar(call->IndexOf("aligned"), aligned ? 1 : 0, ACL_DOUBLE);
    call->tensor(5).shape = overlap;
    return call;
  };
  ExpectAccepted(*make({3, 4}, {2, 4}, false, {3, 2}));
  ExpectAccepted(*make({3, 4}, {3, 4}, true, {3, 1}));
  const auto refuses = [&](const Shape& a, const Shape& b, bool aligned, const Shape& overlap,
                           const std::string& message) {
    ExpectRefused(*make(a, b, aligned, overlap), {message});
  };
  refuses({3, 5}, {2, 4}, false, {3, 2}, "bBoxes: shape is [3, 5], expected rows of 4 numbers");
  refuses({3, 4}, {4}, false, {3, 2}, "gtBoxes: ");
  refuses({3, 4}, {2, 4}, true, {3, 1},
          "gtBoxes: shape is [2, 4], expected [3, 4], the shape of bBoxes, as aligned is true");
  refuses({3, 4}, {3, 4}, true, {3, 3}, "overlap: shape is [3, 3], expected [3, 1]");
  refuses({3, 4}, {2, 4}, false, {2, 3}, "overlap: shape is [2, 3], expected [3, 2]");
  const auto call = make({3, 4}, {2, 4}, false, {3, 2});
  call->SetText("giou");
  ExpectRefused(*call, {"mode: is \"giou\""});
  call->SetText("iof");
  ExpectAccepted(*call);
  call->SetScalar(call->IndexOf("eps"), -1, ACL_FLOAT);
  ExpectRefused(*call, {"eps: is -1"});
}

}  // namespace
}  // namespace openaclnn
