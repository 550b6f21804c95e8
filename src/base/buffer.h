// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace lucena {

/// Memory straight from the operating system, all zero, in huge pages where it grants them: large
/// tables are read in no order, and small pages would cost a page-table walk each time.
std::byte* allocate_pages(std::size_t size_bytes);
void free_pages(std::byte* pages, std::size_t size_bytes);

/// A fixed-size array in such memory.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(std::size_t size)
      : pages_(allocate_pages(size * sizeof(T)), Release{size * sizeof(T)}) {}

  std::size_t size() const { return pages_ ? pages_.get_deleter().size_bytes / sizeof(T) : 0; }
  T* data() { return reinterpret_cast<T*>(pages_.get()); }
  const T* data() const { return reinterpret_cast<const T*>(pages_.get()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  struct Release {
    std::size_t size_bytes = 0;
    void operator()(std::byte* pages) const { free_pages(pages, size_bytes); }
  };

  std::unique_ptr<std::byte, Release> pages_;
};

}  // namespace lucena
