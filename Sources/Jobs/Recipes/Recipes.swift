// SPDX-License-Identifier: MIT
// Part of Platen: the table of kinds of job, and which kind an input asks for.

internal import Diagnostics
internal import Pipeline

/// Every kind of job.
public enum Recipes {
  public static let kinds: [RecipeKind] = [
    MapKeys.kind,
    CampaignKeys.kind,
    TalkKeys.kind,
    MeetingKeys.kind,
    AssetKeys.kind,
    CardKeys.kind,
  ]

  /// The kind of job that makes such outputs of an input that no manifest describes: the one that the
  /// input plainly is of, the one kind that knows all their endings, or else the one the input's name
  /// or first bytes speak for.
  ///
  /// - Parameters:
  ///   - path: the input; `/dev/stdin` is not looked into.
  ///   - outputs: names of what is to be made.
  ///   - names: what lies in the input where it is a folder; empty where it is none.
  ///   - prefix: gives the first bytes of the input.
  public static func kind(
    of path: String, outputs: [String], names: [String] = [], prefix: () throws -> [UInt8]
  ) rethrows -> RecipeKind {
    // What the input plainly is counts more than what is wanted of it: a map is no book.
    if let kind = try plainKind(of: path, names: names, prefix: prefix) { return kind }
    let able = kinds.filter { kind in
      outputs.allSatisfy { output in (try? kind.form(of: output))?.isOfFolders == false }
    }
    if able.count == 1 { return able[0] }
    // Where no kind is able, the one the input is of says what it makes.
    let among = able.isEmpty ? kinds : able
    if let kind = among.first(where: { $0.seemsFolder(names) }) { return kind }
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    if let kind = among.first(where: { $0.inputEndings.contains(ending) }) {
      guard among.contains(where: { $0.isInput != nil }) else { return kind }
      let bytes = try prefix()
      return among.first { $0.isInput?(bytes) == true } ?? kind
    }
    let bytes = try prefix()
    return among.first { $0.seemsInput(bytes) } ?? among[0]
  }

  /// Endings of files that are of one kind, whatever is in them, by kind.
  static let plainEndings: [String: Set<String>] = [
    MapKeys.kind.name: ["map", "wfmap", "platenworld"],
    MeetingKeys.kind.name: ["db", "sqlite", "sqlite3"],
    AssetKeys.kind.name: ["svg", "png"],
    CardKeys.kind.name: ["csv", "tsv", "sql"],
  ]

  /// The kind of an input that can be of no other: by its ending, or a world by its first bytes; nil
  /// where other kinds take such a file, too.
  ///
  /// - Parameter names: what lies in the input where it is a folder; empty where it is none.
  public static func plainKind(
    of path: String, names: [String] = [], prefix: () throws -> [UInt8]
  ) rethrows -> RecipeKind? {
    func kind(ofEnding path: String) -> RecipeKind? {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      let ending = path[path.index(after: dot)...].lowercased()
      return kinds.first { plainEndings[$0.name]?.contains(ending) == true }
    }
    guard names.isEmpty else {
      let holdsWorlds = names.contains { kind(ofEnding: $0)?.name == MapKeys.kind.name }
      // A world may lie beside slides or a meeting.
      let isOther = [TalkKeys.kind, MeetingKeys.kind].contains { $0.seemsFolder(names) }
      return holdsWorlds && !isOther ? MapKeys.kind : nil
    }
    if let kind = kind(ofEnding: path) { return kind }
    return try prefix().withUnsafeBytes(WorldFile.recognizes) ? MapKeys.kind : nil
  }
}
