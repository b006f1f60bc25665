// SPDX-License-Identifier: MIT
// Part of Platen: a frozen plan read from its file, with limits.

internal import Diagnostics
internal import Digests
internal import JSON
internal import Libc

extension FrozenPlan {
  /// The limits of a plan's file.
  package struct Limits: Sendable {
    /// Bytes of the file.
    package var bytes = 4 << 30
    /// Bytes of a line.
    package var line = 16 << 20
    /// Jobs, and ten times as many files and stages.
    package var jobs = 2_000_000
    /// Numbers of stages and files in jobs.
    package var numbers = 200_000_000

    package init() {}
  }

  /// Reads a plan's file, line by line.
  ///
  /// - Throws: ``Failure`` with the code `plan.unreadable`, placed at the line.
  package init(reading path: String, limits: Limits = Limits()) throws {
    let reader = FrozenPlanReader(path: path, limits: limits)
    try reader.read()
    self = try reader.plan()
  }
}

/// The state of reading a plan's file.
private final class FrozenPlanReader {
  let path: String
  let limits: FrozenPlan.Limits
  private var number = 0
  private var basis: FrozenPlan.Basis?
  private var files: [FrozenPlan.File] = []
  private var stages: [FrozenPlan.StageEntry] = []
  private var jobs: [FrozenPlan.JobEntry] = []
  private var ids: Set<String> = []
  private var numbersRead = 0
  private var id: Digest?
  private var hasher = SHA256()
  /// Names of stages, so that equal ones share their memory.
  private var names: [String: String] = [:]

  init(path: String, limits: FrozenPlan.Limits) {
    self.path = path
    self.limits = limits
  }

  private func refusal(_ message: String, hints: [String] = []) -> Failure {
    Failure(
      .error(
        .planUnreadable, message, at: SourceLocation(file: path, line: number > 0 ? number : nil),
        hints: hints.isEmpty ? ["write it again with platen plan --freeze"] : hints))
  }

  func plan() throws -> FrozenPlan {
    guard let basis, let id else {
      throw refusal("the plan ends early; expected a last line with its digest")
    }
    return FrozenPlan(basis: basis, files: files, stages: stages, jobs: jobs, id: id)
  }

  // MARK: Lines

  private func open() throws -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw Failure(
        .error(
          .planUnreadable, "the plan cannot be read: \(error.text)", at: SourceLocation(file: path),
          hints: error.code == ENOENT ? ["platen plan --freeze FILE writes one"] : []))
    }
  }

  func read() throws {
    let descriptor = try open()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var rest: [UInt8] = []
    var offset = 0
    while true {
      let count: Int
      do throws(SystemError) {
        count = try descriptor.readFull(&buffer, at: offset)
      } catch {
        throw refusal("the plan cannot be read: \(error.text)")
      }
      guard count > 0 else { break }
      offset += count
      guard offset <= limits.bytes else {
        throw refusal("the plan has more than \(limits.bytes) bytes")
      }
      var start = 0
      while let end = buffer[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
        rest += buffer[start..<end]
        start = end + 1
        try take(rest)
        rest.removeAll(keepingCapacity: true)
      }
      rest += buffer[start..<count]
      guard rest.count <= limits.line else {
        number += 1
        throw refusal("a line has more than \(limits.line) bytes")
      }
    }
    guard rest.isEmpty else {
      number += 1
      throw refusal("the plan ends within a line")
    }
  }

  private func take(_ line: [UInt8]) throws {
    number += 1
    guard id == nil else { throw refusal("a line after the last one") }
    let object: JSONValue
    do throws(JSONError) {
      object = try JSONDocument(
        parsing: line, limits: .init(bytes: limits.line, depth: 8)
      ).root
    } catch {
      throw refusal(
        number == 1 ? "this is not a plan" : error.message,
        hints: number == 1 ? ["platen plan --freeze FILE writes one"] : [])
    }
    guard basis != nil else { return try takeBasis(object, line) }
    if let digest = object["end"]?.string {
      var finished = SHA256()
      swap(&finished, &hasher)
      let actual = finished.finalize()
      guard digest == actual.description else {
        throw refusal("the plan was changed: its lines have another digest than its last line")
      }
      id = actual
      return
    }
    hasher.update(line)
    hasher.update([UInt8(ascii: "\n")])
    if let job = object["job"]?.string {
      try takeJob(job, object)
    } else if let name = object["stage"]?.string {
      try takeStage(name, object)
    } else {
      try takeFile(object)
    }
  }

  // MARK: Their content

  private func digest(_ value: JSONValue?, _ key: String) throws -> Digest {
    guard let digest = value?.string.flatMap(Digest.init(hex:)) else {
      throw refusal("\(key) is not a SHA-256")
    }
    return digest
  }

  private func text(_ object: JSONValue, _ key: String) throws -> String {
    guard let text = object[key]?.string else { throw refusal("\(key) is not a text") }
    return text
  }

  private func count(_ object: JSONValue, _ key: String, upTo most: Int) throws -> Int {
    guard let count = object[key]?.int, (0...most).contains(count) else {
      throw refusal("\(key) is not a whole number from 0 to \(most)")
    }
    return count
  }

  private func takeBasis(_ object: JSONValue, _ line: [UInt8]) throws {
    guard let format = object["platen-plan"]?.int else {
      throw refusal(
        "this is not a plan", hints: ["platen plan --freeze FILE writes one"])
    }
    guard format == FrozenPlan.format else {
      throw refusal(
        "format \(format) of plans is not supported (expected \(FrozenPlan.format))",
        hints: ["use the Platen that wrote it, or write it again"])
    }
    func named(_ key: String) throws -> [FrozenPlan.NamedText] {
      (object[key]?.members ?? []).prefix(1000).map {
        FrozenPlan.NamedText($0.key, $0.value.string)
      }
    }
    basis = FrozenPlan.Basis(
      tool: try text(object, "tool"), program: object["program"]?.string.flatMap(Digest.init(hex:)),
      libraries: try named("libraries"), manifest: try text(object, "manifest"),
      manifestDigest: try digest(object["sha256"], "sha256"),
      only: (object["only"]?.elements ?? []).compactMap(\.string),
      isRebuild: object["rebuild"]?.bool ?? false, variables: try named("variables"),
      leastSeconds: try count(object, "shard-seconds", upTo: 1_000_000))
    hasher.update(line)
    hasher.update([UInt8(ascii: "\n")])
  }

  private func takeFile(_ object: JSONValue) throws {
    guard files.count < 10 * limits.jobs else { throw refusal("the plan has too many files") }
    for role in FrozenPlan.Role.allCases {
      guard let path = object[role.rawValue]?.string else { continue }
      let isMissing = object["sha256"]?.isNull == true
      files.append(
        FrozenPlan.File(role, path, isMissing ? nil : try digest(object["sha256"], "sha256")))
      return
    }
    throw refusal("unknown line; expected a file, a stage or a job")
  }

  private func takeStage(_ name: String, _ object: JSONValue) throws {
    guard stages.count < 10 * limits.jobs else { throw refusal("the plan has too many stages") }
    let name = names[name] ?? name
    if names.count < 1000 { names[name] = name }
    stages.append(
      FrozenPlan.StageEntry(
        name: name, key: Key(digest: try digest(object["key"], "key")),
        cost: try count(object, "ms", upTo: 1_000_000_000),
        memory: try count(object, "memory", upTo: 1 << 52)))
  }

  private func takeJob(_ id: String, _ object: JSONValue) throws {
    guard jobs.count < limits.jobs else { throw refusal("the plan has too many jobs") }
    guard ids.insert(id).inserted else { throw refusal("the plan has the job \"\(id)\" twice") }
    func numbers(_ key: String, below count: Int) throws -> [Int32] {
      guard let list = object[key], list.kind == .array else {
        throw refusal("\(key) is not a list")
      }
      numbersRead += list.count
      guard numbersRead <= limits.numbers else { throw refusal("the plan has too many numbers") }
      var last = -1
      return try list.elements.map { element in
        guard let number = element.int, number > last, number < count else {
          throw refusal("\(key) has a number that is not one of the lines above")
        }
        last = number
        return Int32(number)
      }
    }
    jobs.append(
      FrozenPlan.JobEntry(
        id: id, kind: try text(object, "kind"),
        stages: try numbers("stages", below: stages.count),
        files: try numbers("files", below: files.count),
        outputs: (object["outputs"]?.elements ?? []).compactMap(\.string),
        isDue: object["due"]?.bool ?? true))
  }
}
