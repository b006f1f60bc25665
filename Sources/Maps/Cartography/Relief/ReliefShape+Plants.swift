// SPDX-License-Identifier: MIT
// Part of Platen: the drawings of trees, grass, reeds and cacti.

extension ReliefShape {
  static let deciduous: [ReliefShape] = [
    ReliefShape(
      body:
        "M50 16 C60 12 71 18 72 28 C83 31 86 46 77 53 C76 64 61 69 51 64 C40 70 25 65 24 54 C14 48 17 32 28 29 C28 18 40 11 50 16 Z",
      shade:
        "M72 28 C83 31 86 46 77 53 C76 64 61 69 51 64 C62 61 70 54 68 43 C73 40 75 34 72 28 Z",
      light: "M30 33 C29 24 37 18 47 20 C39 24 36 28 35 34 C30 36 27 41 27 46 C23 40 25 35 30 33 Z",
      wood: "M46 60 L45 84 L55 84 L54 60 Z",
      hatch: "M60 34 C66 33 69 37 67 41 M56 50 C62 49 65 52 63 56 M70 46 C74 47 75 50 73 52",
      weight: 1.15),
    ReliefShape(
      body:
        "M50 9 C60 8 67 16 67 24 C74 30 74 42 69 47 C70 59 61 67 50 66 C39 67 30 59 31 47 C26 42 26 30 33 24 C33 16 40 8 50 9 Z",
      shade:
        "M59 12 C65 14 67 20 67 24 C74 30 74 42 69 47 C70 59 61 67 50 66 C58 60 62 54 60 46 C66 40 66 30 61 24 C62 20 61 16 59 12 Z",
      light: "M35 28 C35 20 41 14 48 14 C42 19 40 24 40 30 C34 34 33 39 34 43 C30 38 31 32 35 28 Z",
      wood: "M46 62 L45 86 L55 86 L54 62 Z",
      hatch: "M58 28 C63 29 64 33 62 36 M55 46 C60 47 62 51 59 54", weight: 1.15),
    ReliefShape(
      body:
        "M37 28 C44 20 56 20 61 28 C72 26 82 35 79 45 C85 54 76 64 66 61 C58 67 44 67 37 61 C26 65 15 56 20 46 C15 36 26 26 37 28 Z",
      shade:
        "M61 28 C72 26 82 35 79 45 C85 54 76 64 66 61 C58 67 44 67 37 61 C50 62 62 58 64 49 C70 44 70 34 61 28 Z",
      light: "M24 44 C22 36 30 30 38 32 C44 25 50 24 55 28 C46 28 42 33 40 38 C32 36 26 40 24 44 Z",
      wood: "M46 60 L44 83 L56 83 L54 60 Z",
      hatch: "M68 38 C73 39 75 43 72 46 M58 51 C63 52 64 56 60 58", weight: 1.15),
  ]

  static let conifers: [ReliefShape] = [
    ReliefShape(
      body:
        "M50 8 L62 31 L56 30 L68 53 L61 51 L74 77 C60 73 40 73 26 77 L39 51 L32 53 L44 30 L38 31 Z",
      shade: "M50 8 L62 31 L56 30 L68 53 L61 51 L74 77 C66 75 58 74 52 74 L55 52 L51 30 Z",
      light: "M50 8 L45 24 L38 31 Z M44 34 L41 46 L32 53 Z M39 56 L36 68 L26 77 Z",
      wood: "M46 74 L46 87 L54 87 L54 74 Z",
      hatch: "M54 36 L60 48 M55 58 L63 72 M53 20 L56 27", weight: 1.15),
    ReliefShape(
      body:
        "M50 6 L58 24 L54 23 L62 40 L57 39 L66 57 L60 56 L69 78 C58 75 42 75 31 78 L40 56 L34 57 L43 39 L38 40 L46 23 L42 24 Z",
      shade:
        "M50 6 L58 24 L54 23 L62 40 L57 39 L66 57 L60 56 L69 78 C63 76 57 76 52 76 L54 56 L51 40 L53 24 Z",
      light:
        "M50 6 L46 18 L42 24 Z M46 27 L44 34 L38 40 Z M43 43 L40 51 L34 57 Z M40 60 L38 70 L31 78 Z",
      wood: "M46.5 75 L46.5 88 L53.5 88 L53.5 75 Z",
      hatch: "M53 29 L57 37 M54 46 L60 55 M55 62 L61 74", weight: 1.15),
    ReliefShape(
      body: "M50 12 C57 30 66 52 76 74 C60 80 40 80 24 74 C34 52 43 30 50 12 Z",
      shade: "M50 12 C57 30 66 52 76 74 C68 77 60 78 52 78 C57 58 55 34 50 12 Z",
      light: "M50 12 C46 28 38 52 30 72 C27 73 25 74 24 74 C34 52 43 30 50 12 Z",
      wood: "M46 77 L46 87 L54 87 L54 77 Z",
      hatch: "M55 34 L59 44 M57 48 L63 60 M56 62 L65 74 M41 52 L37 62", weight: 1.15),
  ]

  static let snowConifers: [ReliefShape] = {
    let snow = [
      "M50 8 L57 22 L52 26 L48 23 L44 27 L43 22 Z M44 31 L56 31 L60 40 L54 43 L50 40 L44 45 L39 42 Z M40 53 L60 53 L66 64 L58 67 L52 63 L45 69 L38 64 L34 67 Z",
      "M50 6 L56 19 L50 22 L44 20 Z M46 24 L54 24 L58 33 L51 35 L43 33 Z M42 41 L58 41 L62 50 L54 52 L49 49 L42 53 L38 50 Z M39 58 L61 58 L65 68 L57 70 L50 66 L43 71 L36 68 Z",
      "M50 12 L58 33 L53 38 L49 34 L45 39 L42 33 Z M37 47 L44 43 L50 49 L57 44 L64 49 L58 56 L51 52 L44 58 Z M30 63 L38 60 L46 66 L55 61 L66 65 L60 71 L50 69 L40 74 Z",
    ]
    return zip(conifers, snow).map { conifer, snow in
      var shape = conifer
      shape.light = snow
      shape.hatch = ""
      return shape
    }
  }()

  static let acacias: [ReliefShape] = [
    ReliefShape(
      body:
        "M13 41 C15 29 33 22 50 22 C68 22 85 29 87 41 C78 47 66 42 57 45 C50 48 45 43 38 45 C29 48 20 46 13 41 Z",
      shade: "M66 24 C78 27 86 33 87 41 C78 47 66 42 57 45 C51 47 47 45 43 44 C58 42 68 36 66 24 Z",
      light: "M18 39 C22 31 34 27 46 27 C36 30 28 34 24 40 Z",
      wood: "M36 44 L46 62 L45 84 L55 84 L54 63 L66 44 L61 43 L51 57 L49 57 L41 43 Z",
      hatch: "M70 32 C76 34 79 37 80 40 M54 38 C59 39 63 38 66 36", weight: 1.1),
    ReliefShape(
      body:
        "M10 46 C12 38 24 33 36 34 C42 24 66 22 78 30 C88 34 90 40 86 44 C74 46 66 42 58 44 C46 50 24 52 10 46 Z",
      shade: "M70 27 C84 30 91 38 86 44 C74 46 66 42 58 44 C52 47 44 48 36 49 C54 44 70 40 70 27 Z",
      light: "M15 44 C20 39 30 37 39 38 C45 31 54 28 62 29 C52 32 46 37 42 42 C32 40 22 42 15 44 Z",
      wood: "M40 47 L48 64 L47 84 L56 84 L56 64 L70 43 L64 43 L54 57 L46 46 Z",
      hatch: "M74 34 C79 36 81 38 82 41", weight: 1.1),
  ]

  static let palms: [ReliefShape] = [
    ReliefShape(
      body:
        "M59 35 C47 22 31 22 21 35 C33 30 47 31 59 35 Z M59 35 C51 18 39 11 27 14 C41 18 51 25 59 35 Z M59 35 C63 18 75 11 88 15 C76 19 66 26 59 35 Z M59 35 C73 26 88 32 93 46 C82 37 71 34 59 35 Z M59 35 C51 40 41 49 41 64 C47 51 53 42 59 35 Z M59 35 C70 40 80 50 81 64 C74 51 66 42 59 35 Z",
      shade:
        "M59 35 C73 26 88 32 93 46 C82 37 71 34 59 35 Z M59 35 C70 40 80 50 81 64 C74 51 66 42 59 35 Z",
      wood: "M45 86 C48 66 51 50 56 36 L61 37 C56 52 54 68 54 86 Z", weight: 0.9),
    ReliefShape(
      body:
        "M42 30 C32 16 17 17 9 29 C20 25 32 26 42 30 Z M42 30 C39 15 49 6 62 8 C52 13 46 21 42 30 Z M42 30 C53 18 69 19 78 30 C65 27 53 27 42 30 Z M42 30 C34 34 24 44 24 58 C31 47 37 38 42 30 Z M42 30 C53 32 65 42 68 56 C60 46 51 36 42 30 Z",
      shade:
        "M42 30 C53 18 69 19 78 30 C65 27 53 27 42 30 Z M42 30 C53 32 65 42 68 56 C60 46 51 36 42 30 Z",
      wood: "M50 86 C48 66 44 50 40 32 L45 31 C50 48 56 66 59 86 Z", weight: 0.9),
  ]

  static let grasses: [ReliefShape] = [
    ReliefShape(
      lines:
        "M30 72 C30 64 27 57 21 52 M34 72 C35 62 34 54 31 46 M38 72 C40 62 43 56 49 52 M60 80 C60 72 57 66 52 62 M64 80 C64 71 65 64 63 57 M68 80 C70 72 73 66 79 62",
      weight: 1.1),
    ReliefShape(
      lines:
        "M44 76 C44 66 40 58 33 52 M48 76 C48 64 48 55 45 46 M52 76 C53 64 56 56 60 49 M56 76 C58 68 62 62 69 58",
      weight: 1.1),
  ]

  static let swamps: [ReliefShape] = [
    ReliefShape(
      body:
        "M44 31 C44 26 49 26 49 31 L49 42 C49 46 44 46 44 42 Z M58 40 C58 36 63 36 63 40 L63 49 C63 53 58 53 58 49 Z",
      lines:
        "M46 76 L46 45 M60 76 L60 52 M38 76 C38 62 35 54 29 48 M53 76 C53 64 54 58 56 54 M67 76 C68 66 71 60 77 56 M14 78 L38 78 M46 81 L86 81 M26 86 L62 86",
      inLines:
        "M50 33 L50 0 M50 33 C48 22 42 13 33 8 M50 33 C52 22 58 13 67 8 M0 36 L22 36 M36 36 L64 36 M79 36 L100 36",
      weight: 1.05),
    ReliefShape(
      body: "M52 27 C52 22 57 22 57 27 L57 39 C57 43 52 43 52 39 Z",
      lines:
        "M54 75 L54 42 M46 75 C46 62 43 54 37 47 M62 75 C62 64 66 56 72 51 M40 75 C39 68 36 63 31 60 M20 78 L58 78 M66 78 L84 78 M34 84 L74 84",
      inLines:
        "M40 33 L40 2 M40 33 C38 22 33 14 24 9 M62 33 C62 22 66 12 74 6 M62 33 C60 24 56 18 51 14 M0 36 L28 36 M42 36 L62 36 M74 36 L100 36",
      weight: 1.05),
  ]

  static let cacti: [ReliefShape] = [
    ReliefShape(
      body:
        "M45 84 L45 63 L35 63 C30 63 28 60 28 56 L28 42 C28 36 36 36 36 42 L36 53 L45 53 L45 27 C45 19 55 19 55 27 L55 47 L64 47 L64 37 C64 31 72 31 72 37 L72 51 C72 56 69 58 65 58 L55 58 L55 84 Z",
      shade:
        "M50 21 C53 21 55 23 55 27 L55 47 L64 47 L68 47 L68 33 C71 33 72 35 72 37 L72 51 C72 56 69 58 65 58 L55 58 L55 84 L51 84 Z",
      hatch: "M50 34 L50 42 M50 66 L50 76"),
    ReliefShape(
      body:
        "M43 84 C35 76 35 58 40 48 C44 40 56 40 60 48 C65 58 65 76 57 84 Z M60 47 C58 40 62 34 68 36 C73 38 72 46 66 50 Z",
      shade: "M54 43 C57 44 59 46 60 48 C65 58 65 76 57 84 L51 84 C57 74 58 56 54 43 Z",
      hatch: "M45 54 L44 74 M55 54 L56 74"),
    ReliefShape(
      body:
        "M46 84 L46 36 C46 29 54 29 54 36 L54 60 L62 60 L62 50 C62 45 69 45 69 50 L69 63 C69 67 67 69 63 69 L54 69 L54 84 Z",
      shade:
        "M50 31 C53 31 54 33 54 36 L54 60 L66 60 L69 60 L69 63 C69 67 67 69 63 69 L54 69 L54 84 L51 84 Z",
      hatch: "M50 42 L50 52 M50 68 L50 78"),
  ]

  static let deadTrees: [ReliefShape] = [
    ReliefShape(
      wood: "M45 84 L47 58 L46 40 L50 40 L52 58 L56 84 Z",
      lines:
        "M48 52 C42 46 36 42 28 40 M36 43 L32 34 M50 46 C54 36 62 30 70 26 M60 33 L60 22 M51 60 C58 56 64 56 72 50 M47 42 L44 24"
    ),
    ReliefShape(
      wood: "M46 84 C49 66 46 54 40 42 L44 40 C52 52 54 66 56 84 Z",
      lines:
        "M42 42 C38 34 38 28 34 20 M46 48 C54 42 58 34 58 24 M57 33 L66 26 M50 60 C58 58 64 52 70 50 M38 30 L28 28"
    ),
  ]

  /// The drawings there are of a kind.
  static func all(of kind: ReliefKind) -> [ReliefShape] {
    switch kind {
    case .mount: mounts
    case .mountSnow: snowMounts
    case .vulcan: vulcans
    case .hill: hills
    case .dune: dunes
    case .deciduous: deciduous
    case .conifer: conifers
    case .coniferSnow: snowConifers
    case .acacia: acacias
    case .palm: palms
    case .grass: grasses
    case .swamp: swamps
    case .cactus: cacti
    case .deadTree: deadTrees
    }
  }
}
