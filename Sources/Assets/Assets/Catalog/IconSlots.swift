// SPDX-License-Identifier: MIT
// Part of Platen: the pictures of an app's icon on Apple's systems, as tables.

/// A slot of an `appiconset`.
public struct IconSlot: Hashable, Sendable {
  /// The appearance of an icon on a screen that is light, dark or tinted.
  public enum Appearance: String, Hashable, Sendable, CaseIterable {
    case any, dark, tinted
  }

  public var idiom: String
  public var platform: String?
  /// Points, of a square.
  public var points: Double
  /// Nil for icons of one size, whose points are pixels.
  public var scale: Int?
  public var appearance: Appearance = .any
  /// The place where a watch shows it.
  public var role: String?
  /// The kind of watch.
  public var subtype: String?

  public init(
    _ idiom: String, _ points: Double, scale: Int? = nil, platform: String? = nil,
    appearance: Appearance = .any, role: String? = nil, subtype: String? = nil
  ) {
    self.idiom = idiom
    self.points = points
    self.scale = scale
    self.platform = platform
    self.appearance = appearance
    self.role = role
    self.subtype = subtype
  }

  /// Pixels a side: 83.5 points twice are 167.
  public var pixels: Int { Int((points * Double(scale ?? 1)).rounded()) }

  /// Indicates whether the picture is to be a tile with corners and room round it, as on the Mac;
  /// everywhere else the system cuts the corners.
  public var isTile: Bool { idiom == "mac" }

  /// The `images` entry, with its file where there is one.
  public func contents(filename: String?) -> ContentsValue {
    let size = sizeText
    return .sorted([
      "appearances": appearance == .any
        ? nil
        : .list([
          .sorted([
            "appearance": .text("luminosity"), "value": .text(appearance.rawValue),
          ])
        ]),
      "filename": filename.map(ContentsValue.text), "idiom": .text(idiom),
      "platform": platform.map(ContentsValue.text), "role": role.map(ContentsValue.text),
      "scale": scale.map { .text("\($0)x") }, "size": .text("\(size)x\(size)"),
      "subtype": subtype.map(ContentsValue.text),
    ])
  }

  private var sizeText: String {
    points == points.rounded() ? String(Int(points)) : "\(points)"
  }
}

/// The tables of slots.
public enum IconSlots {
  /// The slots of an iPhone and an iPad since Xcode 14: one picture, and since iOS 18 its dark and
  /// tinted variants.
  public static let single = IconSlot.Appearance.allCases.map {
    IconSlot("universal", 1024, platform: "ios", appearance: $0)
  }

  /// A size for each place, as before; every place that iOS 15 and later have.
  public static let ladder: [IconSlot] =
    [20.0, 29, 40, 60].flatMap { points in
      [2, 3].map { IconSlot("iphone", points, scale: $0) }
    }
    + [20.0, 29, 40, 76].flatMap { points in
      [1, 2].map { IconSlot("ipad", points, scale: $0) }
    } + [IconSlot("ipad", 83.5, scale: 2), IconSlot("ios-marketing", 1024, scale: 1)]

  /// The ladder with the places of iOS 6 and before.
  public static let fullLadder: [IconSlot] =
    ladder.dropLast()
    + [
      IconSlot("iphone", 29, scale: 1), IconSlot("iphone", 57, scale: 1),
      IconSlot("iphone", 57, scale: 2), IconSlot("ipad", 50, scale: 1),
      IconSlot("ipad", 50, scale: 2), IconSlot("ipad", 72, scale: 1),
      IconSlot("ipad", 72, scale: 2),
    ] + [IconSlot("ios-marketing", 1024, scale: 1)]

  public static let mac = [16.0, 32, 128, 256, 512].flatMap { points in
    [1, 2].map { IconSlot("mac", points, scale: $0) }
  }

  /// A watch since Xcode 14.
  public static let watch = [IconSlot("universal", 1024, platform: "watchos")]

  /// A size for each place of each watch.
  public static let watchLadder: [IconSlot] =
    [
      ("notificationCenter", 24.0, 2, "38mm"), ("notificationCenter", 27.5, 2, "42mm"),
      ("notificationCenter", 33, 2, "45mm"), ("companionSettings", 29, 2, nil),
      ("companionSettings", 29, 3, nil), ("appLauncher", 40, 2, "38mm"),
      ("appLauncher", 44, 2, "40mm"), ("appLauncher", 46, 2, "41mm"),
      ("appLauncher", 50, 2, "44mm"),
      ("appLauncher", 51, 2, "45mm"), ("appLauncher", 54, 2, "49mm"), ("quickLook", 86, 2, "38mm"),
      ("quickLook", 98, 2, "42mm"), ("quickLook", 108, 2, "44mm"), ("quickLook", 117, 2, "45mm"),
      ("quickLook", 129, 2, "49mm"),
    ].map { IconSlot("watch", $0.1, scale: $0.2, role: $0.0, subtype: $0.3) }
    + [IconSlot("watch-marketing", 1024, scale: 1)]
}
