// SPDX-License-Identifier: MIT
// Part of Platen: cards for Tabletop Simulator.

internal import Cards
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Rows

extension CardStages {
  /// The length in pixels that neither side of an image exceeds by default.
  static let tabletopSide = 4096

  /// Returns the images that Tabletop Simulator cuts into cards, or the image of their back.
  ///
  /// - Throws: `Failure` `cards.sheet` for several images without `${row}` in their name.
  func tabletop(
    of rows: [Row], _ shown: Shown, _ request: OutputRequest
  ) throws -> [Job.Output] {
    if shown.view == CardStages.backView {
      return [
        Job.Output(
          request.path, from: imageStage(of: Row(), shown, nil, request), at: request.place)
      ]
    }
    let count = (rows.count - 1) / TabletopDeck.Grid.most + 1
    guard count == 1 || request.placeholder != nil else {
      throw Failure(
        .error(
          .cardsSheet,
          "\(rows.count) cards take \(count) images of \(TabletopDeck.Grid.most) cards",
          at: request.place, hints: ["add ${row} to the output's name for their numbers"]))
    }
    let sizes = sizes(of: rows, shown, mayContinue: false, isInPoints: false)
    return (0..<count).map { number in
      let first = number * TabletopDeck.Grid.most
      let part = Array(rows[first..<min(rows.count, first + TabletopDeck.Grid.most)])
      let path = request.placeholder.map { request.path.replacing($0, with: "\(number + 1)") }
      return Job.Output(
        path ?? request.path, from: grid(of: part, shown, sizes, request), at: request.place)
    }
  }

  func grid(
    of rows: [Row], _ shown: Shown, _ sizes: Stage<TextSizes>?, _ request: OutputRequest
  ) -> Stage<FileArtifact> {
    let grid = TabletopDeck.Grid(rows.count)
    let size = shown.size.cut
    let width =
      request.options[CardKeys.width].map { max(1, $0 / grid.columns) * grid.columns }
      ?? grid.width(size.ratio, side: CardStages.tabletopSide)
    return drawing(
      "draw grid", version: 1, parameters(rows, shown, width),
      MemoryEstimate(running: width * 128 * 8 + rows.count * (256 << 10) + (32 << 20)), sizes,
      check: { try Verification.png($0, width: width) }
    ) { [self] context, file, sizes in
      try fonts.withLibrary { library in
        let reader = images.reader(context)
        var cut = shown
        cut.size = size
        var warnings: [Diagnostic] = []
        var nodes: [Node] = []
        for (number, row) in rows.enumerated() {
          try context.checkCancellation()
          let cards = try composer(cut, sizes, library, reader.reading(row), context).cards(
            of: row, mayContinue: false)
          warnings += cards.warnings + unnamedFonts.warnings(in: cards.value, of: row)
          let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
          nodes.append(
            .group(
              Group(
                name: "card",
                transform: .translation(
                  Double(number % grid.columns) * size.width,
                  Double(number / grid.columns) * size.height),
                clip: Clip(Path(rect: frame)), children: cards.value[0].scene.nodes)))
        }
        let scene = Scene(
          size: Size(
            width: Double(grid.columns) * size.width, height: Double(grid.rows) * size.height),
          background: .white, nodes: nodes, title: "")
        try scene.writePNG(
          width: width, isFlat: true, fonts: library, isCancelled: { context.isCancelled },
          to: file.write)
        return warnings + reader.warnings
      }
    }
  }

  /// Returns the file of the deck of the job's images for Tabletop Simulator.
  ///
  /// - Throws: `Failure` for settings and rows.
  func deck(_ request: OutputRequest, _ sources: CardSources) throws -> Job.Output {
    let table = try sources.table(of: request, forLists: false)
    let rows = try sources.named(table, areFiles: false)
    let counts = try sources.copies(of: table, look).counts(of: rows)
    let images = job.outputs.filter {
      $0.format == CardFormat.png.rawValue && $0.options[CardKeys.tabletop] == true
    }
    func isBack(_ output: OutputRequest) -> Bool {
      output.options[CardKeys.show] == CardStages.backView
    }
    let own = stem(of: request.path)
    let face = images.first { !isBack($0) }
    let count = (rows.count - 1) / TabletopDeck.Grid.most + 1
    func address(_ output: OutputRequest?, _ name: String, _ number: Int) -> String {
      let path = output.map { output in
        output.placeholder.map { output.path.replacing($0, with: "\(number)") } ?? output.path
      }
      let file = (path ?? name).split(separator: "/").last.map(String.init) ?? name
      let folder = request.options[CardKeys.imageURL] ?? ""
      return folder.isEmpty || folder.hasSuffix("/") ? folder + file : folder + "/" + file
    }
    let size = face.flatMap { $0.options[CardKeys.size] }.flatMap { CardSize($0) }
    let deck = TabletopDeck(
      job.settings[CardKeys.title] ?? job.baseID,
      zip(rows, counts).map { named, copies in
        TabletopDeck.Card(
          named.row.text("title", "title_en", "name") ?? named.name,
          description: named.row.text("text", "description", "desc", "translation") ?? "",
          copies: copies)
      },
      faces: (1...count).map { number in
        address(face, count == 1 ? "\(own).png" : "\(own)-\(number).png", number)
      },
      back: address(images.first(where: isBack), "\(own)-back.png", 1),
      isSideways: size.map { $0.width > $0.height } ?? false)
    var notes: [Diagnostic] = []
    if request.options[CardKeys.imageURL] == nil {
      notes.append(
        .warning(
          .cardsAddress, "the deck has the names of its images only", at: request.place,
          hints: ["specify the address of their folder with image-url"]))
    }
    let text = deck.json
    let stage = Stage<FileArtifact>.file(
      "write deck", version: 1, parameters: .of(text), check: { try Verification.json($0) }
    ) { [notes] _, file in
      try file.write(text)
      return notes
    }
    return Job.Output(request.path, from: stage, at: request.place)
  }
}
