// SPDX-License-Identifier: MIT
// Part of Platen: the least sizes a press can print and a reader can read, kept by a look.

internal import Drawing

/// The least sizes on a sheet, in map units; 0 sets no limit.
public struct LeastSizes: Hashable, Sendable {
  /// Em of letters.
  public var text: Double
  /// Width of lines.
  public var line: Double
  /// Size of markers' pins.
  public var icon: Double

  public init(text: Double, line: Double, icon: Double) {
    (self.text, self.line, self.icon) = (text, line, icon)
  }
}

extension MapLook {
  /// The look with nothing smaller than that. What is not drawn at all stays so.
  func raised(to least: LeastSizes) -> MapLook {
    var copy = self
    func raise(_ field: MapLookField, to limit: Double) {
      guard case .number(let value) = field.get(copy), value > 0, value < limit else { return }
      field.store(&copy, .number(limit))
    }
    for field in MapLook.fields where field.kind == .length {
      if field.name.hasSuffix(".width") {
        // A pen has dashes; what goes round letters has none.
        let pen = field.name.dropLast("width".count)
        if MapLook.field(named: pen + "dash") != nil { raise(field, to: least.line) }
      } else if let part = ["size", "min-size", "max-size"].first(where: {
        field.name.hasSuffix("." + $0)
      }), MapLook.field(named: field.name.dropLast(part.count) + "families") != nil {
        raise(field, to: least.text)
      } else if field.name == "markers.size" {
        raise(field, to: least.icon)
      }
    }
    copy.saved = saved.raised(to: least.text)
    return copy
  }
}
