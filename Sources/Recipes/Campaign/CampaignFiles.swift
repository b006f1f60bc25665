// SPDX-License-Identifier: MIT
// Part of Platen: the files a campaign is read from.

internal import Diagnostics
internal import Pipeline
internal import Readers

/// A campaign's input: a file, or the files of a folder that may be parts of one.
enum CampaignFiles {
  /// Endings of files in a folder that are read.
  static let endings = ["json", "jsonl", "ndjson", "txt"]
  /// Bytes of all files together.
  static let limit = 512 << 20

  /// Reads the campaign of a file, or of every file of a folder; the same stage whoever asks for it.
  /// Its warnings tell what was put right, and what story and state disagree on.
  static func stage(_ path: String, size: Int) -> Stage<Campaign> {
    Stage(
      "read campaign", version: 3, parameters: path, memory: CampaignWeight.story(size)
    ) { context in
      let files = try read(path, in: context)
      do {
        var read = try CampaignReader.read(files: files)
        read.warnings += CampaignCheck.diagnostics(of: read.value)
        return Warned(read.value, warnings: read.warnings.map { $0.inFile(path) })
      } catch let failure as Failure {
        throw failure.diagnostics.contains { $0.place?.file != nil }
          ? failure : failure.inFile(path)
      }
    }
  }

  /// The files with their bytes.
  ///
  /// - Throws: `Failure` `campaign.empty-folder` for a folder without such files; what reading throws.
  static func read(_ path: String, in context: StageContext) throws -> [NamedBytes] {
    guard try context.environment.status(path)?.kind == .folder else {
      return [NamedBytes(path, try context.read(path, limit: limit).bytes)]
    }
    let names = try paths(path, in: context)
    var left = limit
    return try names.map { name in
      let file = try context.read(name, limit: left)
      left -= file.count
      return NamedBytes(name, file.bytes)
    }
  }

  /// The names of the files in a folder that may be campaigns or parts of one.
  ///
  /// - Throws: `Failure` `campaign.empty-folder` where there are none.
  static func paths(_ folder: String, in context: StageContext) throws -> [String] {
    let names = names(of: try context.environment.list(folder), in: folder)
    guard !names.isEmpty else {
      throw Failure(
        .error(
          "campaign.empty-folder",
          "no file in this folder ends in " + endings.map { ".\($0)" }.joined(separator: ", "),
          at: Place(file: folder)))
    }
    return names
  }

  /// Those among what lies in a folder; none where there are none.
  static func names(of entries: [FolderEntry], in folder: String) -> [String] {
    entries.filter { entry in
      !entry.isFolder && !entry.name.hasPrefix(".")
        && endings.contains { entry.name.lowercased().hasSuffix("." + $0) }
    }.map { joinedPath(folder, $0.name) }
  }
}
