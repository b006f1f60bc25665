// SPDX-License-Identifier: MIT
// Part of Platen: the files of a meeting: its input, files beside it, and files that the job names.

internal import Diagnostics
internal import JSON
internal import JobKit
internal import Meetings
internal import Pipeline
internal import Readers
internal import Values

/// The files of a meeting.
struct MeetingFiles {
  /// The file or folder the job names.
  var input: String
  /// Further ones it names.
  var others: [String] = []
  /// The folder with the server's files, where the job names one.
  var attachments: String?

  /// Extensions of files in a folder that are read.
  private static let pathExtensions =
    [
      "json", "jsonl", "ndjson", "db", "sqlite", "sqlite3", "sql", "md", "markdown", "yaml", "yml",
    ] + RoomFormat.pathExtensions + RoomFormat.otherPathExtensions

  /// The meeting.
  ///
  /// - Throws: `Failure` placed in the files.
  func read(
    _ options: MeetingReader.Options, in context: StageContext
  ) throws -> Diagnosed<Meeting> {
    let environment = context.environment
    let isFolder = try environment.status(input)?.kind == .folder
    var paths = isFolder ? try names(in: input, environment) : [input]
    paths += isFolder ? [] : try beside(environment)
    paths += others.filter { !paths.contains($0) }
    guard !paths.isEmpty else {
      throw Failure(
        .error(
          .meetingEmptyFolder,
          "no file in this folder has the extension "
            + MeetingFiles.pathExtensions.map { ".\($0)" }
            .joined(separator: ", "), at: SourceLocation(file: input)))
    }
    var left = UploadNames.meetingLimit
    let files = try paths.map { path in
      let file = try context.read(path, limit: left)
      left -= file.count
      return try MeetingFiles.readable(NamedBytes(path, file.bytes))
    }
    let warnings = files.flatMap(\.warnings)
    var options = options
    options.skipsOtherFiles = isFolder
    options.tables = MeetingDump.tables
    let folders = try attachmentFolders(isFolder: isFolder, environment)
    let unreadable = Guarded<[Diagnostic]>([])
    options.attachment = { name in
      for folder in folders {
        let path = folder + "/" + name
        do {
          guard try environment.status(path)?.kind == .file else { continue }
          return try environment.read(path, limit: 64 << 20).bytes
        } catch let failure as Failure {
          unreadable.withLock { list in
            list += failure.diagnostics.map {
              .warning(.meetingImageUnreadable, $0.message, at: SourceLocation(file: path))
            }
          }
        } catch {
          unreadable.withLock {
            $0.append(
              .warning(.meetingImageUnreadable, "\(error)", at: SourceLocation(file: path)))
          }
        }
      }
      return nil
    }
    var read = try MeetingReader.read(files: files.map(\.value), options: options)
    read.warnings = warnings + read.warnings + unreadable.withLock { $0 }
    return read
  }

  /// The files of a folder that may be parts of a meeting.
  private func names(in folder: String, _ environment: any Environment) throws -> [String] {
    try environment.list(folder).filter { entry in
      !entry.isFolder && !entry.name.hasPrefix(".") && entry.name != "platen.yaml"
        && entry.name != "platen.schema.json"
        && MeetingFiles.pathExtensions.contains { entry.name.lowercased().hasSuffix("." + $0) }
    }.map { joined(folder, $0.name) }
  }

  /// Platen's own files beside a bundle under its name.
  private func beside(_ environment: any Environment) throws -> [String] {
    guard input != "/dev/stdin" else { return [] }
    let stem = MeetingFiles.stem(input)
    return try [".minutes.yaml", ".minutes.yml", ".minutes.json", ".notes.md"].map { stem + $0 }
      .filter { try $0 != input && environment.status($0)?.kind == .file }
  }

  /// The folders that may have the server's files: the one that the job names, or beside the
  /// meeting.
  private func attachmentFolders(
    isFolder: Bool, _ environment: any Environment
  ) throws -> [String] {
    // Fetched attachments are in the instance's own folder.
    let held = InstanceHoldings.folder(holding: input).map { "\($0)/\(ChatUploads.folder)" }
    let fetched = held.map { [$0] } ?? []
    if let attachments {
      guard try environment.status(attachments)?.kind == .folder else {
        throw Failure(
          .error(
            .meetingAttachments, "no such folder of attachments",
            at: SourceLocation(file: attachments)))
      }
      return [attachments] + fetched
    }
    guard input != "/dev/stdin" else { return [] }
    let standard =
      isFolder
      ? [joined(input, "attachments"), joined(input, "uploads/chat")]
      : [MeetingFiles.stem(input) + ".attachments"]
    return try standard.filter { try environment.status($0)?.kind == .folder } + fetched
  }

  private func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The path without its extension.
  private static func stem(_ path: String) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return path }
    return String(path[..<dot])
  }

  /// Converts YAML to JSON; other files are kept as is.
  static func readable(_ file: NamedBytes) throws -> Diagnosed<NamedBytes> {
    guard [".yaml", ".yml"].contains(where: file.name.lowercased().hasSuffix) else {
      return Diagnosed(file)
    }
    guard let value = try PlacedValue(yaml: file.bytes, file: file.name) else {
      return Diagnosed(NamedBytes(file.name, Array("{}".utf8)))
    }
    var json = JSONWriter()
    writeValue(value, to: &json)
    return Diagnosed(NamedBytes(file.name, json.utf8), warnings: value.commentWarnings)
  }

  private static func writeValue(_ value: PlacedValue, to json: inout JSONWriter) {
    switch value.content {
    case .text(let text, isPlain: true) where text == "true" || text == "false":
      json.bool(text == "true")
    case .list(let elements):
      json.array { json in for element in elements { writeValue(element, to: &json) } }
    case .mapping(let members):
      json.object { json in
        for member in members {
          json.key(member.key)
          writeValue(member.value, to: &json)
        }
      }
    default:
      if value.isNull {
        json.null()
      } else if let number = value.integer {
        json.int(number)
      } else {
        json.string(value.plainText)
      }
    }
  }
}
