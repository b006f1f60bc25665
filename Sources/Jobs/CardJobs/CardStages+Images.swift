// SPDX-License-Identifier: MIT
// Part of Platen: cards as images: one each, or an overview of all.

internal import Canvas
internal import Cards
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Rows

extension CardStages {
  /// Returns the stage that draws one card as an image.
  func imageStage(
    of row: Row, _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    let width = width(request, shown)
    return drawing(
      "draw card", version: 5, parameters([row], shown, width), CardStages.weight(width), sizes,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, sizes in
      try fonts.withLibrary { library in
        let card = try image(of: row, shown, sizes, library, context)
        try card.value.writePNG(
          width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
          to: file.write)
        return card.warnings
      }
    }
  }

  /// Composes a card for an image, on which all of its text has to fit.
  func image(
    of row: Row, _ shown: Shown, _ sizes: TextSizes?, _ library: FontLibrary,
    _ context: StageContext
  ) throws -> Diagnosed<Scene> {
    let reader = images.reader(context)
    let cards = try composer(shown, sizes, library, reader.reading(row), context).cards(
      of: row, mayContinue: false)
    return Diagnosed(
      cards.value[0].scene,
      warnings: cards.warnings + unnamedFonts.warnings(in: cards.value, of: row) + reader.warnings)
  }

  /// Returns the stage that draws as many images as the text of rows takes, numbered in order.
  func imageSetStage(
    of rows: [Row], _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    let width = width(request, shown)
    let write: @Sendable (StageContext, FileSetWriter, TextSizes?) throws -> [Diagnostic] = {
      [self] context, set, sizes in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        var warnings: [Diagnostic] = []
        var number = 0
        for row in rows {
          try context.checkCancellation()
          let cards = try composer(shown, sizes, library, reader.reading(row), context).cards(
            of: row, mayContinue: true)
          for card in cards.value {
            number += 1
            try set.file("\(number)") { file in
              try card.scene.writePNG(
                width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
                to: file.write)
            }
          }
          warnings += cards.warnings + unnamedFonts.warnings(in: cards.value, of: row)
        }
        return warnings + reader.warnings
      }
    }
    let parameters = parameters(rows, shown, width)
    let check: FileCheck = { try Verification.png($0, width: width) }
    guard let sizes else {
      return .files(
        "draw cards", version: 5, parameters: parameters, memory: CardStages.weight(width),
        check: check
      ) { try write($0, $1, nil) }
    }
    return .files(
      "draw cards", version: 5, parameters: parameters, memory: CardStages.weight(width),
      after: sizes, check: check, write: write)
  }

  /// Returns the stage that draws all cards on one overview image; a single row is one card.
  func overview(
    of rows: [Row], _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    if rows.count == 1 { return imageStage(of: rows[0], shown, sizes, request) }
    let columns = min(request.options[CardKeys.columns] ?? 4, rows.count)
    let width = request.options[CardKeys.width] ?? 1920
    return drawing(
      "draw cards", version: 5, parameters(rows, shown, width, columns),
      MemoryEstimate(running: width * 128 * 8 + rows.count * (256 << 10) + (32 << 20)), sizes,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, sizes in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        var warnings: [Diagnostic] = []
        var nodes: [Node] = []
        let gap = shown.size.width * 0.06
        let (pitchX, pitchY) = (shown.size.width + gap, shown.size.height + gap)
        for (number, row) in rows.enumerated() {
          try context.checkCancellation()
          let cards = try composer(shown, sizes, library, reader.reading(row), context).cards(
            of: row, mayContinue: false)
          warnings += cards.warnings + unnamedFonts.warnings(in: cards.value, of: row)
          let frame = Rect(x: 0, y: 0, width: shown.size.width, height: shown.size.height)
          nodes.append(
            .group(
              Group(
                name: "card",
                transform: .translation(
                  gap + Double(number % columns) * pitchX, gap + Double(number / columns) * pitchY),
                clip: Clip(Path(rounded: frame, radius: shown.size.width * 0.025)),
                children: cards.value[0].scene.nodes)))
        }
        let lines = (rows.count + columns - 1) / columns
        let scene = Scene(
          size: Size(
            width: gap + Double(columns) * pitchX, height: gap + Double(lines) * pitchY),
          background: shown.appearance == .dark ? Color(0.07, 0.07, 0.08) : Color(0.91, 0.91, 0.9),
          nodes: nodes, title: "")
        try scene.writePNG(
          width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
          to: file.write)
        return warnings + reader.warnings
      }
    }
  }
}
