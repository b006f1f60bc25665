// SPDX-License-Identifier: MIT
// Part of Platen: the files that addresses in a talk name.

internal import Readers

/// Addresses as slides write them, made paths below the deck root.
enum AssetPath {
  /// The file that a picture or a style sheet names: all that leads to `public/` is that folder
  /// beside the slides, as the talk's own program serves it.
  static func asset(_ url: String) -> String? {
    var path = url[...]
    if let end = path.firstIndex(where: { $0 == "?" || $0 == "#" }) { path = path[..<end] }
    while true {
      if path.hasPrefix("/") {
        path = path.dropFirst()
      } else if path.hasPrefix("./") {
        path = path.dropFirst(2)
      } else if path.hasPrefix("../") {
        path = path.dropFirst(3)
      } else {
        break
      }
    }
    return InnerPath.inside(InnerPath.decoded(path))
  }
}
