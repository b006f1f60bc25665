// SPDX-License-Identifier: MIT
// Part of Platen: what recipes need to know of a look's lettering.

internal import Cartography

extension MapLook {
  /// The family each lettering of the look asks for first, each once, in the order of its settings.
  var fontFamilies: [String] {
    var families: [String] = []
    for field in MapLook.fields where field.name.hasSuffix(".families") {
      guard case .list(let items) = field.get(self) else { continue }
      if case .text(let name)? = items.first, !families.contains(name) { families.append(name) }
    }
    return families
  }

  /// The look with all lettering larger by a factor: for pictures whose text keeps its size.
  func scalingText(by factor: Double) throws -> MapLook {
    var look = self
    let groups = MapLook.fields.filter { $0.name.hasSuffix(".families") }
      .map { $0.name.dropLast("families".count) }
    for field in MapLook.fields where field.kind == .length {
      guard let group = groups.first(where: { field.name.hasPrefix($0) }),
        ["size", "min-size", "max-size", "halo.width"].contains(field.name.dropFirst(group.count)),
        case .number(let value) = field.get(self)
      else { continue }
      try field.set(&look, .number(min(value * factor, 100_000)))
    }
    return look
  }
}
