#include "checked/fault_handler.h"

#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

namespace openaclnn {
namespace {

ExplainFunction explain_fault = nullptr;
struct sigaction before;

const char* WhatWasDone([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  constexpr greg_t kWrite = 2;  // of the processor's page-fault error code
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return (registers[REG_ERR] & kWrite) != 0 ? "wrote" : "read";
#else
  return "read or wrote";
#endif
}

void Handle(int signal, siginfo_t* info, void* context) {
  // What was there before gets what is not ours.
  const bool ours = explain_fault(reinterpret_cast<uintptr_t>(info->si_addr), WhatWasDone(context));
  if (!ours && (before.sa_flags & SA_SIGINFO) != 0)
    return before.sa_sigaction(signal, info, context);
  if (!ours && before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    return before.sa_handler(signal);
  }
  // The instruction runs again when this returns, and faults again; a signal that was sent does
  // not.
  sigaction(signal, &before, nullptr);
  if (info->si_code <= 0) raise(signal);
}

}  // namespace

void InstallFaultHandler(ExplainFunction explain) {
  void* frame = nullptr;
  backtrace(&frame, 1);  // loads what it needs, which a handler should not
  explain_fault = explain;
  struct sigaction action = {};
  action.sa_sigaction = Handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &before);
}

}  // namespace openaclnn
