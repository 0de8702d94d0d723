# libopenaclnn_cuda: the device code of operators for NVIDIA's GPUs, as data, which libascendcl opens when a program asks
# for a GPU. Each file of operators with loops is compiled once more, to PTX, and with them the kernels that have no
# formula: by clang 19 alone, with nothing of NVIDIA's needed, nor in the result; where that is not found, by nvcc 12 or
# later. OPENACLNN_CUDA_CODE says whether it is built; OPENACLNN_DEVICE_SOURCES are the files, OPENACLNN_DEVICE_COMPILER
# is the compiler with its options, OPENACLNN_SECOND_DEVICE_COMPILER nvcc where both were found.
set(OPENACLNN_CUDA AUTO CACHE STRING "Device code for GPUs: AUTO (where clang 19 or nvcc is found), ON or OFF")
set_property(CACHE OPENACLNN_CUDA PROPERTY STRINGS AUTO ON OFF)
set(OPENACLNN_CUDA_ARCHITECTURES "" CACHE STRING
    "GPUs that get code of their own beside PTX, made by ptxas, as a list: 80;90 for those of sm_80 and sm_90")

file(GLOB OPENACLNN_DEVICE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kinds/*/*_device.cc)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/ops/*.cc)
foreach(source IN LISTS sources)
  file(STRINGS ${source} loops REGEX "^#include \"ops/(row_)?loops-inl.h\"")
  if(loops)
    list(APPEND OPENACLNN_DEVICE_SOURCES ${source})
  endif()
endforeach()

# Whether a program is nvcc of version 12 or later, which is the first with C++20. Tried with 13.5; 13.0 comes to no end,
# in its cicc, with the first file of operators.
function(openaclnn_check_nvcc result program)
  execute_process(COMMAND ${program} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(NOT version MATCHES "release ([0-9]+[.][0-9]+)" OR CMAKE_MATCH_1 VERSION_LESS 12 OR CMAKE_MATCH_1 VERSION_EQUAL 13.0)
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# PTX of ISA 7.0 for sm_75: GPUs since Turing, drivers since 450. Without CUDA's headers, whose marks of functions are
# attributes of the compiler. As on CPUs, operations are fused only where the formulas ask for it. clang's own <new> for
# devices calls malloc and free, which it declares only if <cstdlib> comes first.
set(options -std=c++20 -O2 -DOPENACLNN_ONE_LANE -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include)
set(clang_options
    -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_75 --cuda-feature=+ptx70
    "-D__host__=__attribute__((host))" "-D__device__=__attribute__((device))"
    -include cstdlib -ffp-contract=off -Wall -Wextra -Wno-unknown-cuda-version $<$<BOOL:${OPENACLNN_WERROR}>:-Werror> ${options} -S)
# The ISA is that of the compiler's version, and so the oldest driver. That what only the host does is inlined next to what
# the device does is as it should be: the gate sees whether the device calls anything.
set(nvcc_options
    -x cu -arch=compute_75 -ccbin ${CMAKE_CXX_COMPILER} --expt-relaxed-constexpr -fmad=false -ftz=false -prec-div=true
    -prec-sqrt=true -diag-suppress=177,20011,20014 $<$<BOOL:${OPENACLNN_WERROR}>:-Werror=all-warnings> ${options} -ptx)

set(OPENACLNN_CUDA_CODE OFF)
if(OPENACLNN_CUDA)
  find_program(OPENACLNN_CLANG_FOR_CUDA clang++-19)
  find_program(OPENACLNN_NVCC nvcc VALIDATOR openaclnn_check_nvcc PATHS /usr/local/cuda/bin
               DOC "nvcc 12 or later, not 13.0: makes device code where there is no clang 19, and is compared with it where there is")
  if(OPENACLNN_CLANG_FOR_CUDA)
    set(OPENACLNN_CUDA_CODE ON)
    set(OPENACLNN_DEVICE_COMPILER ${OPENACLNN_CLANG_FOR_CUDA} ${clang_options})
  elseif(OPENACLNN_NVCC)
    set(OPENACLNN_CUDA_CODE ON)
    set(OPENACLNN_DEVICE_COMPILER ${OPENACLNN_NVCC} ${nvcc_options})
    message(STATUS "libopenaclnn_cuda is made by ${OPENACLNN_NVCC}, as there is no clang++-19")
  elseif(OPENACLNN_CUDA STREQUAL AUTO)
    message(STATUS "libopenaclnn_cuda, the device code for GPUs, is not built: there is no clang++-19, nor nvcc 12 or later")
  else()
    message(FATAL_ERROR "OPENACLNN_CUDA=ON needs clang++-19 or nvcc 12, which are not there: install clang-19")
  endif()
endif()
if(NOT OPENACLNN_CUDA_CODE)
  return()
endif()
set(OPENACLNN_SECOND_DEVICE_COMPILER "")
if(OPENACLNN_CLANG_FOR_CUDA AND OPENACLNN_NVCC)
  set(OPENACLNN_SECOND_DEVICE_COMPILER ${OPENACLNN_NVCC} ${nvcc_options})
endif()

# The PTX of each file, in `folder`, as targets may depend on it. By way of ccache, where that is: the wheel has it again.
function(openaclnn_add_ptx result folder)  # <compiler and its options>...
  set(all "")
  foreach(source IN LISTS OPENACLNN_DEVICE_SOURCES)
    cmake_path(GET source STEM name)
    set(ptx ${folder}/${name}.ptx)
    add_custom_command(OUTPUT ${ptx} COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${ARGN} ${source} -o ${ptx}
                               -MD -MF ${ptx}.d -MT ${ptx}
                       DEPENDS ${source} DEPFILE ${ptx}.d COMMENT "Compiling device code ${name}.ptx"
                       COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND all ${ptx})
  endforeach()
  file(MAKE_DIRECTORY ${folder})
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# One text after the other, each ended by a zero: the version, then the PTX of each file.
set(folder ${PROJECT_BINARY_DIR}/cuda)
openaclnn_add_ptx(OPENACLNN_PTX ${folder} ${OPENACLNN_DEVICE_COMPILER})
set(included "")
foreach(ptx IN LISTS OPENACLNN_PTX)
  string(APPEND included "    .incbin \"${ptx}\"\n    .byte 0\n")
endforeach()

# What ptxas makes of each text for each architecture (a cubin), and a table of them, whose rows are the number of the
# text, the version being 0, the architecture, and where the cubin lies, from the table on.
set(cubins "")
set(cubin_rows "")
set(included_cubins "")
if(OPENACLNN_CUDA_ARCHITECTURES)
  cmake_path(GET OPENACLNN_NVCC PARENT_PATH beside_nvcc)
  find_program(OPENACLNN_PTXAS ptxas HINTS ${beside_nvcc} PATHS /usr/local/cuda/bin REQUIRED)
  set(number 0)
  foreach(ptx IN LISTS OPENACLNN_PTX)
    math(EXPR number "${number} + 1")
    foreach(architecture IN LISTS OPENACLNN_CUDA_ARCHITECTURES)
      cmake_path(REPLACE_EXTENSION ptx sm_${architecture}.cubin OUTPUT_VARIABLE cubin)
      add_custom_command(OUTPUT ${cubin} COMMAND ${OPENACLNN_PTXAS} -arch=sm_${architecture} ${ptx} -o ${cubin}
                         DEPENDS ${ptx} COMMENT "Assembling ${cubin}" VERBATIM)
      list(APPEND cubins ${cubin})
      set(label cubin_${number}_${architecture})
      string(APPEND cubin_rows "    .quad ${number}, ${architecture}, ${label} - openaclnn_cuda_cubins\n")
      string(APPEND included_cubins "    .balign 16\n${label}:\n    .incbin \"${cubin}\"\n")
    endforeach()
  endforeach()
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/cuda_code.cc.in ${folder}/code.cc @ONLY)
set_source_files_properties(${folder}/code.cc PROPERTIES OBJECT_DEPENDS "${OPENACLNN_PTX};${cubins}")

add_library(openaclnn_cuda SHARED ${folder}/code.cc)
target_link_options(openaclnn_cuda PRIVATE -nostdlib -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)  # it has no code
set_target_properties(openaclnn_cuda PROPERTIES SOVERSION 0 VERSION ${PROJECT_VERSION}
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib64)
