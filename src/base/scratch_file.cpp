// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <cassert>
#include <cerrno>
#include <limits>
#include <memory>
#include <new>
#include <string>

#include "base/new_file.h"

namespace lucena {
namespace {

namespace fs = std::filesystem;

/// The quickest level that still finds repetitions: the bytes are read once, and soon.
constexpr int kScratchLevel = 1;

FileFault scratch_fault(std::string_view action, const fs::path& folder, int error_number) {
  FileFault fault = file_fault(action, folder, error_number);
  if (error_number == ENOSPC) fault.message += "; --scratch names another folder";
  return fault;
}

/// Calls transfer(done) until all bytes are through; the number of an error, or 0. A file that ends
/// early is an error, too.
template <class Transfer>
int transfer_all(std::size_t size, Transfer&& transfer) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t now = transfer(done);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return now < 0 ? errno : EIO;
    done += static_cast<std::size_t>(now);
  }
  return 0;
}

/// Memory that zstd and the pieces need, one for each thread: to make it anew for each of hundreds
/// of thousands of pieces would cost as much as they do.
struct Workshop {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> packer{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> unpacker{ZSTD_createDCtx(), ZSTD_freeDCtx};
  std::vector<std::uint8_t> stored;

  static Workshop& of_this_thread() {
    thread_local Workshop workshop;
    if (!workshop.packer || !workshop.unpacker) throw std::bad_alloc();
    return workshop;
  }
};

}  // namespace

Result<ScratchFile, FileFault> ScratchFile::create(const fs::path& folder) {
  Descriptor descriptor(open_without_name(folder));
  if (!descriptor.is_open()) return file_fault("make scratch files in", folder, errno);
  return ScratchFile(folder, std::move(descriptor));
}

/// Each piece has a place of its own in the file as soon as its size is known, so that threads
/// write at the same time.
auto ScratchFile::put(std::span<const std::uint8_t> bytes) -> Result<Piece, FileFault> {
  assert(bytes.size() <= std::numeric_limits<std::uint32_t>::max());
  Workshop& workshop = Workshop::of_this_thread();
  std::vector<std::uint8_t>& stored = workshop.stored;
  stored.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compressCCtx(workshop.packer.get(), stored.data(), stored.size(),
                                             bytes.data(), bytes.size(), kScratchLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  const Piece piece{end_.fetch_add(size), static_cast<std::uint32_t>(size),
                    static_cast<std::uint32_t>(bytes.size()), XXH3_64bits(stored.data(), size)};
  const int error = transfer_all(size, [&](std::size_t done) {
    return pwrite(descriptor_.number(), stored.data() + done, size - done,
                  static_cast<off_t>(piece.offset + done));
  });
  if (error != 0) return scratch_fault("write scratch files to", folder_, error);
  return piece;
}

std::optional<FileFault> ScratchFile::get(const Piece& piece,
                                          std::vector<std::uint8_t>& bytes) const {
  Workshop& workshop = Workshop::of_this_thread();
  std::vector<std::uint8_t>& stored = workshop.stored;
  stored.resize(piece.stored_bytes);
  const int error = transfer_all(stored.size(), [&](std::size_t done) {
    return pread(descriptor_.number(), stored.data() + done, stored.size() - done,
                 static_cast<off_t>(piece.offset + done));
  });
  if (error != 0) return file_fault("read scratch files from", folder_, error);
  bytes.resize(piece.bytes);
  const bool same = XXH3_64bits(stored.data(), stored.size()) == piece.checksum;
  const std::size_t size = same ? ZSTD_decompressDCtx(workshop.unpacker.get(), bytes.data(),
                                                      bytes.size(), stored.data(), stored.size())
                                : 0;
  if (same && size == piece.bytes) return {};
  return FileFault{FileError::Failed, "scratch files in " + folder_.string() +
                                          " do not hold what was written: the disk is at fault"};
}

std::optional<FileFault> ScratchFile::clear() {
  end_ = 0;
  if (ftruncate(descriptor_.number(), 0) == 0) return {};
  return file_fault("write scratch files to", folder_, errno);
}

}  // namespace lucena
