#include "checked/fault_handler.h"

#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

namespace openaclnn {
namespace {

std::mutex installing;
std::array<std::atomic<ExplainFunction>, kMostExplainers> explainers{};
struct sigaction before;

FaultAnswer Explain(uintptr_t address, const char* did) {
  for (const auto& slot : explainers) {
    const ExplainFunction explain = slot.load();
    if (explain == nullptr) break;
    const FaultAnswer answer = explain(address, did);
    if (answer != FaultAnswer::kUnknown) return answer;
  }
  return FaultAnswer::kUnknown;
}

void Handle(int signal, siginfo_t* info, void* context) {
  // What was there before gets what is not ours.
  const FaultAnswer answer =
      Explain(reinterpret_cast<uintptr_t>(info->si_addr), AccessThatFaulted(context));
  if (answer == FaultAnswer::kTryAgain) return;
  const bool ours = answer == FaultAnswer::kReported;
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

const char* AccessThatFaulted([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  constexpr greg_t kWrite = 2;  // of the processor's page-fault error code
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return (registers[REG_ERR] & kWrite) != 0 ? "wrote" : "read";
#elif defined(__aarch64__)
  constexpr uint64_t kWrite = 1 << 6;  // of the syndrome of a data abort
  // One of the records that the kernel appends to the registers, each with a head.
  const auto& records = static_cast<const ucontext_t*>(context)->uc_mcontext.__reserved;
  _aarch64_ctx head;
  for (size_t at = 0; at + sizeof(esr_context) <= sizeof(records); at += head.size) {
    std::memcpy(&head, records + at, sizeof(head));
    if (head.magic == 0 || head.size < sizeof(head)) break;
    if (head.magic != ESR_MAGIC) continue;
    esr_context syndrome;
    std::memcpy(&syndrome, records + at, sizeof(syndrome));
    return (syndrome.esr & kWrite) != 0 ? "wrote" : "read";
  }
#endif
  return "read or wrote";
}

void InstallFaultHandler(ExplainFunction explain) {
  void* frame = nullptr;
  backtrace(&frame, 1);  // loads what it needs, which a handler should not
  const std::lock_guard lock(installing);
  size_t slot = 0;
  while (explainers.at(slot) != nullptr) ++slot;
  explainers[slot] = explain;
  if (slot > 0) return;
  struct sigaction action = {};
  action.sa_sigaction = Handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &before);
}

}  // namespace openaclnn
