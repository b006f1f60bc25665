// SPDX-License-Identifier: MIT
// Part of Platen: books in volumes, split at chapters.

package import Books
internal import Canvas
internal import Diagnostics
package import Documents
internal import Drawing
package import Pipeline
internal import Typesetting
internal import Values

extension DocumentStages {
  /// Records volumes that would be one file, and files that would not be volumes.
  static func checkVolumes(of output: OutputRequest, errors: inout DiagnosticList) {
    let volumes = output.options.placed(SharedKeys.volumes)
    if let volumes, output.placeholder == nil {
      errors.record(
        .manifestValue, "volumes are several files, but the output is one file", at: volumes.place,
        hints: ["add ${volume} to its name"])
    }
    if volumes == nil, output.placeholder == "${volume}" {
      errors.record(
        .manifestValue, "${volume} in the name of an output that has no volumes", at: output.place,
        hints: ["add the most pages of a volume, such as volumes: 400"])
    }
  }

  /// The document as volumes of at most as many pages as the output specifies, each a PDF.
  package func volumes<Statistics>(
    _ output: OutputRequest, _ document: Stage<Document>, _ statistics: Stage<Statistics>,
    charts: @escaping @Sendable (Statistics) -> [PageChart]
  ) -> Stage<FileArtifact> {
    let limit = output.options[SharedKeys.volumes] ?? 400
    let write = pages(output)
    return .files(
      "typeset volumes", version: 1, parameters: .of(pageParameters(output), limit),
      memory: memory.pages, after: document, statistics, check: { try Verification.pdf($0) }
    ) { [self] context, set, document, statistics in
      let charts = charts(statistics)
      let volumes = DocumentVolumes(document)
      let phrases = document.phrases ?? phrases
      var (ranges, warnings) = try chapters(volumes, limit, charts, output, phrases, context)
      if ranges.isEmpty { ranges = [0..<0] }
      for (place, range) in ranges.enumerated() {
        let volume = volumes.volume(
          range, number: place + 1, of: ranges.count, phrases)
        try set.file(String(place + 1)) { file in
          // What is said of one volume is said of all.
          for warning in try write(context, file, volume, charts) where !warnings.contains(warning)
          {
            warnings.append(warning)
          }
        }
      }
      return warnings
    }
  }

  /// The chapters of each volume. The book is set once as a whole for the pages of its chapters, and
  /// then volume by volume until all have room for what is at their beginning and end.
  private func chapters(
    _ volumes: DocumentVolumes, _ limit: Int, _ charts: [PageChart], _ output: OutputRequest,
    _ phrases: Phrasebook, _ context: StageContext
  ) throws -> (ranges: [Range<Int>], warnings: [Diagnostic]) {
    guard !volumes.ids.isEmpty else { return ([], []) }
    return try fonts.withLibrary { library in
      func set(_ document: Document) throws -> Typesetter.Result {
        try self.set(document, charts, output.options, library, context) { _ in }
      }
      let whole = try set(volumes.document)
      let places = Dictionary(
        whole.structure.places.map { ($0.name, $0.page) }, uniquingKeysWith: { first, _ in first })
      let starts = volumes.ids.map { places[$0] ?? 0 }
      let ends = Array(starts.dropFirst()) + [whole.pageCount]
      // A chapter that begins on the last page of another takes that page again.
      let pages = zip(starts, ends).map { max(1, $1 - $0) }
      var reserve = starts.first ?? 0
      var ranges = DocumentVolumes.parted(pages: pages, room: max(1, limit - reserve))
      for _ in 0..<8 {
        var excess = 0
        for (place, range) in ranges.enumerated() where range.count > 1 {
          let volume = volumes.volume(range, number: place + 1, of: ranges.count, phrases)
          excess = max(excess, try set(volume).pageCount - limit)
        }
        if excess <= 0 { break }
        reserve += excess
        ranges = DocumentVolumes.parted(pages: pages, room: max(1, limit - reserve))
      }
      let long = pages.indices.filter { pages[$0] > limit }
      let warnings = long.prefix(1).map { chapter in
        Diagnostic.warning(
          .bookVolume,
          "chapter \(chapter + 1) alone has \(pages[chapter]) pages, more than the \(limit) of a volume"
            + (long.count > 1 ? ", and so have \(long.count - 1) others" : ""),
          at: output.options.place(of: SharedKeys.volumes),
          hints: ["raise volumes, or make shorter chapters"])
      }
      return (ranges, warnings)
    }
  }
}

extension DocumentVolumes {
  fileprivate func volume(
    _ range: Range<Int>, number: Int, of count: Int, _ phrases: Phrasebook
  ) -> Document {
    volume(
      range, number: number, name: phrases(.volumeOf, String(number), String(count)),
      separator: phrases[.comma])
  }
}
