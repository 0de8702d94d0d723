// One call of an operator as data, and what running it in some way gives.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"
#include "kinds/formula_kernel.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/layout.h"

namespace openaclnn::test {

// An argument of the C prototype. Which members count follows from the operator's spec: `array` for
// tensors (of outputs only dtype and shape), `number` and `dtype` for scalars, or the first element
// of an `array` that has one, `number` for doubles, integers and bools (not 0: true), `integers`
// for arrays of them, or of bools, `arrays` for lists of tensors, `array` for lists of scalars,
// `text` for texts, `dtype` for dtypes.
struct CallArgument {
  CallArgument(Array value) : array(std::move(value)) {}  // NOLINT
  CallArgument(double value, aclDataType type = ACL_FLOAT)
      : number(value), dtype(type) {}                                       // NOLINT
  CallArgument(std::vector<int64_t> value) : integers(std::move(value)) {}  // NOLINT
  CallArgument(std::vector<Array> value) : arrays(std::move(value)) {}      // NOLINT
  CallArgument(const char* value) : text(value) {}                          // NOLINT
  CallArgument(std::nullptr_t) : is_null(true) {}  // NOLINT: of what is optional

  Array array;
  double number = 0;
  aclDataType dtype = ACL_FLOAT;
  std::vector<int64_t> integers;
  std::vector<Array> arrays;
  std::string text;
  bool is_null = false;
};

struct OperatorCall {
  std::string_view name;  // "aclnnGeluBackwardV2"
  std::vector<CallArgument> arguments;
};

// How to run a call. By default everything is dense and apart.
struct Placement {
  std::vector<const Layout*> layouts;  // for each argument; missing or null: dense
  // The output at the first index is the same view as the input at the second.
  std::optional<std::pair<size_t, size_t>> in_place;
};

// Runs both phases and synchronises, on every SIMD target of the machine, or on its GPU. Returns
// the outputs in the order of the prototype; fails the current test on any status but success, if a
// byte changed that belongs to no output element, and if targets differ in a bit.
std::vector<Array> RunCall(const OperatorCall& call, const Placement& placement = {});

// The same on the target that the settings in force choose: for tests that go through settings.
std::vector<Array> RunOnce(const OperatorCall& call, const Placement& placement = {});

// Runs a call that both phases accept and that fails when the stream runs it, with this code.
// Returns the message; fails the current test if a byte changed.
std::string FailureOf(const OperatorCall& call, aclError code);

// The loops that phase 1 chooses for the call under the settings in force; null for operators
// without a formula.
const Kernel* KernelOf(const OperatorCall& call);

// The indices of the tensors that are inputs alone, or that are written, those that are null aside.
std::vector<size_t> InputsOf(const OperatorCall& call);
std::vector<size_t> OutputsOf(const OperatorCall& call);

// Bits that no result of a test is, put into outputs before a run.
uint64_t UnwrittenBits(aclDataType dtype);

}  // namespace openaclnn::test
