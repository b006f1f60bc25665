// SPDX-License-Identifier: MIT
// Part of Platen: the table of kinds of job, and which kind an input is of.

internal import AssetJobs
internal import CampaignJobs
internal import CardJobs
internal import Diagnostics
internal import DiffJobs
internal import DocumentJobs
internal import GazetteerJobs
package import JobKit
internal import MapJobs
internal import MeetingJobs
package import Pipeline
internal import TalkJobs
internal import Text
internal import Values

/// Every kind of job. A new one is a module of its own in Package.swift and Sources/README.md, a row
/// here, and its manifest in Templates/Manifests. Its name is then in the output of `platen help`,
/// which Tests/Command records, and in the sample's schema.
package enum Jobs {
  /// The kinds in the order in which they are listed; if several claim an input equally, the first
  /// takes it.
  package static let kinds: [any JobKind] = [
    MapKind(), CampaignKind(), TalkKind(), MeetingKind(), AssetKind(), CardKind(), GazetteerKind(),
    DocumentKind(), DiffKind(),
  ]

  /// The kind of that name.
  package static func kind(named name: String) -> (any JobKind)? { kinds.first { $0.name == name } }

  /// The kind of job that makes such outputs of an input that no manifest describes: the kind of an
  /// unmistakable input, the kind that alone is likely to be the input's, the kind of an input that
  /// no able kind claims, the only kind that knows all extensions, or else the kind that fits the
  /// input's name or first bytes.
  ///
  /// - Parameters:
  ///   - path: the input; `/dev/stdin` is not inspected.
  ///   - outputs: names of the requested outputs.
  ///   - names: the entries of the input where it is a folder; empty otherwise.
  ///   - prefix: gives the first bytes of the input.
  package static func kind(
    of path: String, outputs: [String], names: [String] = [], prefix: () throws -> [UInt8]
  ) rethrows -> any JobKind {
    // The kind of an unmistakable input counts more than the outputs: a map is not a book.
    if let kind = try plainKind(of: path, names: names, prefix: prefix) { return kind }
    if let kind = try onlyKind(of: path, names: names, prefix: prefix) { return kind }
    let able = kinds.filter { kind in
      // Two inputs are named together with their kind.
      kind.grammar.inputCount == 1
        && outputs.allSatisfy { (try? kind.grammar.format(of: $0))?.isOfFolders == false }
    }
    if let kind = try unableKind(of: path, able: able, names: names, prefix: prefix) { return kind }
    if able.count == 1 { return able[0] }
    // Where no kind is able, the input's kind reports its formats.
    let among = able.isEmpty ? kinds : able
    if let kind = surest(among, by: { $0.claim(onFolder: names) }) { return kind }
    if let kind = among.first(where: { $0.inputExtensions.contains(fileExtension(of: path)) }) {
      return kind
    }
    let bytes = try prefix()
    return surest(among, by: { $0.claim(onBeginning: bytes) }) ?? among[0]
  }

  /// The kind of an unmistakable input: by its extension or first bytes, or by the entries of its
  /// folder; nil where several kinds take such a file.
  ///
  /// - Parameter names: the entries of the input where it is a folder; empty otherwise.
  package static func plainKind(
    of path: String, names: [String] = [], prefix: () throws -> [UInt8]
  ) rethrows -> (any JobKind)? {
    guard names.isEmpty else {
      let surest = surest(kinds) { $0.claim(onFolder: names) }
      return surest?.claim(onFolder: names) == .likely ? surest : nil
    }
    let pathExtension = fileExtension(of: path)
    guard let kind = kinds.first(where: { $0.ownExtensions.contains(pathExtension) }) else {
      return certainKind(of: try prefix())
    }
    let bytes = try prefix()
    return kinds.first { !$0.isSame(as: kind) && $0.isNamedOtherwise(bytes) } ?? kind
  }

  /// The kind that alone is likely to be an input's by its content; nil for a file whose extension
  /// inputs of some kind have.
  ///
  /// - Parameter names: the entries of the input where it is a folder; empty otherwise. Other kinds
  ///   must not claim a folder at all, since its entries may be of several.
  private static func onlyKind(
    of path: String, names: [String], prefix: () throws -> [UInt8]
  ) rethrows -> (any JobKind)? {
    guard names.isEmpty else {
      let claiming = kinds.filter { $0.claim(onFolder: names) > .none }
      guard claiming.count == 1, claiming[0].claim(onFolder: names) >= .likely else { return nil }
      return claiming[0]
    }
    let pathExtension = fileExtension(of: path)
    guard !kinds.contains(where: { $0.inputExtensions.contains(pathExtension) }) else { return nil }
    let bytes = try prefix()
    let likely = kinds.filter { $0.claim(onBeginning: bytes) >= .likely }
    return likely.count == 1 ? likely[0] : nil
  }

  /// The kind of an input that no kind able to make the outputs claims: the kind whose claim is the
  /// surest, or else the kind of its extension; nil where an able kind may take the input, and where
  /// several claims are equally sure. A file that is named otherwise is of its own kind in any case.
  ///
  /// - Parameter names: the entries of the input where it is a folder; empty otherwise.
  private static func unableKind(
    of path: String, able: [any JobKind], names: [String], prefix: () throws -> [UInt8]
  ) rethrows -> (any JobKind)? {
    let pathExtension = names.isEmpty ? fileExtension(of: path) : ""
    let bytes = try names.isEmpty ? prefix() : []
    let named = kinds.first { $0.inputExtensions.contains(pathExtension) }
    if named != nil, let kind = kinds.first(where: { $0.isNamedOtherwise(bytes) }) { return kind }
    guard !able.contains(where: { $0.inputExtensions.contains(pathExtension) }) else { return nil }
    let claims = kinds.map { kind in
      names.isEmpty ? kind.claim(onBeginning: bytes) : kind.claim(onFolder: names)
    }
    let mayBeAble = zip(kinds, claims).contains { kind, claim in
      claim > .fallback && able.contains { $0.isSame(as: kind) }
    }
    guard !mayBeAble else { return nil }
    guard let surest = claims.max(), surest > .fallback else { return named }
    let claiming = zip(kinds, claims).filter { $0.1 == surest }
    return claiming.count == 1 ? claiming[0].0 : nil
  }

  /// The only kind of a file with this beginning.
  static func certainKind(of bytes: [UInt8]) -> (any JobKind)? {
    kinds.first { $0.claim(onBeginning: bytes) == .certain }
  }

  /// The kind of a file that is inspected; nil where none claims it.
  package static func kind(of file: FileBytes, at path: String) -> (any JobKind)? {
    surest(kinds) { $0.claim(on: file, at: path) }
  }

  /// The kind of a path that is inspected as a whole; nil for files, and for folders of inputs.
  package static func kind(
    ofWhole path: String, in environment: any Environment
  ) -> (any JobKind)? {
    surest(kinds) { $0.claim(onWhole: path, in: environment) }
  }

  /// The kind among some whose claim is the surest, the first of equals; nil where none claims it.
  private static func surest(
    _ kinds: [any JobKind], by claim: (any JobKind) -> InputClaim
  ) -> (any JobKind)? {
    var surest: (kind: any JobKind, claim: InputClaim)?
    for kind in kinds {
      let claim = claim(kind)
      guard claim > surest?.claim ?? .none else { continue }
      surest = (kind, claim)
      if claim == .certain { break }
    }
    guard let surest, surest.claim == .fallback else { return surest?.kind }
    return Jobs.kinds.contains { claim($0) > .fallback } ? nil : surest.kind
  }
}

extension Jobs {
  /// A kind of job that has looks, and its looks.
  package struct LookKind: Sendable {
    package let name: String
    package let family: any LookFamily
    /// The names of all kinds of job that take these looks, this one first.
    package let takers: [String]
  }

  /// The kinds of job that have looks of their own.
  package static let lookKinds: [LookKind] = kinds.compactMap { kind in
    kind.looks.map { looks in
      LookKind(
        name: kind.name, family: looks,
        takers: [kind.name] + kinds.filter { $0.looksOf == kind.name }.map(\.name))
    }
  }

  /// The names of the kinds of job that take looks.
  package static let namesOfLookKinds = kinds.map(\.name).filter { lookKind(named: $0) != nil }

  /// The looks that a kind of job takes; nil where it takes none.
  package static func lookKind(named name: String) -> LookKind? {
    lookKinds.first { $0.takers.contains(name) }
  }

  /// The kind whose looks the settings in a look's file fit best, the first of equals; a file that
  /// holds none is of the first kind, which reports its errors.
  package static func lookKind(
    of file: FileBytes, at path: String, in context: RecipeContext
  ) -> LookKind {
    guard let settings = (try? PlacedValue(yaml: file.bytes, file: path)) ?? nil else {
      return lookKinds[0]
    }
    var best = (kind: lookKinds[0], claim: lookKinds[0].family.claim(on: settings, in: context))
    for kind in lookKinds.dropFirst() {
      let claim = kind.family.claim(on: settings, in: context)
      if claim > best.claim { best = (kind, claim) }
    }
    return best.kind
  }
}
