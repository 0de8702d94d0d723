// What calls of operators that are served say of mistakes, and how they use streams and memory.
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "tests/op_compiler/named_op.h"

namespace openaclnn::test::served_test {
namespace {

constexpr int64_t kSteps = 2, kBatch = 3, kInputs = 5, kHidden = 4;
constexpr int kWrong = ACL_ERROR_INVALID_PARAM, kNo = ACL_ERROR_API_NOT_SUPPORT;

enum : size_t { kX, kW, kB, kMask, kInitH, kInitC };

Doubles Filled(const Shape& shape, double value) {
  return Doubles(static_cast<size_t>(CountOf(shape)), value);
}

void Add(NamedOp& op, const Shape& shape) { op.In(ACL_FLOAT, shape, Filled(shape, 0.25)); }

// A call that is right.
std::unique_ptr<NamedOp> Right() {
  auto op = std::make_unique<NamedOp>("DynamicRNN");
  Add(*op, {kSteps, kBatch, kInputs});
  Add(*op, {kInputs + kHidden, 4 * kHidden});
  Add(*op, {4 * kHidden});
  op->None();
  for (int k = 0; k < 2; ++k) Add(*op, {1, kBatch, kHidden});
  for (int k = 0; k < 8; ++k) op->Out(ACL_FLOAT, {kSteps, kBatch, kHidden});
  op->Set("gate_order", "ifjo");
  return op;
}

class ServedTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    stream_ = NewStream();
  }

  void ExpectWrong(aclError code, const std::string& words,
                   const std::function<void(NamedOp&)>& change) {
    const std::unique_ptr<NamedOp> op = Right();
    change(*op);
    EXPECT_EQ(op->Run(stream_), code) << words;
    EXPECT_THAT(Messages(), testing::StartsWith("aclopCompileAndExecute: DynamicRNN: " + words));
    EXPECT_OK(aclrtSynchronizeStream(stream_));  // of this thread, which has heard of it
    EXPECT_EQ(op->Values(0), Filled({kSteps, kBatch, kHidden}, 99.0)) << words;
  }

  aclrtStream stream_ = nullptr;
};

TEST_F(ServedTest, BothFunctionsRun) {
  Doubles first;
  for (const bool second_version : {false, true}) {
    const std::unique_ptr<NamedOp> op = Right();
    ASSERT_OK(op->Run(stream_, second_version));
    ASSERT_OK(aclrtSynchronizeStream(stream_));
    // By the formula: all gates add up (5 + 4) / 16 + 1 / 4.
    const double a = 9.0 / 16 + 0.25, s = 1 / (1 + std::exp(-a));
    const double c = s * 0.25 + s * std::tanh(a);
    EXPECT_NEAR(op->Values(0)[0], s * std::tanh(c), 0x1p-22);
    EXPECT_NEAR(op->Values(2)[0], c, 0x1p-22);
    if (second_version) {
      EXPECT_EQ(op->Values(0), first);
    }
    first = op->Values(0);
  }
}

TEST_F(ServedTest, NothingIsLeftToCompile) {
  for (const char* const type : {"DynamicGRUV2", "DynamicGRUV2Grad", "DynamicRNN", "DynamicRNNGrad",
                                 "DynamicRNNV2", "DynamicRNNV2Grad"}) {
    EXPECT_OK(aclopCompile(type, 0, nullptr, 0, nullptr, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS,
                           nullptr));
  }
}

TEST_F(ServedTest, Attributes) {
  ExpectWrong(kNo, "attribute gate_order: is ijof, which is not served here, expected ijfo or ifjo",
              [](NamedOp& op) { op.Set("gate_order", "ijof"); });
  ExpectWrong(kNo, "attribute direction: is BIDIRECTIONAL, which is not served",
              [](NamedOp& op) { op.Set("direction", "BIDIRECTIONAL"); });
  ExpectWrong(kNo, "attribute use_peephole: is true, which is not served here, expected false",
              [](NamedOp& op) { op.Set("use_peephole", true); });
  ExpectWrong(kNo, "attribute forget_bias: is 1, which is not served here, expected 0",
              [](NamedOp& op) { op.Set("forget_bias", 1.0f); });
  ExpectWrong(kNo, "attribute cell_depth: is 2, which is not served here, expected 1 or 0",
              [](NamedOp& op) { op.Set("cell_depth", int64_t{2}); });
  ExpectWrong(kNo, "attribute time_major: is false, which is not served here, expected true",
              [](NamedOp& op) { op.Set("time_major", false); });
  ExpectWrong(kWrong, "attribute reset_after: DynamicRNN has none of this name",
              [](NamedOp& op) { op.Set("reset_after", true); });
}

TEST_F(ServedTest, MissingTensors) {
  ExpectWrong(kWrong, "w: is missing",
              [](NamedOp& op) { op.Redescribe(op.input(kW), ACL_DT_UNDEFINED, {}); });
  ExpectWrong(kWrong, "y: is missing",
              [](NamedOp& op) { op.Redescribe(op.output(0), ACL_DT_UNDEFINED, {}); });
  ExpectWrong(kWrong, "x: has no memory", [](NamedOp& op) {
    EXPECT_OK(aclUpdateDataBuffer(op.input(kX).buffer, nullptr, 1 << 20));
  });
  ExpectWrong(kWrong, "x: is null", [](NamedOp& op) {
    aclDestroyTensorDesc(op.input(kX).description);
    op.input(kX).description = nullptr;
  });
  ExpectWrong(kWrong, "b: is null", [](NamedOp& op) {
    EXPECT_OK(aclDestroyDataBuffer(op.input(kB).buffer));
    op.input(kB).buffer = nullptr;
  });
  const std::unique_ptr<NamedOp> op = Right();
  aclDestroyTensorDesc(op->input(kX).description);
  EXPECT_EQ(op->Run(stream_), kWrong);
  EXPECT_THAT(Messages(), testing::HasSubstr("is not a live aclTensorDesc; it was destroyed"));
  op->input(kX).description = nullptr;
}

TEST_F(ServedTest, Counts) {
  NamedOp few("DynamicRNN"), many("DynamicRNN"), none("DynamicRNN");
  few.In(ACL_FLOAT, {1}, {1});
  EXPECT_EQ(few.Run(stream_), kWrong);
  EXPECT_THAT(Messages(), testing::HasSubstr("DynamicRNN: numInputs: is 1, expected 3 to 10"));
  for (int k = 0; k < 11; ++k) many.In(ACL_FLOAT, {1}, {1});
  EXPECT_EQ(many.Run(stream_), kWrong);
  EXPECT_THAT(Messages(), testing::HasSubstr("DynamicRNN: numInputs: is 11, expected 3 to 10"));
  EXPECT_EQ(aclopCompileAndExecute("DynamicRNN", -1, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                                   ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream_),
            kWrong);
  EXPECT_THAT(Messages(), testing::HasSubstr("DynamicRNN: numInputs: is -1, expected 3 to 10"));
  EXPECT_EQ(aclopCompileAndExecute("DynamicRNN", 3, nullptr, nullptr, 8, nullptr, nullptr, nullptr,
                                   ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream_),
            kWrong);
  EXPECT_THAT(Messages(), testing::HasSubstr("DynamicRNN: inputDesc: is null"));
  ExpectWrong(kWrong, "numOutputs: is 9, expected 8 to 8",
              [](NamedOp& op) { op.Out(ACL_FLOAT, {1}); });
}

TEST_F(ServedTest, ShapesAndDtypes) {
  ExpectWrong(kWrong, "x: shape is [30], expected three axes: steps, batch and inputs",
              [](NamedOp& op) { op.Redescribe(op.input(kX), ACL_FLOAT, {30}); });
  ExpectWrong(kWrong, "x: shape is [2, 3, -1], expected extents from 0 to 2147483647",
              [](NamedOp& op) {
                op.Redescribe(op.input(kX), ACL_FLOAT, {2, 3, -1});
              });
  ExpectWrong(kWrong, "w: shape is [16, 9], expected [9, 16]", [](NamedOp& op) {
    op.Redescribe(op.input(kW), ACL_FLOAT, {16, 9});
  });
  ExpectWrong(kWrong, "b: shape is [4, 4], expected [16]", [](NamedOp& op) {
    op.Redescribe(op.input(kB), ACL_FLOAT, {4, 4});
  });
  ExpectWrong(kWrong, "init_c: shape is [2, 3, 4], expected [1, 3, 4]", [](NamedOp& op) {
    op.Redescribe(op.input(kInitC), ACL_FLOAT, {2, 3, 4});
  });
  ExpectWrong(kWrong, "tanhc: shape is [1, 3, 4], expected [2, 3, 4]", [](NamedOp& op) {
    op.Redescribe(op.output(7), ACL_FLOAT, {1, 3, 4});
  });
  ExpectWrong(kWrong, "seq_length: shape is [3], expected [2, 3, -1]",
              [](NamedOp& op) { op.Redescribe(op.input(kMask), ACL_INT32, {3}); });
  ExpectWrong(kWrong, "init_h: dtype is DOUBLE, expected FLOAT, FLOAT16 or BFLOAT16",
              [](NamedOp& op) {
                op.Redescribe(op.input(kInitH), ACL_DOUBLE, {1, 3, 4});
              });
  ExpectWrong(kWrong, "seq_length: dtype is INT64, expected FLOAT, FLOAT16 or BFLOAT16, or INT32",
              [](NamedOp& op) {
                op.Redescribe(op.input(kMask), ACL_INT64, {2, 3, 4});
              });
  ExpectWrong(kWrong, "w: dtype is none, expected FLOAT", [](NamedOp& op) {
    op.Redescribe(op.input(kW), Number<aclDataType>(1000), {9, 16});
  });
  ExpectWrong(kWrong,
              "w: its buffer has 575 bytes, expected at least 576 for shape [9, 16] of FLOAT",
              [](NamedOp& op) {
                const NamedOp::Described& w = op.input(kW);
                EXPECT_OK(aclUpdateDataBuffer(w.buffer, w.memory, 575));
              });
  ExpectWrong(kNo, "wci: is given, which is not served here",
              [](NamedOp& op) { Add(op, {kHidden}); });
}

TEST_F(ServedTest, GruHasNoLengths) {
  NamedOp op("DynamicGRUV2");
  Add(op, {kSteps, kBatch, kInputs});
  Add(op, {kInputs, 3 * kHidden});
  Add(op, {kHidden, 3 * kHidden});
  for (int k = 0; k < 2; ++k) Add(op, {3 * kHidden});
  Add(op, {kSteps, kBatch, kHidden});
  for (int k = 0; k < 6; ++k) op.Out(ACL_FLOAT, {kSteps, kBatch, kHidden});
  EXPECT_EQ(op.Run(stream_), kNo);
  EXPECT_THAT(Messages(),
              testing::HasSubstr("DynamicGRUV2: seq_length: is given, which is not served here"));
}

TEST_F(ServedTest, MixedDtypes) {
  const std::unique_ptr<NamedOp> op = Right();
  const Shape weight = {kInputs + kHidden, 4 * kHidden};
  ASSERT_OK(op->Run(stream_));
  NamedOp mixed("DynamicRNN");
  mixed.In(ACL_FLOAT16, {kSteps, kBatch, kInputs}, Filled({kSteps, kBatch, kInputs}, 0.25));
  mixed.In(ACL_BF16, weight, Filled(weight, 0.25));
  Add(mixed, {4 * kHidden});
  mixed.None();
  for (int k = 0; k < 2; ++k) Add(mixed, {1, kBatch, kHidden});
  for (int k = 0; k < 8; ++k) mixed.Out(ACL_FLOAT, {kSteps, kBatch, kHidden});
  mixed.Set("gate_order", "ifjo");
  ASSERT_OK(mixed.Run(stream_));
  ASSERT_OK(aclrtSynchronizeStream(stream_));
  for (size_t k = 0; k < 8; ++k) EXPECT_EQ(mixed.Values(k), op->Values(k)) << k;
}

TEST_F(ServedTest, WithoutSteps) {
  NamedOp op("DynamicRNNV2");
  op.In(ACL_BF16, {0, kBatch, kInputs}, {});
  op.In(ACL_BF16, {kInputs, 4 * kHidden}, Filled({kInputs, 4 * kHidden}, 0.5));
  op.In(ACL_BF16, {kHidden, 4 * kHidden}, Filled({kHidden, 4 * kHidden}, 0.5));
  for (int k = 0; k < 2; ++k) op.None();
  for (int k = 0; k < 2; ++k) op.In(ACL_BF16, {1, kBatch, kHidden}, Filled({3, 4}, 0.25 + k));
  op.Out(ACL_BF16, {0, kBatch, kHidden});
  for (int k = 0; k < 2; ++k) op.Out(ACL_BF16, {1, kBatch, kHidden});
  for (int k = 0; k < 5; ++k) op.Out(ACL_BF16, {0, kBatch, kHidden});
  op.Set("gate_order", "ifco");
  op.Set("direction", "REDIRECTIONAL");
  ASSERT_OK(op.Run(stream_));
  ASSERT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(op.Values(1), Filled({3, 4}, 0.25));
  EXPECT_EQ(op.Values(2), Filled({3, 4}, 1.25));
}

// The bytes that are allocated, which the message of an allocation that cannot be says.
std::string AllocatedBytes() {
  void* memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, size_t{1} << 60, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  const std::string message = Messages();
  EXPECT_THAT(message, testing::HasSubstr(" bytes are allocated"));
  return message;
}

// The call waits for what comes before it, and needs nothing of the program's any more.
TEST_F(ServedTest, RunsInTheOrderOfItsStream) {
  const std::unique_ptr<NamedOp> op = Right();
  Gate gate;
  ASSERT_OK(aclrtLaunchHostFunc(stream_, Gate::Block, &gate));
  gate.AwaitArrival();
  ASSERT_OK(op->Run(stream_));
  op->Forget();
  EXPECT_EQ(op->Values(0), Filled({kSteps, kBatch, kHidden}, 99.0));
  gate.Open();
  ASSERT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_LT(op->Values(0)[0], 1.0);
}

TEST_F(ServedTest, NoMemoryIsLeftBehind) {
  const std::unique_ptr<NamedOp> op = Right();
  ASSERT_OK(op->Run(stream_));
  ASSERT_OK(aclrtSynchronizeStream(stream_));
  const std::string before = AllocatedBytes();
  Gate gate;
  ASSERT_OK(aclrtLaunchHostFunc(stream_, Gate::Block, &gate));
  gate.AwaitArrival();
  for (int k = 0; k < 8; ++k) ASSERT_OK(op->Run(stream_));
  gate.Open();
  ASSERT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(AllocatedBytes(), before);
}

TEST_F(ServedTest, DroppedTasksLeaveNoMemoryBehind) {
  const std::unique_ptr<NamedOp> op = Right();
  const std::string before = AllocatedBytes();
  aclrtStream other = NewStream();
  {
    Gate gate;
    ASSERT_OK(aclrtLaunchHostFunc(other, Gate::Block, &gate));
    gate.AwaitArrival();
    ASSERT_OK(op->Run(other));
    ASSERT_OK(aclrtDestroyStreamForce(other));
    gate.Open();
  }
  EXPECT_EQ(AllocatedBytes(), before);
  EXPECT_EQ(op->Values(0), Filled({kSteps, kBatch, kHidden}, 99.0));
}

TEST_F(ServedTest, AStreamThatIsNone) {
  const std::unique_ptr<NamedOp> op = Right();
  EXPECT_EQ(op->Run(static_cast<aclrtStream>(Foreign())), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_THAT(Messages(), testing::HasSubstr("aclopCompileAndExecute: DynamicRNN: stream"));
  std::thread([&] {
    EXPECT_EQ(op->Run(nullptr), ACL_ERROR_RT_CONTEXT_NULL);  // without a context
  }).join();
}

// As its outputs stay as they were.
TEST_F(ServedTest, AMistakeOfAnotherThreadWithholdsResults) {
  const std::unique_ptr<NamedOp> op = Right();
  op->Set("gate_order", "none");
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    EXPECT_EQ(op->Run(stream_), kNo);
  }).join();
  EXPECT_REFUSED(kNo, "another thread was refused: aclopCompileAndExecute: DynamicRNN: attribute",
                 aclrtSynchronizeStream, stream_);
}

}  // namespace
}  // namespace openaclnn::test::served_test
