// SPDX-License-Identifier: MIT
// Part of Platen: the families that a look uses, and all its lettering made larger.

internal import Drawing

extension MapLook {
  /// The families of each lettering that has a size.
  package var fontGroups: [[String]] {
    MapLook.fields.filter { $0.name.hasSuffix(".families") }.compactMap { field in
      let group = field.name.dropLast("families".count)
      if case .number(0)? = MapLook.field(named: group + "size")?.get(self) { return nil }
      guard case .list(let items)? = field.get(self) else { return nil }
      return items.compactMap { item in
        if case .text(let name) = item { name } else { nil }
      }
    }
  }

  /// Every family it may use, in the order of its fields.
  package var fontFamilies: [String] {
    var names: [String] = []
    for field in MapLook.fields where field.name.hasSuffix(".families") {
      guard case .list(let items)? = field.get(self) else { continue }
      for case .text(let name) in items where !names.contains(name) { names.append(name) }
    }
    for name in saved.families where !names.contains(name) { names.append(name) }
    return names
  }

  /// The families for small print beside the map.
  package var smallPrintFamilies: [String] {
    guard case .list(let names)? = value(of: "scale-bar.label.families") else { return [] }
    return names.compactMap { if case .text(let name) = $0 { name } else { nil } }
  }

  /// The look with all lettering larger by a factor: for pictures whose text keeps its size.
  package func scalingText(by factor: Double) throws -> MapLook {
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
    look.saved = saved.scaled(by: factor)
    return look
  }
}
