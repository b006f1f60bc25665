// SPDX-License-Identifier: MIT
// Part of Platen: the settings of washes, as transparent watercolor lies on paper.

internal import Drawing

extension MapLook {
  /// A transparent wash whose pigment gathers along its edges.
  struct Wash: Hashable {
    /// The opacity of the pigment away from the edges; 0 draws none.
    var strength = 0.0
    /// The opacity that is added along the edges.
    var pool = 0.4
    /// The distance from the edge at which pigment stops gathering.
    var reach = 8.0
    /// The unevenness with which pigment settles in the paper.
    var grain = 0.3
    /// The distance by which the edge strays from the border.
    var bleed = 0.8

    var isVisible: Bool { strength > 0 }
  }
}

extension LookField where Look == MapLook {
  /// The settings of a wash.
  static func wash(
    _ name: String, _ path: LookPath<MapLook.Wash>, _ what: String
  ) -> [LookField] {
    func field(
      _ key: String, _ kind: LookKind,
      _ part: any WritableKeyPath<MapLook.Wash, Double> & Sendable, _ doc: String
    ) -> LookField {
      LookField(
        name + key, kind, doc, get: { .number($0[keyPath: path][keyPath: part]) },
        store: { if case .number(let v) = $1 { $0[keyPath: path][keyPath: part] = v } })
    }
    return [
      field(
        ".strength", .number(0...1), \.strength,
        "Opacity of a wash of watercolor in place of \(what); 0 draws none"),
      field(
        ".pool", .number(0...1), \.pool, "Opacity that this wash gains along its edges"),
      field(".reach", .length, \.reach, "How far from the edge this wash grows paler"),
      field(
        ".grain", .number(0...1), \.grain, "How unevenly the pigment of this wash settles"),
      field(
        ".bleed", .length, \.bleed, "How far the edge of this wash strays from its border"),
    ]
  }
}
