# The four libraries, each made of whole layers of src/, under the vendor's SONAMEs:
#   libascendcl  = base + checked + device + runtime      libnnopbase = tensor + engine + cpu + cuda + kinds      libopapi = ops
#   libacl_op_compiler = op_compiler
# and openaclnn_static, all of it in one archive, for tests and tools that look inside.
find_package(hwy REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost REQUIRED)  # headers only: small_vector

add_library(openaclnn_headers INTERFACE)
add_dependencies(openaclnn_headers openaclnn_operator_lists)
target_include_directories(openaclnn_headers INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${OPENACLNN_GENERATED_INCLUDE})
target_link_libraries(openaclnn_headers INTERFACE
  openaclnn_options fmt::fmt Boost::headers Threads::Threads)
# x86 targets: AVX2, AVX-512 and, for older machines, Highway's baseline. That has one lane with every
# compiler, as g++ 12 gets the other baseline, EMU128, wrong. Arm targets: NEON alone. SVE's vectors have
# no size that the compiler knows, so they cannot be members of a struct, as Lanes has them.
set(disabled_targets HWY_SSSE3 HWY_SSE4 HWY_SVE HWY_SVE2 HWY_SVE_256 HWY_SVE2_128)
set(baseline SCALAR)  # the target of a machine of which nothing is known, for tests
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(baseline NEON)
endif()
# Sanitizers make compiling slow, so there is one target for each: AVX2's loops are those of the others, and what threads
# share does not depend on them.
if(OPENACLNN_SANITIZE)
  list(APPEND disabled_targets HWY_AVX3 HWY_AVX3_DL)
  if(OPENACLNN_SANITIZE MATCHES thread)
    list(APPEND disabled_targets HWY_AVX2)
  elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    file(STRINGS /proc/cpuinfo has_avx2 REGEX " avx2 .* bmi2 " LIMIT_COUNT 1)
    if(has_avx2)  # else the one lane
      set(baseline AVX2)
      target_compile_options(openaclnn_headers INTERFACE
        -mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt -mpclmul -maes -mmovbe -mpopcnt)
    endif()
  endif()
endif()
list(JOIN disabled_targets "|" disabled_targets)
target_compile_definitions(openaclnn_headers INTERFACE "HWY_DISABLED_TARGETS=(${disabled_targets})" HWY_BROKEN_EMU128=1)

# Loops are few functions, which are long. Two things take minutes to compile there: the undefined-behaviour sanitizer's
# check of each address's alignment, and what the address sanitizer has inline in place of a call.
function(openaclnn_check_less)  # <source>...
  if(NOT OPENACLNN_SANITIZE MATCHES undefined)
    return()
  endif()
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} has_loops REGEX "define HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
    if(has_loops)
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS
        "-fno-sanitize=alignment;-mllvm;-asan-instrumentation-with-call-threshold=100")
    endif()
  endforeach()
endfunction()

function(openaclnn_layer name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  add_library(openaclnn_${name} OBJECT ${sources})
  openaclnn_check_less(${sources})
  set_target_properties(openaclnn_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(openaclnn_${name} PUBLIC openaclnn_headers hwy::hwy PRIVATE openaclnn_intrinsics)
  if(name STREQUAL base)
    openaclnn_parse_once(openaclnn_base ${intrinsic_headers})
  elseif(name STREQUAL ops AND OPENACLNN_SANITIZE)  # sanitized less
    openaclnn_parse_once(openaclnn_ops ${intrinsic_headers})
  else()
    openaclnn_parsed_with(openaclnn_${name} openaclnn_base)
  endif()
endfunction()
foreach(layer base checked device runtime op_compiler tensor engine cpu kinds ops)
  openaclnn_layer(${layer})
endforeach()
foreach(layer base checked device runtime op_compiler engine cpu kinds)
  get_target_property(sources openaclnn_${layer} SOURCES)
  openaclnn_compile_together(openaclnn_${layer} 12 ${sources})
endforeach()
file(GLOB kind_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kinds/*/*.cc)
list(FILTER kind_sources EXCLUDE REGEX "_device[.]cc$")  # for GPUs (cuda.cmake)
target_sources(openaclnn_kinds PRIVATE ${kind_sources})
openaclnn_check_less(${kind_sources})
list(FILTER kind_sources EXCLUDE REGEX "/kinds/product/")
openaclnn_compile_together(openaclnn_kinds 12 ${kind_sources})
file(GLOB_RECURSE operator_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/ops/*.cc)
set_property(TARGET openaclnn_ops PROPERTY SOURCES ${operator_sources})
openaclnn_check_less(${operator_sources})
# Specs take less to compile than the headers that they include: those of a family, a folder, are one translation unit.
# Those of quant are not, as they have much code and many names of their own.
list(FILTER operator_sources EXCLUDE REGEX "/quant/")
openaclnn_compile_together(openaclnn_ops 100 ${operator_sources})
# What only the address sanitizer, or that of threads, is for. Formulas have no integers that could overflow, and what
# fuzzers are after is in the walks over tensors, not in which branch a vector took: both take minutes to compile. A
# library, as its options have to come after those that it takes back.
add_library(openaclnn_address_only INTERFACE)
foreach(sanitizer undefined fuzzer-no-link)
  if(OPENACLNN_SANITIZE MATCHES ${sanitizer})
    target_compile_options(openaclnn_address_only INTERFACE -fno-sanitize=${sanitizer})
  endif()
endforeach()
target_link_libraries(openaclnn_ops PRIVATE openaclnn_address_only)
add_library(openaclnn_unwatched INTERFACE)  # by no sanitizer
if(OPENACLNN_SANITIZE)
  target_compile_options(openaclnn_unwatched INTERFACE -fno-sanitize=all)
endif()
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/device/cuda/*.cc)
target_sources(openaclnn_device PRIVATE ${cuda_sources})
file(GLOB rule_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/engine/rules/*.cc)
target_sources(openaclnn_engine PRIVATE ${rule_sources})
openaclnn_compile_together(openaclnn_engine 12 ${rule_sources})
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cuda/*.cc)
target_sources(openaclnn_engine PRIVATE ${cuda_sources})  # openaclnn_cuda is the library of device code
target_compile_definitions(openaclnn_device PRIVATE OPENACLNN_VERSION="${PROJECT_VERSION}")
foreach(layer cpu kinds ops)  # the loops
  if(NOT OPENACLNN_SANITIZE)  # whose presets choose what compiles in reasonable time
    target_compile_options(openaclnn_${layer} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
  endif()
endforeach()

# The long formulas of gelu have too few registers for four vectors at once: ordered by the compiler they are 3 to 6 %
# faster (16-bit types up to 4 % slower), while others gain nothing. On Arm this is the default.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT OPENACLNN_SANITIZE)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/ops/activation/gelu_kernels.cc PROPERTIES
                              COMPILE_OPTIONS "-fschedule-insns;-fsched-pressure" SKIP_PRECOMPILE_HEADERS ON)
endif()

configure_file(${PROJECT_SOURCE_DIR}/cmake/version.c.in ${PROJECT_BINARY_DIR}/version.c @ONLY)

# openaclnn_library(<vendor name> LAYERS <layer>... LINK <library>...)
function(openaclnn_library name)
  cmake_parse_arguments(arg "" "" "LAYERS;LINK" ${ARGN})
  list(TRANSFORM arg_LAYERS REPLACE "(.+)" "$<TARGET_OBJECTS:openaclnn_\\1>" OUTPUT_VARIABLE objects)
  set(script ${PROJECT_SOURCE_DIR}/cmake/lib${name}.map)
  add_library(${name} SHARED ${objects} ${PROJECT_BINARY_DIR}/version.c)
  target_link_libraries(${name} PRIVATE openaclnn_options ${arg_LINK})
  # --no-as-needed: clients look base symbols up through the operator library's handle.
  # nodelete: the workers of streams run code of all three, also after a dlclose.
  target_link_options(${name} PRIVATE -Wl,--no-as-needed -Wl,-z,nodelete -Wl,--version-script=${script})
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${script} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib64
                        INSTALL_RPATH "$ORIGIN")
  if(NOT OPENACLNN_SANITIZE)
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
endfunction()
openaclnn_library(ascendcl LAYERS base checked device runtime LINK hwy::hwy fmt::fmt Threads::Threads ${CMAKE_DL_LIBS})
openaclnn_library(nnopbase LAYERS tensor engine cpu kinds LINK ascendcl hwy::hwy fmt::fmt Threads::Threads)
openaclnn_library(opapi LAYERS ops LINK nnopbase ascendcl hwy::hwy fmt::fmt)
openaclnn_library(acl_op_compiler LAYERS op_compiler LINK opapi nnopbase ascendcl fmt::fmt)

add_library(openaclnn_static STATIC EXCLUDE_FROM_ALL)
foreach(layer base checked device runtime op_compiler tensor engine cpu kinds ops)
  target_sources(openaclnn_static PRIVATE $<TARGET_OBJECTS:openaclnn_${layer}>)
endforeach()
target_link_libraries(openaclnn_static PUBLIC openaclnn_headers hwy::hwy)
