// SPDX-License-Identifier: MIT
// Part of Platen: a call of a tool: the command that answers it, and its answer as a result.

import Diagnostics
import JSON
import Libc
import ModelContext
import Pipeline
import Text

/// A call of a tool by a client.
struct AssistantCall {
  let tool: AssistantTool
  let arguments: ToolArguments
  let folders: AssistantFolders
  let process: CommandProcess
  /// The keys that jobs have as options of `platen render`.
  let jobKeys: Set<String>
  /// A folder of this call's own, which exists and is removed afterwards.
  let scratch: String
  /// Reports progress: stages done, of how many, and a message.
  let report: (Int, Int?, String?) -> Void

  /// The largest picture in a result, in bytes; larger ones are linked.
  static let largestPicture = 2 << 20

  /// Carries the call out; errors that the client can correct are part of the result.
  ///
  /// - Throws: `CommandProcess.Interruption` `canceled`, and nothing else.
  func perform() throws(CommandProcess.Interruption) -> ToolResult {
    do {
      return try result()
    } catch {
      switch error {
      case .canceled: throw error
      case .failed(let failure): return AssistantCall.result(of: failure)
      case .tookTooLong(let seconds):
        return AssistantCall.result(
          of: Failure(
            .error(
              .mcpTime, "the call took more than \(seconds) s and was ended",
              hints: ["request less", "the user can start the server with a larger --timeout"])))
      case .printedTooMuch:
        return AssistantCall.result(
          of: Failure(.error(.mcpSize, "the answer is too large", hints: ["request less"])))
      }
    }
  }

  private func result() throws(CommandProcess.Interruption) -> ToolResult {
    switch tool {
    case .inspect:
      return answer(try process.run(["inspect", try existing("path")]))
    case .check:
      return answer(try process.run(["check", try existing("path")]))
    case .plan:
      return try paged(answer(try process.run(["plan"] + selection + (try manifest()))))
    case .render: return try render()
    case .run: return try runManifest()
    case .explain:
      let words = try manifest().flatMap { ["--manifest", $0] }
      return answer(try process.run(["explain"] + words + ["--", arguments.text("subject") ?? ""]))
    case .history:
      let number = arguments.number("run").map { ["--run", "\($0)"] } ?? []
      return try paged(answer(try process.run(["history"] + number + (try manifest()))))
    case .looks:
      let kind = arguments.text("kind").map { ["--kind=\($0)"] } ?? []
      return try paged(answer(try process.run(["looks"] + kind)))
    case .sampleWorld: return try sampleWorld()
    case .exportCampaign: return try exportCampaign()
    case .searchWorld:
      let search = WorldSearch(
        words: arguments.text("query") ?? "", table: arguments.text("table"),
        state: arguments.text("state"))
      return try paged(searchWorld(search))
    case .schema: return try schema()
    }
  }

  // MARK: Arguments

  private func existing(_ name: String) throws(CommandProcess.Interruption) -> String {
    do {
      return try folders.existing(arguments.text(name) ?? "")
    } catch {
      throw .failed(error)
    }
  }

  private func target(_ given: String) throws(CommandProcess.Interruption) -> String {
    do {
      return try folders.target(given, overwrites: arguments.flag("overwrite"))
    } catch {
      throw .failed(error)
    }
  }

  private func manifest() throws(CommandProcess.Interruption) -> [String] {
    arguments.text("manifest") == nil ? [] : [try existing("manifest")]
  }

  private var selection: [String] { arguments.texts("only").map { "--only=\($0)" } }

  // MARK: Tools with answers of their own

  private func render() throws(CommandProcess.Interruption) -> ToolResult {
    var words = ["render", try existing("path")]
    for name in ["kind", "look", "region", "audience"] {
      if let text = arguments.text(name) { words.append("--\(name)=\(text)") }
    }
    if let width = arguments.number("width") { words.append("--width=\(width)") }
    for (key, values) in arguments.settings("options") {
      guard jobKeys.contains(key) else {
        let near = nearMiss(key, among: jobKeys.sorted()).map { ["did you mean \"\($0)\"?"] } ?? []
        throw .failed(
          Failure(.error(.mcpArgument, "options: unknown key \"\(key.prefix(60))\"", hints: near)))
      }
      for value in values {
        words +=
          value == "true"
          ? ["--\(key)"] : value == "false" ? ["--no-\(key)"] : ["--\(key)=\(value)"]
      }
    }
    let output: String
    if let given = arguments.text("output") {
      output = try target(given)
      if arguments.flag("overwrite") { words.append("--force") }
    } else {
      output = scratch + "/preview.png"
    }
    let printed = try process.run(words + ["--output=\(output)"], observe: progress())
    var result = answer(printed)
    if arguments.text("output") == nil {
      // The preview is no file that stays.
      result.values.removeAll { $0.contains(#""event":"output""#) }
    } else if !result.isError {
      result.links = AssistantCall.links(to: [output], folders)
    }
    show(output, in: &result)
    return result
  }

  private func runManifest() throws(CommandProcess.Interruption) -> ToolResult {
    guard !folders.writable.isEmpty else { throw .failed(AssistantFolders.writeRefusal) }
    let manifest = try manifest()
    // The folder of outputs, which is known before anything runs.
    let planned = try process.run(["plan"] + selection + manifest)
    let root = planned.objects.last { $0["event"]?.string == "plan" }?["root"]?.string
    let printed = try process.run(["run"] + selection + manifest, observe: progress())
    var result = answer(printed)
    guard let root else { return result }
    let paths = printed.objects.compactMap { object in
      object["event"]?.string == "output" ? object["path"]?.string : nil
    }
    result.links = AssistantCall.links(to: paths.prefix(50).map { root + "/" + $0 }, folders)
    return result
  }

  private func sampleWorld() throws(CommandProcess.Interruption) -> ToolResult {
    let output = try target(arguments.text("output") ?? "")
    var words = ["sample", "world", "--output=\(output)"]
    for name in ["seed", "cells"] {
      if let number = arguments.number(name) { words.append("--\(name)=\(number)") }
    }
    if let name = arguments.text("name") { words.append("--name=\(name)") }
    if arguments.flag("overwrite") { words.append("--force") }
    var result = answer(try process.run(words))
    if !result.isError { result.links = AssistantCall.links(to: [output], folders) }
    return result
  }

  private func exportCampaign() throws(CommandProcess.Interruption) -> ToolResult {
    let input = try existing("campaign_id")
    let format = arguments.text("format") ?? AssistantTool.campaignFormats[0]
    let name = String(input.split(separator: "/").last ?? "campaign")
    var stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    // The game exports texts, too.
    if name == "\(stem).\(format)" { stem += "-book" }
    let output = try target(arguments.text("filename") ?? "\(stem).\(format)")
    guard output.hasSuffix(".\(format)") else {
      throw .failed(
        Failure(
          .error(
            .mcpArgument, "filename: the extension is not that of the format \(format)",
            hints: ["end it with .\(format)"])))
    }
    let inspected = try process.run(["inspect", input])
    var result = answer(
      try process.run(
        ["render", input, "--kind=campaign", "--output=\(output)"], observe: progress()))
    var title = JSONWriter()
    title.string(inspected.objects.first { $0["title"] != nil }?["title"]?.string)
    var path = JSONWriter()
    path.string(result.isError ? nil : output)
    result.members = [
      ("success", result.isError ? "false" : "true"), ("export_path", path.text),
      ("format", "\"\(format)\""), ("campaign_title", title.text),
    ]
    if !result.isError { result.links = AssistantCall.links(to: [output], folders) }
    return result
  }

  private func searchWorld(_ search: WorldSearch) throws(CommandProcess.Interruption) -> ToolResult
  {
    let tables = search.table.map { [$0] } ?? AssistantTool.searchedTables
    let audience = arguments.text("audience") ?? "player"
    var result = answer(
      try process.run([
        "export", try existing("path"), "--format=csv", "--tables=\(tables.joined(separator: ","))",
        "--audience=\(audience)", "--output=\(scratch)/",
      ]))
    result.values = []
    guard !result.isError else { return result }
    for table in tables {
      let path = "\(scratch)/\(table).csv"
      // A world without such things has no such table, and players get none of secret ones.
      guard Files.exists(path) else { continue }
      do {
        result.values += try search.rows(
          of: try DiskEnvironment().read(path, limit: 256 << 20).bytes, table: table)
      } catch let failure as Failure {
        throw .failed(failure)
      } catch {
        throw .failed(Failure(.error(.mcpSize, "the table \(table) cannot be read: \(error)")))
      }
    }
    return result
  }

  private func schema() throws(CommandProcess.Interruption) -> ToolResult {
    let part = SchemaPart(rawValue: arguments.text("of") ?? "") ?? .manifest
    let printed = try process.run(part.words, isText: true)
    guard let schema = try? JSONDocument(parsing: printed.text).root else {
      throw .failed(Failure(.error(.mcpSize, "the schema cannot be read")))
    }
    let definitions = schema["$defs"] ?? schema["definitions"]
    var json = JSONWriter()
    if let name = arguments.text("definition") {
      guard let definition = definitions?[name] else {
        let names = definitions?.members.map(\.key) ?? []
        let near = nearMiss(name, among: names).map { ["did you mean \"\($0)\"?"] } ?? []
        throw .failed(
          Failure(.error(.mcpArgument, "no definition \"\(name.prefix(60))\"", hints: near)))
      }
      json.object { json in
        json.member("definition", name)
        json.key("schema")
        json.copy(definition)
      }
    } else {
      json.object { json in
        json.key("schema")
        json.object { json in
          for (key, value) in schema.members where key != "$defs" && key != "definitions" {
            json.key(key)
            json.copy(value)
          }
        }
        json.member("definitions", definitions?.members.map(\.key) ?? [])
      }
    }
    var result = ToolResult()
    result.values = [json.text]
    return result
  }
}

extension AssistantCall {
  /// The result of a failure.
  static func result(of failure: Failure) -> ToolResult {
    var result = ToolResult()
    result.isError = true
    result.messages = failure.diagnostics.map { text(of: $0) }
    return result
  }

  /// A diagnostic as JSON.
  private static func text(of diagnostic: Diagnostic) -> String {
    var json = JSONWriter()
    diagnostic.write(to: &json)
    return json.text
  }

  /// The answer of a command as a result: diagnostics apart, and without the events of stages.
  private func answer(_ answer: CommandAnswer) -> ToolResult {
    var result = ToolResult()
    result.isError = answer.status != 0
    for object in answer.objects {
      switch object["event"]?.string {
      case "begin", "preflight", "job-started", "stage-started", "stage-finished", "end": continue
      default: break
      }
      var json = JSONWriter()
      if let diagnostic = object["diagnostic"], diagnostic.kind == .object {
        json.copy(diagnostic)
        if !result.messages.contains(json.text) { result.messages.append(json.text) }
      } else if object["diagnostics"] != nil {
        json.object { json in
          for (key, value) in object.members where key != "diagnostics" {
            json.key(key)
            json.copy(value)
          }
        }
        result.values.append(json.text)
        for diagnostic in object["diagnostics"]?.elements ?? [] {
          var text = JSONWriter()
          text.copy(diagnostic)
          if !result.messages.contains(text.text) { result.messages.append(text.text) }
        }
      } else {
        json.copy(object)
        result.values.append(json.text)
      }
    }
    if result.isError, result.messages.isEmpty, result.values.isEmpty {
      result.messages = [
        AssistantCall.text(
          of: .error(.mcpStatus, "the command ended with status \(answer.status)"))
      ]
    }
    return result
  }

  /// One page of the values.
  private func paged(_ whole: ToolResult) throws(CommandProcess.Interruption) -> ToolResult {
    var result = whole
    var start = 0
    if let cursor = arguments.text("cursor") {
      guard let number = Int(cursor), number >= 0 else {
        throw .failed(Failure(.error(.mcpArgument, "cursor: not one of a page before")))
      }
      start = min(number, whole.values.count)
    }
    let end = min(
      start + (arguments.number("limit") ?? AssistantTool.usualPage), whole.values.count)
    result.values = Array(whole.values[start..<end])
    result.total = whole.values.count
    result.nextCursor = end < whole.values.count ? "\(end)" : nil
    return result
  }

  /// A body that counts the stages of a run.
  private func progress() -> (JSONValue) -> Void {
    var total: Int?
    var done = 0
    return { object in
      switch object["event"]?.string {
      case "begin": total = object["stages"]?.int
      case "stage-finished":
        done += 1
        report(done, total, object["job"]?.string)
      default: break
      }
    }
  }

  /// Adds a picture to a result, where the output is one.
  private func show(_ output: String, in result: inout ToolResult) {
    guard !result.isError, let format = FileFormat(path: output), format == .png || format == .jpeg
    else { return }
    let bytes = try? DiskEnvironment().read(
      folders.whole(output), limit: AssistantCall.largestPicture)
    if let bytes {
      result.pictures = [.init(bytes: bytes.bytes, mediaType: format.mediaType)]
    } else {
      result.messages.append(
        AssistantCall.text(
          of: Diagnostic(
            .note, .mcpSize, "the picture is too large to be shown here",
            hints: ["set \"width\""])))
    }
  }

  private static func links(to paths: [String], _ folders: AssistantFolders) -> [ToolResult.Link] {
    paths.compactMap { path in
      let whole = folders.whole(path)
      guard let status = try? DiskEnvironment().status(whole), status.kind == .file else {
        return nil
      }
      return ToolResult.Link(
        address: AssistantFolders.address(ofPath: whole), name: path,
        mediaType: FileFormat(path: path)?.mediaType ?? "application/octet-stream",
        size: status.size)
    }
  }
}
