// SPDX-License-Identifier: MIT
// Part of Platen: what a relief icon shows, and in which of the four manners it is drawn.

internal import Drawing
internal import Geometry

/// The kinds of things that stand on the land.
enum ReliefKind: String, CaseIterable {
  case mount, mountSnow, vulcan, hill, dune, deciduous, conifer, coniferSnow, acacia, palm, grass,
    swamp, cactus, deadTree
}

extension ReliefKind {
  /// The part of its square of 100 that FMG's symbol of the set `simple` takes: its
  /// symbols in colors and in gray fill the square, those in lines only the middle of it.
  ///
  /// A kind without a symbol in lines has the extent of the one that is used in its place, and
  /// cacti and dead trees that of other trees.
  private var lineExtent: Rect {
    switch self {
    case .mount, .mountSnow, .vulcan: Rect(x: 3, y: 25, width: 92, height: 46)
    case .hill: Rect(x: 15, y: 40, width: 70, height: 21)
    case .dune: Rect(x: 28.5, y: 44.5, width: 38, height: 11)
    case .deciduous: Rect(x: 43.5, y: 36, width: 13, height: 23)
    case .conifer, .coniferSnow: Rect(x: 45.5, y: 38, width: 9.5, height: 21)
    case .acacia: Rect(x: 34.5, y: 38, width: 33, height: 21)
    case .palm: Rect(x: 41.5, y: 34.5, width: 17, height: 21)
    case .grass: Rect(x: 46.5, y: 46.5, width: 8, height: 6.5)
    case .swamp: Rect(x: 41, y: 46, width: 18, height: 6.5)
    case .cactus, .deadTree: Rect(x: 43, y: 38, width: 14, height: 21)
    }
  }

  private var isPlant: Bool {
    switch self {
    case .mount, .mountSnow, .vulcan, .hill, .dune: false
    default: true
    }
  }

  /// The part of its square of 100 that a drawing in lines takes; plants grow from their foot by
  /// the factor `plants`.
  func lineExtent(plants: Double) -> Rect {
    let extent = lineExtent
    guard isPlant else { return extent }
    let (width, height) = (extent.width * plants, extent.height * plants)
    return Rect(
      x: extent.center.x - width / 2, y: extent.maxY - height, width: width, height: height)
  }
}

/// The manner of its drawing.
enum ReliefManner: Hashable { case simple, gray, colored, brush }

/// A relief icon's name taken apart: `mount-2`, `hill-3-bw`.
struct ReliefSymbol: Hashable {
  var kind: ReliefKind
  var number: Int
  /// The manner the save drew it in.
  var manner: ReliefManner

  /// Nil for an unknown symbol.
  init?(_ name: String) {
    var parts = name.split(separator: "-")
    let isGray = parts.last == "bw"
    if isGray { parts.removeLast() }
    guard let first = parts.first, let kind = ReliefKind(rawValue: String(first)) else {
      return nil
    }
    self.kind = kind
    number = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
    // Only these have no drawing of the number 1 but in lines.
    let isLined: Bool =
      switch kind {
      case .mountSnow, .vulcan, .coniferSnow, .cactus, .deadTree: false
      default: number == 1
      }
    manner = isGray ? .gray : isLined ? .simple : .colored
  }
}

/// The colors of one kind.
struct ReliefColors {
  var body: Color
  var shade: Color
  var light: Color
  var wood: Color
  var ink: Color

  private init(_ body: UInt32, _ shade: UInt32, _ light: UInt32, _ wood: UInt32, _ ink: UInt32) {
    func color(_ value: UInt32) -> Color {
      Color(
        bytes: UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff))
    }
    self.body = color(body)
    self.shade = color(shade)
    self.light = color(light)
    self.wood = color(wood)
    self.ink = color(ink)
  }

  init(of kind: ReliefKind) {
    self =
      switch kind {
      case .mount: ReliefColors(0xb8a890, 0x8d7d69, 0xd9ceb9, 0x6b5b4a, 0x55483b)
      case .mountSnow: ReliefColors(0xaaa59f, 0x7f7e82, 0xfbfcfd, 0x6a6a70, 0x4c4d55)
      case .vulcan: ReliefColors(0x93786a, 0x68524a, 0xe2703a, 0x5a4038, 0x43322d)
      case .hill: ReliefColors(0xa7b679, 0x82945b, 0xc3cd97, 0x6b5b4a, 0x5a6840)
      case .dune: ReliefColors(0xebd8a0, 0xd1b577, 0xf5e8c0, 0x9b814f, 0xa58a50)
      case .deciduous: ReliefColors(0x6f9c48, 0x4f7b37, 0x95bd63, 0x76583b, 0x34512a)
      case .conifer: ReliefColors(0x417a57, 0x2d5c43, 0x629873, 0x6a4c35, 0x1f4131)
      case .coniferSnow: ReliefColors(0x58826c, 0x3b6553, 0xf6fafb, 0x6a4c35, 0x2a4a3d)
      case .acacia: ReliefColors(0x94a54c, 0x74863a, 0xb3c16f, 0x7d5c3b, 0x4d5b28)
      case .palm: ReliefColors(0x5f9e4c, 0x47803b, 0x86bd68, 0x8a6a45, 0x30572c)
      case .grass: ReliefColors(0x7c9a4a, 0x64833c, 0x9db566, 0x7c9a4a, 0x6b8a40)
      case .swamp: ReliefColors(0x8a6a45, 0x5f7f94, 0x8fb0bf, 0x6f8f4b, 0x5c7f45)
      case .cactus: ReliefColors(0x649a5a, 0x4a7c46, 0x8ab97c, 0x649a5a, 0x345a33)
      case .deadTree: ReliefColors(0x86766a, 0x6d5f54, 0xa09082, 0x7a6a5c, 0x5c4f45)
      }
  }

  /// The same by their lightness alone, and lighter, so that they lie quietly under names.
  var gray: ReliefColors {
    var copy = self
    for part in [
      \ReliefColors.body, \.shade, \.light, \.wood, \.ink,
    ] as [WritableKeyPath<ReliefColors, Color>] {
      let color = self[keyPath: part]
      let lifted = 0.2 + 0.8 * color.lightness
      copy[keyPath: part] = Color(lifted, lifted, lifted)
    }
    return copy
  }
}
