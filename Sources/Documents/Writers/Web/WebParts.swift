// SPDX-License-Identifier: MIT
// Part of Platen: the requirements of HTML on addresses, languages, images and roles.

internal import Diagnostics
internal import Documents

/// Warnings of the writers of HTML.
final class WebLog {
  private(set) var log = DiagnosticLog()

  func warn(_ format: WebBody.Format, _ code: WebCode, _ message: String, hint: String? = nil) {
    warn(format == .page ? code.page : code.chapters, message, hint: hint)
  }

  func warn(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    log.record(.warning(code, message, hints: hint.map { [$0] } ?? []))
  }

  /// The part of a text that fits into a message.
  static func short(_ text: String) -> String {
    text.unicodeScalars.count > 60 ? String(String(text.prefix(57)).prefix(57)) + "…" : text
  }
}

/// The code of a warning that both pages and chapters of an EPUB may have.
struct WebCode {
  let page: Diagnostic.Code
  let chapters: Diagnostic.Code

  static let contents = WebCode(page: .htmlContents, chapters: .epubContents)
  static let controlCharacters = WebCode(
    page: .htmlControlCharacters, chapters: .epubControlCharacters)
  static let id = WebCode(page: .htmlId, chapters: .epubId)
  static let index = WebCode(page: .htmlIndex, chapters: .epubIndex)
  static let language = WebCode(page: .htmlLanguage, chapters: .epubLanguage)
  static let link = WebCode(page: .htmlLink, chapters: .epubLink)
  static let nestedLink = WebCode(page: .htmlNestedLink, chapters: .epubNestedLink)
  static let picture = WebCode(page: .htmlImage, chapters: .epubImage)
  static let pictureType = WebCode(page: .htmlImageType, chapters: .epubImageType)
  static let reference = WebCode(page: .htmlReference, chapters: .epubReference)
  static let tableColumns = WebCode(page: .htmlTableColumns, chapters: .epubTableColumns)
}

enum WebLanguage {
  /// Indicates whether a chapter's first letter may be set large and apart: in scripts whose
  /// letters are joined, or stand in squares, or take marks on all sides, it may not.
  static func takesDropCaps(_ tag: String) -> Bool {
    let primary = tag.prefix { $0 != "-" }.lowercased()
    return [
      "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "nn", "no", "fi", "is", "pl",
      "cs", "sk", "sl", "hr", "hu", "ro", "et", "lv", "lt", "ca", "ga", "cy", "la", "ru", "uk",
      "bg", "sr", "el", "tr", "eo", "af", "eu", "gl",
    ].contains(primary)
  }
}

extension Metadata {
  /// Indicates whether the document runs from right to left; where it follows its text, as its
  /// title does, or as its language where the title has no letter with a direction.
  var runsRightToLeft: Bool {
    switch direction {
    case .leftToRight: false
    case .rightToLeft: true
    case .automatic:
      Direction.first(in: title).map { $0 == .rightToLeft }
        ?? LanguageTag(language)?.isRightToLeft ?? false
    }
  }
}

/// The parts of a book that DPUB-ARIA 1.0 and the EPUB structure vocabulary have words for, by the
/// class of the division that is one.
struct WebRole {
  var role: StaticString
  var type: StaticString

  static func of(_ classes: [String]) -> WebRole? {
    for name in classes {
      switch name {
      case "abstract": return WebRole(role: "doc-abstract", type: "abstract")
      case "acknowledgments":
        return WebRole(role: "doc-acknowledgments", type: "acknowledgments")
      case "afterword": return WebRole(role: "doc-afterword", type: "afterword")
      case "appendix": return WebRole(role: "doc-appendix", type: "appendix")
      case "colophon": return WebRole(role: "doc-colophon", type: "colophon")
      case "conclusion": return WebRole(role: "doc-conclusion", type: "conclusion")
      case "credits": return WebRole(role: "doc-credits", type: "contributors")
      case "dedication": return WebRole(role: "doc-dedication", type: "dedication")
      case "epilogue": return WebRole(role: "doc-epilogue", type: "epilogue")
      case "foreword": return WebRole(role: "doc-foreword", type: "foreword")
      case "glossary": return WebRole(role: "doc-glossary", type: "glossary")
      case "introduction": return WebRole(role: "doc-introduction", type: "introduction")
      case "preface": return WebRole(role: "doc-preface", type: "preface")
      case "prologue": return WebRole(role: "doc-prologue", type: "prologue")
      default: continue
      }
    }
    return nil
  }
}

extension Phrase {
  /// The label for screen readers of a box without a title of its own.
  static func label(ofCallout kind: String) -> Phrase? {
    switch kind {
    case "note": .note
    case "dice": .dice
    case "choices": .choices
    case "resources": .resources
    case "status": .status
    case "rewards": .rewards
    case "recap": .recap
    case "system": .system
    case "combat": .combats
    default: nil
    }
  }
}

/// The pictures of a document as HTML names them.
struct WebResources {
  struct Shown {
    var name: String
    var mediaType: String
    /// The path in an EPUB, from its chapters.
    var path: String
    var width: Int
    var height: Int
    var bytes: [UInt8]
  }

  private var byName: [String: Shown] = [:]
  private var refused: Set<String> = []

  /// The sorts of pictures that every reader of HTML and EPUB 3 shows.
  static let extensions = [
    "image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg", "image/gif": "gif",
  ]

  init(_ resources: [Resource]) {
    var paths: Set<String> = []
    for (number, resource) in resources.enumerated() where byName[resource.name] == nil {
      guard let suffix = WebResources.extensions[resource.mediaType],
        WebResources.matchesMediaType(resource)
      else {
        refused.insert(resource.name)
        continue
      }
      // Names that differ in case alone are one to some systems.
      var path = "images/" + resource.name
      if !WebResources.isPlain(resource.name) || !paths.insert(path.lowercased()).inserted {
        path = "images/picture-\(number + 1).\(suffix)"
        paths.insert(path)
      }
      byName[resource.name] = Shown(
        name: resource.name, mediaType: resource.mediaType, path: path, width: resource.width,
        height: resource.height, bytes: resource.bytes)
    }
  }

  /// Indicates whether the bytes begin as an image of the stated type does. Drawings (SVG) may not
  /// hold scripts, nor document types, with which they name entities of their own.
  private static func matchesMediaType(_ resource: Resource) -> Bool {
    switch resource.mediaType {
    case "image/png": resource.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A])
    case "image/jpeg": resource.bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case "image/gif": resource.bytes.starts(with: "GIF8".utf8)
    default:
      resource.bytes.holds("<svg") && !resource.bytes.holds("<script")
        && !resource.bytes.holds("<!doctype") && !resource.bytes.holds("<!entity")
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".") && !name.hasPrefix("picture-")
      && !name.hasSuffix(".")
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_.".utf8.contains($0)
      }
  }

  subscript(name: String) -> Shown? { byName[name] }

  /// The picture of that name; nil, with a warning, where there is none that can be shown.
  func shown(_ name: String, format: WebBody.Format, log: WebLog) -> Shown? {
    if let shown = byName[name] { return shown }
    let name = WebLog.short(name)
    if refused.contains(name) {
      log.warn(
        format, .pictureType, "the image \"\(name)\" is not of its stated type or cannot be shown",
        hint: "use PNG, JPEG, GIF, or SVG without scripts and document types")
    } else {
      log.warn(format, .picture, "no such image: \"\(name)\"; its description is shown")
    }
    return nil
  }
}

extension [UInt8] {
  /// Indicates whether `text`, of small ASCII letters, is among the bytes in any case.
  fileprivate func holds(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length > 0, count >= length else { return false }
    return withUnsafeBufferPointer { bytes in
      text.withUTF8Buffer { text in
        for start in 0...(bytes.count - length) where bytes[start] == text[0] {
          var at = 1
          while at < length {
            let byte = bytes[start + at]
            let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard (isLetter ? byte | 0x20 : byte) == text[at] else { break }
            at += 1
          }
          if at == length { return true }
        }
        return false
      }
    }
  }
}
