# What every target of the project is compiled with: an interface library, so that nothing leaks to other projects.
add_library(openaclnn_options INTERFACE)
target_compile_options(openaclnn_options INTERFACE
  -fvisibility=hidden
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  -ffp-contract=off      # fused operations only where the formulas ask for them (docs/numerics.md)
  -fno-math-errno
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${OPENACLNN_WERROR}>:-Werror>)
# Hardening; tests/install/hardening.sh looks for it in what is installed. -fstack-protector-strong would guard functions
# without buffers as well and costs a call of 8 elements 3 % of its instructions, five times as much.
if(NOT OPENACLNN_SANITIZE)  # sanitizers check the same and more
  target_compile_options(openaclnn_options INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2> -fstack-protector -fstack-clash-protection)
  target_link_options(openaclnn_options INTERFACE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()
if(OPENACLNN_SANITIZE)
  target_compile_options(openaclnn_options INTERFACE
    -fsanitize=${OPENACLNN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(openaclnn_options INTERFACE -fsanitize=${OPENACLNN_SANITIZE})
endif()
