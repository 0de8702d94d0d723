// The floating-point environment that the formulas assume, whatever the program's is: round to
// nearest even, keep subnormals, trap nothing. A program built with -Ofast flushes subnormals,
// fesetround changes the rounding, feenableexcept makes ordinary operations end it.
//
// Nothing in this library computes with the x87 unit, whose settings stay as they are.
#pragma once

#include <cfenv>
#include <cstdint>

namespace openaclnn {

#if defined(__x86_64__)

// The control and status register of SSE and AVX.
class FloatState {
 public:
  static FloatState Current() {
    uint32_t bits;
    asm volatile("stmxcsr %0" : "=m"(bits)::"memory");
    return FloatState(bits);
  }
  FloatState Exact() const { return FloatState((bits_ & ~kControl) | kMasked); }
  void Set() const { asm volatile("ldmxcsr %0" ::"m"(bits_) : "memory"); }
  bool operator==(const FloatState&) const = default;

 private:
  explicit FloatState(uint32_t bits) : bits_(bits) {}

  // Rounding, flushing of results and operands, and the masks of exceptions. The rest are flags.
  static constexpr uint32_t kControl = 0xffc0, kMasked = 0x1f80;
  uint32_t bits_;
};

#elif defined(__aarch64__)

class FloatState {
 public:
  static FloatState Current() {
    FloatState state;
    asm volatile("mrs %0, fpcr" : "=r"(state.control_)::"memory");
    asm volatile("mrs %0, fpsr" : "=r"(state.flags_)::"memory");
    return state;
  }
  FloatState Exact() const {
    FloatState state;
    state.flags_ = flags_;
    return state;
  }
  // Writing the control register may drain the pipeline; most often it is as it should be.
  void Set() const {
    const FloatState now = Current();
    if (now.control_ != control_) asm volatile("msr fpcr, %0" ::"r"(control_) : "memory");
    if (now.flags_ != flags_) asm volatile("msr fpsr, %0" ::"r"(flags_) : "memory");
  }
  bool operator==(const FloatState&) const = default;

 private:
  FloatState() = default;

  uint64_t control_ = 0;  // no bit set: to nearest, nothing flushed or trapped
  uint64_t flags_ = 0;
};

#else

class FloatState {
 public:
  static FloatState Current() {
    FloatState state;
    std::fegetenv(&state.environment_);
    return state;
  }
  FloatState Exact() const {
    FloatState state;
    state.is_exact_ = true;
    return state;
  }
  void Set() const { std::fesetenv(is_exact_ ? FE_DFL_ENV : &environment_); }
  bool operator==(const FloatState&) const { return false; }  // nobody knows: always set

 private:
  FloatState() = default;

  bool is_exact_ = false;
  std::fenv_t environment_{};
};

#endif

// Sets the formulas' environment for its lifetime, and leaves the thread's as it was, flags of
// exceptions included. On x86-64 reading the register is what costs, 4 ns on a Sapphire Rapids;
// writing it costs 0.5 ns.
class ExactFloats {
 public:
  ExactFloats() : outer_(FloatState::Current()) {
    if (const FloatState exact = outer_.Exact(); exact != outer_) [[unlikely]]
      exact.Set();
  }
  ~ExactFloats() { outer_.Set(); }
  ExactFloats(const ExactFloats&) = delete;
  ExactFloats& operator=(const ExactFloats&) = delete;

 private:
  const FloatState outer_;
};

// The whole environment of a thread of the program, for its functions that the library calls.
class ProgramFloats {
 public:
  ProgramFloats() { std::fegetenv(&environment_); }  // that of the caller

  // Sets it for its lifetime in another place; what the function changed stays in `program`.
  class Here {
   public:
    explicit Here(ProgramFloats& program) : program_(program) {
      std::fegetenv(&outer_);
      std::fesetenv(&program_.environment_);
    }
    ~Here() {
      std::fegetenv(&program_.environment_);
      std::fesetenv(&outer_);
    }
    Here(const Here&) = delete;
    Here& operator=(const Here&) = delete;

   private:
    ProgramFloats& program_;
    std::fenv_t outer_;
  };

  void Set() const { std::fesetenv(&environment_); }

 private:
  std::fenv_t environment_;
};

}  // namespace openaclnn
