# libopenaclnn_cuda: the device code of operators for NVIDIA's GPUs, as data, which libascendcl opens when a program asks
# for a GPU. Each file of operators with loops is compiled once more, to PTX, by clang 19 alone, and with them the kernels
# that have no formula: nothing of NVIDIA's is needed, nor in the result. OPENACLNN_CUDA_CODE says whether it is built;
# OPENACLNN_DEVICE_SOURCES are the files.
set(OPENACLNN_CUDA AUTO CACHE STRING "Device code for GPUs: AUTO (where clang 19 is found), ON or OFF")
set_property(CACHE OPENACLNN_CUDA PROPERTY STRINGS AUTO ON OFF)

file(GLOB OPENACLNN_DEVICE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cuda/device/*.cc)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/ops/*.cc)
foreach(source IN LISTS sources)
  file(STRINGS ${source} loops REGEX "^#include \"ops/(row_)?loops-inl.h\"")
  if(loops)
    list(APPEND OPENACLNN_DEVICE_SOURCES ${source})
  endif()
endforeach()

set(OPENACLNN_CUDA_CODE OFF)
if(OPENACLNN_CUDA AND NOT OPENACLNN_BUILD_PYTHON)  # a wheel has no place for it yet
  find_program(OPENACLNN_CLANG_FOR_CUDA clang++-19)
  if(OPENACLNN_CLANG_FOR_CUDA)
    set(OPENACLNN_CUDA_CODE ON)
  elseif(OPENACLNN_CUDA STREQUAL AUTO)
    message(STATUS "libopenaclnn_cuda, the device code for GPUs, is not built: there is no clang++-19")
  else()
    message(FATAL_ERROR "OPENACLNN_CUDA=ON needs clang++-19, which is not there: install clang-19")
  endif()
endif()
if(NOT OPENACLNN_CUDA_CODE)
  return()
endif()

# PTX of ISA 7.0 for sm_75: GPUs since Turing, drivers since 450. Without CUDA's headers, whose marks of functions are
# attributes of the compiler. As on CPUs, operations are fused only where the formulas ask for it.
set(OPENACLNN_DEVICE_COMPILER ${OPENACLNN_CLANG_FOR_CUDA}
    -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_75 --cuda-feature=+ptx70
    "-D__host__=__attribute__((host))" "-D__device__=__attribute__((device))"
    -std=c++20 -O2 -ffp-contract=off -Wall -Wextra -Wno-unknown-cuda-version
    $<$<BOOL:${OPENACLNN_WERROR}>:-Werror>
    -DOPENACLNN_ONE_LANE -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include -S)

# One text after the other, each ended by a zero: the version, then the PTX of each file.
set(folder ${PROJECT_BINARY_DIR}/cuda)
set(OPENACLNN_PTX "")
set(included "")
foreach(source IN LISTS OPENACLNN_DEVICE_SOURCES)
  cmake_path(GET source STEM name)
  set(ptx ${folder}/${name}.ptx)
  add_custom_command(OUTPUT ${ptx} COMMAND ${OPENACLNN_DEVICE_COMPILER} ${source} -o ${ptx} -MD -MF ${ptx}.d -MT ${ptx}
                     DEPENDS ${source} DEPFILE ${ptx}.d COMMENT "Compiling device code ${name}.ptx"
                     COMMAND_EXPAND_LISTS VERBATIM)
  list(APPEND OPENACLNN_PTX ${ptx})
  string(APPEND included "    .incbin \"${ptx}\"\n    .byte 0\n")
endforeach()
file(MAKE_DIRECTORY ${folder})
configure_file(${PROJECT_SOURCE_DIR}/cmake/cuda_code.cc.in ${folder}/code.cc @ONLY)
set_source_files_properties(${folder}/code.cc PROPERTIES OBJECT_DEPENDS "${OPENACLNN_PTX}")

add_library(openaclnn_cuda SHARED ${folder}/code.cc)
target_link_options(openaclnn_cuda PRIVATE -nostdlib -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)  # it has no code
set_target_properties(openaclnn_cuda PROPERTIES SOVERSION 0 VERSION ${PROJECT_VERSION}
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib64)
