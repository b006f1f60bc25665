// SPDX-License-Identifier: MIT
// Part of Platen: the many crosses, most of them one arm turned four times.

internal import Geometry

/// Crosses of all kinds. `crossGamma`, a swastika, is omitted on purpose: some countries forbid
/// showing it. A plain cross is drawn in its place.
enum Crosses {
  private static let quarters: [AffineMap] = [
    .identity, .quarterTurn, AffineMap(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0),
    AffineMap(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0),
  ]

  /// Four arms like the one of `arm`, which points up from the middle.
  private static func fourfold(_ arm: String) -> Path {
    let path = OutlineText.path(arm)
    return quarters.reduce(into: Path()) { $0.append(path.applying($1)) }
  }

  private static func cross(_ arm: String, and more: String = "") -> ChargeDrawing {
    ChargeDrawing(fourfold(arm).joined(OutlineText.path(more)))
  }

  private static func plain(_ text: String) -> ChargeDrawing {
    ChargeDrawing(OutlineText.path(text))
  }

  private static let hummetty = "M-8,2 L-8,-36 8,-36 8,2 Z"
  private static let flared = "M-3,0 L-5,-8 -15,-37 15,-37 5,-8 3,0 Z"

  static let all: [(String, ChargeDrawing)] = [
    ("crossHummetty", cross(hummetty)),
    (
      "crossVoided",
      ChargeDrawing(
        OutlineText.path(
          """
          M-11,-37 L11,-37 11,-11 37,-11 37,11 11,11 11,37 -11,37 -11,11 -37,11 -37,-11 -11,-11 Z \
          M-6,-32 L6,-32 6,-6 32,-6 32,6 6,6 6,32 -6,32 -6,6 -32,6 -32,-6 -6,-6 Z
          """),
        isEvenOdd: true)
    ),
    ("crossPattee", cross("M-4,2 C-5,-12 -9,-24 -17,-37 L17,-37 C9,-24 5,-12 4,2 Z")),
    ("crossPatteeAlisee", cross("M-3,2 L-15,-32 C-7,-39 7,-39 15,-32 L3,2 Z")),
    ("crossFormee", cross(flared)),
    ("crossFormee2", cross("M-2,2 C-4,-14 -10,-28 -20,-36 L20,-36 C10,-28 4,-14 2,2 Z")),
    (
      "crossTemplar",
      cross("M-5,2 L-6,-10 C-7,-22 -10,-30 -15,-37 L15,-37 C10,-30 7,-22 6,-10 L5,2 Z")
    ),
    ("crossPotent", cross("M-5,2 L-5,-27 -15,-27 -15,-37 15,-37 15,-27 5,-27 5,2 Z")),
    (
      "crossJerusalem",
      cross(
        "M-4,2 L-4,-28 -12,-28 -12,-36 12,-36 12,-28 4,-28 4,2 Z",
        and: [-1.0, 1].flatMap { x in [-1.0, 1].map { y in (x * 22, y * 22) } }.map {
          "R\($0.0 - 2.5),\($0.1 - 9),5,18 R\($0.0 - 9),\($0.1 - 2.5),18,5"
        }.joined(separator: " "))
    ),
    (
      "crosslet",
      cross("M-5,2 L-5,-18 -14,-18 -14,-27 -5,-27 -5,-37 5,-37 5,-27 14,-27 14,-18 5,-18 5,2 Z")
    ),
    (
      "crossClechy",
      ChargeDrawing(
        fourfold("M-3,0 L-14,-24 0,-39 14,-24 3,0 Z")
          .joined(fourfold("M0,-13 L7,-24 0,-31 -7,-24 Z").eachReversed))
    ),
    ("crossBottony", cross("M-4,2 L-4,-24 4,-24 4,2 Z O0,-31,6.5 O-7.5,-24,6.5 O7.5,-24,6.5")),
    (
      "crossFleury",
      cross(
        """
        M-5,2 L-5,-20 5,-20 5,2 Z S !0,-40 6,-31 !3,-21 !-3,-21 -6,-31 \
        S !-4,-19 -12,-29 -18,-24 !-15,-18 -12,-22 -8,-17 !0,-16 8,-17 12,-22 \
        !15,-18 18,-24 12,-29 !4,-19 0,-21
        """
      )
    ),
    (
      "crossPatonce",
      cross(
        """
        M-4,2 C-5,-12 -8,-22 -18,-27 C-12,-29 -7,-29 -5,-26 C-5,-31 -3,-36 0,-40 \
        C3,-36 5,-31 5,-26 C7,-29 12,-29 18,-27 C8,-22 5,-12 4,2 Z
        """)
    ),
    ("crossPommy", cross("M-4.5,2 L-4.5,-28 4.5,-28 4.5,2 Z O0,-29,9.5")),
    ("crossArrowed", cross("M-4,2 L-4,-22 -15,-22 0,-40 15,-22 4,-22 4,2 Z")),
    (
      "crossFitchy",
      plain("M-7,-7 L-7,-34 7,-34 7,-7 30,-7 30,7 7,7 4,18 0,40 -4,18 -7,7 -30,7 -30,-7 Z")
    ),
    (
      "crossCercelee",
      cross(
        """
        M-4,2 L-4,-20 4,-20 4,2 Z S !-4,-16 -6,-32 -17,-34 -21,-24 !-14,-20 -15,-26 \
        -11,-26 -9,-18 \
        S !4,-16 9,-18 11,-26 15,-26 !14,-20 21,-24 17,-34 6,-32
        """)
    ),
    (
      "crossMoline",
      cross(
        """
        M-5,2 L-5,-20 C-6,-26 -10,-29 -17,-28 C-15,-34 -6,-37 0,-30 C6,-37 15,-34 17,-28 \
        C10,-29 6,-26 5,-20 L5,2 Z
        """)
    ),
    ("crossFourchy", cross("M-4,2 L-4,-20 -15,-32 -11,-38 0,-27 11,-38 15,-32 4,-20 4,2 Z")),
    (
      "crossAvellane",
      cross("M-2,2 L-3,-14 C-12,-18 -10,-28 -4,-30 L0,-40 4,-30 C10,-28 12,-18 3,-14 L2,2 Z")
    ),
    (
      "crossErminee",
      cross(
        """
        M0,0 C4,-8 8,-16 12,-24 C7,-23 5,-22 3,-20 L0,-27 -3,-20 C-5,-22 -7,-23 -12,-24 \
        C-8,-16 -4,-8 0,0 Z O0,-34,4 O-8,-29,3.4 O8,-29,3.4
        """)
    ),
    ("crossBiparted", cross("R-10,-36,6,36 R4,-36,6,36")),
    ("crossMaltese", cross("M0,0 L-15,-37 0,-28 15,-37 Z")),
    (
      "crossCeltic",
      ChargeDrawing(
        fourfold("M-5,2 L-8,-37 8,-37 5,2 Z")
          .joined(OutlineText.path("O0,0,26 -O0,0,18")))
    ),
    (
      "crossCeltic2",
      ChargeDrawing(
        OutlineText.path(
          """
          M-5,-12 L-7,-40 7,-40 5,-12 Z M-5,-17 L-28,-19 -28,-5 -5,-7 Z M5,-17 \
          L28,-19 28,-5 5,-7 Z \
          M-5,-16 L5,-16 9,40 -9,40 Z O0,-12,20 -O0,-12,13.5
          """))
    ),
    (
      "crossCarolingian",
      ChargeDrawing(
        fourfold("S !0,-8 -15,-24 0,-40 15,-24 -S !0,-17 -8,-25 0,-33 8,-25")
          .joined(OutlineText.path("O0,0,16 -O0,0,10")))
    ),
    (
      "crossTriquetra",
      ChargeDrawing(
        """
        1 O50,50,.1
        1e S !50,0 74,30 70,58 !50,72 30,58 26,30 S !50,11 66,34 62,55 !50,63 38,55 34,34
        1e S !4,82 18,46 44,36 !66,44 56,66 36,86 S !14,76 25,51 44,44 !56,48 49,62 33,76
        1e S !96,82 64,86 44,66 !34,44 56,36 82,46 S !86,76 75,51 56,44 !44,48 51,62 67,76
        """)
    ),
    (
      "crossOccitan",
      ChargeDrawing(
        fourfold("M-3,0 L-14,-24 0,-35 14,-24 3,0 Z O-15,-26,3 O15,-26,3 O0,-37,3")
          .joined(fourfold("M0,-10 L7,-23 0,-29 -7,-23 Z").eachReversed))
    ),
    ("crossSaltire", ChargeDrawing(fourfold(hummetty).applying(.bendwise))),
    (
      "crossBurgundy",
      ChargeDrawing(
        fourfold(
          """
          M-5,2 L-5,-10 -11,-17 -6,-18 -5,-14 -5,-26 -11,-33 -6,-34 -5,-30 -5,-39 \
          5,-39 5,-22 11,-29 6,-12 5,2 Z
          """
        )
        .applying(.bendwise))
    ),
    (
      "crossLatin",
      plain("M-7,-40 L7,-40 7,-22 26,-22 26,-8 7,-8 7,40 -7,40 -7,-8 -26,-8 -26,-22 -7,-22 Z")
    ),
    (
      "crossPatriarchal",
      plain(
        """
        M-6,-40 L6,-40 6,-30 17,-30 17,-20 6,-20 6,-11 26,-11 26,0 6,0 6,40 -6,40 \
        -6,0 -26,0 -26,-11 -6,-11 -6,-20 -17,-20 -17,-30 -6,-30 Z
        """
      )
    ),
    (
      "crossDouble",
      plain(
        """
        M-6,-40 L6,-40 6,-28 22,-28 22,-17 6,-17 6,5 22,5 22,16 6,16 6,40 -6,40 \
        -6,16 -22,16 -22,5 -6,5 -6,-17 -22,-17 -22,-28 -6,-28 Z
        """
      )
    ),
    (
      "crossOrthodox",
      plain(
        """
        M-5,-40 L5,-40 5,-32 15,-32 15,-23 5,-23 5,-14 26,-14 26,-4 5,-4 5,14 20,22 \
        17,30 5,24 5,40 -5,40 -5,18 -20,10 -17,2 -5,8 -5,-4 -26,-4 -26,-14 -5,-14 \
        -5,-23 -15,-23 -15,-32 -5,-32 Z
        """
      )
    ),
    (
      "crossCalvary",
      plain(
        """
        M-5,-40 L5,-40 5,-26 20,-26 20,-16 5,-16 5,14 11,14 11,22 18,22 18,30 26,30 \
        26,39 -26,39 -26,30 -18,30 -18,22 -11,22 -11,14 -5,14 -5,-16 -20,-16 \
        -20,-26 -5,-26 Z
        """
      )
    ),
    (
      "crossAnkh",
      plain(
        """
        M-3,-4 L-7,40 7,40 3,-4 Z M0,-8 L-26,-12 -26,0 0,-3 26,0 26,-12 Z S !0,-4 \
        -16,-24 0,-40 16,-24 -S !0,-12 -9,-24 0,-32 9,-24
        """
      )
    ),
    ("crossTau", plain("M-28,-38 L28,-38 26,-24 8,-26 10,38 -10,38 -8,-26 -26,-24 Z")),
    (
      "crossSantiago",
      plain(
        """
        M-5,4 L-4,-20 C-12,-18 -14,-30 -5,-31 C-3,-38 3,-38 5,-31 C14,-30 12,-18 \
        4,-20 L5,-8 22,-8 \
        C26,-14 30,-12 30,-7 C34,-6 34,2 30,3 C30,8 26,10 22,4 L5,4 5,20 0,40 \
        -5,20 -5,4 -22,4 \
        C-26,10 -30,8 -30,3 C-34,2 -34,-6 -30,-7 C-30,-12 -26,-14 -22,-8 L-5,-8 Z
        """)
    ),
  ]
}
