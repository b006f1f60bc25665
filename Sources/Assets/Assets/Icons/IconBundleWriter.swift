// SPDX-License-Identifier: MIT
// Part of Platen: the list of an icon of Icon Composer.

public import Tokens

/// The list of groups and layers of a new icon of Icon Composer: a fill or a lower group as the ground,
/// and a group with the art, each image as large as the icon.
public struct IconBundleWriter: Sendable {
  /// An image of a group in the colors of each kind of screen.
  public struct Layer: Sendable {
    public var name: String
    /// The names of files in `Assets`.
    public var image: String
    public var dark: String?
    public var tinted: String?
    /// The longer side of the images in points.
    public var side = IconBundle.side

    public init(_ name: String, image: String) {
      (self.name, self.image) = (name, image)
    }
  }

  /// The ground in one color on light and dark screens; nil where a layer is the ground.
  public var fill: (light: TokenColor, dark: TokenColor?)?
  /// The highest first, each in a group of its own.
  public var layers: [Layer] = []
  public var hasWatch = false

  public init() {}

  /// The bytes of `icon.json`, in the form in which Xcode writes it.
  public var list: [UInt8] {
    var root: [ContentsValue.Member] = []
    if let fill {
      let light = IconBundleWriter.solid(fill.light)
      if let dark = fill.dark, dark != fill.light {
        root.append(
          .init(
            "fill-specializations",
            IconBundleWriter.specializations(light, dark: IconBundleWriter.solid(dark), tinted: nil)
          ))
      } else {
        root.append(.init("fill", light))
      }
    }
    root.append(.init("groups", .list(layers.map(IconBundleWriter.group))))
    var platforms: [ContentsValue.Member] = []
    if hasWatch { platforms.append(.init("circles", .list([.text("watchOS")]))) }
    platforms.append(.init("squares", .text("shared")))
    root.append(.init("supported-platforms", .table(platforms)))
    return ContentsValue.table(root).bytes
  }

  private static func group(_ layer: Layer) -> ContentsValue {
    var members: [ContentsValue.Member] = [.init("glass", .bool(false))]
    if layer.dark == nil, layer.tinted == nil {
      members.append(.init("image-name", .text(layer.image)))
    } else {
      members.append(
        .init(
          "image-name-specializations",
          specializations(
            .text(layer.image), dark: layer.dark.map { .text($0) },
            tinted: layer.tinted.map { .text($0) })))
    }
    members.append(.init("name", .text(layer.name)))
    let scale = IconBundle.side / max(1, layer.side)
    if abs(scale - 1) > 0.000_1 {
      members.append(
        .init(
          "position",
          .table([
            .init("scale", .number(number(scale))),
            .init("translation-in-points", .list([.number("0"), .number("0")])),
          ])))
    }
    return .table([
      .init("layers", .list([.table(members)])), .init("name", .text(layer.name)),
    ])
  }

  private static func specializations(
    _ base: ContentsValue, dark: ContentsValue?, tinted: ContentsValue?
  ) -> ContentsValue {
    var entries: [ContentsValue] = [.table([.init("value", base)])]
    for (name, value) in [("dark", dark), ("tinted", tinted)] {
      guard let value else { continue }
      entries.append(.table([.init("appearance", .text(name)), .init("value", value)]))
    }
    return .list(entries)
  }

  private static func solid(_ color: TokenColor) -> ContentsValue {
    let (red, green, blue, alpha) = color.bytes
    let parts = [red, green, blue, alpha].map { byte -> String in
      let digits = String((Int(byte) * 100_000 + 127) / 255)
      let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
      return padded.prefix(1) + "." + padded.dropFirst()
    }
    return .table([.init("solid", .text("srgb:" + parts.joined(separator: ",")))])
  }
}

extension IconRecipe {
  /// Layers as one SVG file of 1,024 points a side, as Icon Composer draws it.
  public func bundleSVG(
    _ wanted: [Layer], in mode: TokenMode = .light, inWhite: Bool = false
  ) -> String {
    let own = svg(wanted, in: mode, inWhite: inWhite)
    guard let head = own.firstIndex(of: ">"), let foot = own.firstRange(of: "</svg>") else {
      return own
    }
    let scale = number(IconBundle.side / size)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1024 1024\" width=\"1024\""
      + " height=\"1024\">\n<g transform=\"scale(\(scale))\">"
      + own[own.index(after: head)..<foot.lowerBound] + "</g>\n</svg>\n"
  }
}
