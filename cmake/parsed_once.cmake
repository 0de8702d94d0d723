# Headers of others that most files include, which take as long to parse as many a file takes to compile: parsed once for
# all targets that are compiled alike. Ours are not among them, so that a change of one compiles what includes it, and no
# more. The preset dev does without, so that it finds what a file forgot to include.
#
# openaclnn_parse_once(<target> [<header>...]): for it, and more headers than the usual ones. After what it is compiled with.
# openaclnn_parsed_with(<target> <other>): by what another target has, if there is that.
set(usual_headers <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstddef> <cstdint> <cstdlib> <cstring> <functional>
                  <limits> <map> <memory> <mutex> <optional> <span> <string> <string_view> <type_traits> <typeinfo> <utility>
                  <vector> <boost/container/small_vector.hpp> <fmt/format.h>)

set(parses_once OFF)
if(CMAKE_GENERATOR STREQUAL Ninja AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  set(parses_once ${CMAKE_CXX_COMPILER_ID})
endif()

# What clang makes of headers has paths in it, and CMake names it by its whole path, so ccache would find nothing in
# another folder. So a target of its own makes parsed/<target>.pch, without ccache; its name is relative; and ccache looks
# at a sum of what was read instead (CCACHE_PCH_EXTSUM). CMake makes the sum anew after a change of what was read.
function(openaclnn_parse_once_by_clang target)
  set(parsed ${target}_parsed)
  set(source ${CMAKE_BINARY_DIR}/parsed/${target}.cc)
  set(result ${CMAKE_BINARY_DIR}/parsed/${target}.pch)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \\1" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}\n")

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

  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -M ${source} OUTPUT_VARIABLE rule COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "/[^ \\\n]+" files "${rule}")
  list(SORT files)
  list(REMOVE_ITEM files ${source})
  set(sums ${text})
  foreach(file IN LISTS files)
    file(SHA256 ${file} sum)
    string(APPEND sums ${sum})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  file(CONFIGURE OUTPUT ${result}.sum CONTENT "${sums}")
  openaclnn_parsed_with(${target} ${target})
endfunction()

function(openaclnn_parse_once target)
  if(parses_once STREQUAL Clang)
    openaclnn_parse_once_by_clang(${target} ${usual_headers} ${ARGN})
  elseif(parses_once STREQUAL GNU AND NOT OPENACLNN_SANITIZE)
    target_precompile_headers(${target} PRIVATE ${usual_headers} ${ARGN})
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
