// SPDX-License-Identifier: MIT
// Part of Platen: what recipes need to know of a look's lettering.

internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Drawing

extension MapLook {
  /// What there is to say about the fonts of the look: which stand in for others (notes), and which
  /// letterings find none of their families (warnings naming the package to install).
  func fontNotes(_ fonts: FontSet) -> [Diagnostic] {
    var names: [String] = []
    for families in fontGroups {
      // The first that is here is used, as itself or by another; the rest does not matter.
      let used = families.first { fonts.match($0) != nil }.map { [$0] } ?? families
      for name in used where !names.contains(name) { names.append(name) }
    }
    return fonts.check(names)
  }

  /// The families of each lettering that has a size.
  var fontGroups: [[String]] {
    MapLook.fields.filter { $0.name.hasSuffix(".families") }.compactMap { field in
      let group = field.name.dropLast("families".count)
      if case .number(0)? = MapLook.field(named: group + "size")?.get(self) { return nil }
      guard case .list(let items)? = field.get(self) else { return nil }
      return items.compactMap { item in
        if case .text(let name) = item { name } else { nil }
      }
    }
  }

  /// Every family it may ask for, in the order of its fields.
  var fontFamilies: [String] {
    var names: [String] = []
    for field in MapLook.fields where field.name.hasSuffix(".families") {
      guard case .list(let items)? = field.get(self) else { continue }
      for case .text(let name) in items where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The look with all lettering larger by a factor: for pictures whose text keeps its size.
  func scalingText(by factor: Double) throws -> MapLook {
    var look = self
    let groups = MapLook.fields.filter { $0.name.hasSuffix(".families") }
      .map { $0.name.dropLast("families".count) }
    for field in MapLook.fields where field.kind == .length {
      guard let group = groups.first(where: { field.name.hasPrefix($0) }),
        ["size", "min-size", "max-size", "halo.width"].contains(field.name.dropFirst(group.count)),
        case .number(let value)? = field.get(self)
      else { continue }
      try field.set(&look, .number(min(value * factor, 100_000)))
    }
    return look
  }
}
