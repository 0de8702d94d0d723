// Calls of the C API as the log (at info and above) and the trace see them. Nobody looks unless
// asked to: then a call costs one test, and the rest is out of line.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/details.h"
#include "base/shared.h"

namespace openaclnn {

// True until the first question is answered.
extern OPENACLNN_SHARED std::atomic<bool> observing;
[[gnu::cold]] OPENACLNN_SHARED bool ReadObserving() noexcept;

// Whether anybody looks at calls.
inline bool Observing() {
  if (!observing.load(std::memory_order_relaxed)) [[likely]]
    return false;
  return ReadObserving();
}

// A call that is being looked at, from Begin to End.
class OPENACLNN_SHARED ObservedCall {
 public:
  // `name`: of the C function; lives forever.
  explicit ObservedCall(const char* name) : name_(name) {}
  virtual ~ObservedCall();
  ObservedCall(const ObservedCall&) = delete;
  ObservedCall& operator=(const ObservedCall&) = delete;

  // Null if there is no memory for the call's arguments.
  static ObservedCall* Begin(std::unique_ptr<ObservedCall> call) noexcept;
  // Ends what Begin returned.
  static void End(ObservedCall* call, int32_t code) noexcept;

  // The innermost call of this thread; null if there is none.
  static const ObservedCall* Current();
  const char* name() const { return name_; }
  const Details& arguments() const { return arguments_; }

 private:
  virtual void AddArguments(Details& details) const = 0;  // before the call
  virtual void AddResults(Details& details) const = 0;    // after it, if it succeeded
  virtual void AddMore(Details& details) const = 0;       // the same, for the trace and at debug

  const char* const name_;
  Details arguments_;
  int64_t begin_ = 0;
  ObservedCall* outer_ = nullptr;
};

// A call of a function of which nothing but the name is known. Others that describe calls have the
// same members, are cheap to copy, and need not outlive the call.
struct NamedCall {
  const char* name;

  void AddArguments(Details& /*details*/) const {}
  void AddResults(Details& /*details*/) const {}
  void AddMore(Details& /*details*/) const {}
};

// Whether a C argument of this type is where a function leaves a result.
template <class T>
inline constexpr bool kIsResult = false;
template <class T>
inline constexpr bool kIsResult<T*> =
    !std::is_const_v<T> && (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>);

// An enumerator as C programs pass it: any number, which a variable of the enumeration may not
// hold.
template <class Enum>
struct Enumerator {
  std::underlying_type_t<Enum> number;
};

template <class T>
auto Kept(T value) {
  if constexpr (std::is_enum_v<T>) {
    return Enumerator<T>{static_cast<std::underlying_type_t<T>>(value)};
  } else {
    return value;
  }
}

// A call with the arguments of its C function, as OPENACLNN_CALL makes it.
template <class... T>
struct CallWith {
  const char* name;
  std::string_view names;  // of the arguments: "dst, count"
  std::tuple<T...> values;

  void AddArguments(Details& details) const {
    ForEach([&](std::string_view argument, const auto& value) {
      if constexpr (kIsResult<std::decay_t<decltype(value)>>) {
        if (value != nullptr) return;
      }
      AddTo(details, argument, value);
    });
  }

  void AddResults(Details& details) const {
    ForEach([&](std::string_view argument, const auto& value) {
      if constexpr (kIsResult<std::decay_t<decltype(value)>>) {
        if (value != nullptr) AddTo(details, argument, *value);
      }
    });
  }

  void AddMore(Details& /*details*/) const {}

 private:
  template <class Enum>
  static void AddTo(Details& details, std::string_view argument, const Enumerator<Enum>& value) {
    details.Add(argument, static_cast<Enum>(value.number));
  }
  template <class Value>
  static void AddTo(Details& details, std::string_view argument, const Value& value) {
    if constexpr (std::is_pointer_v<Value> && !std::is_same_v<Value, const char*>) {
      // Functions have addresses too.
      details.Add(argument, reinterpret_cast<const void*>(value));
    } else {
      details.Add(argument, value);
    }
  }

  template <class Use>
  void ForEach(Use use) const {
    std::string_view rest = names;
    const auto next = [&rest] {
      const std::string_view argument = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(argument.size() + 2, rest.size()));
      return argument;
    };
    std::apply([&](const auto&... value) { (use(next(), value), ...); }, values);
  }
};

template <class... T>
auto MakeCall(const char* name, std::string_view names, T... values) {
  return CallWith<decltype(Kept(values))...>{name, names, {Kept(values)...}};
}

// The call of the function that this stands in, with these of its parameters.
#define OPENACLNN_CALL(...) ::openaclnn::MakeCall(__func__, #__VA_ARGS__ __VA_OPT__(, ) __VA_ARGS__)

template <class Call>
class ObservedCallOf final : public ObservedCall {
 public:
  explicit ObservedCallOf(const Call& call) : ObservedCall(call.name), call_(call) {}

 private:
  void AddArguments(Details& details) const override { call_.AddArguments(details); }
  void AddResults(Details& details) const override { call_.AddResults(details); }
  void AddMore(Details& details) const override { call_.AddMore(details); }

  const Call call_;
};

// By value, so that the caller's description, which nobody needs unless there is an observer, need
// not be in memory.
template <class Call>
[[gnu::cold, gnu::noinline]] ObservedCall* BeginObserving(Call call) noexcept {
  try {
    return ObservedCall::Begin(std::make_unique<ObservedCallOf<Call>>(call));
  } catch (...) {
    return nullptr;
  }
}

// For functions that every call of an operator goes through, which shall pay for the test alone.
// They begin with
//   if (ToBeObserved()) [[unlikely]] return Observed(call, [=] { return ThisFunction(...); });
// and are called again by Observed, which marks this thread so that ToBeObserved says no once.
[[gnu::cold]] OPENACLNN_SHARED void MarkAsObserved();
[[gnu::cold]] OPENACLNN_SHARED bool TakeMark();
inline bool ToBeObserved() { return Observing() && !TakeMark(); }
template <class Call, class Again>
[[gnu::cold, gnu::noinline]] int32_t Observed(Call call, Again again) {
  ObservedCall* const observed = BeginObserving(call);
  MarkAsObserved();
  const int32_t code = again();
  if (observed != nullptr) ObservedCall::End(observed, code);
  return code;
}

}  // namespace openaclnn
