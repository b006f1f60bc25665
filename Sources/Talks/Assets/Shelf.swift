// SPDX-License-Identifier: MIT
// Part of Platen: what reading a talk gathers beside its slides: pictures, and what there is to say.

internal import Diagnostics
internal import Documents

/// Pictures that slides name, each once, and what was read otherwise than it was written.
final class Shelf {
  private(set) var resources: [Resource] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let options: TalkOptions
  private let asset: (String) -> [UInt8]?
  /// The resource of a path, or why there is none.
  private var known: [String: Found] = [:]
  private var names: Set<String> = []
  private var counts: [(name: String, count: Int, file: String)] = []
  /// The file that is being read.
  var file = ""
  /// All of its text, to find lines in.
  var fileText = ""

  private enum Found {
    case resource(String)
    case fault(code: Diagnostic.Code, message: String, isMissing: Bool)
  }

  init(options: TalkOptions, asset: @escaping (String) -> [UInt8]?) {
    self.options = options
    self.asset = asset
  }

  func record(_ diagnostic: Diagnostic) {
    diagnostics.append(file.isEmpty ? diagnostic : diagnostic.inFile(file))
  }

  /// The bytes of a file below the deck root.
  func bytes(of path: String) -> [UInt8]? { asset(path) }

  /// The name of the resource that a picture's address means; nil where it cannot be shown, which
  /// is said.
  func picture(_ url: String) -> String? {
    let found = known[url] ?? find(url)
    known[url] = found
    switch found {
    case .resource(let name): return name
    case .fault(let code, let message, let isMissing):
      let isError = isMissing && options.missingPictures == .error
      record(Diagnostic(isError ? .error : .warning, code, message))
      return nil
    }
  }

  private func find(_ url: String) -> Found {
    let shown = url.utf8.count > 80 ? String(url.prefix(80)) + "…" : url
    if AssetPath.isRemote(url) {
      return .fault(
        code: "talk.picture-remote", message: "\(shown) is not fetched: its place is kept empty",
        isMissing: false)
    }
    var bytes: [UInt8]?
    var name = "picture"
    if url.lowercased().hasPrefix("data:") {
      if let comma = url.firstIndex(of: ","), url[..<comma].hasSuffix(";base64") {
        bytes = Base64Text.decode(url[url.index(after: comma)...].filter { !$0.isWhitespace })
      }
    } else if let path = AssetPath.asset(url) {
      name = path
      bytes = asset(path)
    }
    guard let bytes else {
      return .fault(
        code: "talk.picture-missing", message: "there is no picture \(shown) beside the slides",
        isMissing: true)
    }
    let size = PictureSize(bytes)
    guard let mediaType = size.mediaType else {
      return .fault(
        code: "talk.picture-format",
        message: "\(shown) is \(size.spoken): slides show PNG and JPEG", isMissing: false)
    }
    let own = resources.first { $0.bytes == bytes }?.name ?? unusedName(for: name)
    if !names.contains(own) {
      names.insert(own)
      resources.append(
        Resource(
          name: own, mediaType: mediaType, width: size.width, height: size.height, bytes: bytes))
    }
    return .resource(own)
  }

  /// The file's name with nothing in it that a file name cannot have everywhere.
  private func unusedName(for path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? "picture"
    let safe = String(
      last.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": Character(scalar)
        default: "_"
        }
      })
    var name = safe
    var number = 1
    while names.contains(name) {
      number += 1
      name = "\(number)-\(safe)"
    }
    return name
  }

  // MARK: What is left out

  /// Counts an element that is not shown, or of which there is the text only.
  func leftOut(_ name: String) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += 1
    } else {
      counts.append((name, 1, file))
    }
  }

  /// One diagnostic for each sort of thing that was left out.
  var leftOutDiagnostics: [Diagnostic] {
    counts.map { name, count, file in
      let times = count == 1 ? "once" : "\(count) times"
      let place = Place(file: file.isEmpty ? nil : file)
      switch name {
      case "style", "script":
        return .note("talk.html", "<\(name)> was left out \(times)", at: place)
      case "link":
        return .warning(
          "talk.link", "links that are no web or mail address are shown as text (\(times))",
          at: place)
      case "depth":
        return .warning("talk.html", "HTML too deep is shown as its text (\(times))", at: place)
      case "markup":
        return .warning(
          "talk.html", "HTML with too many tags is shown as its text (\(times))", at: place)
      case "literal":
        return .warning(
          "talk.markdown", "paragraphs too long for Markdown are shown as written (\(times))",
          at: place)
      default:
        return .warning("talk.html", "<\(name)> is shown as its text (\(times))", at: place)
      }
    }
  }
}
