// SPDX-License-Identifier: MIT
// Part of Platen: recognizes a file's format by its first bytes, whatever its name.

internal import Atlas
internal import Diagnostics

/// The format that a file turns out to have.
enum FileShape {
  /// A save: sections of text, the drawing among them.
  case save
  /// A JSON text that may be one of FMG's exports.
  case json
  /// Another format, with a diagnostic that helps the user.
  case foreign(Diagnostic)

  init(_ bytes: UnsafeRawBufferPointer) {
    if unsafe bytes.isEmpty {
      self = .foreign(
        .error(
          .mapEmpty, "the file is empty",
          hints: ["the download or the save did not finish; save the map again"]))
    } else if let binary = unsafe FileShape.binary(bytes) {
      self = .foreign(binary)
    } else {
      self = unsafe FileShape.text(bytes)
    }
  }

  private static func unknown(_ what: String, hint: String) -> Diagnostic {
    .error(.mapUnknownFormat, "the file is \(what), not a map of FMG", hints: [hint])
  }

  private static let saveHint = "give the .map file that FMG's Save menu writes"

  private static func binary(_ bytes: UnsafeRawBufferPointer) -> Diagnostic? {
    func begins(_ prefix: [UInt8]) -> Bool {
      unsafe bytes.prefix(prefix.count).elementsEqual(prefix)
    }
    if begins([0, 5, 0x16, 7]) || begins([0, 5, 0x16, 0]) {
      return .error(
        .mapAppleDouble,
        "the file is AppleDouble data (a \"._\" companion that macOS writes), not a map",
        hints: ["give the file of the same name without the leading \"._\""])
    }
    if begins([0x50, 0x4B, 3, 4]) {
      return unknown("a ZIP archive", hint: "unpack it and give the map inside")
    }
    if begins([0x89, 0x50, 0x4E, 0x47]) { return unknown("a PNG image", hint: saveHint) }
    if begins([0xFF, 0xD8, 0xFF]) { return unknown("a JPEG image", hint: saveHint) }
    if begins([0x25, 0x50, 0x44, 0x46]) { return unknown("a PDF document", hint: saveHint) }
    if begins([0xFF, 0xFE]) || begins([0xFE, 0xFF]) {
      return unknown(
        "text in UTF-16", hint: "an editor changed its encoding; save it as UTF-8 without changes")
    }
    if unsafe bytes.prefix(1024).contains(0) { return unknown("binary data", hint: saveHint) }
    return nil
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> FileShape {
    guard let first = unsafe bytes.firstIndex(where: { !$0.isSpace }) else {
      return .foreign(
        .error(
          .mapEmpty, "the file holds only whitespace",
          hints: ["the download or the save did not finish; save the map again"]))
    }
    if unsafe startsLikeSave(bytes.part(first..<bytes.count)) || hasDrawing(bytes) { return .save }
    switch unsafe bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "<"): return unsafe .foreign(markup(bytes))
    default: break
    }
    if unsafe bytes.prefix(4096).contains(UInt8(ascii: "|")) && bytes[first].isDigit {
      return .save
    }
    if unsafe bytes.part(0..<min(bytes.count, 4096)).firstRange(of: "Memory Configuration", from: 0)
      != nil
      || bytes.hasPrefix("Archive member")
    {
      return .foreign(unknown("a linker's map", hint: saveHint))
    }
    return .foreign(
      .error(
        .mapUnknownFormat, "the file is text of an unknown kind, not a map of FMG",
        hints: [saveHint]))
  }

  /// Indicates whether the text begins with a version and a bar.
  static func startsLikeSave(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = unsafe bytes.prefix(24)
    guard let bar = unsafe start.firstIndex(of: UInt8(ascii: "|")), bar > 0 else { return false }
    return unsafe MapVersion(String(decoding: start[..<bar], as: UTF8.self)) != nil
  }

  /// Indicates whether one of the first lines is a drawing with an id of `map`.
  private static func hasDrawing(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    for line in 0..<12 {
      if line > 0, unsafe bytes.hasPrefix("<svg", at: at) {
        let end = unsafe bytes.firstIndex(of: UInt8(ascii: ">"), from: at) ?? bytes.count
        return unsafe bytes.part(at..<end).firstRange(of: "id=\"map\"", from: 0) != nil
      }
      guard let end = unsafe bytes.firstIndex(of: 0x0A, from: at) else { return false }
      at = end + 1
    }
    return false
  }

  private static func markup(_ bytes: UnsafeRawBufferPointer) -> Diagnostic {
    let start = unsafe bytes.part(0..<min(bytes.count, 4096))
    if unsafe start.firstRange(of: "<svg", from: 0) != nil {
      return .error(
        .mapSvg, "the file is an SVG image, which has no tables and no cells",
        hints: [saveHint])
    }
    if unsafe start.text.lowercased().contains("<html")
      || start.text.lowercased().contains("<!doctype")
    {
      return unknown("a web page", hint: "download the file itself, not the page that shows it")
    }
    return unknown("XML", hint: saveHint)
  }
}
