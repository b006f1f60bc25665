// SPDX-License-Identifier: MIT
// Part of Platen: what Word files take of a look: colors for a white page, families, large print.

internal import Text
internal import Typesetting
package import Writers

/// Puts the skeleton of Word files into the colors and families of a look.
///
/// The skeleton's theme names a color for each part it plays; its styles repeat these colors for
/// programs that know no themes. Word's pages are white, so colors are those of the look's light
/// screens, even in a look for dark ones.
package struct WordTheme {
  /// Colors by their names in the theme, as RRGGBB.
  private let colors: [(role: String, color: String)]
  /// Of headings and of running text.
  private let families: (major: String?, minor: String?)
  /// The minimum size of text in half points; nil for a look that is not large print.
  private let least: Int?
  /// Half points of the skeleton's running text.
  private static let usual = 22
  /// From this size on, in points, a look is large print.
  private static let largePrint = 14.0

  /// The theme of a look.
  package init(_ look: BookLook) {
    let light = look.web.light
    func text(_ color: UInt32) -> String {
      let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    let (ink, accent) = (text(light.ink), text(light.accent))
    colors = [
      ("dk1", ink), ("dk2", ink), ("lt2", text(light.panel)), ("accent1", accent),
      ("accent2", ink), ("accent3", accent), ("accent6", text(light.muted)), ("hlink", accent),
    ]
    let body = look.pages.patches["body"]?.families?.first
    families = (look.pages.patches["heading"]?.families?.first ?? body, body)
    least = look.pages.patches["body"]?.size.flatMap { size in
      size >= WordTheme.largePrint ? Int((size * 2).rounded()) : nil
    }
  }

  /// The theme in keys of stages.
  package var text: String {
    colors.map { $0.role + $0.color }.joined(separator: " ")
      + " \(families.major ?? "") \(families.minor ?? "")" + (least.map { " \($0)" } ?? "")
  }

  /// The parts in these colors and families.
  package func applied(to parts: [DOCXPart]) -> [DOCXPart] {
    guard let theme = parts.first(where: { $0.name == "word/theme/theme1.xml" }) else {
      return parts
    }
    let old = String(decoding: theme.bytes, as: UTF8.self)
    // By what each color is in the theme: two that were one may part ways.
    let themed = colors.compactMap { role, color in
      WordTheme.value(in: old, between: "<a:\(role)><a:srgbClr val=\"", and: "\"").map {
        (role: role, old: $0, new: color)
      }
    }
    return parts.map { part in
      var text = String(decoding: part.bytes, as: UTF8.self)
      switch part.name {
      case "word/theme/theme1.xml":
        for (role, old, new) in themed {
          let mark = "<a:\(role)><a:srgbClr val=\""
          text = text.replacing(mark + old + "\"", with: mark + new + "\"")
        }
        for (place, family) in [("major", families.major), ("minor", families.minor)] {
          let mark = "<a:\(place)Font><a:latin typeface=\""
          guard let family, let old = WordTheme.value(in: text, between: mark, and: "\"") else {
            continue
          }
          text = text.replacing(
            mark + old + "\"", with: mark + MarkupEscaping.escaped(family) + "\"")
        }
      case "word/styles.xml":
        // Sections are headed in the color that the look picks out.
        text = WordTheme.changing("Heading2", in: text) {
          $0.replacing("w:themeColor=\"accent2\"", with: "w:themeColor=\"accent1\"")
        }
        for (role, old, new) in themed {
          let name =
            switch role {
            case "lt2": "background2"
            case "hlink": "hyperlink"
            default: role
            }
          for key in ["w:themeColor", "w:themeFill"] {
            let mark = "\" \(key)=\"\(name)\""
            text = text.replacing(old + mark, with: new + mark)
          }
          if role == "accent2", let first = themed.first(where: { $0.role == "accent1" }) {
            let mark = "\" w:themeColor=\"accent1\""
            text = text.replacing(old + mark, with: first.new + mark)
          }
        }
        if let least { text = WordTheme.enlarging(text, to: least) }
      default: return part
      }
      return DOCXPart(part.name, Array(text.utf8))
    }
  }

  /// Styles with running text in a larger size, and all else as much larger; what is too small to be
  /// of letters stays.
  private static func enlarging(_ styles: String, to least: Int) -> String {
    var result = ""
    var rest = styles[...]
    let mark = " w:val=\""
    while let start = rest.firstRange(of: "<w:sz") {
      result += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      // `w:sz` and `w:szCs`.
      let name = rest.prefix { $0 != " " }
      guard ["", "Cs"].contains(name), rest.dropFirst(name.count).hasPrefix(mark) else { continue }
      let digits = rest.dropFirst(name.count + mark.count).prefix { $0 != "\"" }
      guard let size = Int(digits), size >= 14 else { continue }
      result += name + mark + "\(max(least, size + least - usual))"
      rest = rest[digits.endIndex...]
    }
    return result + rest
  }

  private static func value(
    in text: String, between start: String, and end: Character
  ) -> String? {
    guard let range = text.firstRange(of: start) else { return nil }
    return String(text[range.upperBound...].prefix { $0 != end })
  }

  /// Changes the style of that id.
  private static func changing(
    _ id: String, in text: String, _ change: (String) -> String
  ) -> String {
    guard let start = text.firstRange(of: "w:styleId=\"\(id)\""),
      let end = text[start.upperBound...].firstRange(of: "</w:style>")
    else { return text }
    let range = start.lowerBound..<end.upperBound
    var text = text
    text.replaceSubrange(range, with: change(String(text[range])))
    return text
  }
}
