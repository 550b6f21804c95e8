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

# xxhash::xxhash; Debian's package has nothing for find_package.
function(lucena_find_xxhash)
  find_path(XXHASH_FOLDER xxhash.h REQUIRED)
  find_library(XXHASH_LIBRARY xxhash REQUIRED)
  add_library(xxhash::xxhash UNKNOWN IMPORTED GLOBAL)
  set_target_properties(xxhash::xxhash PROPERTIES
    IMPORTED_LOCATION ${XXHASH_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${XXHASH_FOLDER})
endfunction()
