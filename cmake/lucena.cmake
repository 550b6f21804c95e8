# The compiler settings every target shares, and one function a kind of target.

add_library(lucena_settings INTERFACE)
target_include_directories(lucena_settings INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(lucena_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Wnon-virtual-dtor -Wextra-semi -Werror)
if(LUCENA_SANITIZE)
  target_compile_options(lucena_settings INTERFACE
    -fsanitize=${LUCENA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lucena_settings INTERFACE -fsanitize=${LUCENA_SANITIZE})
endif()

# lucena_library(chess SOURCES a.cpp b.cpp DEPENDS lucena_base)
function(lucena_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(lucena_${folder} STATIC ${ARG_SOURCES})
  target_link_libraries(lucena_${folder} PUBLIC lucena_settings ${ARG_DEPENDS})
endfunction()

# lucena_program(perft_bench SOURCES perft.cpp DEPENDS lucena_chess)
function(lucena_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE lucena_settings ${ARG_DEPENDS})
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
