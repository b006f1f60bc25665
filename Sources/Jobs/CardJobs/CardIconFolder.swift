// SPDX-License-Identifier: MIT
// Part of Platen: icons in the texts of cards, found in a folder and read once a text names them.

internal import Cards
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Rows
internal import Text
internal import Vectors

/// The folder of the icons that texts name, such as `{sword}` for `sword.svg`.
struct CardIconFolder: Sendable {
  /// The names of the files by those of the icons in lowercase.
  let files: [String: String]
  let path: String
  /// Warnings about files that are not used.
  let warnings: [Diagnostic]

  /// The version of how icons are drawn.
  static let version = 2
  /// The largest number of icons.
  private static let limit = 5000
  /// The longer side in pixels of a drawing that is not made of shapes.
  private static let side = 256
  private static let cacheLimit = 64
  private let cache = Guarded<[(file: String, color: Color, digest: String, icon: CardIcon)]>([])

  /// Lists the folder.
  ///
  /// - Throws: `Failure` `file.missing` or `file.folder` at the key's place.
  init(_ path: String, at place: SourceLocation?, in environment: any Environment) throws {
    switch try environment.status(path)?.kind {
    case .folder?: break
    case nil: throw Failure(.error(.fileMissing, "no such folder: \(path)", at: place))
    case .file?, .other?:
      throw Failure(
        .error(.fileIsFolder, "icons: expected a folder, found the file \"\(path)\"", at: place))
    }
    self.path = path
    var files: [String: String] = [:]
    var warnings: [Diagnostic] = []
    for entry in try environment.list(path).sorted(by: { $0.name < $1.name })
    where !entry.isFolder && !entry.name.hasPrefix(".") {
      let parts = entry.name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count > 1, let last = parts.last,
        ["svg", "png", "jpg", "jpeg"].contains(last.lowercased())
      else { continue }
      let name = parts.dropLast().joined(separator: ".").lowercased()
      if let other = files[name] {
        warnings.append(
          .warning(
            .cardsIcon, "not used: \(printable(other, limit: 60)) is the icon of that name",
            at: SourceLocation(file: joinedPath(path, entry.name))))
      } else if files.count < CardIconFolder.limit {
        files[name] = entry.name
      } else {
        warnings.append(
          .warning(
            .cardsIcon, "more than \(CardIconFolder.limit) icons: the others are not used",
            at: SourceLocation(file: joinedPath(path, entry.name))))
        break
      }
    }
    self.files = files
    if files.isEmpty {
      warnings.append(
        .warning(
          .cardsIcon,
          "no icon in \(printable(path, limit: 80)): names of icons in texts stay as text",
          at: place, hints: ["put .svg or .png files into it"]))
    }
    self.warnings = warnings
  }

  /// Returns a warning about names in braces, in texts of rows, that are not icons; nil without any.
  func unknownWarning(in tables: [RowTable]) -> Diagnostic? {
    var names: [String] = []
    var count = 0
    var first: Row?
    func take(_ value: RowValue, of row: Row) {
      switch value {
      case .null, .flag, .number: break
      case .text(let text):
        guard text.utf8.contains(UInt8(ascii: "{")) else { return }
        for match in text.matches(of: /\{([A-Za-z][A-Za-z0-9_-]{0,39})\}/) {
          let name = match.1.lowercased()
          guard files[name] == nil else { continue }
          count += 1
          first = first ?? row
          if names.count < 100, !names.contains(name) { names.append(name) }
        }
      case .list(let elements): elements.forEach { take($0, of: row) }
      case .record(let inner): inner.fields.forEach { take($0.value, of: row) }
      }
    }
    for row in tables.flatMap(\.rows) { row.fields.forEach { take($0.value, of: row) } }
    guard let first, let name = names.first else { return nil }
    return .warning(
      .cardsIcon,
      "no icon named \(cappedList(names)): the \(count == 1 ? "name stays" : "names stay") as text"
        + (count > 1 ? " (\(count) times)" : ""),
      at: first.place, hints: [nearMissHint(name, among: files.keys.sorted())])
  }

  /// Returns the icons for one stage, which records the files that it reads.
  func icons(_ context: StageContext) -> CardIcons {
    // A text may name an icon many times.
    var known: [String: [(color: Color, icon: CardIcon)]] = [:]
    return CardIcons(names: Set(files.keys)) { name, color in
      guard let file = files[name] else { return nil }
      if let one = known[name]?.first(where: { $0.color == color }) { return one.icon }
      let icon = try icon(joinedPath(path, file), color, context)
      known[name, default: []].append((color, icon))
      return icon
    }
  }

  private func icon(_ file: String, _ color: Color, _ context: StageContext) throws -> CardIcon {
    let read = try context.read(file, limit: 16 << 20)
    let digest = read.digest.description
    let known = cache.withLock { cache in
      cache.first { $0.file == file && $0.color == color && $0.digest == digest }
    }
    if let known { return known.icon }
    do {
      let icon = try CardIconFolder.icon(of: read.bytes, color, context)
      cache.withLock { cache in
        if cache.count >= CardIconFolder.cacheLimit { cache.removeFirst() }
        cache.append((file, color, digest, icon))
      }
      return icon
    } catch let failure as Failure {
      throw failure.inFile(file)
    }
  }

  private static func icon(
    of bytes: [UInt8], _ color: Color, _ context: StageContext
  ) throws -> CardIcon {
    guard ImageSize(bytes).format == .svg || bytes.starts(with: [0x1F, 0x8B]) else {
      return CardIcon(try CardImages.decode(bytes))
    }
    let reading =
      bytes.count > SVGShapes.limit
      ? .beyond("more than \(SVGShapes.limit >> 20) MiB") : try SVGShapes.read(bytes, color: color)
    switch reading {
    case .shapes(let shapes):
      return CardIcon(shapes.nodes.visible(beside: color), in: shapes.box)
    case .beyond:
      let isCancelled = { context.isCancelled }
      let drawing = try SVGDrawing(bytes, isCancelled: isCancelled)
      let scale = Double(side) / max(drawing.width, drawing.height)
      let bitmap = try drawing.drawn(
        width: max(1, Int((drawing.width * scale).rounded())),
        height: max(1, Int((drawing.height * scale).rounded())), isCancelled: isCancelled)
      return CardIcon(RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba))
    }
  }
}
