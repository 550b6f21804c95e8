// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "oracle/ending_writer.h"
#include "oracle/oracle.h"
#include "support/solved.h"
#include "support/temporary_folder.h"
#include "table/format.h"

namespace lucena::test {

/// The bytes of a table file, without the time of its writing.
inline std::vector<std::uint8_t> contents(const std::filesystem::path& path) {
  std::vector<std::uint8_t> bytes = read_bytes(path);
  bytes.erase(bytes.begin() + offsetof(TableHeader, header_checksum),
              bytes.begin() + sizeof(TableHeader));
  bytes.erase(bytes.begin() + offsetof(TableHeader, created_seconds),
              bytes.begin() + offsetof(TableHeader, rows));
  return bytes;
}

/// A folder with the tables of all endings with three and four men, by all metrics and with
/// castling rights, written once for all tests of a program.
inline const std::filesystem::path& small_tables() {
  static const TemporaryFolder kFolder;
  static const bool kWritten = [] {
    ThreadPool pool(hardware_threads());
    const std::atomic<bool> never{false};
    for (const Material& material : all_materials(4)) {
      const auto size =
          write_ending(kFolder.path(), material, all_of_four_men(), kMetrics, {}, pool, never);
      EXPECT_TRUE(size) << size.error().message;
    }
    return true;
  }();
  EXPECT_TRUE(kWritten);
  return kFolder.path();
}

/// An oracle that knows the endings with up to four men.
inline Oracle& small_oracle() {
  static Oracle oracle({.folder = small_tables()});
  return oracle;
}

}  // namespace lucena::test
