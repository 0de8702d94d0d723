// Outputs that share memory with themselves, with each other and with inputs.
#include <algorithm>
#include <string>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::TestCall;
using test::TextOf;

class AliasingTest : public test::EveryOperator {
 protected:
  // The tensors of the shape [2, 3, 4], as `other` has to be to be the same view.
  static bool SameShape(const TestCall& call, int a, int b) {
    return call.HasOwnShape(a) == call.HasOwnShape(b) && call.IsHalf(a) == call.IsHalf(b);
  }
  // Where one tensor is BOOL, so that any can be the view of any other, all are.
  static void UseOneDtype(TestCall& call) {
    for (const int i : call.Inputs()) {
      if (call.HasOwnDtype(i)) call.SetDtypes(call.tensor(i).dtype);
    }
    const int output = call.Outputs()[0];
    if (call.tensor(output).dtype == ACL_BOOL) call.SetDtypes(ACL_BOOL);
  }
  static int FirstOfFloats(const TestCall& call) {
    const std::vector<int> inputs = call.Inputs();
    const auto of_floats =
        std::ranges::find_if(inputs, [&call](int i) { return !call.HasOwnDtype(i); });
    return of_floats != inputs.end() ? *of_floats : inputs[0];
  }
};

TEST_P(AliasingTest, AnOutputOnItselfIsRefused) {
  for (const test::Strides& strides :
       {test::Strides{0, 0, 0}, test::Strides{0, 4, 1}, test::Strides{12, 4, 0},
        test::Strides{8, 4, 1}, test::Strides{1, 2, 3}, test::Strides{4, -4, 1},
        test::Strides{-3, 1, 1}}) {
    for (const int i : MakeCall().Outputs()) {
      TestCall call = MakeCall();
      if (call.HasOwnShape(i)) continue;
      SCOPED_TRACE(call.name(i) + " has strides " + TextOf(strides));
      call.tensor(i).strides = strides;
      call.tensor(i).offset = 100;
      ExpectRefused(call, {PlanName(), call.name(i), TextOf(strides)});
      call.tensor(i).data = nullptr;  // also before it has an address
      EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
    }
  }
}

TEST_P(AliasingTest, AnInputMayRepeatElements) {
  for (const test::Strides& strides :
       {test::Strides{0, 0, 0}, test::Strides{0, 4, 1}, test::Strides{1, 1, 1}}) {
    TestCall call = MakeCall();
    for (const int i : call.Inputs()) {
      if (!call.HasOwnShape(i)) call.tensor(i).strides = strides;
    }
    ExpectAccepted(call);
  }
}

TEST_P(AliasingTest, OutputsWithGapsAndTurnedAxesAreAccepted) {
  for (const test::Strides& strides :
       {test::Strides{1, 2, 6}, test::Strides{-12, -4, -1}, test::Strides{100, 20, 3},
        test::Strides{12, -4, 1}, test::Strides{1, 8, 2}}) {
    TestCall call = MakeCall();
    const int output = call.Outputs()[0];
    call.tensor(output).strides = strides;
    call.tensor(output).offset = 100;
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << TextOf(strides) << ": " << planned.message;
  }
}

TEST_P(AliasingTest, ExactlyTheViewOfAnInputIsAccepted) {
  const TestCall names = MakeCall();
  for (const int output : names.Outputs()) {
    for (const int input : names.Inputs()) {
      if (!SameShape(names, output, input)) continue;
      for (const test::Strides& strides :
           {test::Strides{}, test::Strides{1, 2, 6}, test::Strides{-12, 4, 1}}) {
        TestCall call = MakeCall();
        SCOPED_TRACE(call.name(output) + " is " + call.name(input));
        UseOneDtype(call);
        if (!call.HasOwnShape(input)) {
          call.tensor(input).strides = strides;
          call.tensor(input).offset = 50;
        }
        call.tensor(output) = call.tensor(input);
        ExpectAccepted(call);
      }
    }
  }
}

TEST_P(AliasingTest, TheSameHandleTwiceIsAccepted) {
  const TestCall names = MakeCall();
  TestCall first = MakeCall();
  UseOneDtype(first);
  ASSERT_EQ(first.Plan().status, 0);
  for (const int output : names.Outputs()) {
    for (const int input : names.Inputs()) {
      if (!SameShape(names, output, input)) continue;
      TestCall call = MakeCall();
      UseOneDtype(call);
      call.SetHandle(output, first.handle(input));
      call.SetHandle(input, first.handle(input));
      ExpectAccepted(call);
    }
  }
}

TEST_P(AliasingTest, AnyOtherSharingWithAnInputIsRefused) {
  const TestCall names = MakeCall();
  for (const int output : names.Outputs()) {
    for (const int input : names.Inputs()) {
      const struct {
        const char* how;
        test::Strides strides;
        int64_t offset;
      } views[] = {
          {"one element further", {}, 1},     {"from the last element of the input on", {}, 23},
          {"in another order", {1, 2, 6}, 0}, {"backwards", {-12, -4, -1}, 23},
          {"crossing", {5, 10, 30}, 3},
      };
      for (const auto& view : views) {
        if (names.HasOwnShape(output)) continue;
        TestCall call = MakeCall();
        UseOneDtype(call);
        SCOPED_TRACE(call.name(output) + " on " + call.name(input) + " " + view.how);
        call.tensor(output).data = call.tensor(input).data;
        call.tensor(output).strides = view.strides;
        call.tensor(output).offset = view.offset;
        if (call.IsHalf(input) && view.offset == 23 && view.strides.empty()) {
          call.tensor(output).offset = 11;
        } else if (IsOneElement(call.spec(), input)) {
          call.tensor(input).offset = view.offset == 23 ? 23 : 3;
        } else if (call.HasOwnShape(input)) {
          call.tensor(input).strides = {5};  // elements 3, 8 and 13
          call.tensor(input).offset = 3;
          if (view.offset == 23) call.tensor(input).offset = 13;  // 13, 18 and 23
        }
        const Planned planned = call.Plan();
        if (!call.spec().Uses(input)) {  // a tensor of which only dtype and shape count
          EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
          continue;
        }
        EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
        EXPECT_TRUE(
            HasAll(planned.message, {PlanName(), call.name(output), call.name(input), "in place"}));
      }
    }
  }
}

TEST_P(AliasingTest, SharedBlocksWithoutSharedElementsAreAccepted) {
  const TestCall names = MakeCall();
  const int output = names.Outputs()[0];
  for (const int input : names.Inputs()) {
    if (names.HasOwnShape(input)) continue;
    const struct {
      const char* how;
      test::Strides output_strides, input_strides;
      int64_t offset;
    } views[] = {
        {"even and odd elements", {24, 8, 2}, {24, 8, 2}, 1},
        {"one behind the other", {}, {}, 24},
        {"rows of one array", {24, 8, 1}, {24, 8, 1}, 4},
        {"different steps that never meet", {36, 12, 3}, {72, 24, 6}, 1},
        {"turned and interleaved", {-24, 8, -2}, {24, 8, 2}, 31},
    };
    for (const auto& view : views) {
      TestCall call = MakeCall();
      UseOneDtype(call);
      SCOPED_TRACE(call.name(output) + " and " + call.name(input) + ": " + view.how);
      call.tensor(output).data = call.tensor(input).data;
      call.tensor(output).strides = view.output_strides;
      call.tensor(output).offset = view.offset;
      call.tensor(input).strides = view.input_strides;
      ExpectAccepted(call);
    }
  }
}

// Bytes count, not elements: a view half an element further overlaps.
TEST_P(AliasingTest, HalfAnElementApartIsRefused) {
  TestCall call = MakeCall();
  if (call.Inputs().empty()) return;  // an operator in place
  const int output = call.Outputs()[0], input = FirstOfFloats(call);
  call.tensor(output).data = call.tensor(input).data + 2;
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
  const int64_t elements = test::CountOf(call.tensor(input).shape);
  const int64_t bytes = elements * DtypeBytes(call.tensor(input).dtype);
  call.tensor(output).data = call.tensor(input).data + bytes - 2;
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
  call.tensor(output).data = call.tensor(input).data + bytes;
  EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
}

TEST_P(AliasingTest, EmptyTensorsShareNothing) {
  TestCall call = MakeCall();
  call.SetShapes({0, 3, 4});
  if (call.Inputs().empty()) return;  // an operator in place
  const int output = call.Outputs()[0], input = call.Inputs()[0];
  call.tensor(output).data = call.tensor(input).data;
  call.tensor(output).strides = {0, 0, 0};
  ExpectAccepted(call);
}

INSTANTIATE_FOR_OPERATORS_OF_ANY_RANK(AliasingTest);

TEST(TwoOutputsTest, MustNotShareMemory) {
  TestCall call(*FindOperator("aclnnPreluBackward"));
  const int grad_input = call.IndexOf("gradInput"), grad_weight = call.IndexOf("gradWeight");
  call.tensor(grad_weight).data = call.tensor(grad_input).data;
  call.tensor(grad_weight).offset = 23;  // the last element
  ExpectRefused(call, {"gradInput", "gradWeight", "shares memory"});
  call.tensor(grad_weight).offset = 24;
  EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
}

// Also where the two are the same view, which an input and an output may be.
TEST(TwoOutputsTest, MustNotBeTheSameView) {
  TestCall call(*FindOperator("aclnnPreluBackward"));
  call.SetShapes({1, 3});
  call.tensor(call.IndexOf("gradWeight")).data = call.tensor(call.IndexOf("gradInput")).data;
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
}

TEST(TwoOutputsTest, GradWeightMustNotLieInAnInput) {
  for (const char* const input : {"gradOutput", "self"}) {
    TestCall call(*FindOperator("aclnnPreluBackward"));
    const int grad_weight = call.IndexOf("gradWeight");
    call.tensor(grad_weight).data = call.tensor(call.IndexOf(input)).data;
    ExpectRefused(call, {"gradWeight", input, "in place"});
  }
  TestCall call(*FindOperator("aclnnPreluBackward"));
  const int grad_weight = call.IndexOf("gradWeight"), weight = call.IndexOf("weight");
  call.tensor(grad_weight).data = call.tensor(weight).data;
  call.tensor(grad_weight).offset = 2;
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
}

// A half begins where its tensor does, and the one element may be where that of a result is.
TEST(SplitTest, ResultsThatAreNoHalvesMustNotLieInInputs) {
  for (const char* const name : {"aclnnGlu", "aclnnSwiGlu", "aclnnGeGlu", "aclnnGeluMul"}) {
    SCOPED_TRACE(name);
    TestCall call(*FindOperator(name));
    const int input = call.Inputs()[0], output = call.Outputs()[0];
    call.SetShapes({1, 2});
    call.tensor(output).data = call.tensor(input).data;
    for (const int64_t offset : {0, 1, 2}) {
      call.tensor(output).offset = offset;
      const Planned planned = call.Plan();
      EXPECT_EQ(planned.status, offset < 2 ? ACLNN_ERR_PARAM_INVALID : ACLNN_SUCCESS);
      if (offset == 2) continue;
      EXPECT_TRUE(HasAll(planned.message, {call.name(output) + ": shares memory with ",
                                           call.name(input), "use other memory"}));
    }
  }
  TestCall call(*FindOperator("aclnnFatreluMul"));
  call.SetShapes({1, 2});
  call.tensor(call.IndexOf("out")).data = call.tensor(call.IndexOf("threshold")).data;
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
}

// A view of another dtype is the same view only if its elements have the same size.
TEST(OtherDtypesTest, SoftplusInPlace) {
  TestCall call(*FindOperator("aclnnSoftplusBackward"));
  const int self = call.IndexOf("self"), output = call.IndexOf("gradInput");
  call.tensor(output).data = call.tensor(self).data;
  call.tensor(self).dtype = ACL_INT32;
  EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
  call.tensor(self).dtype = ACL_INT16;
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
  call.tensor(self).strides = {24, 8, 2};  // the same addresses
  EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
}

// A tensor can be moved onto itself, not into itself as another dtype of the same size.
TEST(OtherDtypesTest, MovesInPlace) {
  for (const char* const name : {"aclnnCast", "aclnnInplaceCopy"}) {
    SCOPED_TRACE(name);
    TestCall call(*FindOperator(name));
    if (call.Inputs().empty()) return;  // an operator in place
    const int input = call.Inputs()[0], output = call.Outputs()[0];
    call.tensor(output).data = call.tensor(input).data;
    EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
    for (const aclDataType dtype : {ACL_INT32, ACL_UINT32, ACL_DOUBLE, ACL_FLOAT16, ACL_BOOL}) {
      call.tensor(input).dtype = dtype;
      const Planned planned = call.Plan();
      EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID) << dtype;
      EXPECT_TRUE(
          HasAll(planned.message, {call.name(output) + ": shares memory with ", call.name(input)}));
    }
    call.tensor(input).dtype = ACL_INT32;
    EXPECT_TRUE(HasAll(call.Plan().message, {"INT32", "FLOAT", "same dtype"}));
    call.tensor(input).shape = {4};  // a row of the output itself
    call.tensor(input).dtype = ACL_FLOAT;
    EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
  }
}

}  // namespace
}  // namespace openaclnn
