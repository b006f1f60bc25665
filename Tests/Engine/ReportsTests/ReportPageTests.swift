// SPDX-License-Identifier: MIT
// Part of Platen: the page of a run holds what it should, and not more than it may.

import Diagnostics
import Digests
import Foundation
import JSON
import Pipeline
import Pixels
import TestSupport
import Testing

@testable import Reports

@Suite struct ReportPageTests {
  private let parts = ReportPage.Parts(
    markup:
      "<html lang={{language}} dir={{direction}}><title>{{title}}</title><p>{{verdict}}</p>"
      + "<b>{{known}}</b><script>{{data}}</script>{{words}}{{other}}",
    style: "", script: "", words: ReportPageTests.words)

  /// Words that are not of any language.
  private static let words = ReportWords(
    language: "x<y", isRightToLeft: true, script: "[</script>]",
    text: { $0 == "known" ? "a < b" : nil }, format: { "\($0) file" },
    verdict: { "\($0.all) & \($0.built) \($0.upToDate) \($0.failed) \($0.cancelled)" },
    delivery: { $0.outcome == .upToDate ? nil : "<bdi>\($0.to)</bdi>" })

  private func data(of html: [UInt8]) throws -> JSONValue {
    let text = String(decoding: html, as: UTF8.self)
    let start = try #require(text.firstRange(of: "<script>")).upperBound
    let end = try #require(text.firstRange(of: "</script>")).lowerBound
    return try JSONDocument(parsing: Array(text[start..<end].utf8)).root
  }

  private func record(_ digests: [String], job: String = "a") -> RunRecord {
    var totals = RunTotals()
    totals.built = 1
    return RunRecord(
      tool: "t",
      jobs: [
        JobRecord(
          id: job, kind: "map", outcome: .built,
          outputs: digests.enumerated().map {
            OutputRecord(path: "\($0).png", outcome: .built, size: 5, digest: Digest.of($1))
          })
      ], totals: totals)
  }

  private func picture(_ shade: UInt8, side: Int = 400) throws -> [UInt8] {
    var rgba = [UInt8](repeating: 255, count: side * side * 4)
    for index in rgba.indices where index % 4 != 3 { rgba[index] = shade &+ UInt8(index / 40 % 50) }
    return try PNGEncoder.encode(Bitmap(width: side, height: side, rgba: rgba))
  }

  @Test func nothingInItIsMarkup() throws {
    var page = ReportPage(
      .init(
        title: "<b>&", record: record(["x"], job: "</script><script>alert(1)"), last: nil,
        notes: nil, finished: 1, since: nil))
    let html = page.html(parts, thumbnails: nil, width: 1) { _ in nil }
    let text = String(decoding: html, as: UTF8.self)
    #expect(text.contains("<title>&lt;b&gt;&amp;</title>"))
    #expect(text.components(separatedBy: "</script>").count == 2)
    #expect(text.hasSuffix("[\\u003C/script>]{{other}}"))
    #expect(text.contains("<b>a &lt; b</b>"))
    #expect(text.hasPrefix("<html lang=x&lt;y dir=rtl>"))
    #expect(try data(of: html)["jobs"]?[0]?["id"]?.string == "</script><script>alert(1)")
  }

  /// A run of one job of three leaves the others as they were.
  @Test func `the verdict counts the jobs that are shown, and deliveries follow`() throws {
    let outcomes: [Outcome] = [.built, .upToDate, .upToDate, .failed, .skipped, .cancelled]
    let jobs = outcomes.enumerated().map { JobRecord(id: "\($0)", kind: "map", outcome: $1) }
    var record = RunRecord(tool: "t", jobs: jobs, totals: RunTotals())
    record.deliveries = [
      DeliveryRecord(to: "here", outcome: .upToDate),
      DeliveryRecord(to: "there", outcome: .delivered),
    ]
    var page = ReportPage(
      .init(title: "t", record: record, last: nil, notes: nil, finished: 1, since: nil))
    let html = page.html(parts, thumbnails: nil, width: 1) { _ in nil }
    let text = String(decoding: html, as: UTF8.self)
    #expect(text.contains("<p>6 &amp; 1 2 2 1 <bdi>there</bdi></p>"))
    #expect(try data(of: html)["formats"]?["jpeg"]?["name"]?.string == "jpeg file")
  }

  @Test func `warnings beyond the first are counted`() throws {
    let warnings = (0..<ReportPage.mostWarnings + 3).map { Diagnostic.warning("x.y", "\($0)") }
    let jobs = [
      JobRecord(id: "a", kind: "map", outcome: .built, warnings: warnings),
      JobRecord(id: "b", kind: "map", outcome: .built, warnings: [warnings[0]]),
    ]
    var page = ReportPage(
      .init(
        title: "t", record: RunRecord(tool: "t", jobs: jobs, totals: RunTotals()), last: nil,
        notes: nil, finished: 1, since: nil))
    let data = try data(of: page.html(parts, thumbnails: nil, width: 1) { _ in nil })
    #expect(data["jobs"]?[0]?["warnings"]?.elements.count == ReportPage.mostWarnings)
    #expect(data["jobs"]?[0]?["more-warnings"]?.int == 3)
    #expect(data["jobs"]?[1]?["more-warnings"]?.int == 0)
    #expect(data["more-warnings"]?.int == 0)
  }

  @Test func aDocumentIsShownByThePictureThatWasMadeWithIt() throws {
    let scratch = try Scratch()
    let outputs = try Outputs(root: scratch.path)
    let small = try #require(Thumbnail.make(try picture(90)))
    let digest = Digest.of("a page")
    func pictures(_ kept: [Digest: [UInt8]]) throws -> Int {
      let jobs = [
        JobRecord(
          id: "a", kind: "campaign", outcome: .built,
          outputs: [
            OutputRecord(path: "a.PDF", outcome: .built, size: 5, digest: digest),
            OutputRecord(path: "a.docx", outcome: .built, size: 5, digest: Digest.of("b")),
          ])
      ]
      var page = ReportPage(
        .init(
          title: "t", record: RunRecord(tool: "t", jobs: jobs, totals: RunTotals()), last: nil,
          notes: nil, finished: 1, since: nil))
      // No byte of a document is read for it.
      let html = page.html(
        parts, thumbnails: try ThumbnailStore(in: outputs), width: 1,
        read: { path in
          Issue.record("\(path) was read")
          return nil
        }, written: { kept[$0] })
      return try data(of: html)["pictures"]?.elements.count ?? -1
    }
    // One that was written without a picture may be written anew with one.
    #expect(try pictures([:]) == 0)
    #expect(try pictures([digest: small]) == 1)
    // It is in the cache from then on.
    #expect(try pictures([:]) == 1)
  }

  @Test func picturesAreKeptAndShownBesideWhatCameAfter() throws {
    let scratch = try Scratch()
    let outputs = try Outputs(root: scratch.path)
    let first = record(["one", "two"])
    let made = Guarded<[String]>([])
    let bytes = try picture(90)
    var page = ReportPage(
      .init(title: "t", record: first, last: nil, notes: nil, finished: 1, since: nil))
    let before = try data(
      of: page.html(parts, thumbnails: ThumbnailStore(in: outputs), width: 2) { path in
        made.withLock { $0.append(path) }
        return bytes
      })
    #expect(before["pictures"]?.elements.count == 2)
    #expect(before["changes"]?.elements.isEmpty == true)
    #expect(made.withLock { $0.sorted() } == ["0.png", "1.png"])
    // One of them changes: it alone is read, and what was there is shown, too.
    made.withLock { $0 = [] }
    page = ReportPage(
      .init(
        title: "t", record: record(["one", "three"]), last: first, notes: nil, finished: 2, since: 1
      ))
    let after = try data(
      of: page.html(parts, thumbnails: ThumbnailStore(in: outputs), width: 2) { path in
        made.withLock { $0.append(path) }
        return bytes
      })
    #expect(made.withLock(\.self) == ["1.png"])
    #expect(after["pictures"]?.elements.count == 3)
    let change = try #require(after["changes"]?[0])
    #expect(change["path"]?.string == "1.png")
    #expect(change["is-new"]?.bool == false)
    let numbers = [change["before"]?.int, change["after"]?.int].compactMap(\.self)
    #expect(Set(numbers).count == 2)
    // Those of nothing that is shown are forgotten.
    #expect(try NotesFolder("pictures", in: outputs, creating: false).names.count == 3)
  }

  @Test(.timeLimit(.minutes(30))) func itStaysUnderItsLimits() throws {
    let scratch = try Scratch()
    let outputs = try Outputs(root: scratch.path)
    var page = ReportPage(
      .init(
        title: "t", record: record((0..<2000).map { "\($0)" }), last: record(["0"]), notes: nil,
        finished: 1, since: nil))
    // Noise, which takes a small picture as many bytes as it ever can.
    var state: UInt32 = 7
    var rgba = [UInt8](repeating: 255, count: 320 * 320 * 4)
    for index in rgba.indices where index % 4 != 3 {
      state = state &* 1_664_525 &+ 1_013_904_223
      rgba[index] = UInt8(state >> 24)
    }
    let noise = try PNGEncoder.encode(Bitmap(width: 320, height: 320, rgba: rgba))
    let html = page.html(parts, thumbnails: try ThumbnailStore(in: outputs), width: 2) { _ in noise
    }
    #expect(html.count < 20_000_000)
    let data = try data(of: html)
    let count = data["pictures"]?.elements.count ?? 0
    #expect(count > 100 && count <= ReportPage.mostThumbnails)
    #expect(data["jobs"]?[0]?["outputs"]?.elements.count == 2000)
  }

  @Test func whatIsNoPictureHasNone() throws {
    #expect(Thumbnail.make([1, 2, 3]) == nil)
    #expect(Thumbnail.make([0x89, 0x50, 0x4E, 0x47, 0]) == nil)
    #expect(Thumbnail.make([0xFF, 0xD8, 0xFF, 0]) == nil)
    let small = try #require(Thumbnail.make(try picture(10)))
    #expect(Thumbnail.type(of: small) == "image/jpeg")
    let size = try small.withUnsafeBytes { try JPEGDecoder.decode($0, limits: .small).bitmap }
    #expect(max(size.width, size.height) == Thumbnail.side)
  }

  @Test func whatIsSeenThroughStaysSo() throws {
    var rgba = [UInt8](repeating: 0, count: 64 * 32 * 4)
    for index in stride(from: 0, to: rgba.count / 2, by: 4) { rgba[index + 3] = 255 }
    let small = try #require(Thumbnail.make(Bitmap(width: 64, height: 32, rgba: rgba)))
    #expect(Thumbnail.type(of: small) == "image/png")
    #expect(try PNGDecoder.decode(small)[0, 31].alpha == 0)
  }

  @Test func pixelsAreTheMeanOfWhatTheyStandFor() {
    // Red beside nothing: red, half seen through, and no darker.
    let bitmap = Bitmap(width: 2, height: 1, rgba: [200, 0, 0, 255, 0, 0, 0, 0])
    let small = Thumbnail.reduced(bitmap, to: 1)
    #expect(small[0, 0] == (200, 0, 0, 128))
  }
}
