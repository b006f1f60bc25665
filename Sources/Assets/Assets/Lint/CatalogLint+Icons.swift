// SPDX-License-Identifier: MIT
// Part of Platen: checks the icon sets of an asset catalog.

internal import Diagnostics
internal import Pixels
internal import Text

extension CatalogLint {
  /// Four times what stores want: corners of what is larger are not looked for.
  private static let iconLimits = PNGDecoder.Limits(side: 4096, pixels: 1 << 24)

  mutating func checkIcons(
    _ contents: ContentsValue, _ folder: String, _ path: String, _ names: [String]
  ) {
    let entries = entries(of: contents, "images", path)
    checkDoubles(entries, path)
    checkFiles(entries, folder, names)
    if entries.allSatisfy({ $0["filename"] == nil }) {
      report(.warning, .catalogEmpty, "the icon has no image", path)
    }
    checkLadder(entries, path)
    var checked: Set<String> = []
    var transparent: [String] = []
    for entry in entries {
      guard let name = entry["filename"]?.text, names.contains(name),
        let bytes = try? tree.read(folder + "/" + name)
      else { continue }
      let file = folder + "/" + name
      guard let facts = imageFacts(of: bytes, file) else { continue }
      if let wanted = CatalogLint.pixels(entry), let width = facts.width,
        let height = facts.height, width != wanted || height != wanted
      {
        report(
          .error, .catalogSize,
          "it has \(width) × \(height) pixels, and its slot requires \(wanted) × \(wanted)", file)
      }
      guard checked.insert(name).inserted else { continue }
      let isMac = entry["idiom"]?.text == "mac"
      let isPlain = entry["appearances"] == nil
      let isTinted =
        entry["appearances"]?.list?.contains { $0["value"]?.text == "tinted" } ?? false
      let picture =
        facts.format == .png && (isTinted || isPlain && !isMac)
        ? try? PNGDecoder.decode(bytes, limits: CatalogLint.iconLimits) : nil
      if isPlain, !isMac, facts.hasAlpha, let picture {
        let isSolid = IconComposer.isOpaque(picture)
        if CatalogLint.pixels(entry) == 1024 {
          checkStoreIcon(isSolid: isSolid, folder, file)
        } else if !isSolid {
          transparent.append(name)
        }
      }
      if isPlain, !isMac, let picture, let corners = BakedCorners.find(in: picture) {
        report(
          .warning, .catalogCorners, "round corners are drawn into the icon (\(corners))", file,
          "fill the square: the system cuts the corners")
      }
      if isTinted, let picture, !CatalogLint.isGray(picture) {
        report(
          .warning, .catalogTinted,
          "the tinted icon has colors, and the system gives it its own",
          file, "draw it in gray")
      }
      if PlaceholderNames.isPicture(name) {
        report(.note, .catalogPlaceholder, "its name is that of a placeholder", file)
      }
    }
    if let first = transparent.first {
      report(
        .warning, .catalogAlpha,
        transparent.count == 1
          ? "the icon has transparent pixels, which systems show in black"
          : "\(transparent.count) icons of the set have transparent pixels, which systems show in "
            + "black", "\(folder)/\(first)", "fill the square")
    }
  }

  /// Checks the transparency of an icon of 1,024 pixels (Apple, QA1686: an alpha channel may be there,
  /// transparent regions may not; stores have refused both).
  private mutating func checkStoreIcon(isSolid: Bool, _ folder: String, _ file: String) {
    // Alternate icons and those of extensions are not the store's.
    let isUsual = FileTree.name(of: folder) == "AppIcon.appiconset"
    let isStores = isUsual || tree.iconSets.count == 1
    if !isSolid {
      report(
        isUsual ? .error : .warning, .catalogAlpha,
        "the icon has transparent pixels, which stores refuse", file, "fill the square")
    } else if isStores {
      report(
        .warning, .catalogAlpha,
        "the icon has an alpha channel, and stores have refused opaque icons with one", file,
        "write it as PNG without alpha")
    }
  }

  /// Checks that a set with an icon for each place has those that uploads are refused without.
  private mutating func checkLadder(_ entries: [ContentsValue], _ path: String) {
    func holds(_ idioms: [String], _ pixels: Int) -> Bool {
      entries.contains { entry in
        entry["filename"] != nil && entry["appearances"] == nil
          && idioms.contains(entry["idiom"]?.text ?? "") && CatalogLint.pixels(entry) == pixels
      }
    }
    let places = entries.filter { $0["filename"] != nil }.compactMap { $0["idiom"]?.text }
    guard places.contains("iphone") || places.contains("ipad") else { return }
    var missing: [String] = []
    if places.contains("iphone") {
      if !holds(["iphone"], 120) { missing.append("60 points at 2x (120 pixels)") }
      if !holds(["iphone"], 180) { missing.append("60 points at 3x (180 pixels)") }
    }
    if !holds(["ios-marketing", "universal"], 1024) { missing.append("the store (1,024 pixels)") }
    guard !missing.isEmpty else { return }
    report(
      .warning, .catalogScale, "no icon for \(missing.joined(separator: ", or "))", path,
      "an assets job makes all sizes: platen init assets")
  }

  /// Indicates whether nothing that is seen has a color.
  private static func isGray(_ picture: Bitmap) -> Bool {
    picture.rgba.withUnsafeBufferPointer { bytes in
      stride(from: 0, to: bytes.count, by: 4).allSatisfy { i in
        let (low, high) = (
          min(bytes[i], bytes[i + 1], bytes[i + 2]), max(bytes[i], bytes[i + 1], bytes[i + 2])
        )
        return bytes[i + 3] < 8 || high - low < 8
      }
    }
  }

  /// Pixels a side that a slot requires; nil where it does not state them.
  private static func pixels(_ entry: ContentsValue) -> Int? {
    guard let size = entry["size"]?.text?.split(separator: "x").first, let points = Double(size),
      (1...4096).contains(points)
    else { return nil }
    let scale = entry["scale"]?.text.flatMap { Int($0.dropLast()) } ?? 1
    return Int((points * Double(min(max(scale, 1), 4))).rounded())
  }
}
