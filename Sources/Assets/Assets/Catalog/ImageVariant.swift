// SPDX-License-Identifier: MIT
// Part of Platen: the pictures of an image set, distinguished by the names of their files.

public import Tokens

/// The purpose of a picture of a set, as its file's name states: `harbour~dark~ar.png`,
/// `tab@vector.svg`.
///
/// After the name of the set come words after `~`: `dark`, `high-contrast`, `rtl`, `ltr`, or a
/// language. A scale may come last, as in `harbour@3x.png`: how large the picture is drawn.
public struct ImageVariant: Hashable, Sendable {
  /// The name of the set.
  public var name: String
  public var mode: TokenMode
  /// `left-to-right`, `right-to-left`, or nil for both.
  public var direction: String?
  /// BCP 47, or nil for all.
  public var language: String?
  /// Pixels per point of the picture, where its name states them.
  public var scale: Int?
  /// Without the dot, in lower case.
  public var pathExtension: String

  public init(
    name: String, mode: TokenMode = .light, direction: String? = nil, language: String? = nil,
    scale: Int? = nil, pathExtension: String = "png"
  ) {
    self.name = name
    self.mode = mode
    self.direction = direction
    self.language = language
    self.scale = scale
    self.pathExtension = pathExtension
  }

  /// The formats of pictures that catalogs take as they are, by the extensions of their files.
  private static let keptExtensions: Set<String> = ["pdf", "jpg", "jpeg", "heic", "heif"]

  /// Indicates whether it is of a format that catalogs take as it is.
  public var isKept: Bool { ImageVariant.keptExtensions.contains(pathExtension) }

  /// Reads a file's name; nil where the file is not a picture Platen reads.
  ///
  /// - Parameter isKept: whether pictures that catalogs take as they are are meant, and no others.
  public init?(file: String, isKept: Bool = false) {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    pathExtension = file[file.index(after: dot)...].lowercased()
    let extensions = isKept ? ImageVariant.keptExtensions : ["png", "svg"]
    guard extensions.contains(pathExtension) else { return nil }
    var stem = file[..<dot]
    scale = nil
    if let at = stem.lastIndex(of: "@"), stem.hasSuffix("x"),
      let scale = Int(stem[stem.index(after: at)...].dropLast()), (1...4).contains(scale)
    {
      self.scale = scale
      stem = stem[..<at]
    }
    var words = stem.split(separator: "~", omittingEmptySubsequences: false)
    guard let first = words.first, !first.isEmpty else { return nil }
    name = String(first)
    words.removeFirst()
    var isDark = false
    var isHighContrast = false
    direction = nil
    language = nil
    for word in words {
      switch word {
      case "dark": isDark = true
      case "high-contrast": isHighContrast = true
      case "rtl", "ltr":
        guard direction == nil else { return nil }
        direction = word == "rtl" ? "right-to-left" : "left-to-right"
      default:
        guard ImageVariant.isLanguage(word), language == nil else { return nil }
        language = String(word)
      }
    }
    mode =
      isDark
      ? (isHighContrast ? .darkHighContrast : .dark) : (isHighContrast ? .highContrast : .light)
  }

  /// Indicates whether it is a tag of BCP 47 whose language has two or three letters, as those that
  /// are spoken. Words such as `hover` or `night` are none.
  private static func isLanguage(_ tag: Substring) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy(isLetter), tag.utf8.count <= 35
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }
  }

  /// Reads an entry of an image set; nil for one that is for some devices only, and where the file
  /// is not a picture Platen reads.
  ///
  /// - Parameter isAny: whether files of every format are taken.
  public init?(name: String, entry: ContentsValue, isAny: Bool = false) {
    guard let file = entry["filename"]?.text, let dot = file.lastIndex(of: "."),
      entry["idiom"]?.text ?? "universal" == "universal",
      let mode = ColorSet.Slot.mode(entry["appearances"])
    else { return nil }
    let others = ["display-gamut", "width-class", "height-class", "graphics-feature-set", "memory"]
    guard others.allSatisfy({ entry[$0] == nil }) else { return nil }
    let pathExtension = file[file.index(after: dot)...].lowercased()
    guard isAny || ["png", "svg"].contains(pathExtension) else { return nil }
    let scale = entry["scale"]?.text.flatMap { $0.hasSuffix("x") ? Int($0.dropLast()) : nil }
    // A picture for every scale has as many points as pixels.
    self.init(
      name: name, mode: mode, direction: entry["language-direction"]?.text,
      language: entry["locale"]?.text, scale: scale ?? (pathExtension == "svg" ? nil : 1),
      pathExtension: pathExtension)
  }

  /// The suffix that distinguishes it within its set, for names of files: `-dark-rtl-ar`.
  public var suffix: String {
    var parts: [String] = []
    if mode != .light { parts.append(mode.rawValue) }
    if let direction { parts.append(direction == "right-to-left" ? "rtl" : "ltr") }
    if let language { parts.append(language) }
    return parts.map { "-" + $0 }.joined()
  }

  /// The entry of a scale in an image set; nil for a picture that has none, as a vector.
  public func contents(scale: Int?) -> ContentsValue {
    .sorted([
      "appearances": ColorSet.Slot.appearances(mode), "idiom": .text("universal"),
      "language-direction": direction.map(ContentsValue.text),
      "locale": language.map(ContentsValue.text), "scale": scale.map { .text("\($0)x") },
    ])
  }
}
