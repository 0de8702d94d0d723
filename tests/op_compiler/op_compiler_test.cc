#include "acl/acl_op_compiler.h"

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

TEST(OpCompilerTest, OptionsAreKept) {
  EXPECT_EQ(aclGetCompileoptSize(ACL_OP_JIT_COMPILE), 1u);
  EXPECT_OK(aclSetCompileopt(ACL_OP_JIT_COMPILE, "disable"));
  EXPECT_EQ(aclGetCompileoptSize(ACL_OP_JIT_COMPILE), 8u);
  char value[8] = "?";
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
