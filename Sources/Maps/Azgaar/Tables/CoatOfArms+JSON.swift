// SPDX-License-Identifier: MIT
// Part of Platen: coats of arms out of FMG's tables.

internal import Atlas
internal import Geometry
internal import JSON

extension CoatOfArms {
  /// Reads a row's arms: the object that versions from 1.5 on write, or the word `custom`. Up to
  /// 1.90 their size stood beside them.
  init?(_ row: RowReader) {
    guard let view = row.view["coa"] else { return nil }
    self.init(view)
    size = view["size"]?.looseDouble ?? row.double("coaSize") ?? 1
  }

  private init?(_ view: JSONView) {
    if view.equals("custom") {
      self.init(field: "")
      isCustom = true
      return
    }
    guard view.isObject else { return nil }
    self.init(field: view["t1"]?.looseString ?? "")
    shield = view["shield"]?.looseString
    isCustom = view["custom"]?.looseBool ?? false
    if let x = view["x"]?.looseDouble, let y = view["y"]?.looseDouble { position = Point(x, y) }
    if let part = view["division"], let kind = part["division"]?.looseString {
      division = Division(
        division: kind, tincture: part["t"]?.looseString ?? "", line: part["line"]?.looseString)
    }
    ordinaries = view["ordinaries"]?.elements.compactMap(Ordinary.init) ?? []
    charges = view["charges"]?.elements.compactMap(Charge.init) ?? []
  }
}

extension CoatOfArms.Ordinary {
  fileprivate init?(_ view: JSONView) {
    guard let kind = view["ordinary"]?.looseString else { return nil }
    self.init(ordinary: kind, tincture: view["t"]?.looseString ?? "")
    line = view["line"]?.looseString
    divided = view["divided"]?.looseString
    isAbove = view["above"]?.looseBool ?? false
  }
}

extension CoatOfArms.Charge {
  fileprivate init?(_ view: JSONView) {
    guard let kind = view["charge"]?.looseString else { return nil }
    let tinctures = [view["t"], view["t2"], view["t3"]].compactMap { $0?.looseString }
    self.init(charge: kind, tinctures: tinctures, positions: view["p"]?.looseString ?? "")
    size = view["size"]?.looseDouble ?? 1
    isSinister = view["sinister"]?.looseBool ?? false
    isReversed = view["reversed"]?.looseBool ?? false
    divided = view["divided"]?.looseString
  }
}
