// SPDX-License-Identifier: MIT
// Part of Platen: a look's pages as the lines of a look file, which also distinguish two of them.

internal import Drawing

extension BookStyle {
  /// The settings of pages as wholes, as YAML.
  public var pageLines: [String] { LookText.lines(of: BookStyle.pageFields, in: self) }

  /// The look's settings for each kind and class, as YAML: the same lines for the same look.
  public var styleLines: [String] {
    var lines = ["", "styles:"]
    for selector in patchedSelectors {
      guard let patch = patches[selector] else { continue }
      let set = StylePatch.fields.compactMap { field in
        field.get(patch).map { "    \(field.name): \($0.text)" }
      }
      if !set.isEmpty { lines += ["  \(selector):"] + set }
    }
    return lines
  }
}
