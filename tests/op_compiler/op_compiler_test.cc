#include "acl/acl_op_compiler.h"

#include <cstring>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

TEST(OpCompilerTest, EveryOperatorIsRefusedByName) {
  constexpr int kNo = ACL_ERROR_API_NOT_SUPPORT;
  EXPECT_REFUSED(kNo, "opType: Relu cannot be run by its name", aclopCompile, "Relu", 0, nullptr, 0,
                 nullptr, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr);
  EXPECT_REFUSED(kNo, "opType: Add cannot", aclopCompileAndExecute, "Add", 1, nullptr, nullptr, 1,
                 nullptr, nullptr, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr);
  EXPECT_REFUSED(kNo, "opType: Mul cannot", aclopCompileAndExecuteV2, "Mul", 1, nullptr, nullptr, 1,
                 nullptr, nullptr, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opType: is null", aclopCompile, nullptr, 0, nullptr, 0,
                 nullptr, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr);
}

// PyTorch's adapter asks, and stores weights in formats of its own if it is anything else.
TEST(OpCompilerTest, NothingIsCompiledAtACall) {
  char value[8] = "?";
  EXPECT_EQ(aclGetCompileoptSize(ACL_OP_JIT_COMPILE), 8u);
  EXPECT_OK(aclGetCompileopt(ACL_OP_JIT_COMPILE, value, 8));
  EXPECT_STREQ(value, "disable");
}

TEST(OpCompilerTest, OptionsAreKept) {
  EXPECT_EQ(aclGetCompileoptSize(ACL_PRECISION_MODE), 1u);
  EXPECT_OK(aclSetCompileopt(ACL_OP_JIT_COMPILE, "enable"));
  char value[8] = "?";
  EXPECT_OK(aclGetCompileopt(ACL_OP_JIT_COMPILE, value, 8));
  EXPECT_STREQ(value, "enable");
  EXPECT_OK(aclSetCompileopt(ACL_OP_JIT_COMPILE, "disable"));
  EXPECT_EQ(aclGetCompileoptSize(ACL_OP_JIT_COMPILE), 8u);
  std::strcpy(value, "?");
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "length: is 7, but the option takes 8 bytes",
                 aclGetCompileopt, ACL_OP_JIT_COMPILE, value, 7);
  EXPECT_STREQ(value, "?");
  EXPECT_OK(aclGetCompileopt(ACL_OP_JIT_COMPILE, value, 8));
  EXPECT_STREQ(value, "disable");
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opt: is 15, expected 0 to 14", aclSetCompileopt,
                 Number<aclCompileOpt>(15), "1");
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value: is null", aclSetCompileopt, ACL_OP_JIT_COMPILE,
                 nullptr);
  EXPECT_EQ(aclGetCompileoptSize(Number<aclCompileOpt>(-1)), 0u);
}

TEST(OpCompilerTest, CompileFlags) {
  EXPECT_OK(aclopSetCompileFlag(ACL_OP_COMPILE_FUZZ));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "flag: is 2", aclopSetCompileFlag,
                 Number<aclOpCompileFlag>(2));
}

}  // namespace
}  // namespace openaclnn::test
