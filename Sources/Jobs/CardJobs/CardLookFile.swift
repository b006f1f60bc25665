// SPDX-License-Identifier: MIT
// Part of Platen: looks of cards by name or from files, laid over those they extend.

internal import Cards
internal import Diagnostics
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Tokens
internal import Values

/// Finds looks of cards: a name in the templates, or a file, which names what it extends.
struct CardLookFile {
  let environment: any Environment
  let templates: Templates?

  static let folder = "Looks/Cards"
  /// What cards wear when nobody says.
  static let usual = "lattice"
  private static let depthLimit = 16

  /// Every name that is known without a file.
  var names: [String] { templates?.lookNames(in: CardLookFile.folder) ?? [] }

  /// - Throws: `Failure` with every fault of its files, or `look.unknown`.
  func look(
    _ name: String, tokens: TokenSet? = nil, colors: [PlacedValue.Member] = []
  ) throws -> CardLook {
    let source = try self.source(name, from: "", chain: [])
    return try CardLook(source, name: name, tokens: tokens, colors: colors)
  }

  /// The look in a file that was read already.
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
            "looks of cards are in the folder of templates, and none was found",
            hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
      }
      guard let file = try templates.look(named: name, in: CardLookFile.folder) else {
        throw Failure(
          .error(
            .lookUnknown, "there is no look of cards called \"\(printable(name, limit: 60))\"",
            hints: [nearMissHint(name, among: names), "platen looks lists them"]))
      }
      path = file.path
      bytes = file.bytes
    }
    return try source(bytes, at: path, chain: chain)
  }

  private func source(_ bytes: [UInt8], at path: String, chain: [String]) throws -> PlacedValue {
    guard chain.count < CardLookFile.depthLimit, !chain.contains(path) else {
      throw Failure(
        .error(.lookExtends, "looks that extend each other in a circle", at: Place(file: path)))
    }
    let options = YAMLOptions.resolvingNulls(codes: .manifest)
    guard let own = try PlacedValue(yaml: bytes, file: path, options: options), own.isMapping else {
      throw Failure(
        .error(.lookValue, "a look is a mapping of settings", at: Place(file: path)))
    }
    guard let base = own["extends"] else { return own }
    guard let text = base.text else {
      throw Failure(
        .error(
          .lookValue, "extends takes a look's name or file, not \(base.shortDescription)",
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
