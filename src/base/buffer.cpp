// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/buffer.h"

#include <sys/mman.h>

#include <new>

namespace lucena {

/// The system hands out pages of zeros and does so when they are first touched, so that a buffer
/// that is never written costs address space and no memory. MADV_HUGEPAGE is a wish: where the
/// system has no huge pages it fails, and nothing is lost but speed.
std::byte* allocate_pages(std::size_t size_bytes) {
  if (size_bytes == 0) return nullptr;
  void* pages =
      mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  madvise(pages, size_bytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(pages);
}

void free_pages(std::byte* pages, std::size_t size_bytes) {
  if (pages != nullptr) munmap(pages, size_bytes);
}

}  // namespace lucena
