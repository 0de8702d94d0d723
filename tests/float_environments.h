// Floating-point environments that programs may have, none of which may matter to the library.
#pragma once

#include <cfenv>
#include <cstdint>
#include <ostream>
#include <vector>

namespace openaclnn::test {

// The registers that decide, flags of exceptions included.
inline uint64_t FloatRegisters() {
#if defined(__x86_64__)
  uint32_t bits;
  asm volatile("stmxcsr %0" : "=m"(bits)::"memory");
  uint16_t x87;
  asm volatile("fnstcw %0" : "=m"(x87)::"memory");
  return bits | uint64_t{x87} << 32;
#elif defined(__aarch64__)
  uint64_t control, flags;
  asm volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(flags)::"memory");
  return control << 32 | flags;
#else
  return static_cast<uint64_t>(std::fegetround()) << 32 | std::fetestexcept(FE_ALL_EXCEPT);
#endif
}

// As -Ofast and torch.set_flush_denormal(True) do.
inline void FlushSubnormals() {
#if defined(__x86_64__)
  uint32_t bits;
  asm volatile("stmxcsr %0" : "=m"(bits)::"memory");
  bits |= 0x8040;
  asm volatile("ldmxcsr %0" ::"m"(bits) : "memory");
#elif defined(__aarch64__)
  uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control)::"memory");
  asm volatile("msr fpcr, %0" ::"r"(control | uint64_t{1} << 24) : "memory");
#endif
}

struct FloatEnvironment {
  const char* name;
  void (*set)();
};
inline void PrintTo(const FloatEnvironment& environment, std::ostream* out) {
  *out << environment.name;
}

// Where the machine cannot trap, "Trapping" is as by default.
inline const std::vector<FloatEnvironment>& FloatEnvironments() {
  static const auto* const all = new std::vector<FloatEnvironment>{
      {"Default", [] {}},
      {"Flags", [] { std::feraiseexcept(FE_ALL_EXCEPT); }},
      {"Flushing", FlushSubnormals},
      {"Upward", [] { std::fesetround(FE_UPWARD); }},
      {"Downward", [] { std::fesetround(FE_DOWNWARD); }},
      {"TowardZero", [] { std::fesetround(FE_TOWARDZERO); }},
      {"Trapping", [] { feenableexcept(FE_ALL_EXCEPT); }},
      {"All",
       [] {
         std::feraiseexcept(FE_ALL_EXCEPT);
         FlushSubnormals();
         std::fesetround(FE_DOWNWARD);
       }},
  };
  return *all;
}

// Puts an environment in force for its lifetime, without flags but its own.
class InFloatEnvironment {
 public:
  explicit InFloatEnvironment(const FloatEnvironment& environment) {
    std::fegetenv(&outer_);
    std::feclearexcept(FE_ALL_EXCEPT);
    environment.set();
  }
  ~InFloatEnvironment() { std::fesetenv(&outer_); }
  InFloatEnvironment(const InFloatEnvironment&) = delete;
  InFloatEnvironment& operator=(const InFloatEnvironment&) = delete;

 private:
  std::fenv_t outer_;
};

}  // namespace openaclnn::test
