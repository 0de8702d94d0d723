#include "checked/fault_handler.h"

#include <signal.h>
#include <ucontext.h>

#include <cstring>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

#if defined(__x86_64__)
ucontext_t FaultOf(bool write) {
  ucontext_t context{};
  context.uc_mcontext.gregs[REG_ERR] = write ? 6 : 4;  // from user space
  return context;
}
#elif defined(__aarch64__)
ucontext_t FaultOf(bool write) {
  ucontext_t context{};
  fpsimd_context vectors{};
  vectors.head = {FPSIMD_MAGIC, sizeof(vectors)};
  esr_context syndrome{};
  syndrome.head = {ESR_MAGIC, sizeof(syndrome)};
  syndrome.esr = write ? 0x92000046 : 0x92000006;  // translation faults
  std::memcpy(context.uc_mcontext.__reserved, &vectors, sizeof(vectors));
  std::memcpy(context.uc_mcontext.__reserved + sizeof(vectors), &syndrome, sizeof(syndrome));
  return context;
}
#endif

#if defined(__x86_64__) || defined(__aarch64__)
TEST(FaultHandlerTest, TellsReadsFromWrites) {
  ucontext_t context = FaultOf(true);
  EXPECT_STREQ(AccessThatFaulted(&context), "wrote");
  context = FaultOf(false);
  EXPECT_STREQ(AccessThatFaulted(&context), "read");
}
#endif

#if defined(__aarch64__)
TEST(FaultHandlerTest, SaysSoIfTheSystemDoesNotTell) {
  ucontext_t context{};
  EXPECT_STREQ(AccessThatFaulted(&context), "read or wrote");
}
#endif

}  // namespace
}  // namespace openaclnn
