// SPDX-License-Identifier: MIT
// Part of Platen: tests of `platen mcp` as a client sees it: its process, its folders, its tools.

import Foundation
import JSON
import TestSupport
import Testing

/// A client of `platen mcp`, line by line.
private final class AssistantClient {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private var rest: [UInt8] = []
  private var number = 0

  /// Indicates whether the system can confine the server; where it cannot, paths alone are checked.
  static let isConfined: Bool = {
    let lines = try? Command.run(
      "PLATEN_DATA_DIR='\(Shared.repository.path)/Templates' platen mcp . </dev/null", input: [],
      in: FileManager.default.temporaryDirectory)
    let isConfined = lines?.contains { $0.contains("[mcp.confinement]") } != true
    if !isConfined {
      print("this system has no Landlock: files that manifests name are not confined")
    }
    return isConfined
  }()

  init(
    _ arguments: [String], in folder: URL, variables: [String: String] = [:],
    errors: FileHandle = .nullDevice
  ) throws {
    process.executableURL = Command.binaries.appendingPathComponent("platen")
    process.arguments = ["mcp"] + arguments + (Self.isConfined ? [] : ["--no-confinement"])
    process.currentDirectoryURL = folder
    var environment = Command.surroundings(in: folder).merging(
      ["PLATEN_DATA_DIR": "\(Shared.repository.path)/Templates"]
    ) { $1 }.merging(variables) { $1 }
    // Confined commands read no list of a sanitizer and write none of its files: it reports by their
    // exit status.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      let parts = environment[name]?.split(separator: ":").filter {
        !$0.hasPrefix("log_path=") && !$0.hasPrefix("suppressions=")
      }
      environment[name] = parts?.joined(separator: ":")
    }
    if let options = environment["ASAN_OPTIONS"] {
      environment["ASAN_OPTIONS"] = options + ":detect_leaks=0"
    }
    environment["LSAN_OPTIONS"] = nil
    process.environment = environment
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = errors
    try process.run()
  }

  /// Sends a request and returns its id.
  @discardableResult func send(_ method: String, _ members: String) -> Int {
    number += 1
    let line = #"""
      {"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":{\#(members.isEmpty ? "" : members + ",")\#
      "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\#
      "io.modelcontextprotocol/clientCapabilities":{}}}}
      """#
    requests.fileHandleForWriting.write(Data((line + "\n").utf8))
    return number
  }

  func cancel(_ id: Int) {
    let line =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
    requests.fileHandleForWriting.write(Data((line + "\n").utf8))
  }

  /// The next message of the server.
  func next() throws -> JSONValue {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        return try JSONDocument(parsing: line).root
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      rest += more
    }
  }

  /// Sends a request and waits for its answer.
  func request(_ method: String, _ members: String = "") throws -> JSONValue {
    let id = send(method, members)
    while true {
      let message = try next()
      if message["id"]?.int == id { return message }
    }
  }

  func call(_ name: String, _ arguments: String) throws -> JSONValue {
    let answer = try request("tools/call", #""name":"\#(name)","arguments":{\#(arguments)}"#)
    return try #require(answer["result"], "\(name)")
  }

  /// Ends the input and returns the exit status.
  func end() throws -> Int32 {
    try requests.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension JSONValue {
  fileprivate var codes: [String] {
    (self["structuredContent"]?["messages"]?.elements ?? []).compactMap { $0["code"]?.string }
  }
  fileprivate var values: [JSONValue] { self["structuredContent"]?["values"]?.elements ?? [] }
}

@Suite struct AssistantTests {
  private let scratch: Scratch
  private let world: URL

  init() throws {
    scratch = try Scratch()
    world = scratch.url.appendingPathComponent("worlds")
    try FileManager.default.createDirectory(at: world, withIntermediateDirectories: true)
    let lines = try Command.run(
      "platen sample world -o worlds/w.map --seed 3 --cells 1000", input: [], in: scratch.url)
    #expect(lines.allSatisfy { !$0.hasPrefix("=>") })
    try scratch.write(
      "version: 1\njobs:\n  - { map: w.map, width: 200, outputs: [w.png] }\n",
      to: "worlds/platen.yaml")
    try scratch.write("# A secret\n", to: "secret.md")
  }

  /// The libraries of a toolchain are outside of the system's folders.
  @Test func commandsLoadTheLibrariesOfTheirProgram() throws {
    // The size of this file is 0, so it is read to its end.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    let maps = String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
    let library = try #require(
      maps.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      }.first { $0.contains("/libm.so") })
    try scratch.write("", to: "elsewhere/empty")
    let copy = scratch("elsewhere/libcopy.so")
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: library).resolvingSymlinksInPath(), to: URL(fileURLWithPath: copy))
    try scratch.write("", to: "errors.txt")
    let errors = try #require(FileHandle(forWritingAtPath: scratch("errors.txt")))
    let client = try AssistantClient(
      ["worlds"], in: scratch.url, variables: ["LD_PRELOAD": copy], errors: errors)
    #expect(try client.call("inspect", #""path":"w.map""#)["isError"]?.bool == false)
    _ = try client.end()
    #expect(scratch.text("errors.txt") == "")
  }

  @Test func everyToolAnswers() throws {
    try scratch.write(
      """
      Scene 1
      The gate opens.

      """, to: "worlds/story.md")
    let client = try AssistantClient(["worlds", "--allow-write"], in: scratch.url)
    #expect(
      try client.call("inspect", #""path":"w.map""#).values.first?["format"]?.string == "azgaar-map"
    )
    #expect(try client.call("check", #""path":"platen.yaml""#)["isError"]?.bool == false)
    let plan = try client.call("plan", "")
    #expect(plan.values.first?["outputs"]?[0]?.string == "w.png")
    let preview = try client.call("render", #""path":"w.map","width":120"#)
    let picture = preview["content"]?.elements.first { $0["type"]?.string == "image" }
    #expect(picture?["data"]?.string?.hasPrefix("iVBORw0KGgo") == true)
    #expect(!scratch.files.contains { $0.hasSuffix("preview.png") })
    let run = try client.call("run", "")
    #expect(run["isError"]?.bool == false)
    #expect(run["content"]?.elements.last?["type"]?.string == "resource_link")
    #expect(scratch.files.contains("worlds/out/w.png"))
    #expect(
      try client.call("explain", #""subject":"w.png""#).values.first?["outcome"]?.string
        == "up-to-date")
    #expect(try client.call("explain", #""subject":"map.cell-count""#).values.first?["code"] != nil)
    #expect(try client.call("history", "").values.count == 1)
    let looks = try client.call("looks", #""kind":"map","limit":2"#)
    #expect(looks.values.count == 2)
    #expect(looks["structuredContent"]?["next_cursor"]?.string == "2")
    #expect(
      try client.call("sample_world", #""output":"s.map","cells":1000"#)["isError"]?.bool == false)
    #expect(
      try client.call("sample_world", #""output":"s.map","cells":1000"#).codes == ["mcp.exists"])
    let export = try client.call(
      "export_campaign", #""campaign_id":"story.md","format":"md","user_id":"u""#)
    #expect(export["structuredContent"]?["success"]?.bool != nil)
    let found = try client.call("search_world", #""path":"w.map","table":"burgs","limit":1"#)
    let name = try #require(found.values.first?["name"]?.string)
    #expect(
      try client.call("search_world", #""path":"w.map","query":"\#(name.uppercased())""#).values
        .contains { $0["name"]?.string == name })
    #expect(try client.call("schema", #""definition":"map""#).values.first?["schema"] != nil)
    #expect(try client.call("schema", "").values.first?["definitions"]?.count ?? 0 > 50)
    let resources = try client.request("resources/list")["result"]?["resources"]?.elements ?? []
    let address = try #require(
      resources.first { $0["uri"]?.string?.hasSuffix("/w.png") == true }?["uri"]?.string)
    let read = try client.request("resources/read", #""uri":"\#(address)""#)["result"]
    #expect(read?["contents"]?[0]?["blob"]?.string?.hasPrefix("iVBORw0KGgo") == true)
    #expect(try client.end() == 0)
    #expect(!scratch.files.contains { $0.contains("platen-mcp-") })
  }

  @Test func nothingOutsideTheFoldersIsRead() throws {
    try FileManager.default.createSymbolicLink(
      at: world.appendingPathComponent("link.md"),
      withDestinationURL: scratch.url.appendingPathComponent("secret.md"))
    try scratch.write(
      """
      version: 1
      jobs:
        - { document: ../secret.md, id: a, outputs: [a.txt] }
        - { document: link.md, id: b, outputs: [b.txt] }
        - { document: /etc/passwd, id: c, outputs: [c.txt] }
      on-finish:
        - { run: "cat ../secret.md > leak.txt", when: always }
      """, to: "worlds/outside.yaml")
    let client = try AssistantClient(["worlds", "--allow-write"], in: scratch.url)
    for path in ["../secret.md", "link.md", "/etc/passwd", "\(scratch.path)/secret.md"] {
      #expect(try client.call("inspect", #""path":"\#(path)""#).codes == ["mcp.path"])
      let address = path.hasPrefix("/") ? path : "\(world.path)/\(path)"
      let read = try client.request("resources/read", #""uri":"file://\#(address)""#)
      #expect(read["error"]?["code"]?.int == -32602)
    }
    #expect(
      try client.call("sample_world", #""output":"../x.map""#).codes == ["mcp.path"])
    guard AssistantClient.isConfined else { return }
    let run = try client.call("run", #""manifest":"outside.yaml""#)
    #expect(run["isError"]?.bool == true)
    #expect(run.codes.filter { $0 == "file.permission" }.count == 3)
    _ = try client.end()
    #expect(
      !scratch.files.contains { $0.hasSuffix("leak.txt") && scratch.text($0)?.isEmpty == false })
    #expect(!scratch.files.contains { $0.hasPrefix("worlds/out/") && $0.hasSuffix(".txt") })
  }

  @Test func withoutLeaveNothingIsWritten() throws {
    let before = scratch.files
    let client = try AssistantClient(["worlds"], in: scratch.url)
    #expect(try client.call("run", "").codes == ["mcp.write"])
    #expect(try client.call("sample_world", #""output":"s.map""#).codes == ["mcp.write"])
    #expect(try client.call("render", #""path":"w.map","output":"x.png""#).codes == ["mcp.write"])
    #expect(try client.end() == 0)
    #expect(
      scratch.files.filter { $0.hasPrefix("worlds/") } == before.filter { $0.hasPrefix("worlds/") })
  }

  @Test func aCanceledCallEndsAndOthersGoOn() throws {
    let client = try AssistantClient(["worlds", "--allow-write"], in: scratch.url)
    let id = client.send(
      "tools/call",
      #""name":"render","arguments":{"path":"w.map","output":"x.png","width":8192}"#)
    client.cancel(id)
    #expect(try client.call("inspect", #""path":"w.map""#)["isError"]?.bool == false)
    // The end of input ends what is under way.
    client.send(
      "tools/call",
      #""name":"render","arguments":{"path":"w.map","output":"y.png","width":8192}"#)
    #expect(try client.end() == 0)
    #expect(!scratch.files.contains { $0.contains("/.platen-") })
  }

  /// The official client of the protocol, where Python has it (`pip install mcp`).
  @Test func theOfficialClientCallsEveryTool() throws {
    guard
      try Command.run("python3 -c 'import mcp.client.client'", input: [], in: scratch.url).isEmpty
    else {
      print("skipped: python3 has no module mcp")
      return
    }
    let script = Shared.repository.appendingPathComponent(
      "Tests/Command/CommandTests/Assistants/client.py")
    let lines = try Command.run(
      "PLATEN_DATA_DIR='\(Shared.repository.path)/Templates' python3 '\(script.path)' "
        + "\"$(command -v platen)\" worlds", input: [], in: scratch.url)
    #expect(lines.last == "everything was as declared", "\(lines)")
  }
}
