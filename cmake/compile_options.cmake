# What every target of the project is compiled with: an interface library, so that nothing leaks to other projects.
add_library(openaclnn_options INTERFACE)
target_compile_options(openaclnn_options INTERFACE
  -fvisibility=hidden
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  -ffp-contract=off      # fused operations only where the formulas ask for them (docs/numerics.md)
  -fno-math-errno
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${OPENACLNN_WERROR}>:-Werror>)
if(OPENACLNN_SANITIZE)
  target_compile_options(openaclnn_options INTERFACE
    -fsanitize=${OPENACLNN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(openaclnn_options INTERFACE -fsanitize=${OPENACLNN_SANITIZE})
endif()
