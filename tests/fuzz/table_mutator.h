// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

#include "support/table_surgery.h"

namespace lucena::test {

/// Turns good table files into files that nobody has written but that have all checksums right.
/// The same seed gives the same files.
class TableMutator {
 public:
  /// Good files; those of other endings lend their parts.
  TableMutator(std::vector<Bytes> files, std::uint64_t seed)
      : files_(std::move(files)), random_(seed) {}

  /// The file of this number, changed.
  Bytes next(std::size_t file);
  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  std::uint8_t byte() { return static_cast<std::uint8_t>(random_()); }
  /// Zero, one, the largest, a power of two, next to the one there is, or anything.
  std::uint64_t number(std::uint64_t there);

  /// As anybody mutates bytes: some are changed, left out, doubled or made up.
  void mutate(Bytes& bytes);
  void mutate_header(TableHeader& header);
  void mutate_packets(TableParts& parts);
  void mutate_packet(Bytes& packet);
  void mutate_sections(TableParts& parts);
  void mutate_section(TableParts::Section& section);
  /// The offsets and sizes of a file that is together, and whatever else is in it.
  void mutate_structures(Bytes& file);

  const std::vector<Bytes> files_;
  std::mt19937_64 random_;
};

}  // namespace lucena::test
