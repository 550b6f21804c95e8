// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace lucena {

/// An array in the memory of a machine: a GPU (GpuMachine) or the CPU in its place (Emulation). It
/// only grows, since fresh memory is dear.
///
/// Of a machine are asked: allocate, free, free_bytes, fill, copy_in, copy_out, launch,
/// launch_tiles, wait and fault. Once something has failed it does nothing more, and fault() tells
/// what; so nobody has to ask after each step, but everybody before what he has read is believed.
template <class T, class Machine>
class DeviceArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit DeviceArray(Machine& machine) : machine_(&machine) {}
  DeviceArray(Machine& machine, std::size_t size) : machine_(&machine) { make_room(size); }
  ~DeviceArray() { release(); }

  DeviceArray(DeviceArray&& other) noexcept
      : machine_(other.machine_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(machine_, other.machine_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  /// At least so many elements, which hold anything afterwards.
  void make_room(std::size_t size) {
    if (size <= size_) return;
    release();
    data_ = static_cast<T*>(machine_->allocate(size * sizeof(T)));
    size_ = data_ == nullptr ? 0 : size;
  }
  void release() {
    if (data_ != nullptr) machine_->free(data_);
    data_ = nullptr;
    size_ = 0;
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }

  /// Sets all bytes of the first elements.
  void fill(std::uint8_t byte, std::size_t count) {
    machine_->fill(data_, byte, count * sizeof(T));
  }
  void put(std::span<const T> values) {
    machine_->copy_in(data_, values.data(), values.size_bytes());
  }
  /// The first elements; zeros if the machine has failed.
  void get(std::span<T> values) const {
    machine_->copy_out(values.data(), data_, values.size_bytes());
  }

 private:
  Machine* machine_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lucena
