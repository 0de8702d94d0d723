#include <thread>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using OptionsTest = RuntimeTest;

TEST_F(OptionsTest, OptionsOfAContextAreItsOwn) {
  int64_t value = 5;
  EXPECT_REFUSED(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "option 0 was never set", aclrtCtxGetSysParamOpt,
                 ACL_OPT_DETERMINISTIC, &value);
  EXPECT_EQ(value, 5);
  EXPECT_OK(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1));
  EXPECT_OK(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value),
            ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value),
            ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  EXPECT_OK(aclrtDestroyContext(context));
}

TEST_F(OptionsTest, Refusals) {
  int64_t value = 0;
  const auto bad = Number<aclSysParamOpt>(4);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "opt: is 4", aclrtCtxSetSysParamOpt, bad, 1);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "opt: is 4", aclrtCtxGetSysParamOpt, bad, &value);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "opt: is 4", aclrtSetSysParamOpt, bad, 1);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "opt: is 4", aclrtGetSysParamOpt, bad, &value);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value: is null", aclrtCtxGetSysParamOpt,
                 ACL_OPT_DETERMINISTIC, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value: is null", aclrtGetSysParamOpt,
                 ACL_OPT_DETERMINISTIC, nullptr);
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtCtxSetSysParamOpt, ACL_OPT_DETERMINISTIC, 1);
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtCtxGetSysParamOpt, ACL_OPT_DETERMINISTIC,
                   &value);
  }).join();
}

}  // namespace
}  // namespace openaclnn::test
