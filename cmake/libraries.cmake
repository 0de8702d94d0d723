# The three libraries, each made of whole layers of src/, under the vendor's SONAMEs:
#   libascendcl  = base + checked + runtime      libnnopbase = tensor + engine + cpu      libopapi = ops
# and openaclnn_static, all of it in one archive, for tests and tools that look inside.
find_package(hwy REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost REQUIRED)  # headers only: small_vector

add_library(openaclnn_headers INTERFACE)
target_include_directories(openaclnn_headers INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${OPENACLNN_GENERATED_INCLUDE})
target_link_libraries(openaclnn_headers INTERFACE
  openaclnn_options fmt::fmt Boost::headers Threads::Threads)
# Clang gives fmt's templates other names than the g++ with which Debian's library was made.
target_compile_definitions(openaclnn_headers INTERFACE $<$<CXX_COMPILER_ID:Clang>:FMT_HEADER_ONLY>)
# Of the x86 targets AVX2, AVX-512 and, for older machines, Highway's baseline: one lane, with every
# compiler, as g++ 12 gets the other baseline, EMU128, wrong.
target_compile_definitions(openaclnn_headers INTERFACE "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4)" HWY_BROKEN_EMU128=1)

function(openaclnn_layer name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  add_library(openaclnn_${name} OBJECT ${sources})
  set_target_properties(openaclnn_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(openaclnn_${name} PUBLIC openaclnn_headers hwy::hwy TBB::tbb)
endfunction()
foreach(layer base checked runtime tensor engine cpu ops)
  openaclnn_layer(${layer})
endforeach()
file(GLOB_RECURSE operator_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/ops/*.cc)
set_property(TARGET openaclnn_ops PROPERTY SOURCES ${operator_sources})
foreach(layer cpu ops)  # the loops
  if(NOT OPENACLNN_SANITIZE)  # whose presets choose what compiles in reasonable time
    target_compile_options(openaclnn_${layer} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
  endif()
endforeach()

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
openaclnn_library(ascendcl LAYERS base checked runtime LINK hwy::hwy fmt::fmt Threads::Threads)
openaclnn_library(nnopbase LAYERS tensor engine cpu LINK ascendcl hwy::hwy TBB::tbb fmt::fmt Threads::Threads)
openaclnn_library(opapi LAYERS ops LINK nnopbase ascendcl hwy::hwy fmt::fmt)

add_library(openaclnn_static STATIC EXCLUDE_FROM_ALL)
foreach(layer base checked runtime tensor engine cpu ops)
  target_sources(openaclnn_static PRIVATE $<TARGET_OBJECTS:openaclnn_${layer}>)
endforeach()
target_link_libraries(openaclnn_static PUBLIC openaclnn_headers hwy::hwy TBB::tbb)
