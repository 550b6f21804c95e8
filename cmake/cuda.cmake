# LUCENA_WITH_CUDA: whether GPUs are built for. Nothing needs them, so that a compiler which is missing or
# does not work is no error unless it was asked for. Sanitizers do not know what GPUs do.

set(LUCENA_WITH_CUDA OFF)
if(LUCENA_CUDA STREQUAL OFF OR (LUCENA_CUDA STREQUAL AUTO AND LUCENA_SANITIZE))
  return()
endif()

find_program(LUCENA_NVCC nvcc PATHS /usr/local/cuda/bin)
mark_as_advanced(LUCENA_NVCC)
if(LUCENA_NVCC)
  # Which GPUs there are to build for is said in src/cuda; here one is enough to try the compiler.
  set(CMAKE_CUDA_ARCHITECTURES 90)
  if(NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} ${LUCENA_NVCC})
  endif()
  include(CheckLanguage)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    set(LUCENA_WITH_CUDA ON)
    # CMake 3.25 does not know yet that it can.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    endif()
  endif()
  unset(CMAKE_MESSAGE_LOG_LEVEL)
endif()
if(LUCENA_CUDA STREQUAL ON AND NOT LUCENA_WITH_CUDA)
  message(FATAL_ERROR "LUCENA_CUDA is ON, but there is no CUDA compiler that works")
endif()
