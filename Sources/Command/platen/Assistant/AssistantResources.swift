// SPDX-License-Identifier: MIT
// Part of Platen: the resources of `platen mcp`: schemas, looks, manifests, records and outputs.

import Diagnostics
import JSON
import ModelContext
import Pipeline
import Text

/// The resources that clients can list and read.
struct AssistantResources {
  let folders: AssistantFolders
  let process: CommandProcess

  /// The largest file that is read, in bytes.
  static let largestFile = 8 << 20
  private static let pageLength = 200

  /// One page of the list: schemas, looks, and of each folder its manifest with what that made.
  func list(cursor: String?) throws(CommandProcess.Interruption) -> WorkResult {
    var start = 0
    if let cursor, !cursor.isEmpty {
      guard let number = Int(cursor), number > 0 else {
        return .failed(ProtocolError(.invalidParameters, "unknown cursor"))
      }
      start = number
    }
    var entries = SchemaPart.allCases.map { part in
      ResourceEntry(
        .init(
          address: "platen://schema/\(part.rawValue)", name: "\(part.rawValue).schema.json",
          mediaType: "application/schema+json"),
        title: "JSON Schema: \(part.rawValue)")
    }
    for look in try process.run(["looks"]).objects {
      guard let name = look["name"]?.string, let kind = look["kind"]?.string else { continue }
      entries.append(
        ResourceEntry(
          .init(
            address: "platen://look/\(kind)/\(name)", name: "\(name).yaml",
            mediaType: "application/yaml"),
          title: "Look of kind \(kind): \(look["about"]?.string ?? name)"))
    }
    for folder in folders.readable { entries += try files(of: folder) }
    guard start < entries.count || start == 0 else {
      return .failed(ProtocolError(.invalidParameters, "unknown cursor"))
    }
    let end = min(start + AssistantResources.pageLength, entries.count)
    return .listed(Array(entries[start..<end]), nextCursor: end < entries.count ? "\(end)" : nil)
  }

  /// The manifest of a folder, its record, report and outputs.
  private func files(of folder: String) throws(CommandProcess.Interruption) -> [ResourceEntry] {
    let manifest = folder + "/platen.yaml"
    guard Files.exists(manifest) else { return [] }
    var entries = [entry(manifest, title: "Manifest")].compactMap { $0 }
    let planned = try process.run(["plan", folders.shortened(manifest)])
    guard
      let root = planned.objects.last(where: { $0["event"]?.string == "plan" })?["root"]?.string
    else { return entries }
    let place = root.hasPrefix("/") ? root : folders.whole(root)
    entries += [
      entry("\(place)/\(RunRecord.fileName)", title: "Record of the last run"),
      entry("\(place)/report.html", title: "Report of the last run"),
    ].compactMap { $0 }
    for job in planned.objects where job["event"]?.string == "job" {
      let name = job["job"]?.string ?? ""
      entries += (job["outputs"]?.elements ?? []).compactMap { output in
        output.string.flatMap { entry("\(place)/\($0)", title: "Output of \(name)") }
      }
    }
    return entries
  }

  private func entry(_ path: String, title: String) -> ResourceEntry? {
    guard let real = Files.realPath(path), folders.isReadable(real),
      let status = try? DiskEnvironment().status(real), status.kind == .file
    else { return nil }
    return ResourceEntry(
      .init(
        address: AssistantFolders.address(ofPath: real), name: folders.shortened(real),
        mediaType: FileFormat(path: real)?.mediaType ?? AssistantResources.plain(real),
        size: status.size),
      title: title)
  }

  /// The media type of a file that is in no table of formats.
  private static func plain(_ path: String) -> String {
    path.hasSuffix(".yaml") || path.hasSuffix(".yml")
      ? "application/yaml" : "application/octet-stream"
  }

  /// The content of a resource.
  func read(_ address: String, notFound: ProtocolError.Code) throws(CommandProcess.Interruption)
    -> WorkResult
  {
    if let part = SchemaPart.allCases.first(where: { address == "platen://schema/\($0.rawValue)" })
    {
      return .readText(
        address: address, mediaType: "application/schema+json",
        String(decoding: try process.run(part.words, isText: true).text, as: UTF8.self))
    }
    let missing = WorkResult.failed(
      ProtocolError(notFound, "no such resource: \(address.prefix(200))"))
    if address.hasPrefix("platen://look/") {
      let parts = address.dropFirst("platen://look/".count).split(separator: "/")
      guard parts.count == 2,
        parts.allSatisfy({ part in
          part.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        })
      else { return missing }
      let printed = try process.run(
        ["looks", "--kind=\(parts[0])", String(parts[1])], isText: true)
      guard printed.status == 0 else { return missing }
      return .readText(
        address: address, mediaType: "application/yaml",
        String(decoding: printed.text, as: UTF8.self))
    }
    guard AssistantFolders.path(ofAddress: address) != nil,
      let path = try? folders.existing(address)
    else { return missing }
    do {
      let bytes = try DiskEnvironment().read(
        folders.whole(path), limit: AssistantResources.largestFile
      ).bytes
      let mediaType = FileFormat(path: path)?.mediaType ?? AssistantResources.plain(path)
      // What is text is read as text, whatever its name.
      if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
        return .readText(address: address, mediaType: mediaType, text)
      }
      return .readBytes(address: address, mediaType: mediaType, bytes)
    } catch let failure as Failure {
      return .failed(
        ProtocolError(.invalidParameters, failure.diagnostics.first?.message ?? "unreadable"))
    } catch {
      return .failed(ProtocolError(.invalidParameters, "\(error)"))
    }
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
