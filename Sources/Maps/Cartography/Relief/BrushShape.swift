// SPDX-License-Identifier: MIT
// Part of Platen: mountains, hills and plants in strokes of a brush.

internal import Drawing
internal import Geometry

/// A drawing of transparent strokes in a square of 100, written as in SVG. Where strokes cross,
/// they are darker.
struct BrushShape {
  /// The pigment of a stroke.
  enum Pigment {
    /// The look's ink: rock and its shadow.
    case rock
    /// The kind's own colors.
    case body, shade, wood
    /// Fire.
    case glow
  }

  var strokes: [(pigment: Pigment, opacity: Double, path: String)]

  /// The drawing in the part of the square that its kind takes.
  func nodes(kind: ReliefKind, look: MapLook.Relief) -> [Node] {
    let paths = strokes.map { Path(drawing: $0.path) }
    let points = paths.flatMap { $0.flattened(tolerance: 0.5).flatMap(\.points) }
    guard let extent = Rect(enclosing: points), extent.width > 0, extent.height > 0 else {
      return []
    }
    let target = kind.lineExtent(plants: look.plants)
    let fit = AffineMap.translation(target.minX, target.minY)
      .after(.scale(target.width / extent.width, target.height / extent.height))
      .after(.translation(-extent.minX, -extent.minY))
    let colors = ReliefColors(of: kind)
    return zip(strokes, paths).map { stroke, path in
      let color: Color =
        switch stroke.pigment {
        case .rock: look.ink
        case .body: colors.body
        case .shade: colors.shade
        case .wood: colors.wood
        case .glow: colors.light
        }
      return .path(PathNode(path.applying(fit), fill: Fill(color.opacity(stroke.opacity))))
    }
  }

  /// The drawings there are of a kind, which are as many as those in lines or fewer.
  static func all(of kind: ReliefKind) -> [BrushShape] {
    switch kind {
    case .mount: mounts
    case .mountSnow: snowMounts
    case .vulcan: vulcans
    case .hill: hills
    case .dune: dunes
    case .deciduous, .acacia: crowns
    case .conifer, .coniferSnow: firs
    case .palm: palms
    case .grass: blades
    case .swamp: reeds
    case .cactus: cacti
    case .deadTree: bare
    }
  }

  // MARK: Mountains

  /// The shadow of a slope, the stroke along the lit one, and dry strokes of the brush.
  private static let mounts: [BrushShape] = [
    BrushShape(strokes: [
      (.rock, 0.13, "M49 24 C40 34 30 52 4 72 C34 68 62 74 94 72 C80 60 66 40 49 24 Z"),
      (
        .rock, 0.42,
        "M50 22 C56 30 60 34 65 43 C73 54 82 62 96 72 C82 71 70 73 60 70 C64 60 55 56 58 47 C52 41 55 32 50 22 Z"
      ),
      (
        .rock, 0.62,
        "M51 20 C43 29 38 41 28 53 C21 61 13 66 3 73 C15 69 26 62 33 53 C41 43 47 33 52 24 Z"
      ),
      (.rock, 0.5, "M50 20 C57 28 61 36 67 43 C60 39 54 33 50 26 Z"),
      (.rock, 0.3, "M44 42 C40 50 35 57 28 64 C36 59 43 52 46 45 Z"),
      (.rock, 0.34, "M70 52 C74 58 80 64 87 68 C79 66 72 61 68 55 Z"),
    ]),
    BrushShape(strokes: [
      (.rock, 0.13, "M58 22 C46 32 30 54 3 72 C36 68 64 74 97 72 C84 58 72 36 58 22 Z"),
      (
        .rock, 0.42,
        "M59 20 C66 28 70 36 75 46 C81 56 88 64 98 73 C88 71 78 73 69 70 C73 61 63 55 67 46 C60 40 63 30 59 20 Z"
      ),
      (
        .rock, 0.6,
        "M60 18 C53 26 48 37 41 47 C35 44 33 41 31 41 C26 50 17 62 2 73 C16 67 26 58 32 47 C35 49 37 51 41 52 C49 43 56 32 61 23 Z"
      ),
      (
        .rock, 0.36,
        "M31 42 C37 48 40 55 47 62 C49 66 50 69 52 72 C46 71 42 71 39 70 C42 60 34 54 31 42 Z"
      ),
      (.rock, 0.5, "M59 18 C66 26 71 35 76 44 C69 39 63 32 59 25 Z"),
      (.rock, 0.28, "M53 40 C49 48 46 54 40 60 C47 56 52 49 55 43 Z"),
    ]),
    BrushShape(strokes: [
      (.rock, 0.13, "M46 28 C36 40 22 58 2 72 C36 69 66 74 98 72 C84 62 64 40 46 28 Z"),
      (
        .rock, 0.4,
        "M46 25 C53 33 58 38 62 46 C68 54 72 62 79 70 C71 71 63 72 56 70 C59 61 50 57 54 48 C48 42 50 34 46 25 Z"
      ),
      (
        .rock, 0.38,
        "M72 40 C77 47 82 54 88 61 C92 66 95 69 99 72 C92 72 86 72 80 71 C82 62 76 58 72 40 Z"
      ),
      (
        .rock, 0.6,
        "M47 23 C40 32 34 42 25 53 C18 62 10 67 1 73 C13 69 23 62 30 53 C37 44 43 35 48 27 Z"
      ),
      (
        .rock, 0.55,
        "M46 23 C54 32 59 39 65 47 C68 43 70 41 72 38 C79 47 85 56 92 63 C83 58 77 51 72 44 C70 47 68 50 65 53 C57 46 51 37 46 29 Z"
      ),
      (.rock, 0.28, "M41 44 C37 51 32 57 26 63 C33 59 40 53 43 47 Z"),
    ]),
  ]

  /// The same, paler, with the summit left white.
  private static let snowMounts: [BrushShape] = mounts.map { shape in
    var copy = shape
    copy.strokes = shape.strokes.enumerated().map { index, stroke in
      (stroke.pigment, stroke.opacity * (index == 0 ? 0.5 : 0.72), stroke.path)
    }
    return copy
  }

  private static let vulcans: [BrushShape] = mounts.prefix(2).map { shape in
    var copy = shape
    copy.strokes.append(
      (
        .glow, 0.6,
        "M44 26 C46 20 54 20 57 26 C56 34 60 42 57 50 C52 44 54 36 50 31 C47 35 46 31 44 26 Z"
      ))
    copy.strokes.append(
      (.rock, 0.2, "M50 20 C44 14 52 8 48 1 C58 4 54 10 60 13 C62 18 56 20 50 20 Z"))
    return copy
  }

  private static let hills: [BrushShape] = [
    BrushShape(strokes: [
      (.rock, 0.16, "M14 62 C28 48 40 42 50 42 C62 42 74 50 86 62 C66 58 36 58 14 62 Z"),
      (
        .rock, 0.5,
        "M14 62 C28 46 40 40 51 41 C64 42 75 50 86 62 C74 54 62 46 50 45 C40 45 28 52 14 62 Z"
      ),
      (.rock, 0.24, "M54 44 C64 46 74 53 82 60 C72 59 64 58 58 56 C62 52 58 48 54 44 Z"),
    ]),
    BrushShape(strokes: [
      (.rock, 0.15, "M14 62 C24 50 34 46 42 46 C52 40 66 42 86 62 C66 58 36 58 14 62 Z"),
      (
        .rock, 0.5,
        "M14 62 C23 50 32 45 40 45 C47 45 52 49 57 53 C51 50 46 48 40 49 C32 50 24 54 14 62 Z"
      ),
      (
        .rock, 0.5,
        "M46 46 C54 40 62 40 69 46 C76 52 81 57 87 62 C77 57 70 50 62 46 C57 43 52 44 46 46 Z"
      ),
      (.rock, 0.22, "M66 46 C74 51 79 56 84 61 C76 60 70 58 66 57 C69 53 68 49 66 46 Z"),
    ]),
  ]

  private static let dunes: [BrushShape] = [
    BrushShape(strokes: [
      (
        .shade, 0.55,
        "M10 60 C28 44 44 42 60 50 C70 55 80 58 92 58 C76 62 64 58 54 54 C42 48 28 50 10 60 Z"
      ),
      (.body, 0.4, "M30 70 C42 62 56 62 70 68 C56 66 44 66 30 70 Z"),
    ]),
    BrushShape(strokes: [
      (
        .shade, 0.5,
        "M10 56 C24 46 36 48 46 54 C58 46 74 46 92 58 C76 52 62 52 48 60 C36 54 24 52 10 56 Z"
      )
    ]),
  ]

  // MARK: Plants

  /// Dabs of a wet brush, one over the other.
  private static let crowns: [BrushShape] = [
    BrushShape(strokes: [
      (.wood, 0.5, "M47 62 C48 72 46 80 45 88 L53 88 C51 80 52 72 52 62 Z"),
      (
        .body, 0.6,
        "M50 10 C70 8 86 24 82 44 C80 62 64 70 48 68 C28 70 16 54 18 38 C20 20 34 10 50 10 Z"
      ),
      (.shade, 0.55, "M62 22 C78 26 84 44 76 56 C68 66 50 68 40 62 C58 60 68 46 62 22 Z"),
    ]),
    BrushShape(strokes: [
      (.wood, 0.45, "M48 66 C49 74 47 82 46 88 L53 88 C52 82 53 74 52 66 Z"),
      (.body, 0.55, "M40 26 C54 20 66 32 62 48 C60 62 44 68 32 62 C18 56 20 32 40 26 Z"),
      (.body, 0.55, "M60 14 C76 12 86 30 80 46 C74 60 56 60 50 48 C44 34 48 18 60 14 Z"),
      (.shade, 0.5, "M70 30 C80 36 80 54 68 60 C56 66 44 66 36 62 C54 58 64 48 70 30 Z"),
    ]),
    BrushShape(strokes: [
      (.wood, 0.5, "M48 60 C49 72 47 80 46 88 L54 88 C52 80 52 72 52 60 Z"),
      (
        .body, 0.6,
        "M24 48 C22 34 34 30 40 32 C44 18 62 16 68 28 C80 28 86 42 80 52 C74 66 56 60 50 64 C38 68 24 62 24 48 Z"
      ),
      (.shade, 0.5, "M66 32 C80 34 84 48 76 56 C68 62 54 62 44 60 C58 56 66 48 66 32 Z"),
    ]),
  ]

  private static let firs: [BrushShape] = [
    BrushShape(strokes: [
      (
        .body, 0.6,
        "M50 4 C56 20 64 34 70 48 C74 60 78 70 80 80 C62 86 40 86 22 80 C26 66 32 54 38 42 C44 28 47 16 50 4 Z"
      ),
      (
        .shade, 0.6,
        "M50 6 C57 22 65 36 71 50 C75 62 78 72 79 79 C70 84 60 84 52 82 C60 66 58 42 50 6 Z"
      ),
    ]),
    BrushShape(strokes: [
      (
        .body, 0.55,
        "M50 2 C54 14 58 22 64 32 C58 31 56 31 54 32 C60 44 66 52 74 62 C66 60 60 60 56 61 C62 70 70 78 78 84 C60 88 40 88 22 84 C30 76 38 68 42 60 C38 60 32 61 26 63 C34 52 40 44 45 32 C42 32 40 32 37 33 C43 22 47 12 50 2 Z"
      ),
      (
        .shade, 0.55,
        "M50 4 C55 16 59 24 64 32 C58 31 56 31 54 32 C60 44 66 52 74 62 C66 60 60 60 56 61 C62 70 70 78 78 84 C68 87 60 87 52 86 C56 60 55 32 50 4 Z"
      ),
    ]),
  ]

  private static let palms: [BrushShape] = [
    BrushShape(strokes: [
      (.wood, 0.6, "M47 88 C49 68 51 52 56 36 L60 38 C56 54 54 70 54 88 Z"),
      (
        .shade, 0.6,
        "M58 36 C48 22 32 22 20 36 C34 30 46 32 58 36 Z M58 36 C52 18 40 10 26 14 C42 18 50 26 58 36 Z"
      ),
      (
        .body, 0.65,
        "M58 36 C64 18 76 10 90 16 C76 20 66 26 58 36 Z M58 36 C74 26 90 34 94 50 C84 40 72 36 58 36 Z"
      ),
    ])
  ]

  private static let blades: [BrushShape] = [
    BrushShape(strokes: [
      (.body, 0.7, "M30 80 C30 64 26 54 16 46 C30 52 36 64 34 80 Z"),
      (.shade, 0.65, "M46 80 C46 62 48 50 54 38 C54 54 52 66 50 80 Z"),
      (.body, 0.6, "M60 80 C62 66 70 58 82 54 C72 62 66 70 64 80 Z"),
    ])
  ]

  private static let reeds: [BrushShape] = [
    BrushShape(strokes: [
      (
        .shade, 0.5,
        "M8 78 C30 74 60 74 92 78 C62 81 32 82 8 78 Z M24 90 C44 87 64 87 80 90 C62 93 42 93 24 90 Z"
      ),
      (
        .wood, 0.65,
        "M36 76 C36 60 32 50 26 42 C36 50 40 62 39 76 Z M50 76 C50 56 51 44 54 32 C55 48 54 62 53 76 Z M64 76 C66 62 72 54 80 48 C74 58 69 66 67 76 Z"
      ),
    ])
  ]

  private static let cacti: [BrushShape] = [
    BrushShape(strokes: [
      (.body, 0.65, "M44 86 C43 64 43 40 46 22 C50 14 55 18 56 26 C57 46 56 66 55 86 Z"),
      (
        .body, 0.6,
        "M46 64 C34 64 28 58 29 44 C31 38 36 40 36 46 C36 54 40 56 46 56 Z M54 58 C66 58 72 50 71 38 C69 32 64 34 64 40 C64 48 60 50 54 50 Z"
      ),
      (.shade, 0.5, "M52 20 C57 24 57 46 56 66 L55 86 L51 86 C54 64 54 40 52 20 Z"),
    ])
  ]

  private static let bare: [BrushShape] = [
    BrushShape(strokes: [
      (.wood, 0.65, "M46 86 C49 70 47 54 45 38 C50 52 53 70 55 86 Z"),
      (
        .wood, 0.5,
        "M47 54 C40 46 34 40 24 36 C36 38 44 44 49 50 Z M50 48 C54 36 62 28 74 22 C64 30 57 40 53 52 Z"
      ),
    ])
  ]
}
