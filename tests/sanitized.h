// Whether tests run with a sanitizer, which takes several times as long and looks for other
// mistakes than wrong values. The release build judges these one by one.
#pragma once

namespace openaclnn::test {

#if defined(OPENACLNN_ADDRESS_SANITIZER) || defined(OPENACLNN_THREAD_SANITIZER)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

// Exact values take most of the time: besides a sanitizer, one result in so many has one.
inline constexpr int kJudgedStep = kIsSanitized ? 8 : 1;

}  // namespace openaclnn::test
