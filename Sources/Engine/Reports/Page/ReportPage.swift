// SPDX-License-Identifier: MIT
// Part of Platen: a run as one page for browsers, with all it needs in it.

internal import Diagnostics
package import Digests
internal import JSON
package import Pipeline
internal import Text

/// A run as one page: the outcome of each job, thumbnails, the changes, and the time spent.
package struct ReportPage {
  /// The page's own parts, from the templates: markup with `{{names}}`, style, script; and its
  /// words.
  package struct Parts: Sendable {
    package var markup: String
    package var style: String
    package var script: String
    package var words: ReportWords

    package init(markup: String, style: String, script: String, words: ReportWords) {
      self.markup = markup
      self.style = style
      self.script = script
      self.words = words
    }
  }

  /// The subject of the page.
  package struct Subject {
    /// The name of the manifest or its folder.
    package var title: String
    package var record: RunRecord
    /// The record before it.
    package var last: RunRecord?
    package var notes: RunNotes?
    /// When the run ended, and the one before it, in seconds since 1970.
    package var finished: Int64
    package var since: Int64?

    package init(
      title: String, record: RunRecord, last: RunRecord?, notes: RunNotes?, finished: Int64,
      since: Int64?
    ) {
      self.title = title
      self.record = record
      self.last = last
      self.notes = notes
      self.finished = finished
      self.since = since
    }
  }

  /// The most thumbnails on a page.
  package static let mostThumbnails = 500
  /// Their bytes; as text they take a third more, and the page is to stay under 20 MB.
  static let mostBytes = 12 << 20
  /// The most outputs whose previous thumbnails are shown.
  static let mostPairs = 150
  /// Warnings of one job that are shown.
  static let mostWarnings = 20
  /// The most stages shown individually.
  static let mostSpans = 4000

  private let subject: Subject
  private let changes: [PastRun.Change]
  /// The thumbnails of the page, and the index of each digest's.
  private var images: [String] = []
  private var numbers: [Digest: Int] = [:]
  private var bytes = 0

  package init(_ subject: Subject) {
    self.subject = subject
    changes =
      subject.last == nil ? [] : PastRun.changes(from: subject.last, to: subject.record)
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - thumbnails: the cache of thumbnails; nil for a page without.
  ///   - width: how many thumbnails are made at once.
  ///   - isOver: whether no more thumbnails are required.
  ///   - read: the bytes of an output below the root.
  ///   - written: the thumbnail that was made when a file of this digest was written, if any.
  package mutating func html(
    _ parts: Parts, thumbnails: ThumbnailStore?, width: Int,
    isOver: @escaping @Sendable () -> Bool = { false },
    read: @escaping @Sendable (String) -> [UInt8]?,
    written: @escaping @Sendable (Digest) -> [UInt8]? = { _ in nil }
  ) -> [UInt8] {
    if let thumbnails {
      let requests = requests()
      thumbnails.fill(
        requests.map(\.now), width: width, isOver: isOver, read: read, written: written)
      for thumbnail in requests {
        put(thumbnail.now.digest, from: thumbnails)
        if let before = thumbnail.before { put(before, from: thumbnails) }
      }
      thumbnails.keepOnly(requests.flatMap { [$0.now.digest, $0.before].compactMap(\.self) })
    }
    let page = MarkupTemplate.filled(parts.markup) { markup(name: $0, parts) }
    return Array(page.utf8)
  }

  /// The markup of a placeholder of the template.
  private func markup(name: String, _ parts: Parts) -> String? {
    let words = parts.words
    switch name {
    case "title": return MarkupEscaping.escaped(subject.title)
    case "tool": return MarkupEscaping.escaped(subject.record.tool)
    case "language": return MarkupEscaping.escaped(words.language)
    case "direction": return words.isRightToLeft ? "rtl" : "ltr"
    case "verdict":
      let verdict = MarkupEscaping.escaped(words.verdict(counts))
      let deliveries = subject.record.deliveries.compactMap(words.delivery)
      return ([verdict] + deliveries).joined(separator: " ")
    case "style": return parts.style
    case "script": return parts.script
    case "words": return MarkupTemplate.embedded(json: words.script)
    case "data": return data(in: words)
    default: return words.text(name).map { MarkupEscaping.escaped($0) }
    }
  }

  /// The jobs of the page by their outcomes: a run of a part of a manifest leaves the rest as it was.
  private var counts: ReportWords.JobCounts {
    var counts = ReportWords.JobCounts()
    for job in subject.record.jobs {
      switch job.outcome {
      case .built: counts.built += 1
      case .upToDate: counts.upToDate += 1
      case .failed, .skipped: counts.failed += 1
      case .cancelled: counts.cancelled += 1
      }
    }
    return counts
  }

  // MARK: Pictures

  /// An image to show: its source, and the one before it.
  private struct ThumbnailRequest {
    var now: ThumbnailStore.ThumbnailRequest
    var before: Digest?
  }

  private func requests() -> [ThumbnailRequest] {
    var before: [String: Digest] = [:]
    for change in changes { before[change.path] = change.before }
    let changed = Set(changes.map(\.path))
    var first: [ThumbnailRequest] = []
    var rest: [ThumbnailRequest] = []
    var seen: Set<Digest> = []
    for output in subject.record.jobs.lazy.flatMap(\.outputs) {
      guard output.outcome == .built || output.outcome == .upToDate,
        let now = ReportPage.thumbnail(of: output), seen.insert(now.digest).inserted
      else { continue }
      let isPair = changed.contains(output.path) && first.count < ReportPage.mostPairs
      let thumbnail = ThumbnailRequest(now: now, before: isPair ? before[output.path] : nil)
      if isPair { first.append(thumbnail) } else { rest.append(thumbnail) }
    }
    let taken = first.reduce(0) { $0 + ($1.before == nil ? 1 : 2) }
    return first + rest.prefix(max(0, ReportPage.mostThumbnails - taken))
  }

  /// The thumbnail's source of an output, of a set of its first file; nil where its format has no
  /// image.
  package static func thumbnail(of output: OutputRecord) -> ThumbnailStore.ThumbnailRequest? {
    let path = output.files.first?.path ?? output.path
    guard let digest = output.files.first?.digest ?? output.digest else { return nil }
    return thumbnail(of: path, digest: digest)
  }

  /// The thumbnail's source of a file; nil where its format has no image.
  package static func thumbnail(of path: String, digest: Digest) -> ThumbnailStore.ThumbnailRequest?
  {
    guard let preview = FileFormat(path: path)?.preview else { return nil }
    return ThumbnailStore.ThumbnailRequest(
      digest: digest, path: path, isImage: preview == .itself)
  }

  private mutating func put(_ digest: Digest, from thumbnails: ThumbnailStore) {
    guard numbers[digest] == nil, images.count < ReportPage.mostThumbnails,
      let thumbnail = thumbnails.kept(digest), bytes + thumbnail.count <= ReportPage.mostBytes
    else { return }
    bytes += thumbnail.count
    numbers[digest] = images.count
    images.append(
      "data:\(Thumbnail.type(of: thumbnail));base64,\(Base64.encode(thumbnail))")
  }

  // MARK: Data

  private func data(in words: ReportWords) -> String {
    var json = JSONWriter()
    let record = subject.record
    json.object { json in
      json.member("format", Event.format)
      json.member("tool", record.tool)
      json.member("finished", subject.finished)
      json.key("since")
      if let since = subject.since { json.int(since) } else { json.null() }
      json.member(
        "totals",
        object: { json in
          let (totals, counts) = (record.totals, counts)
          json.member("built", counts.built)
          json.member("up-to-date", counts.upToDate)
          json.member("failed", counts.failed)
          json.member("cancelled", counts.cancelled)
          json.member("warnings", totals.warnings)
          json.member("seconds", ReportPage.short(totals.seconds))
          json.member("cpu-seconds", ReportPage.short(totals.cpuSeconds))
        })
      writeWarnings(record.warnings, &json)
      json.member("jobs", array: { json in for job in record.jobs { writeJob(job, &json) } })
      json.member("changes", array: { json in writeChanges(&json) })
      json.member(
        "removed",
        array: { json in
          for change in changes where change.outcome == nil { json.string(change.path) }
        })
      writeSpans(&json)
      writeFormats(named: words.format, &json)
      json.member(
        "pictures", array: { json in for thumbnail in images { json.string(thumbnail) } })
    }
    // Nothing in it may end the element around it.
    var safe: [UInt8] = []
    safe.reserveCapacity(json.utf8.count + 1024)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { safe += Array("\\u003c".utf8) } else { safe.append(byte) }
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// Writes the first warnings among diagnostics, and how many more there are.
  private func writeWarnings(_ diagnostics: [Diagnostic], _ json: inout JSONWriter) {
    let warnings = diagnostics.filter { $0.severity == .warning }
    json.member(
      "warnings",
      array: { json in
        for warning in warnings.prefix(ReportPage.mostWarnings) { writeDiagnostic(warning, &json) }
      })
    json.member("more-warnings", max(0, warnings.count - ReportPage.mostWarnings))
  }

  private func writeJob(_ job: JobRecord, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", job.id)
      json.member("kind", job.kind)
      json.member("outcome", job.outcome.rawValue)
      json.member("tags", array: { json in for tag in job.tags { json.string(tag) } })
      json.member("seconds", ReportPage.short(subject.notes?.jobSeconds[job.id] ?? 0))
      writeWarnings(job.warnings, &json)
      json.member(
        "errors",
        array: { json in for diagnostic in job.errors { writeDiagnostic(diagnostic, &json) } })
      json.member(
        "outputs",
        array: { json in
          for output in job.outputs {
            json.object { json in
              json.member("path", output.files.isEmpty ? output.path : output.files[0].path)
              json.member("outcome", output.outcome.rawValue)
              for (name, value) in [
                ("size", output.size), ("width", output.facts.width),
                ("height", output.facts.height), ("pages", output.facts.pages),
                ("files", output.files.isEmpty ? nil : output.files.count),
                ("picture", ReportPage.thumbnail(of: output).flatMap { numbers[$0.digest] }),
              ] {
                json.key(name)
                if let value { json.int(value) } else { json.null() }
              }
            }
          }
        })
    }
  }

  private func writeDiagnostic(_ diagnostic: Diagnostic, _ json: inout JSONWriter) {
    json.object { json in
      json.member("text", diagnostic.line)
      json.member("hints", array: { json in for hint in diagnostic.hints { json.string(hint) } })
    }
  }

  private func writeChanges(_ json: inout JSONWriter) {
    var sizes: [String: Int] = [:]
    for output in subject.last?.jobs.lazy.flatMap(\.outputs) ?? [] {
      sizes[output.path] = output.size
    }
    var now: [String: OutputRecord] = [:]
    for output in subject.record.jobs.lazy.flatMap(\.outputs) { now[output.path] = output }
    for change in changes where change.outcome == .built || change.outcome == .upToDate {
      json.object { json in
        json.member("path", change.path)
        json.member("is-new", change.before == nil)
        let after = now[change.path].flatMap { ReportPage.thumbnail(of: $0) }?.digest
        for (name, value) in [
          ("size", change.size), ("was", sizes[change.path]),
          ("before", change.before.flatMap { numbers[$0] }),
          ("after", after.flatMap { numbers[$0] }),
        ] {
          json.key(name)
          if let value { json.int(value) } else { json.null() }
        }
      }
    }
  }

  /// Writes the formats of files and which have a thumbnail, by their file extensions.
  private func writeFormats(named name: (FileFormat) -> String, _ json: inout JSONWriter) {
    json.member(
      "formats",
      object: { json in
        for format in FileFormat.allCases {
          for pathExtension in format.pathExtensions {
            json.member(
              pathExtension,
              object: { json in
                json.member("name", name(format))
                if let preview = format.preview { json.member("preview", preview.rawValue) }
              })
          }
        }
      })
  }

  private func writeSpans(_ json: inout JSONWriter) {
    let all = (subject.notes?.spans ?? []).sorted {
      ($0.start, $0.stage.name, $0.stage.job) < ($1.start, $1.stage.name, $1.stage.job)
    }
    let lanes = ChromeTrace.lanes(of: all)
    var shown = Array(zip(all, lanes))
    if shown.count > ReportPage.mostSpans {
      let shortest = all.map(\.seconds).sorted(by: >)[ReportPage.mostSpans - 1]
      shown = Array(shown.filter { $0.0.seconds >= shortest }.prefix(ReportPage.mostSpans))
    }
    json.member(
      "spans",
      array: { json in
        for (span, lane) in shown {
          json.array { json in
            json.string(span.stage.name)
            json.string(span.stage.job)
            json.int(lane)
            json.double(ReportPage.short(span.start))
            json.double(ReportPage.short(span.seconds))
          }
        }
      })
    json.member("omitted", all.count - shown.count)
  }

  /// Seconds to the tenth of a millisecond.
  private static func short(_ seconds: Double) -> Double { (seconds * 1e4).rounded() / 1e4 }
}
