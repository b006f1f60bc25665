// SPDX-License-Identifier: MIT
// Part of Platen: how fields are divided.

internal import Geometry

/// A way to divide a field. The area is that of the other part, which bears the division's own
/// tincture; the first part stays as the field is.
enum FieldDivision: String, CaseIterable, Sendable {
  case perPale, perFess, perBend, perBendSinister, perChevron, perChevronReversed, perCross
  case perPile, perSaltire, gyronny, chevronny

  /// The other part's outline, to be filled by the even-odd rule.
  func area(_ line: PartitionLine) -> Path {
    let f = PartitionPolygon.far
    switch self {
    case .perFess:
      return PartitionPolygon([Point(-f, 0), Point(f, 0), Point(f, f), Point(-f, f)], lined: [0])
        .path(line)
    case .perPale:
      return PartitionPolygon([Point(0, f), Point(0, -f), Point(f, -f), Point(f, f)], lined: [0])
        .path(line)
    case .perBend:
      let g = f * 1.5
      return PartitionPolygon([Point(-g, 0), Point(g, 0), Point(g, g), Point(-g, g)], lined: [0])
        .path(line, turned: .bendwise)
    case .perBendSinister:
      let g = f * 1.5
      return PartitionPolygon([Point(-g, 0), Point(g, 0), Point(g, g), Point(-g, g)], lined: [0])
        .path(line, turned: .bendwiseSinister)
    case .perChevron:
      return PartitionPolygon(
        [Point(-f, f), Point(0, 0), Point(f, f), Point(f, f + 20), Point(-f, f + 20)],
        lined: [0, 1]
      ).path(line)
    case .perChevronReversed:
      return PartitionPolygon([Point(f, -f), Point(0, 0), Point(-f, -f)], lined: [0, 1]).path(line)
    case .perCross:
      var path = PartitionPolygon(
        [Point(0, 0), Point(0, -f), Point(f, -f), Point(f, 0)], lined: [0, 3]
      ).path(line)
      path.append(
        PartitionPolygon([Point(0, 0), Point(0, f), Point(-f, f), Point(-f, 0)], lined: [0, 3])
          .path(line))
      return path
    case .perPile:
      let slope = 85.0 / 200
      var path = PartitionPolygon(
        [Point(-85 - slope * 10, -f), Point(0, f), Point(-f - 10, f), Point(-f - 10, -f)],
        lined: [0]
      ).path(line)
      path.append(
        PartitionPolygon(
          [Point(0, f), Point(85 + slope * 10, -f), Point(f + 10, -f), Point(f + 10, f)],
          lined: [0]
        ).path(line))
      return path
    case .perSaltire:
      return OutlineText.path("M0,0 L-110,110 -110,-110 Z M0,0 L110,-110 110,110 Z")
    case .gyronny:
      return OutlineText.path(
        """
        M0,0 L-110,-110 -110,0 Z M0,0 L0,-110 110,-110 Z M0,0 L110,0 110,110 Z \
        M0,0 L0,110 -110,110 Z
        """)
    case .chevronny:
      var path = Path()
      for index in -1...3 {
        let top = -75 + Double(index) * 60
        path.append(
          Path(ring: [
            Point(0, top), Point(110, top + 77), Point(110, top + 107), Point(0, top + 30),
            Point(-110, top + 107), Point(-110, top + 77),
          ]))
      }
      return path
    }
  }
}
