# Headers of others that most files include, which take as long to parse as many a file takes to compile: parsed once for
# all targets that are compiled alike. Ours are not among them, so that a change of one compiles what includes it, and no
# more. The preset dev does without, so that it finds what a file forgot to include. So do sanitizers, which not all
# targets have alike, and clang, whose precompiled headers hold paths by which ccache would find nothing in another folder.
#
# openaclnn_parse_once(<target> [<header>...]): for it, and more headers than the usual ones.
# openaclnn_parsed_with(<target> <other>): by what another target has, if there is that.
function(openaclnn_parse_once target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT OPENACLNN_SANITIZE)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstddef> <cstdint> <cstdlib> <cstring> <functional> <limits> <map>
      <memory> <mutex> <optional> <span> <string> <string_view> <type_traits> <typeinfo> <utility> <vector>
      <boost/container/small_vector.hpp> <fmt/format.h>
      ${ARGN})
  endif()
endfunction()
function(openaclnn_parsed_with target other)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT OPENACLNN_SANITIZE AND TARGET ${other})
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
