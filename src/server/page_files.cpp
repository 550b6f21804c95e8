// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/page_files.h"

#include "base/input_file.h"

namespace lucena {
namespace {

constexpr std::string_view kTokenMark = "{{token}}";

/// By the ends of names; nothing for files that are not part of a page.
std::optional<std::string_view> type_of(const std::filesystem::path& path) {
  static const std::map<std::string, std::string_view> types{
      {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},   {".svg", "image/svg+xml"},
      {".txt", "text/plain; charset=utf-8"},
  };
  const auto found = types.find(path.extension().string());
  if (found == types.end()) return {};
  return found->second;
}

HttpResponse page_of(std::string_view type, std::string text, const std::string& token) {
  const std::size_t mark = text.find(kTokenMark);
  if (mark != std::string::npos) text.replace(mark, kTokenMark.size(), token);
  HttpResponse page{.type = std::string(type), .body = std::move(text)};
  // A page kept from yesterday would have yesterday's token.
  page.headers.emplace_back("Cache-Control", "no-cache");
  return page;
}

}  // namespace

Result<PageFiles, FileFault> PageFiles::read(const std::filesystem::path& folder,
                                             const std::string& token) {
  PageFiles files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    const auto type = type_of(entry.path());
    if (!type) continue;
    const auto text = InputText::read(entry.path());
    if (!text) return text.error();
    const std::string name = entry.path().filename().string();
    HttpResponse page = page_of(*type, std::string(text->text()), token);
    if (name == "index.html") files.files_["/"] = page;
    files.files_["/" + name] = std::move(page);
  }
  if (failed) return file_fault("read", folder, failed.value());
  return files;
}

std::optional<HttpResponse> PageFiles::find(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return {};
  return found->second;
}

}  // namespace lucena
