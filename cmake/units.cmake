# Units: some files of a folder, or of a test program, that are compiled as one.
#
# openaclnn_compile_together(<target> <at most> <source>...): so many files of a folder of src/, or of a program of tests/.
#
# Most files take less to compile than the headers and templates that they include. These stay alone: loops, as Highway
# includes their file once for each SIMD target; files whose private names others have too; runtime/stream, tensor and
# product, with which small calls take 1 to 5 % more instructions. A test whose private names others have lies in a namespace
# of its file's name instead. The preset dev compiles each file alone, so that it finds what a file forgot to include.
# CMake's own units have absolute paths in them, so ccache would find nothing in another folder.
set(compiled_alone
    attention/run attention/run_gradients channels/sum_order checked/happens_before checked/out_of_reach
    checked/pinned_memory convolution/single_channel cpu/tile_io factors/determinant hccl/mesh index/find_trues
    index/fold_indexed index/masked index/run_indexed index/spans moves/keep moves/move moves/run_move
    moves/run_triangle moves/select no_threads/thread_limit out_of_memory/allocations pooling/place_gradient
    random/draw random/permutation random/samples recurrent/run recurrent/run_gradients reduction/extremes_computation
    resampling/grid resampling/regions runtime/capture runtime/check_copy runtime/memory_api runtime/mstx_api
    runtime/stream scan/running_extremes tensor/plan_rows_test)
function(openaclnn_compile_together target at_most)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  set(units)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} has_loops REGEX "define HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
    cmake_path(GET source STEM file)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    if(has_loops OR "${name}/${file}" IN_LIST compiled_alone)
      continue()
    endif()
    set(root ${PROJECT_SOURCE_DIR}/src)
    if(folder MATCHES "^${PROJECT_SOURCE_DIR}/tests/")
      set(root ${PROJECT_SOURCE_DIR})
      set(name tests)
    endif()
    math(EXPR part "${count_of_${name}} + 0")
    math(EXPR count_of_${name} "${part} + 1")
    math(EXPR part "${part} / ${at_most}")
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE path)
    list(APPEND units ${name}_${part})
    string(APPEND text_of_${name}_${part} "#include \"${path}\"\n")
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/units/${target}_${unit}.cc CONTENT "${text_of_${unit}}")
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/units/${target}_${unit}.cc)
  endforeach()
endfunction()
