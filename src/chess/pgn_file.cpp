// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/pgn_file.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/text.h"

namespace lucena {
namespace {

/// [Event "...: a name between the bracket and a quote. The sections of other files, [core], have
/// no quote, and lists, [1, 2], no name.
bool begins_with_tag(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::size_t quote = text.find('"');
  if (quote == std::string_view::npos) return false;
  const std::string_view name = trim(text.substr(1, quote - 1));
  const auto is_of_name = [](char c) {
    return is_lower(c) || is_upper(c) || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_of_name);
}

}  // namespace

bool begins_like_pgn(std::string_view beginning) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (beginning.starts_with(kByteOrderMark)) beginning.remove_prefix(kByteOrderMark.size());
  while (true) {
    beginning = trim(beginning);
    if (!beginning.starts_with('%') && !beginning.starts_with(';')) break;
    beginning.remove_prefix(std::min(beginning.find('\n'), beginning.size()));
  }
  return begins_with_tag(beginning) || beginning.starts_with("1.");
}

Result<OutputFile, FileFault> open_to_add_games(const OutputRequest& request) {
  return OutputFile::extend(request, {"a file of games (PGN)", begins_like_pgn});
}

}  // namespace lucena
