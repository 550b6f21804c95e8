// SPDX-License-Identifier: GPL-3.0-or-later
// A system that gives a single program only a few threads, without any privilege. This is no part
// of a test but a library that the program under test loads first (LD_PRELOAD): it stands between
// the program and the C library wherever threads are started.
//
//   LUCENA_MOST_THREADS  how many threads the program can start, besides the one it begins with
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

std::atomic<long> threads_started{0};

using PthreadCreate = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*routine)(void*), void* argument) {
  const char* most = std::getenv("LUCENA_MOST_THREADS");
  if (most != nullptr && threads_started++ >= std::atol(most)) return EAGAIN;
  auto* original = reinterpret_cast<PthreadCreate*>(dlsym(RTLD_NEXT, "pthread_create"));
  return original(thread, attributes, routine, argument);
}
