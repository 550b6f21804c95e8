# The compiler settings every target shares, and one function a kind of target.

add_library(lucena_settings INTERFACE)
target_include_directories(lucena_settings INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(lucena_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Wnon-virtual-dtor -Wextra-semi)
# Whoever works on the program heeds every warning; nobody else is kept from it by the opinion of
# another compiler.
if(LUCENA_TESTS)
  target_compile_options(lucena_settings INTERFACE -Werror)
endif()
# The presets compile several sources as one, which takes a third of the time. The names in unnamed
# namespaces of a folder must differ for that; and GCC takes the sources for headers, in which a type
# must not rest on such a name.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(lucena_settings INTERFACE -Wno-subobject-linkage)
endif()
# At -O3 GCC 12 believes that the value of an empty std::optional is read when it is moved, and that
# a list of men may be longer than the squares there are for them.
target_compile_options(lucena_settings INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-maybe-uninitialized>
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-stringop-overflow>)
# At -O1 and -O3 these warnings of GCC 12 are wrong about std::string.
set(mistaken_warnings)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(mistaken_warnings -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()
# Null pointers and accesses beyond an object are what the address sanitizer finds anyway; without
# these checks, and those of alignment and of dynamic types, compiling takes a third less.
if(LUCENA_SANITIZE)
  target_compile_options(lucena_settings INTERFACE ${mistaken_warnings}
    -fsanitize=${LUCENA_SANITIZE} -fno-sanitize=null,object-size,vptr,alignment
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lucena_settings INTERFACE -fsanitize=${LUCENA_SANITIZE})
endif()
# A function marked LUCENA_FLATTEN inlines all that it calls, as far as the source is at hand and
# nothing says [[gnu::noinline]]. Where a sanitizer watches every access, such a body takes minutes
# to compile: nothing is flattened there, and there is one version for all processors.
if(LUCENA_SANITIZE)
  target_compile_definitions(lucena_settings INTERFACE LUCENA_FLATTEN= LUCENA_ONE_VERSION)
else()
  target_compile_definitions(lucena_settings INTERFACE "LUCENA_FLATTEN=[[gnu::flatten]]")
endif()

# lucena_precompile(chess_tests FOR_TESTS): what most sources include is read once for all targets of
# a kind, which halves the time of a build. The first target of each kind makes it. No source may
# rely on it: without LUCENA_PRECOMPILE everything must compile, too.
function(lucena_precompile target)
  cmake_parse_arguments(ARG "FOR_TESTS" "" "" ${ARGN})
  if(NOT LUCENA_PRECOMPILE)
    return()
  endif()
  set(kind program)
  set(headers <algorithm> <array> <atomic> <bit> <chrono> <cstdint> <filesystem> <functional> <map>
    <memory> <mutex> <optional> <span> <string> <string_view> <thread> <utility> <variant> <vector>
    <fmt/format.h>)
  if(ARG_FOR_TESTS)
    set(kind tests)
    list(APPEND headers <fstream> <random> <gtest/gtest.h>)
  endif()
  get_property(maker GLOBAL PROPERTY lucena_precompiled_for_${kind})
  if(maker)
    target_precompile_headers(${target} REUSE_FROM ${maker})
  else()
    target_precompile_headers(${target} PRIVATE ${headers})
    set_property(GLOBAL PROPERTY lucena_precompiled_for_${kind} ${target})
  endif()
endfunction()

# lucena_library(chess SOURCES a.cpp b.cpp DEPENDS lucena_base TALKS): what talks with people and
# programs, and leaves all hard work to others, is compiled quickly for tests.
function(lucena_library folder)
  cmake_parse_arguments(ARG "TALKS" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(lucena_${folder} STATIC ${ARG_SOURCES})
  target_link_libraries(lucena_${folder} PUBLIC lucena_settings ${ARG_DEPENDS})
  if(ARG_TALKS)
    target_compile_options(lucena_${folder} PRIVATE
      ${mistaken_warnings} $<$<BOOL:${LUCENA_TESTS}>:-O1>)
  endif()
  lucena_precompile(lucena_${folder})
endfunction()

# lucena_program(bench_perft SOURCES perft.cpp DEPENDS lucena_chess)
function(lucena_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE lucena_settings ${ARG_DEPENDS})
  lucena_precompile(${name})
endfunction()

# What is slow in a test is the code that it tests, so the test itself is compiled quickly: with
# sanitizers, not to optimise it halves the time.
set(test_optimisation -O1)
if(LUCENA_SANITIZE)
  set(test_optimisation -O0)
endif()
add_library(lucena_test_settings INTERFACE)
target_compile_options(lucena_test_settings INTERFACE ${test_optimisation} ${mistaken_warnings})
target_compile_definitions(lucena_test_settings INTERFACE
  LUCENA_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")

# lucena_test_program(chess_tests SOURCES fen_test.cpp DEPENDS lucena_chess)
function(lucena_test_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE
    lucena_settings lucena_test_settings lucena_support ${ARG_DEPENDS} GTest::gtest_main)
  lucena_precompile(${name} FOR_TESTS)
endfunction()

# lucena_find_library(xxhash HEADER xxhash.h): the target xxhash::xxhash, where Debian's package has
# nothing for find_package.
function(lucena_find_library name)
  cmake_parse_arguments(ARG "" "HEADER" "" ${ARGN})
  find_path(${name}_FOLDER ${ARG_HEADER} REQUIRED)
  find_library(${name}_LIBRARY ${name} REQUIRED)
  add_library(${name}::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${name}::${name} PROPERTIES
    IMPORTED_LOCATION ${${name}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${${name}_FOLDER})
endfunction()
