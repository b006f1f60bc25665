// SPDX-License-Identifier: MIT
// Part of Platen: past runs of an output directory: when they ran, and which outputs they changed.

internal import Diagnostics
public import Digests
internal import JSON

/// A past run: its sums, and every output that changed.
///
/// A run that found nothing to do leaves none.
public struct PastRun: Hashable, Sendable {
  /// An output that a run changed.
  public struct Change: Hashable, Sendable {
    /// Relative to the output directory.
    public var path: String
    public var job: String
    /// The outcome; nil where no job makes it any more.
    public var outcome: Outcome?
    /// The digest before the run, and after it; nil without a file.
    public var before: Digest?
    public var after: Digest?
    public var size: Int?

    public init(
      path: String, job: String, outcome: Outcome?, before: Digest?, after: Digest?, size: Int?
    ) {
      self.path = path
      self.job = job
      self.outcome = outcome
      self.before = before
      self.after = after
      self.size = size
    }
  }

  /// Counted from 1.
  public var number: Int
  /// When it ended, in seconds since 1970.
  public var finished: Int64
  public var tool: String
  /// The manifest that was run, as ``RunRecord/manifest``.
  public var manifest: String?
  public var totals: RunTotals
  public var changes: [Change]

  public init(
    number: Int, finished: Int64, tool: String, manifest: String? = nil, totals: RunTotals,
    changes: [Change]
  ) {
    self.number = number
    self.finished = finished
    self.tool = tool
    self.manifest = manifest
    self.totals = totals
    self.changes = changes
  }

  /// The changes of a run, by the records before and after it.
  public static func changes(from last: RunRecord?, to record: RunRecord) -> [Change] {
    var before: [String: OutputRecord] = [:]
    for output in last?.jobs.lazy.flatMap(\.outputs) ?? [] { before[output.path] = output }
    var changes: [Change] = []
    for job in record.jobs {
      for output in job.outputs {
        let old = before.removeValue(forKey: output.path)?.digest
        // A failure keeps the old file, and is reported all the same.
        guard output.isPublished ? old != output.digest : job.outcome == .failed else { continue }
        changes.append(
          Change(
            path: output.path, job: job.id,
            outcome: output.isPublished ? output.outcome : .failed, before: old,
            after: output.isPublished ? output.digest : old, size: output.size))
      }
    }
    // Its orphans still exist, and so do files that another manifest makes now.
    let orphans = Set((record.orphans + record.others.flatMap(\.everyOutput)).map(\.path))
    for (path, output) in before.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    where output.digest != nil && !orphans.contains(path) {
      changes.append(
        Change(path: path, job: "", outcome: nil, before: output.digest, after: nil, size: nil))
    }
    return changes
  }
}

/// The past runs of an output directory, in `.platen/history`.
public struct RunHistory: Sendable {
  /// Runs that are remembered.
  public static let length = 100
  private static let limit = 256 << 20
  /// No output directory reaches this number; a file of a higher one is not Platen's.
  private static let highest = 1 << 40
  private let folder: NotesFolder

  /// The history of an output directory; nil where there is none.
  public static func existing(in outputs: Outputs) -> RunHistory? {
    NotesFolder.existing("history", in: outputs).map(RunHistory.init(folder:))
  }

  private init(folder: NotesFolder) { self.folder = folder }

  /// Opens it, making its folder if need be.
  public init(in outputs: Outputs) throws {
    folder = try NotesFolder("history", in: outputs, creating: true)
  }

  /// The numbers of the runs remembered, ascending.
  public var numbers: [Int] {
    folder.names.compactMap { name in
      name.hasSuffix(".json") ? Int(name.dropLast(5)) : nil
    }.filter { (1...RunHistory.highest).contains($0) }.sorted()
  }

  /// A run; nil when it is not remembered.
  ///
  /// - Throws: ``Failure`` with the code `record.unreadable` when the file cannot be read.
  public func run(_ number: Int) throws -> PastRun? {
    guard let bytes = folder.read(RunHistory.name(number), limit: RunHistory.limit) else {
      return nil
    }
    return try PastRun(json: bytes, file: ".platen/history/\(RunHistory.name(number))")
  }

  /// The last run of a manifest, or of one that is not known; nil when none is remembered.
  ///
  /// - Throws: as ``run(_:)``.
  public func last(of manifest: String?) throws -> PastRun? {
    for number in numbers.reversed() {
      if let run = try run(number), run.manifest == nil || run.manifest == manifest { return run }
    }
    return nil
  }

  /// Adds a run and forgets all but the last ``length``.
  ///
  /// - Returns: the run's number.
  @discardableResult
  public func add(
    _ record: RunRecord, after last: RunRecord?, finished: Int64
  ) throws -> PastRun {
    folder.sweep()
    let known = numbers
    let run = PastRun(
      number: (known.last ?? 0) + 1, finished: finished, tool: record.tool,
      manifest: record.manifest, totals: record.totals,
      changes: PastRun.changes(from: last, to: record))
    try folder.write(run.json, as: RunHistory.name(run.number))
    for old in known.dropLast(RunHistory.length - 1) { folder.remove(RunHistory.name(old)) }
    return run
  }

  /// The differences between the state after `earlier` and the state after `later`: each output
  /// once, with its first and its last digest.
  ///
  /// - Throws: ``Failure`` `history.gap` when a run between them is not remembered.
  public func difference(from earlier: Int, to later: Int) throws -> [PastRun.Change] {
    var places: [String: Int] = [:]
    var changes: [PastRun.Change] = []
    for number in (min(earlier, later) + 1)..<(max(earlier, later) + 1) {
      guard let run = try run(number) else {
        throw Failure(
          .error(
            .historyGap, "run \(number) is not remembered, so it is not known what it changed",
            hints: ["only the last \(RunHistory.length) runs that built something are remembered"]))
      }
      for change in run.changes {
        guard let place = places[change.path] else {
          places[change.path] = changes.count
          changes.append(change)
          continue
        }
        let before = changes[place].before
        changes[place] = change
        changes[place].before = before
      }
    }
    changes.removeAll { $0.before == $0.after }
    guard earlier > later else { return changes }
    return changes.map { change in
      var change = change
      (change.before, change.after, change.size) = (change.after, change.before, nil)
      return change
    }
  }

  private static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".json"
  }
}

extension PastRun {
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", Event.format)
      json.member("number", number)
      json.member("finished", finished)
      json.member("tool", tool)
      json.member("manifest", manifest)
      json.member("totals", object: { totals.writeMembers(to: &$0) })
      json.member(
        "changes",
        array: { json in
          for change in changes {
            json.object { json in
              json.member("path", change.path)
              json.member("job", change.job)
              json.member("outcome", change.outcome?.rawValue)
              json.member("before", change.before?.description)
              json.member("after", change.after?.description)
              json.member("size", optional: change.size)
            }
          }
        })
    }
    return json.utf8 + [UInt8(ascii: "\n")]
  }

  init(json bytes: [UInt8], file: String) throws {
    let reader = RecordReader(file: file)
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw reader.refusal(error.message, line: error.line, column: error.column)
    }
    let format = try reader.int(root, "format")
    guard format == Event.format else {
      throw reader.refusal("format \(format) is not supported (expected \(Event.format))")
    }
    self.init(
      number: try reader.int(root, "number"), finished: Int64(try reader.int(root, "finished")),
      tool: try reader.string(root, "tool"), manifest: root["manifest"]?.string,
      totals: try RunTotals(reader.member(root, "totals"), reader),
      changes: try reader.list(root, "changes").map { value in
        Change(
          path: try reader.string(value, "path"), job: try reader.string(value, "job"),
          outcome: value["outcome"]?.string == nil ? nil : try reader.outcome(value),
          before: try reader.digest(value, "before"), after: try reader.digest(value, "after"),
          size: value["size"]?.int)
      })
  }
}
