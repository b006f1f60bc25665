// SPDX-License-Identifier: MIT
// Part of Platen: the images and diagnostics that are collected while a talk is read.

internal import Diagnostics
internal import Documents
internal import Readers
internal import Text
internal import Values

/// The images that slides name, each once, and the diagnostics of reading a talk.
final class SlideAssets {
  private(set) var resources: [Resource] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The violations of rules.
  private(set) var violations: [Talk.RuleViolation] = []
  private var knownViolations: Set<Talk.RuleViolation> = []
  /// The first line of each slide that a rule concerns.
  private(set) var ruleLines: [Int: [TalkRule: Int]] = [:]
  /// The names that have no effect, by kind, each once.
  var unusedNames: [UnusedNames] = []
  private let options: TalkOptions
  private let asset: (String) -> [UInt8]?
  private let draw: ([UInt8]) -> RasterizedDrawing?
  /// The resource of a path, or why there is none.
  private var known: [String: Found] = [:]
  /// The diagnostic for each image that cannot be shown, and its number of places, by address.
  private var reported: [String: (diagnostic: Int, count: Int)] = [:]
  private var names: Set<String> = []
  /// The last number of a name that several files have.
  private var lastNumbers: [String: Int] = [:]
  /// The names of resources by their bytes.
  private var namesByBytes: [[UInt8]: String] = [:]
  private var counts: [(name: String, count: Int, place: SourceLocation)] = []
  /// The number of control characters that were replaced, and the place of the first.
  private var controls: (count: Int, first: SourceLocation)?
  /// The file that is being read.
  var file = ""
  /// The text of that file, in which lines are found.
  var fileText = "" {
    didSet {
      lines = LineFinder(fileText)
      addresses = nil
    }
  }
  private var lines = LineFinder("")
  /// The places of the addresses in that text, found on first use.
  private var addresses: AddressIndex?
  /// The index of the slide that is being read; nil for content on no slide.
  var slide: Int?
  /// The folders beside the slides; nil for a built deck, whose slides are in no folder.
  var slides: Slides?

  private enum Found {
    case resource(String, ownWidth: Double?)
    case failure(code: Diagnostic.Code, message: String, isMissing: Bool)
  }

  init(
    options: TalkOptions, asset: @escaping (String) -> [UInt8]?,
    draw: @escaping ([UInt8]) -> RasterizedDrawing? = { _ in nil }
  ) {
    self.options = options
    self.asset = asset
    self.draw = draw
  }

  /// Records a violation of a rule, once for each slide.
  func report(_ rule: TalkRule, _ message: String, at place: SourceLocation? = nil) {
    var place = place ?? SourceLocation()
    if !file.isEmpty { place.file = file }
    let violation = Talk.RuleViolation(rule: rule, message: message, place: place, slide: slide)
    if knownViolations.insert(violation).inserted { violations.append(violation) }
  }

  /// Records the lines of the slide that is being read that rules concern.
  func record(ruleLines lines: [TalkRule: Int]) {
    if let slide { ruleLines[slide] = lines }
  }

  /// The line of the file in which a piece of its text begins. Pieces are requested in the order of
  /// the text; a repeated piece is the next one.
  func line(of piece: String) -> Int? { lines.line(of: piece) }

  /// The line of the file in which a piece of its text begins first, whatever was requested before.
  func firstLine(of piece: String) -> Int? {
    var finder = LineFinder(fileText)
    return finder.line(of: piece)
  }

  /// The place in the file of an address, the first one; nil where it is written otherwise.
  func place(of address: String) -> SourceLocation? {
    let index = addresses ?? AddressIndex(fileText)
    addresses = index
    var place = index.place(of: address)
    if !file.isEmpty { place?.file = file }
    return place
  }

  func record(_ diagnostic: Diagnostic) {
    diagnostics.append(file.isEmpty ? diagnostic : diagnostic.inFile(file))
  }

  /// The bytes of a file below the deck root.
  func bytes(of path: String) -> [UInt8]? { asset(path) }

  /// An image that can be shown.
  struct Image {
    /// The name of the resource.
    var name: String
    /// The natural width of a drawing in pixels of 1/96 inch.
    var ownWidth: Double?
  }

  /// The image that an address means; nil where it cannot be shown, which is reported once.
  func image(_ url: String) -> Image? {
    let found = known[url] ?? find(url)
    known[url] = found
    switch found {
    case .resource(let name, let ownWidth): return Image(name: name, ownWidth: ownWidth)
    case .failure(let code, let message, let isMissing):
      if isMissing { report(.brokenLink, message, at: place(of: url)) }
      if let before = reported[url] {
        reported[url] = (before.diagnostic, before.count + 1)
        diagnostics[before.diagnostic].message = message + " (\(before.count + 1) times)"
        return nil
      }
      let isError = isMissing && options.missingImages == .error
      reported[url] = (diagnostics.count, 1)
      record(Diagnostic(isError ? .error : .warning, code, message, at: place(of: url)))
      return nil
    }
  }

  /// A drawing in a slide itself; nil where it cannot be drawn.
  func image(svg: String) -> Image? {
    let key = "svg:" + svg
    if case .resource(let name, let ownWidth)? = known[key] {
      return Image(name: name, ownWidth: ownWidth)
    }
    guard let found = drawn(Array(svg.utf8), name: "drawing.png") else { return nil }
    known[key] = found
    guard case .resource(let name, let ownWidth) = found else { return nil }
    return Image(name: name, ownWidth: ownWidth)
  }

  /// A file in SVG, WebP, AVIF or GIF as an image that every output can show.
  private func drawn(_ bytes: [UInt8], name: String) -> Found? {
    guard let picture = draw(bytes) else { return nil }
    for note in picture.notes where !diagnostics.contains(where: { $0.message == note.message }) {
      record(note)
    }
    let own = keep(
      picture.bytes, name: name, "image/png", width: picture.width, height: picture.height)
    return .resource(own, ownWidth: picture.ownWidth)
  }

  private func find(_ url: String) -> Found {
    let shown = url.utf8.count > 80 ? String(url.prefix(80)) + "…" : url
    if InnerPath.isRemote(url) {
      return .failure(
        code: .talkImageRemote, message: "\(shown) is not fetched: its place is kept empty",
        isMissing: false)
    }
    var bytes: [UInt8]?
    var name = "picture"
    if url.lowercased().hasPrefix("data:") {
      if let comma = url.firstIndex(of: ","), url[..<comma].hasSuffix(";base64") {
        bytes = Base64.decode(url[url.index(after: comma)...].filter { !$0.isWhitespace })
      }
    } else if let path = AssetPath.asset(url) {
      name = path
      bytes = asset(path)
    }
    guard let bytes else {
      return .failure(
        code: .talkImageMissing, message: "no such image beside the slides: \(shown)",
        isMissing: true)
    }
    let size = ImageSize(bytes)
    if [.svg, .webp, .gif, .avif].contains(size.format),
      let found = drawn(bytes, name: name + ".png")
    {
      return found
    }
    guard let mediaType = size.mediaType else {
      return .failure(
        code: .talkImageFormat,
        message: SlideAssets.unreadable(size, shown),
        isMissing: false)
    }
    return .resource(
      keep(bytes, name: name, mediaType, width: size.width, height: size.height), ownWidth: nil)
  }

  /// The message about an image that slides cannot show.
  private static func unreadable(_ size: ImageSize, _ shown: String) -> String {
    switch size.format {
    case .webp: "\(shown) is a WebP that cannot be read"
    case .gif: "\(shown) is a GIF that cannot be read"
    case .avif:
      "\(shown) is an AVIF, which is unsupported without libheif and its decoder of AV1, or damaged"
    case .png, .jpeg, .svg, .unknown:
      "\(shown) is \(size.description): slides show PNG, JPEG, SVG, WebP, AVIF and GIF"
    }
  }

  /// The name of the resource that has these bytes.
  private func keep(
    _ bytes: [UInt8], name: String, _ mediaType: String, width: Int, height: Int
  ) -> String {
    if let own = namesByBytes[bytes] { return own }
    let own = unusedName(for: name)
    namesByBytes[bytes] = own
    names.insert(own)
    resources.append(
      Resource(name: own, mediaType: mediaType, width: width, height: height, bytes: bytes))
    return own
  }

  /// The file's name, limited to characters that file names can have on every system.
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
    var number = lastNumbers[safe] ?? 1
    while names.contains(name) {
      number += 1
      name = "\(number)-\(safe)"
    }
    lastNumbers[safe] = number
    return name
  }

  // MARK: Control characters

  /// The text with U+FFFD in place of the characters that no output can hold, which are counted.
  ///
  /// - Parameter place: where the text is; nil for all of a file, whose lines are counted.
  func withoutControls(_ text: String, at place: SourceLocation? = nil) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !MarkupEscaping.holds($0) }) else { return text }
    var result = String.UnicodeScalarView(scalars[..<first])
    var count = 0
    for scalar in scalars[first...] {
      let isHeld = MarkupEscaping.holds(scalar)
      if !isHeld { count += 1 }
      result.append(isHeld ? scalar : "\u{FFFD}")
    }
    var found = place ?? SourceLocation(line: 1 + scalars[..<first].count { $0 == "\n" })
    if !file.isEmpty { found.file = file }
    controls = ((controls?.count ?? 0) + count, controls?.first ?? found)
    return String(result)
  }

  /// The value with U+FFFD in place of such characters in its texts.
  func withoutControls(_ value: PlacedValue) -> PlacedValue {
    var value = value
    switch value.content {
    case .text(let text, let isPlain):
      value.content = .text(withoutControls(text, at: value.place), isPlain: isPlain)
    case .list(let elements):
      value.content = .list(elements.map { withoutControls($0) })
    case .mapping(let members):
      value.content = .mapping(
        members.map { member in
          PlacedValue.Member(
            key: member.key, place: member.place, value: withoutControls(member.value))
        })
    case .null, .bool, .number, .date: break
    }
    return value
  }

  private var controlDiagnostics: [Diagnostic] {
    guard let controls else { return [] }
    let message =
      controls.count == 1
      ? "a control character is replaced by U+FFFD"
      : "\(controls.count) control characters are replaced by U+FFFD"
    return [
      .warning(
        .talkControl, message, at: controls.first, hints: ["check where the text comes from"])
    ]
  }

  // MARK: Skipped elements

  /// Counts an element that is skipped or shown as its text.
  ///
  /// - Parameter piece: text of the file that begins on its line.
  func countSkipped(_ name: String, from piece: @autoclosure () -> String = "") {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += 1
    } else {
      let place = SourceLocation(file: file.isEmpty ? nil : file, line: firstLine(of: piece()))
      counts.append((name, 1, place))
    }
  }

  /// One diagnostic for each kind of element that was skipped or has no effect.
  var skippedDiagnostics: [Diagnostic] {
    unusedNames.map(\.diagnostic) + countedDiagnostics + controlDiagnostics
  }

  private var countedDiagnostics: [Diagnostic] {
    counts.map { name, count, place in
      let times = count == 1 ? "once" : "\(count) times"
      switch name {
      case "style":
        return .warning(
          .talkStyle,
          counted(count, "<style> element has", "<style> elements have") + " no effect",
          at: place, hints: [SlideAssets.lookHint])
      case "script":
        return .note(.talkHtml, "<\(name)> was skipped \(times)", at: place)
      case "link":
        return .warning(
          .talkLink, "links that are neither web nor mail addresses are shown as text (\(times))",
          at: place)
      case "depth":
        return .warning(.talkHtml, "HTML too deep is shown as its text (\(times))", at: place)
      case "markup":
        return .warning(
          .talkHtml, "HTML with too many tags is shown as its text (\(times))", at: place)
      case "literal":
        return .warning(
          .talkMarkdown, "paragraphs too long for Markdown are shown as written (\(times))",
          at: place)
      default:
        return .warning(.talkHtml, "<\(name)> is shown as its text (\(times))", at: place)
      }
    }
  }
}
