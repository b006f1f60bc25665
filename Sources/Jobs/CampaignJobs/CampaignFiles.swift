// SPDX-License-Identifier: MIT
// Part of Platen: the files a campaign is read from.

internal import Diagnostics
internal import JobKit
package import Pipeline
package import Readers

/// A campaign's input: a file, or the files of a folder that may be parts of one.
package enum CampaignFiles {
  /// Extensions of files in a folder that are read.
  static let pathExtensions = ["json", "jsonl", "ndjson", "txt"]
  /// Bytes of all files together.
  static let limit = 512 << 20

  /// Reads the campaign of a file with those beside it that belong to it, or of every file of a
  /// folder; the same stage for all jobs that read them like this. Its warnings list repairs and
  /// differences between story and state.
  ///
  /// - Parameter merges: whether several campaigns of a folder become one.
  package static func stage(
    _ path: String, companions: [String] = [], merges: Bool = false, size: Int
  ) -> Stage<Campaign> {
    Stage(
      "read campaign", version: 6,
      parameters: .of(path, companions, merges),
      memory: CampaignMemory.story(size)
    ) { context in
      let files = try read([path] + companions, in: context)
      var options = CampaignReader.Options()
      options.merges = merges
      do {
        var read = try CampaignReader.read(files: files, options: options)
        read.warnings += CampaignCheck.diagnostics(of: read.value)
        return Diagnosed(read.value, warnings: read.warnings.map { $0.inFile(path) })
      } catch let failure as Failure {
        let failure = withHints(failure)
        throw failure.diagnostics.contains { $0.place?.file != nil }
          ? failure : failure.inFile(path)
      }
    }
  }

  /// The same error with hints for a folder of several campaigns.
  private static func withHints(_ failure: Failure) -> Failure {
    Failure(
      failure.diagnostics.map { fault in
        guard fault.code == .campaignSeveral, fault.hints.isEmpty else { return fault }
        var fault = fault
        fault.hints = [
          "name a file of one of them",
          "write ${name} in the output's name in a manifest: a book of each",
          "merge: true makes one book of all",
        ]
        return fault
      })
  }

  /// The campaigns of a folder as inputs of jobs, each with the file that names it first: the one
  /// with its story, JSON before text; empty for a file, and where the folder holds fewer than two.
  /// Files that hold no campaign follow those of the first, so that its reading reports why.
  static func parts(of folder: String, in environment: any Environment) throws -> [[String]] {
    guard try environment.status(folder)?.kind == .folder else { return [] }
    var signatures: [CampaignSignature] = []
    for file in names(of: try environment.list(folder), in: folder) {
      let bytes = try environment.read(file, limit: limit)
      guard CampaignInspection.recognizes(bytes, path: file) else { continue }
      signatures.append(try CampaignPart(NamedBytes(file, bytes.bytes)).signature)
    }
    let groups = CampaignGroups(signatures)
    guard groups.campaigns.count > 1 else { return [] }
    var parts = groups.campaigns.map { files in
      let first =
        files.first { signatures[$0].hasStory && signatures[$0].isJSON }
        ?? files.first { signatures[$0].hasStory } ?? files[0]
      return [first] + files.filter { $0 != first }
    }
    parts[0] += groups.others
    return parts.map { $0.map { signatures[$0].file } }
  }

  /// The files with their bytes; of a folder those in it.
  ///
  /// - Throws: `Failure` `campaign.empty-folder` for a folder without such files; errors of
  ///   reading.
  private static func read(_ files: [String], in context: StageContext) throws -> [NamedBytes] {
    var names = files
    if let folder = files.first, files.count == 1,
      try context.environment.status(folder)?.kind == .folder
    {
      names = try paths(folder, in: context)
    }
    var left = limit
    return try names.map { name in
      let file = try context.read(name, limit: left)
      left -= file.count
      return CampaignPDF.text(of: NamedBytes(name, file.bytes))
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
          .campaignEmptyFolder,
          "no file in this folder has the extension "
            + pathExtensions.map { ".\($0)" }.joined(separator: ", "),
          at: SourceLocation(file: folder)))
    }
    return names
  }

  /// Those among the entries of a folder; may be empty.
  static func names(of entries: [FolderEntry], in folder: String) -> [String] {
    entries.filter { entry in
      !entry.isFolder && !entry.name.hasPrefix(".")
        && pathExtensions.contains { entry.name.lowercased().hasSuffix("." + $0) }
    }.map { joinedPath(folder, $0.name) }
  }
}
