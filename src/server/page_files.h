// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/file_error.h"
#include "server/http.h"

namespace lucena {

/// The files of the web page, read once at the beginning: what is asked for later is looked up
/// among them, so that no path from outside reaches the disk. Where a page says {{token}}, it gets
/// the token.
class PageFiles {
 public:
  /// Without a page there is still the API.
  PageFiles() = default;
  static Result<PageFiles, FileFault> read(const std::filesystem::path& folder,
                                           const std::string& token);

  /// The file of a path such as "/" or "/board.js"; nothing if there is none.
  std::optional<HttpResponse> find(const std::string& path) const;

 private:
  std::map<std::string, HttpResponse> files_;  // by path
};

}  // namespace lucena
