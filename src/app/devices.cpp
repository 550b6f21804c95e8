// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>
#include <utility>

#include "app/commands.h"
#include "app/device_choice.h"
#include "app/output.h"
#include "cuda/device_room.h"
#include "cuda/gpu.h"

namespace lucena {
namespace {

/// Kinds of endings, and one of each that needs most.
constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
    {"five men without pawns", "KQRBvK"},
    {"five men with pawns", "KPPvKP"},
    {"six men without pawns", "KQRBNvK"},
    {"six men with a pawn", "KQRBvKP"},
    {"six men with two pawns of one side", "KQRvKPP"},
    {"six men with a pawn on either side", "KQRPvKP"}};

std::size_t bytes_for(std::string_view ending) {
  constexpr std::size_t kMateAndZeroing = 2;
  const std::vector<Material> plan = closure({Material::parse(ending).value()});
  return device_plan_bytes({plan, kMateAndZeroing});
}

int list_devices() {
  const std::vector<GpuInfo> gpus = find_gpus();
  if (gpus.empty()) {
    print("{}\n", no_gpu_text());
    return kSuccess;
  }
  for (const GpuInfo& gpu : gpus) {
    const bool is_used = &gpu == &gpus.front();
    print("{}{}\n", gpu_text(gpu), is_used ? "" : ": not used, since one is enough");
    for (const auto& [kind, ending] : kKinds) {
      const std::size_t needed = bytes_for(ending);
      print("   {} take {:.1f} GB and {}\n", kind, decimal_gigabytes(needed),
            needed <= gpu.free_bytes ? "fit" : "do not fit");
    }
  }
  return kSuccess;
}

}  // namespace

Command devices_command() {
  return {"devices",
          "Shows which GPUs there are, and what fits on them",
          {{"lucena devices", "Lucena lists the GPUs, and says what has room there"}},
          [](Arguments&) -> Command::Action { return list_devices; }};
}

}  // namespace lucena
