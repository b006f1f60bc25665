// SPDX-License-Identifier: MIT
// Part of Platen: looks of cards by name or from files, merged with those that they extend.

internal import Cards
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Tokens
internal import Values

/// Finds looks of cards: by name in the templates, or as a file, which names the look it extends.
struct CardLookFile {
  let environment: any Environment
  let templates: Templates?

  static let folder = "Looks/Cards"
  /// The default look.
  static let defaultName = "lattice"
  private static let depthLimit = 16

  /// All names of looks in the templates.
  var names: [String] { templates?.lookNames(in: CardLookFile.folder) ?? [] }

  /// Reads a look.
  ///
  /// - Parameter columns: the fields of rows by the names of colors that are their values.
  /// - Throws: `Failure` with all errors of its files, or `look.unknown`.
  func look(
    _ name: String, tokens: TokenSet? = nil, colors: [PlacedValue.Member] = [],
    columns: [String: [String]] = [:]
  ) throws -> CardLook {
    let source = try self.source(name, from: "", chain: [])
    return try CardLook(source, name: name, tokens: tokens, colors: colors, columns: columns)
  }

  /// Reads the look in the bytes of a file.
  func look(in bytes: [UInt8], of path: String) throws -> CardLook {
    try CardLook(try source(bytes, at: plainPath(path), chain: []), name: path)
  }

  private func source(_ name: String, from folder: String, chain: [String]) throws -> PlacedValue {
    let path: String
    let bytes: [UInt8]
    if LookFile.isFile(name) {
      path = plainPath(joinedPath(folder, name))
      bytes = try environment.read(path, limit: 4 << 20).bytes
    } else {
      guard let templates else {
        throw Failure(
          .error(
            .templatesMissing,
            "no folder of templates found, which looks of cards require",
            hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
      }
      guard let file = try templates.look(named: name, in: CardLookFile.folder) else {
        throw Failure(
          .error(
            .lookUnknown, "unknown look \"\(printable(name, limit: 60))\" for cards",
            hints: nearMissHints(name, among: names, listedBy: "looks")))
      }
      path = file.path
      bytes = file.bytes
    }
    return try source(bytes, at: path, chain: chain)
  }

  private func source(_ bytes: [UInt8], at path: String, chain: [String]) throws -> PlacedValue {
    guard chain.count < CardLookFile.depthLimit, !chain.contains(path) else {
      throw Failure(
        .error(.lookExtends, "looks extend each other in a circle", at: SourceLocation(file: path)))
    }
    let options = YAMLOptions.resolvingNulls(codes: .manifest)
    guard let own = try PlacedValue(yaml: bytes, file: path, options: options), own.isMapping else {
      throw Failure(
        .error(.lookValue, "a look is a mapping of settings", at: SourceLocation(file: path)))
    }
    guard let base = own["extends"] else { return own }
    guard let text = base.text else {
      throw Failure(
        .error(
          .lookValue, "extends: expected a look's name or file, found \(base.shortDescription)",
          at: base.place))
    }
    if text == "none" { return own }
    let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    do {
      return own.laid(over: try source(text, from: above, chain: chain + [path]))
    } catch let failure as Failure {
      throw Failure(failure.diagnostics.map { $0.found(from: base.place) })
    }
  }
}
