# Headers of others that most files include, which take as long to parse as many a file takes to compile: parsed once for
# all targets that are compiled alike. Ours are not among them, so that a change of one compiles what includes it, and no
# more. The preset dev does without, so that it finds what a file forgot to include.
#
# openaclnn_parse_once(<target> [<header>...]): for it, and more headers than the usual ones. After what it is compiled with.
# openaclnn_parsed_with(<target> <other>): by what another target has, if there is that.
set(usual_headers <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstddef> <cstdint> <cstdlib> <cstring> <functional>
                  <limits> <map> <memory> <mutex> <optional> <span> <string> <string_view> <type_traits> <typeinfo> <utility>
                  <vector> <boost/container/small_vector.hpp> <fmt/format.h>)
# What Highway's loops include, which takes a second. GCC 12 keeps none of the pragmas around it that turn warnings off.
set(intrinsic_headers)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  set(intrinsic_headers <immintrin.h>)
endif()
add_library(openaclnn_intrinsics INTERFACE)
target_compile_options(openaclnn_intrinsics INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized;-Wno-maybe-uninitialized>)

set(parses_once OFF)
if(CMAKE_GENERATOR STREQUAL Ninja AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  set(parses_once ${CMAKE_CXX_COMPILER_ID})
endif()

# What compilers make of headers has paths in it, so ccache would find nothing in another folder. It looks at a sum of what
# was read instead, in a file beside (CCACHE_PCH_EXTSUM). CMake makes the sum anew after a change of what was read.
function(openaclnn_sum_of_headers source parsed)
  set(root)
  if(CMAKE_SYSROOT)
    set(root --sysroot=${CMAKE_SYSROOT})
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${root} -std=c++20 -M ${source} OUTPUT_VARIABLE rule
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "/[^ \\\n]+" files "${rule}")
  list(SORT files)
  list(REMOVE_ITEM files ${source})
  file(READ ${source} sums)
  foreach(file IN LISTS files)
    file(SHA256 ${file} sum)
    string(APPEND sums ${sum})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  file(CONFIGURE OUTPUT ${parsed}.sum CONTENT "${sums}")
endfunction()

function(openaclnn_write_includes source)  # <header>...
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \\1" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}\n")
endfunction()

# CMake names what clang makes of headers by its whole path. So a target of its own makes parsed/<target>.pch, without
# ccache, and its name is relative.
function(openaclnn_parse_once_by_clang target)
  set(parsed ${target}_parsed)
  set(source ${CMAKE_BINARY_DIR}/parsed/${target}.cc)
  set(result ${CMAKE_BINARY_DIR}/parsed/${target}.pch)
  openaclnn_write_includes(${source} ${ARGN})

  add_library(${parsed}_object OBJECT ${source})
  target_link_libraries(${parsed}_object PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS POSITION_INDEPENDENT_CODE)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${parsed}_object PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  set_target_properties(${parsed}_object PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_compile_options(${parsed}_object PRIVATE -x c++-header -fpch-instantiate-templates "SHELL:-Xclang -fno-pch-timestamp")
  # CMake has objects wait for files that commands make, and not for other objects.
  add_custom_command(OUTPUT ${result} DEPENDS $<TARGET_OBJECTS:${parsed}_object> VERBATIM
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_OBJECTS:${parsed}_object> ${result})
  add_custom_target(${parsed} DEPENDS ${result})

  openaclnn_sum_of_headers(${source} ${result})
  openaclnn_parsed_with(${target} ${target})
endfunction()

function(openaclnn_parse_once target)
  if(parses_once STREQUAL Clang)
    openaclnn_parse_once_by_clang(${target} ${usual_headers} ${ARGN})
  elseif(parses_once STREQUAL GNU AND NOT OPENACLNN_SANITIZE)
    target_precompile_headers(${target} PRIVATE ${usual_headers} ${ARGN})
    set(source ${CMAKE_BINARY_DIR}/parsed/${target}.cc)
    openaclnn_write_includes(${source} ${usual_headers} ${ARGN})
    openaclnn_sum_of_headers(${source} ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.gch)
  endif()
endfunction()

function(openaclnn_parsed_with target other)
  if(NOT TARGET ${other})
    return()
  endif()
  if(parses_once STREQUAL Clang)
    add_dependencies(${target} ${other}_parsed)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch parsed/${other}.pch>")
  elseif(parses_once STREQUAL GNU AND NOT OPENACLNN_SANITIZE)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
