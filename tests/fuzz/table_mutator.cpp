// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/table_mutator.h"

#include <algorithm>

namespace lucena::test {
namespace {

/// A number of the file as it is written there, eight bytes or four.
template <class T>
T number_at(const Bytes& file, std::size_t offset) {
  return structure_at<T>(std::span(file).subspan(offset));
}

template <class T>
void put_number(Bytes& file, std::size_t offset, T number) {
  std::memcpy(file.data() + offset, &number, sizeof number);
}

}  // namespace

std::uint64_t TableMutator::number(std::uint64_t there) {
  switch (below(7)) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return ~std::uint64_t{0};
    case 3:
      return std::uint64_t{1} << below(64);
    case 4:
      return there + 1;
    case 5:
      return there - 1;
    default:
      return there ^ random_() >> below(64);
  }
}

void TableMutator::mutate(Bytes& bytes) {
  const std::size_t at = below(bytes.size() + 1);
  const std::size_t length = std::min<std::size_t>(1 + below(8), bytes.size() - at);
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = begin + static_cast<std::ptrdiff_t>(length);
  switch (below(7)) {
    case 0:
    case 1:
      if (length > 0) bytes[at] = byte();
      break;
    case 2:
      bytes.insert(begin, byte());
      break;
    case 3:
      bytes.erase(begin, end);
      break;
    case 4: {
      const Bytes again(begin, end);
      bytes.insert(end, again.begin(), again.end());
      break;
    }
    case 5:
      std::fill(begin, below(2) == 0 ? end : bytes.end(), byte());
      break;
    default:
      std::generate(begin, end, [&] { return byte(); });
  }
}

/// The numbers that are put together again are left to mutate_structures().
void TableMutator::mutate_header(TableHeader& header) {
  switch (below(8)) {
    case 0:
      header.positions = number(header.positions);
      break;
    case 1:
      header.rows = number(header.rows);
      break;
    case 2:
      header.flags = static_cast<std::uint16_t>(below(2) == 0 ? header.flags ^ 1 : random_());
      break;
    case 3:
      header.created_seconds = number(header.created_seconds);
      break;
    case 4:
      header.metric = static_cast<std::uint8_t>(below(4));
      break;
    case 5:
      header.material = structure_at<TableHeader>(files_[below(files_.size())]).material;
      break;
    case 6:
      header.rows_per_packet = static_cast<std::uint32_t>(number(header.rows_per_packet));
      break;
    default:
      header.material[below(16)] = static_cast<char>(byte());
      if (below(2) == 0) header.zero_1 = byte();
  }
}

/// A lie is easiest in one value for all.
void TableMutator::mutate_packet(Bytes& packet) {
  const auto whole = unpacked(packet);
  if (!whole || below(4) == 0) {
    packet.assign(1, byte());
  } else if (below(8) == 0) {
    packet = frame_of_zeros(below(2) == 0 ? below(1u << 15) : std::uint64_t{1} << below(30));
  } else {
    Bytes values = *whole;
    for (std::size_t rounds = 1 + below(20); rounds > 0; --rounds) mutate(values);
    if (below(4) != 0) values.resize(whole->size(), byte());
    packet = packed(values);
  }
}

void TableMutator::mutate_packets(TableParts& parts) {
  if (below(4) == 0) {
    const std::uint8_t constant = below(2) == 0 ? byte() : std::uint8_t{200};
    for (Bytes& packet : parts.packets) packet.assign(1, constant);
    return;
  }
  for (std::size_t rounds = 1 + below(4); rounds > 0; --rounds) {
    Bytes& packet = parts.packets[below(parts.packets.size())];
    if (below(8) == 0) {
      packet = parts.packets[below(parts.packets.size())];
    } else {
      mutate_packet(packet);
    }
  }
}

void TableMutator::mutate_section(TableParts::Section& section) {
  const auto whole = unpacked(section.stored);
  if (!whole || below(6) == 0) {
    section.bytes = below(2) == 0 ? std::uint64_t{1} << below(33) : number(section.bytes);
    section.stored = frame_of_zeros(std::min(section.bytes, std::uint64_t{1} << 32));
    return;
  }
  Bytes bytes = *whole;
  for (std::size_t rounds = 1 + below(6); rounds > 0; --rounds) mutate(bytes);
  section.stored = packed(bytes);
  section.bytes = bytes.size();
}

void TableMutator::mutate_sections(TableParts& parts) {
  TableParts lender(files_[below(files_.size())]);
  const std::size_t at = below(parts.sections.size() + 1);
  const auto here = parts.sections.begin() + static_cast<std::ptrdiff_t>(at);
  const bool lends = !lender.sections.empty();
  if (here == parts.sections.end() || below(12) == 0) {
    if (lends) parts.sections.insert(here, lender.sections[below(lender.sections.size())]);
  } else if (below(12) == 0) {
    parts.sections.erase(here);
  } else if (lends && below(4) == 0) {
    const std::uint32_t id = here->id;
    *here = lender.sections[std::min(at, lender.sections.size() - 1)];
    if (below(2) == 0) here->id = id;
  } else {
    mutate_section(*here);
  }
}

void TableMutator::mutate_structures(Bytes& file) {
  const auto header = structure_at<TableHeader>(file);
  const std::size_t indices = file.size() - header.index_offset;
  switch (below(4)) {
    case 0: {
      const std::size_t offset = 64 + 4 * below(2);  // how many packets and sections
      put_number(file, offset,
                 static_cast<std::uint32_t>(number(number_at<std::uint32_t>(file, offset))));
      break;
    }
    case 1: {
      const std::size_t offset = 72 + 8 * below(3);  // where the parts begin
      put_number(file, offset, number(number_at<std::uint64_t>(file, offset)));
      break;
    }
    case 2: {
      const std::size_t offset = header.index_offset + below(indices / 8) * 8;
      put_number(file, offset, number(number_at<std::uint64_t>(file, offset)));
      break;
    }
    default:
      file[below(file.size())] = byte();
  }
}

Bytes TableMutator::next(std::size_t file) {
  TableParts parts(files_[file]);
  bool structures = false;
  for (std::size_t rounds = below(4) == 0 ? 3 : 1; rounds > 0; --rounds) {
    switch (below(8)) {
      case 0:
        mutate_header(parts.header);
        break;
      case 1:
        structures = true;
        break;
      case 2:
      case 3:
      case 4:
        mutate_packets(parts);
        break;
      default:
        mutate_sections(parts);
    }
  }
  Bytes bytes = parts.file();
  if (structures) mutate_structures(bytes);
  mend_checksums(bytes);
  return bytes;
}

}  // namespace lucena::test
