// SPDX-License-Identifier: MIT
// Part of Platen: checks a launcher icon among Android's resources.

public import Diagnostics
internal import Pixels

/// Looks at the `mipmap` folders below a `res` folder.
public enum AndroidLint {
  public static func findings(in tree: FileTree) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let scales = Dictionary(
      uniqueKeysWithValues: AndroidIcons.densities.map { ($0.name, $0.scale) })
    for file in tree.files {
      let folder = FileTree.name(of: FileTree.folder(of: file))
      let name = FileTree.name(of: file)
      guard folder.hasPrefix("mipmap-"), name.hasPrefix("ic_launcher"),
        let scale = scales[String(folder.dropFirst(7).prefix { $0 != "-" })],
        let bytes = try? tree.read(file), let facts = AssetImageFacts(bytes),
        let width = facts.width, let height = facts.height
      else { continue }
      let isLayer = ["foreground", "background", "monochrome"].contains { name.contains($0) }
      let wanted = Int(((isLayer ? AndroidIcons.layer : AndroidIcons.legacy) * scale).rounded())
      if width != height {
        found.append(
          .error(
            .androidSquare, "expected a square, found \(width) × \(height) pixels",
            at: SourceLocation(file: file),
            hints: ["launchers stretch it: draw it on \(wanted) × \(wanted)"]
          ))
      } else if width != wanted {
        found.append(
          .warning(
            .androidSize, "expected \(wanted) pixels, found \(width) × \(height)",
            at: SourceLocation(file: file)))
      } else if isLayer, !name.contains("background"), facts.format == .png,
        let image = try? PNGDecoder.decode(
          bytes, limits: .init(side: wanted, pixels: wanted * wanted)), leavesCircle(image)
      {
        found.append(
          .note(
            .androidSafe,
            "it reaches out of the circle of \(Int(AndroidIcons.safe)) dp that every "
              + "launcher shows", at: SourceLocation(file: file), hints: ["draw it smaller"]))
      }
    }
    let adaptive = tree.files.filter {
      $0.contains("mipmap-anydpi") && FileTree.name(of: $0).hasPrefix("ic_launcher")
        && $0.hasSuffix(".xml")
    }
    for file in adaptive {
      guard let bytes = try? tree.read(file) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      for layer in ["background", "foreground"] where !text.contains("<\(layer)") {
        found.append(
          .error(.androidLayer, "the icon has no \(layer)", at: SourceLocation(file: file)))
      }
      if !text.contains("<monochrome") {
        found.append(
          .note(
            .androidLayer,
            "the icon has no monochrome layer: it stays as it is where icons are "
              + "tinted", at: SourceLocation(file: file)))
      }
    }
    return found
  }

  /// Indicates whether any visible part is outside the circle every launcher shows.
  private static func leavesCircle(_ image: Bitmap) -> Bool {
    let middle = Double(image.width) / 2
    // A pixel is left for edges to fade out in.
    let radius = middle * AndroidIcons.safe / AndroidIcons.layer + 1
    for y in 0..<image.height {
      for x in 0..<image.width where image[x, y].alpha > 24 {
        let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
        if dx * dx + dy * dy > radius * radius { return true }
      }
    }
    return false
  }
}
