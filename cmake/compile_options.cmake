# What every target of the project is compiled with: an interface library, so that nothing leaks to other projects.
add_library(openaclnn_options INTERFACE)
if(NOT OPENACLNN_SANITIZE)  # sanitizers look for integers that overflow
  set(wrap_around -fwrapv)  # those in lanes do, and GCC's vectors on Arm are signed
endif()
target_compile_options(openaclnn_options INTERFACE
  -fvisibility=hidden
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  -ffp-contract=off      # fused operations only where the formulas ask for them (docs/numerics.md)
  -fno-math-errno
  ${wrap_around}
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${OPENACLNN_WERROR}>:-Werror>)
# Hardening; tests/install/hardening.sh looks for it in what is installed. -fstack-protector-strong would guard functions
# without buffers as well and costs a call of 8 elements 3 % of its instructions, five times as much.
if(NOT OPENACLNN_SANITIZE)  # sanitizers check the same and more
  target_compile_options(openaclnn_options INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2> -fstack-protector -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)  # return addresses are signed, and jumps land where they may
    target_compile_options(openaclnn_options INTERFACE -mbranch-protection=standard)
  endif()
  target_link_options(openaclnn_options INTERFACE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()
if(OPENACLNN_SANITIZE)
  target_compile_options(openaclnn_options INTERFACE
    -fsanitize=${OPENACLNN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(OPENACLNN_SANITIZE MATCHES undefined)  # programs may pass any number as an enumerator of the C API
    target_compile_options(openaclnn_options INTERFACE -fno-sanitize=enum)
    if(OPENACLNN_SANITIZE MATCHES address)  # which sees at each access what these ask of each pointer
      target_compile_options(openaclnn_options INTERFACE -fno-sanitize=null,object-size,vptr,function,pointer-overflow)
    endif()
  endif()
  # Fuzzers count branches. What each comparison compares, and how deep the stack is, slow them and all tests more than
  # they lead to new branches.
  if(OPENACLNN_SANITIZE MATCHES fuzzer)
    target_compile_options(openaclnn_options INTERFACE -fno-sanitize-coverage=trace-cmp,stack-depth)
  endif()
  target_link_options(openaclnn_options INTERFACE -fsanitize=${OPENACLNN_SANITIZE})
endif()
