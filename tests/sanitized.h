// Whether tests run with a sanitizer, which takes several times as long and looks for other
// mistakes than wrong values.
#pragma once

namespace openaclnn::test {

#if defined(OPENACLNN_ADDRESS_SANITIZER) || defined(OPENACLNN_THREAD_SANITIZER)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace openaclnn::test
