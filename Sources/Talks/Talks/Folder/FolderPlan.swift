// SPDX-License-Identifier: MIT
// Part of Platen: which files of a folder are slides, of what kind, and in which order.

internal import Documents
internal import Readers

/// The slides of a folder in their order.
struct FolderPlan {
  struct Entry {
    var kind: Slide.Kind
    /// nil for a part that is a folder without a file of its own.
    var file: NamedBytes?
    /// A part's folder.
    var folder = ""
  }

  private(set) var entries: [Entry] = []
  private(set) var head: NamedBytes?
  private(set) var footer: NamedBytes?
  /// Slides in folders within those of parts, which are not read.
  private(set) var deeper: [String] = []

  static let special = ["_cover.md", "_part.md", "_head.html", "_footer.html"]

  init(_ files: [NamedBytes]) {
    var slides: [String: NamedBytes] = [:]
    var folders: [String: [NamedBytes]] = [:]
    var cover: NamedBytes?
    for file in files {
      let parts = file.name.split(separator: "/").map(String.init)
      guard let first = parts.first, !first.hasPrefix(".") else { continue }
      if parts.count > 1 {
        // One level only: deeper files exist and are not read.
        folders[first, default: []] += parts.count == 2 ? [file] : []
        if parts.count > 2, !parts.contains(where: { $0.hasPrefix(".") }),
          FolderPlan.isSlide(parts[parts.count - 1])
        {
          deeper.append(file.name)
        }
      } else if first == "_cover.md" {
        cover = file
      } else if first == "_head.html" {
        head = file
      } else if first == "_footer.html" {
        footer = file
      } else if FolderPlan.isSlide(first) {
        slides[first] = file
      }
    }
    if let cover { entries.append(Entry(kind: .cover, file: cover)) }
    // Files and folders together, in byte order.
    let names = Set(slides.keys).union(folders.keys)
    for name in names.sorted(by: FolderPlan.precedes) {
      if let file = slides[name] { entries.append(Entry(kind: .standard, file: file)) }
      guard let inside = folders[name] else { continue }
      let part = inside.first { $0.name == name + "/_part.md" }
      entries.append(Entry(kind: .part, file: part, folder: name))
      for file in inside.sorted(by: { FolderPlan.precedes($0.name, $1.name) }) {
        let own = String(file.name.dropFirst(name.count + 1))
        if FolderPlan.isSlide(own), !own.hasPrefix(".") {
          entries.append(Entry(kind: .standard, file: file))
        }
      }
    }
  }

  private static func isSlide(_ name: String) -> Bool {
    guard !special.contains(name), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return false
    }
    return ["md", "markdown", "html", "htm"].contains(name[name.index(after: dot)...].lowercased())
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
