// SPDX-License-Identifier: MIT
// Part of Platen: tests of cards jobs: which files they make, known before anything runs, and which of
// them a change makes anew.

import Archive
import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import TestSupport
import Testing

/// A folder with a manifest in it.
private final class CardFolder {
  let folder: URL

  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "platen-cards-\(UUID().uuidString)")
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  func jobs() throws -> [Job] {
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      read("platen.yaml"), file: folder.path + "/platen.yaml", folder: folder.path)
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    return try Jobs.jobs(
      of: manifest, in: RecipeContext(environment: environment, templates: templates))
  }

  /// Names of files by the keys of the stages that make them.
  func plan() throws -> [String: String] {
    var plan: [String: String] = [:]
    for job in try jobs() {
      for output in job.outputs { plan[output.path] = "\(output.stage.key)" }
    }
    return plan
  }

  @discardableResult func run() throws -> RunResult {
    let outputs = try Outputs(root: folder.path + "/out")
    defer { outputs.close() }
    let engine = Engine(
      environment: DiskEnvironment(folder: folder.path), outputs: outputs,
      options: .init(tool: "test"))
    return try engine.run(try Plan(jobs: try jobs()), on: DispatchRunner(width: 2))
  }

  func files() throws -> [String: [UInt8]] {
    let root = folder.appendingPathComponent("out").path
    let walk = FileManager.default.enumerator(atPath: root)
    var files: [String: [UInt8]] = [:]
    while let name = walk?.nextObject() as? String {
      if name.contains(".") && !name.hasPrefix(".") { files[name] = try read("out/" + name) }
    }
    return files
  }

  /// The text of a Word file, its runs joined.
  static func words(ofWord bytes: [UInt8]) throws -> String {
    let reader = try ZipReader(bytes: bytes)
    let entry = try #require(reader.entry(named: "word/document.xml"))
    let xml = String(decoding: try reader.contents(of: entry), as: UTF8.self)
    var words = String.UnicodeScalarView()
    var isText = false
    for piece in xml.split(separator: "<", omittingEmptySubsequences: true) {
      guard let end = piece.firstIndex(of: ">") else { continue }
      let tag = piece[..<end]
      isText = tag == "w:t" || tag.hasPrefix("w:t ")
      if tag == "/w:p" { words.append("\n") }
      guard isText else { continue }
      let text = piece[piece.index(after: end)...]
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
      words.append(contentsOf: text.unicodeScalars)
    }
    return String(words)
  }

  /// The warnings of the jobs when they run.
  func warnings() throws -> [Diagnostic] {
    try run().record.jobs.flatMap(\.warnings)
  }

  func faults() -> [String] {
    do {
      _ = try jobs()
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.code.rawValue)
    } catch {
      return ["\(error)"]
    }
  }
}

private let lamps = """
  slug,name,type,text
  pier,The Pier Lamp,lamp,It burns through every fog.
  mole,The Mole Lamp,lamp,It turns once in nine breaths.
  reef,The Reef Lamp,ruin,Nobody lights it. It burns.

  """

private let unusedFields =
  "not shown: type, rules (2 rows): no element of the look lattice shows them"
private let mappingsInText =
  "not shown: mappings in text (2 rows): they have no name, title, label or text"

private func manifest(_ job: String) -> String { "version: 1\njobs:\n  - \(job)\n" }

@Suite struct CardJobTests {
  @Test func `A language without phrases is reported once, with its line`() throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": manifest("{ cards: lamps.csv, language: klingon, outputs: [\"${row}.png\"] }"),
    ])
    let said = try table.jobs().flatMap(\.warnings).filter { $0.code == "phrases.language" }
    #expect(said.map(\.place?.line) == [3])
  }

  @Test func `Every card is known before anything runs`() throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": manifest(
        """
        { cards: lamps.csv, matrix: { size: [square, og], appearance: [light, dark] },
          outputs: ["${size}/${appearance}/${row}.png", { file: "${size}-${appearance}.pdf" }] }
        """),
    ])
    let names = Set(try table.plan().keys)
    #expect(names.count == 3 * 4 + 4)
    for name in ["square/light/pier.png", "og/dark/reef.png", "og-light.pdf"] {
      #expect(names.contains(name))
    }
  }

  @Test func `A changed row rebuilds its own cards only`() throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": manifest("{ cards: lamps.csv, outputs: [\"${row}.png\", all.pdf] }"),
    ])
    let before = try table.plan()
    try table.write(lamps.replacing("nine breaths", with: "ten breaths"), to: "lamps.csv")
    let after = try table.plan()
    #expect(before.keys.sorted() == after.keys.sorted())
    #expect(
      after.filter { before[$0.key] != $0.value }.keys.sorted() == ["all.pdf", "mole.png"])
    // Rows in another order are the same cards; another look's color is none of them.
    let lines = lamps.split(separator: "\n")
    try table.write(
      ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n", to: "lamps.csv")
    let turned = try table.plan()
    #expect(turned["pier.png"] == before["pier.png"])
    try table.write(
      manifest(
        "{ cards: lamps.csv, colors: { accent: \"#123456\" }, outputs: [\"${row}.png\", all.pdf] }"),
      to: "platen.yaml")
    let colored = try table.plan()
    #expect(colored.allSatisfy { turned[$0.key] != $0.value })
  }

  @Test func `The same rows give the same bytes, in every format`() throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": manifest(
        """
        { cards: lamps.csv, outputs: [
            { file: "${row}.png", width: 270 }, { file: "${row}-${card}.png", size: og, width: 300 },
            { file: all.png, width: 600 }, all.pdf, { file: sheet.pdf, layout: sheet, bleed: 2 }] }
        """),
    ])
    let result = try table.run()
    #expect(result.totals.failed == 0)
    let first = try table.files()
    #expect(first.keys.contains("pier-1.png") && first.keys.contains("sheet.pdf"))
    #expect(first.count == 9)
    try FileManager.default.removeItem(at: table.folder.appendingPathComponent("out"))
    try table.run()
    #expect(try table.files() == first)
  }

  @Test func `Cards are numbered through all rows, which need no names`() throws {
    let table = try CardFolder([
      "lamps.csv": "name,qty,text\nPier,0,It burns.\npier,2,It turns.\n",
      "platen.yaml": manifest(
        "{ cards: lamps.csv, outputs: [{ file: \"deck/lamp-${card}.png\", width: 200 }, "
          + "list.txt] }"),
    ])
    #expect(table.faults().isEmpty)
    #expect(try table.run().totals.failed == 0)
    #expect(Set(try table.files().keys) == ["deck/lamp-1.png", "deck/lamp-2.png", "list.txt"])
    // A row of which there is no copy is not in a booklet.
    let list = String(decoding: try #require(table.files()["list.txt"]), as: UTF8.self)
    #expect(list.contains("It turns.") && !list.contains("It burns."))
  }

  @Test func `Rows of one name are accepted on sheets, and name their places as files`() throws {
    let rows = "name,qty,text\nPier,2,It burns.\npier,,It turns.\n"
    func folder(_ output: String, _ settings: String = "") throws -> CardFolder {
      try CardFolder([
        "lamps.csv": rows,
        "platen.yaml": manifest("{ cards: lamps.csv, \(settings)outputs: [\(output)] }"),
      ])
    }
    #expect(try folder("{ file: a.pdf, layout: sheet }").faults().isEmpty)
    #expect(try folder("a.png").faults().isEmpty)
    #expect(try folder("\"${row}.png\"").faults() == ["cards.name"])
    let notes = try folder("{ file: a.pdf, layout: sheet }").jobs().flatMap(\.warnings)
      .filter { $0.code == "cards.copies" }.map(\.message)
    #expect(notes == ["copies by qty: 3 cards of 2 rows"])
    #expect(
      try folder("{ file: a.pdf }", "copies: amount, ").faults() == ["cards.copies"])
  }

  @Test func `Decks, icons, booklets of rows and sizes in common are made`() throws {
    let table = try CardFolder([
      "lamps.csv": "name,qty,text\nPier,2,{lamp} **It** burns.\nMole,1,It turns {once} in nine.\n",
      "icons/lamp.svg":
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 2\"><rect width=\"2\" height=\"2\"/></svg>",
      "platen.yaml": manifest(
        """
        { cards: lamps.csv, icons: icons, outputs: [
            { file: deck.png, tabletop: true, size: poker, width: 640 },
            { file: back.png, tabletop: true, show: back, size: poker, width: 64 },
            { file: deck.json, image-url: "https://example.org/a" }, { file: rows.txt },
            { file: all.png, text-size: uniform, width: 400 },
            { file: "${row}.png", text-size: uniform, size: mpc-poker } ] }
        """),
    ])
    let warnings = try table.warnings()
    #expect(warnings.filter { $0.code == "cards.icon" }.map(\.message).count == 1)
    let files = try table.files()
    #expect(
      Set(files.keys)
        == ["deck.png", "back.png", "deck.json", "rows.txt", "all.png", "Pier.png", "Mole.png"])
    let json = String(decoding: files["deck.json"] ?? [], as: UTF8.self)
    #expect(json.contains("https://example.org/a/deck.png"))
    #expect(json.contains("https://example.org/a/back.png"))
    let text = String(decoding: files["rows.txt"] ?? [], as: UTF8.self)
    // A text has the words as they are written.
    #expect(text.contains("Pier") && text.contains("{lamp} **It** burns."))
    // A changed row changes the sizes in common, and with them its own card only if they stay.
    let plan = try table.plan()
    try table.write("name,qty,text\nPier,2,Short.\nMole,1,It turns once.\n", to: "lamps.csv")
    #expect(try table.plan()["Pier.png"] != plan["Pier.png"])
  }

  @Test func `Backs are requested, and a look must define them`() throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "bare.yaml": """
      fonts: { body: { families: [Lato, DejaVu Sans] } }
      views: { card: { poker: [{ text: "{title|name}", font: body, size: [10, 40], box: [60, 60, 600, 600] }] } }
      """,
      "platen.yaml": manifest(
        """
        { cards: lamps.csv, outputs: [
            { file: a.pdf, layout: sheet }, { file: b.pdf, layout: sheet, backs: true },
            { file: c.pdf, layout: sheet, backs: false }] }
        """),
    ])
    let plan = try table.plan()
    #expect(plan["a.pdf"] == plan["c.pdf"] && plan["a.pdf"] != plan["b.pdf"])
    #expect(try table.run().totals.failed == 0)
    #expect(try table.read("out/b.pdf").count > table.read("out/a.pdf").count)
    try table.write(
      manifest(
        """
        { cards: lamps.csv, look: bare.yaml, outputs: [{ file: a.pdf, layout: sheet, backs: true }] }
        """), to: "platen.yaml")
    #expect(table.faults() == ["cards.view"])
  }

  @Test func `A default for other kinds of job is not a view of cards`() throws {
    let jobs = "jobs: [{ cards: lamps.csv, outputs: [a.png] }]"
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": "version: 1\ndefaults: { show: library }\n\(jobs)",
    ])
    #expect(table.faults() == [])
    try table.write("version: 1\ndefaults: { show: badge }\n\(jobs)", to: "platen.yaml")
    #expect(table.faults() == [])
    try table.write(
      manifest("{ cards: lamps.csv, outputs: [{ file: a.pdf, show: sheet }] }"), to: "platen.yaml")
    #expect(table.faults() == ["cards.view"])
  }

  @Test func `Lists become booklets whose text is unchanged`() throws {
    let arabic = "هَٰذَا بَحْرٌ ۚ وَذَٰلِكَ بَرٌّ ۖ لَا لَأْلَأَ (ﷺ) 12"
    let table = try CardFolder([
      "rows.json": """
      {"journeys": [{"id": 1, "slug": "night", "name": "Night"}, {"id": 2, "slug": "none", "name": "N"}],
       "sayings": [{"id": 1, "titleEn": "Sea", "arabicText": "\(arabic)", "translationEn": "Sea and land"},
                   {"id": 2, "titleEn": "Fog", "arabicText": "ضَبَابٌ", "source": "No. 2",
                    "encouragementMessage": "Well begun."}],
       "journeySayings": [{"journeyId": 1, "sayingId": 1, "timeSlot": "evening", "sortOrder": 1},
                          {"journeyId": 1, "sayingId": 2, "timeSlot": "morning", "sortOrder": 1}]}
      """,
      "platen.yaml": manifest(
        """
        { cards: rows.json, outputs: [{ file: "${row}.txt", wrap: none }, "${row}.docx",
          { file: "${row}.pdf", layout: booklet, paper: A5 },
          { file: "${row}-large.pdf", layout: booklet, large: true }] }
        """),
    ])
    #expect(
      try table.plan().keys.sorted() == ["night-large.pdf", "night.docx", "night.pdf", "night.txt"])
    let result = try table.run()
    #expect(result.totals.failed == 0)
    let text = String(decoding: try table.read("out/night.txt"), as: UTF8.self)
    #expect(text.utf8.firstRange(of: arabic.utf8) != nil)
    let words = try CardFolder.words(ofWord: try table.read("out/night.docx"))
    #expect(words.utf8.firstRange(of: arabic.utf8) != nil)
    #expect(text.contains("Well begun.") && words.contains("Well begun."))
    // A list that has nothing is not passed over without a word.
    #expect(
      try table.warnings().map(\.message) == [
        "1 of 2 journeys have no rows and make no booklet: none"
      ])
    // The morning comes before the evening, whatever the file says.
    let (fog, sea) = (text.range(of: "ضَبَابٌ"), text.range(of: arabic))
    #expect(fog.flatMap { fog in sea.map { fog.lowerBound < $0.lowerBound } } == true)
  }

  @Test(arguments: [
    ("", ["not shown: advice, moral (2 rows): booklets do not use them"]),
    ("fields: { translation: \"{moral}\" }, omit: [advice], ", []),
    (
      "fields: { translation: \"{morale}\", omen: \"{moral}\" }, omit: [advice, moral], ",
      [
        "unknown field \"morale\" in translation",
        "a booklet does not use the field \"omen\"",
      ]
    ),
  ]) func `What booklets do not show is told`(_ settings: String, _ said: [String]) throws {
    let moral = "Who sails by night, and alone, sees the stars."
    let table = try CardFolder([
      "rows.json": """
      {"lists": [{"id": 1, "name": "L", "advice": ["Read one", "a day, in the morning, before the sun"]}],
       "songs": [{"id": 1, "name": "S", "moral": "\(moral)"}, {"id": 2, "name": "T"}],
       "list_songs": [{"list_id": 1, "song_id": 1}, {"list_id": 1, "song_id": 2}]}
      """,
      "platen.yaml": manifest(
        "{ cards: rows.json, \(settings)outputs: [{ file: a.txt, wrap: none }] }"),
    ])
    #expect(try table.run().totals.failed == 0)
    #expect(try table.warnings().map(\.message).filter { !$0.hasSuffix(" in omit") } == said)
    let text = String(decoding: try table.read("out/a.txt"), as: UTF8.self)
    #expect(text.contains(moral) == settings.contains("{moral}\" }, omit: [advice],"))
  }

  @Test func `a hint at a field that booklets do not show names a free place`() throws {
    let table = try CardFolder([
      "rows.json": """
      {"lists": [{"id": 1, "name": "L"}],
       "songs": [{"id": 1, "name": "S", "translation": "Sea", "context": "Night",
                  "moral": "Who sails by night, and alone, sees the stars."}],
       "list_songs": [{"list_id": 1, "song_id": 1}]}
      """,
      "platen.yaml": manifest("{ cards: rows.json, outputs: [{ file: a.txt, wrap: none }] }"),
    ])
    let said = try table.warnings()
    #expect(
      said.flatMap(\.hints) == [
        "to show it, add fields: { benefit: \"{moral}\" }; to omit it, add omit: [moral]"
      ])
  }

  @Test(.enabled(if: Shared.isPresent))
  func `Every text of an app is in its booklets, code point for code point`() throws {
    let table = try CardFolder([
      "platen.yaml": manifest(
        "{ cards: firestore-content.json, outputs: [{ file: a.txt, wrap: none }, a.docx] }")
    ])
    let bytes = try Shared.bytes("assets/firestore-content.json")
    try Data(bytes).write(to: table.folder.appendingPathComponent("firestore-content.json"))
    #expect(try table.run().totals.failed == 0)
    let text = try table.read("out/a.txt")
    let word = Array(try CardFolder.words(ofWord: table.read("out/a.docx")).utf8)
    struct Content: Decodable {
      var duas: [Dua]
      var journeyDuas: [Link]
      struct Link: Decodable { var duaId: Int }
      struct Dua: Decodable {
        var id: Int
        var arabicText: String
        var titleAr: String?
        var translationEn: String?
      }
    }
    let content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    let told = Set(content.journeyDuas.map(\.duaId))
    let duas = content.duas.filter { told.contains($0.id) }
    #expect(duas.count > 10)
    for dua in duas {
      for wanted in [dua.arabicText, dua.titleAr, dua.translationEn].compactMap(\.self) {
        #expect(text.firstRange(of: Array(wanted.utf8)) != nil, "TXT lacks \(wanted)")
        #expect(word.firstRange(of: Array(wanted.utf8)) != nil, "DOCX lacks \(wanted)")
      }
    }
  }

  @Test(arguments: [
    ("kicker: \"{tpye}\"", ["tpye", "type"]), ("kicker: \"{type}\"", []),
    ("kicker: \"{type|anything}\"", []), ("kicker: \"{tpye|type}\"", ["tpye", "type"]),
    ("kicker: \"{weather|'fair'}, {type}\"", []), ("kicker: \"{weather}\"", ["weather", "slug"]),
    ("tittle: \"{name}\"", ["tittle", "title"]),
    ("lampName: \"{name}\", title: \"{lampName}\"", []),
  ]) func `A misspelt field is told with what is near`(
    _ fields: String, _ said: [String]
  ) throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": manifest(
        "{ cards: lamps.csv, fields: { \(fields) }, outputs: [{ file: a.png, width: 100 }] }"),
    ])
    let warnings = try table.warnings()
    #expect(warnings.count == (said.isEmpty ? 0 : 1))
    if let warning = warnings.first {
      #expect(warning.code == "cards.field" && warning.place?.line == 3)
      #expect(warning.message.contains(said[0]) && warning.hints[0].contains(said[1]))
    }
  }

  /// A line without a title is as much a card as any.
  @Test(arguments: ["lattice", "tide"])
  func `A quote is seen in every size`(_ look: String) throws {
    let table = try CardFolder([
      "rows.json": """
      {"quotes": [{"id": 1, "englishText": "The lamp burns.", "category": "wisdom"}]}
      """,
      "platen.yaml": manifest(
        """
        { cards: rows.json, look: \(look), matrix: { size: [square, story, og, portrait, widget-small,
          widget-medium, widget-circular, widget-rectangular, poker] },
          outputs: [{ file: "${size}.png", width: 90 }] }
        """),
    ])
    // What widgets have no room for is a note.
    #expect(try table.warnings().allSatisfy { $0.severity == .note })
  }

  @Test func `Reports are of people only, whatever the name of their table`() throws {
    let table = try CardFolder([
      "rows.json": """
      {"quotes": [{"id": 1, "englishText": "The lamp burns."}],
       "userProfile": [{"id": "mira", "displayName": "Mira", "totalXp": 300}]}
      """,
      "platen.yaml": manifest(
        """
        { cards: rows.json, outputs: [{ file: "${row}.png", show: report, width: 90 },
          { file: "q-${row}.png", show: report, table: quotes, width: 90 }] }
        """),
    ])
    #expect(try table.plan().keys.sorted() == ["mira.png", "q-1.png"])
    #expect(try table.warnings().map(\.code.rawValue) == ["cards.empty"])
  }

  @Test func `Rows of which nothing is shown are reported once for all outputs`() throws {
    let table = try CardFolder([
      "spells.csv": "spell,effect\nFog Bell,It rings in fog.\nTide Call,It calls the tide.\n",
      "platen.yaml": manifest(
        "{ cards: spells.csv, outputs: [{ file: \"${row}.png\", width: 90 }, { file: a.png, width: 90 }] }"
      ),
    ])
    let said = try table.warnings()
    #expect(
      said.map(\.message) == [
        "the cards of 2 rows are empty: the look lattice uses none of the fields"
      ])
    #expect(
      said.flatMap(\.hints) == [
        "assign its fields (spell, effect): fields: { title: \"{spell}\" }"
      ])
    #expect(said.first?.place?.line == 2)
    try table.write(
      manifest(
        "{ cards: spells.csv, fields: { title: \"{spell}\" }, outputs: [{ file: a.png, width: 90 }] }"
      ), to: "platen.yaml")
    #expect(
      try table.warnings().map(\.message) == ["the look lattice does not use the column effect"])
  }

  @Test(arguments: [
    ("", ["the look lattice does not use the columns weight, maker"]),
    ("fields: { kicker: \"{weight|maker}\" }, ", []), ("omit: [weight, maker], ", []),
    ("omit: [weight], key: maker, ", []),
    ("omit: [weight], ", ["the look lattice does not use the column maker"]),
  ]) func columnsThatNoCardShowsAreToldOnce(_ settings: String, _ said: [String]) throws {
    let table = try CardFolder([
      "lamps.csv": """
      id,name,weight,maker,port_id,sort_order,flavor,note
      1,Pier,12 kg,Holt,7,2,,
      2,Mole,9 kg,Reed,7,1,Bright,
      """,
      "platen.yaml": manifest(
        """
        { cards: lamps.csv, \(settings)outputs: [{ file: a.png, width: 90 },
          { file: b.pdf, layout: sheet }] }
        """),
    ])
    let warnings = try table.warnings()
    #expect(warnings.map(\.message) == said)
    #expect(warnings.allSatisfy { $0.code == "cards.unused" && $0.place?.line == 1 })
  }

  @Test(arguments: [
    ("", [unusedFields, mappingsInText]), ("omit: [text], ", [unusedFields]),
    ("omit: [type, rules, text], ", []),
    ("fields: { footer: \"{rules}\", stats: \"{type}\" }, omit: [text], ", []),
  ]) func `short fields and mappings that no card shows are reported once`(
    _ settings: String, _ messages: [String]
  ) throws {
    let table = try CardFolder([
      "lamps.json": """
      [
        {"id": 1, "name": "Pier", "kicker": "Harbor", "type": "Lamp", "rules": "It never goes out.",
         "isLit": true, "createdAt": "2026-03-09", "text": "It burns."},
        {"id": 2, "name": "Mole", "rules": "It turns.", "text": {"p": "It turns."}},
        {"id": 3, "name": "Reef", "text": ["It is out.", {"q": "It burns."}]}
      ]
      """,
      "platen.yaml": manifest(
        """
        { cards: lamps.json, \(settings)outputs: [{ file: a.png, width: 90 },
          { file: b.pdf, layout: sheet }] }
        """),
    ])
    let warnings = try table.warnings()
    #expect(warnings.map(\.message).sorted() == messages.sorted())
    for warning in warnings {
      #expect(warning.code == "cards.unused")
      #expect(warning.place?.line == (warning.message == unusedFields ? 2 : 4))
    }
  }

  @Test func `a field behind another one is reported, and one that is a color is not`() throws {
    let table = try CardFolder([
      "lamps.csv": "slug,name,kicker,type,school\npier,Pier,Lamp,iron,evening\n",
      "platen.yaml": manifest(
        "{ cards: lamps.csv, look: tide, outputs: [{ file: a.png, width: 90 }] }"),
    ])
    #expect(
      try table.warnings().map(\.message) == [
        "not shown: type (1 row): no element of the look tide shows it"
      ])
  }

  private static let spells = """
    name,element,cost,range,text
    Ember Dart,fire,1,60 ft,"A dart of fire flies at a target that you can see and hits it."
    Tidal Grasp,water,2,90 ft,"A hand of water seizes a creature, which is restrained until it breaks."
    Wall of Flame,fire,5,120 ft,"A wall of fire, up to 60 feet long, rises from the ground before you."

    """

  /// The fields that a hint proposes.
  private func proposed(_ hints: [String]) -> String? {
    hints.lazy.compactMap { $0.firstMatch(of: /fields: \{ (.*) \};/).map { String($0.1) } }.first
  }

  @Test(arguments: [
    ("lattice", "square", ""), ("tide", "poker", ""), ("lattice", "tarot", ""),
    ("tide", "og", "stats: \"Cost {cost}\""), ("lattice", "poker", "kicker: \"Spell\""),
    ("lattice", "story", "stats: \"a\", kicker: \"b\""),
  ]) func `a hint at a column names a place that hides nothing`(
    _ look: String, _ size: String, _ fields: String
  ) throws {
    func job(_ fields: String) -> String {
      manifest(
        """
        { cards: spells.csv, look: \(look), fields: { \(fields) },
          outputs: [{ file: a.png, size: \(size), width: 90 }] }
        """)
    }
    let table = try CardFolder(["spells.csv": CardJobTests.spells, "platen.yaml": job(fields)])
    let said = try table.warnings()
    #expect(
      said.map(\.message) == ["the look \(look) does not use the columns element, range"])
    let hint = try #require(proposed(said.flatMap(\.hints)))
    #expect(hint.contains("{element}") && hint.contains("{range}") && !hint.contains("text:"))
    try table.write(
      job(fields + (fields.isEmpty ? "" : ", ") + hint), to: "platen.yaml")
    #expect(try table.warnings().map(\.message) == [])
  }

  @Test func `a hint says where no place is free`() throws {
    let table = try CardFolder([
      "spells.csv": CardJobTests.spells,
      "platen.yaml": manifest(
        """
        { cards: spells.csv, fields: { stats: a, kicker: b, footer: c, flavor: d },
          outputs: [{ file: a.png, width: 90 }] }
        """),
    ])
    #expect(
      try table.warnings().flatMap(\.hints) == [
        "every place of the look is in use: add one in a look of your own; to omit them, "
          + "add omit: [element, range]"
      ])
  }

  @Test(arguments: [
    ("text: \"{range}\"", ["not shown: text (3 rows): a field of the job replaces it"]),
    ("text: \"{text} ({range})\"", []), ("stats: \"{range}\"", []),
    ("flavor: \"{text}\", text: \"{range}\"", []),
    (
      "text: \"{range}\", flavor: \"{text}\"",
      ["not shown: text (3 rows): a field of the job replaces it"]
    ),
    ("cost: \"{range}\"", ["not shown: cost (3 rows): a field of the job replaces it"]),
  ]) func `a column that a field replaces is reported`(
    _ fields: String, _ messages: [String]
  ) throws {
    let table = try CardFolder([
      "spells.csv": CardJobTests.spells,
      "platen.yaml": manifest(
        """
        { cards: spells.csv, fields: { \(fields) }, omit: [element],
          outputs: [{ file: a.png, width: 90 }] }
        """),
    ])
    let said = try table.warnings()
    #expect(said.map(\.message) == messages)
    #expect(said.allSatisfy { $0.code == "cards.unused" && $0.place?.line == 3 })
    if fields == "text: \"{range}\"" {
      #expect(
        said.first?.hints == [
          "to show both, write stats: \"{range}\" in place of text; to omit it, add omit: [text]"
        ])
    }
  }

  @Test func `colors of a job are those of the values of a column`() throws {
    func job(_ colors: String) -> String {
      manifest(
        """
        { cards: spells.csv, omit: [range], colors: { \(colors) },
          outputs: [{ file: "${row}.png", size: poker, width: 90 }] }
        """)
    }
    let table = try CardFolder([
      "spells.csv": CardJobTests.spells, "platen.yaml": job("fire: \"#B3261E\""),
    ])
    #expect(try table.warnings().map(\.message) == [])
    let red = try table.files()
    try table.write(job("fire: \"#1E26B3\""), to: "platen.yaml")
    try table.run()
    let blue = try table.files()
    #expect(red["Ember-Dart.png"] != blue["Ember-Dart.png"])
    #expect(red["Tidal-Grasp.png"] == blue["Tidal-Grasp.png"])
    try table.write(job("fire: \"#B3261E\", frost: \"#ffffff\""), to: "platen.yaml")
    #expect(table.faults() == ["look.value"])
  }

  @Test(arguments: [
    ("pokr", "did you mean \"poker\"?"), ("63x88mm", "did you mean \"poker\"?"),
    ("60x90mm", "did you mean \"720x1080\"?"), ("1600×900", "did you mean \"1600x900\"?"),
  ]) func `a misspelled size has a hint with a valid one`(_ size: String, _ hint: String) throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": manifest("{ cards: lamps.csv, outputs: [{ file: a.png, size: \(size) }] }"),
    ])
    let failure = #expect(throws: Failure.self) { try table.jobs() }
    #expect(failure?.diagnostics.map { $0.hints.first } == [hint])
  }

  @Test func `Missing tokens and substitute fonts are reported`() throws {
    let table = try CardFolder([
      "lamps.csv": "slug,text\npier,Light \u{6F22}\n",
      "tokens.json": """
      {"a": {"$type": "color", "$value": "#112233"},
       "t": {"$type": "transition", "$value": {"duration": "1ms"}}}
      """,
      "mine.yaml": "extends: tide\nfonts:\n  body: { families: [Nobody Sans, Lato] }\n",
      "platen.yaml": manifest(
        "{ cards: lamps.csv, look: mine.yaml, tokens: tokens.json, outputs: [{ file: a.png, width: 99 }] }"
      ),
    ])
    let warnings = try table.warnings()
    #expect(warnings.contains { $0.code.rawValue.hasPrefix("tokens.") })
    let fonts = warnings.filter { $0.code == "fonts.fallback" }.map(\.message)
    #expect(
      fonts.contains { $0.contains("using Lato in place of the missing font \"Nobody Sans\"") })
    #expect(fonts.contains { $0.contains("U+6F22") })
    #expect(fonts.count == 2)
  }

  @Test(arguments: [
    ("{ cards: lamps.csv, outputs: [\"${row}.pdf\", \"a-${card}.pdf\"] }", "manifest.variable"),
    ("{ cards: lamps.csv, outputs: [\"${row}-${card}.pdf\"] }", "manifest.variable"),
    ("{ cards: lamps.csv, key: type, outputs: [\"${row}.png\"] }", "cards.name"),
    ("{ cards: lamps.csv, key: cost, outputs: [\"${row}.png\"] }", "cards.name"),
    ("{ cards: lamps.csv, rows: [buoy], outputs: [\"${row}.png\"] }", "cards.rows"),
    ("{ cards: lamps.csv, outputs: [{ file: a.png, table: boats }] }", "cards.table"),
    ("{ cards: lamps.csv, outputs: [{ file: a.png, show: bagde }] }", "cards.view"),
    ("{ cards: lamps.csv, outputs: [{ file: a.png, size: huge }] }", "manifest.value"),
    ("{ cards: lamps.csv, look: latice, outputs: [a.png] }", "look.unknown"),
    ("{ cards: lamps.csv, date: soon, outputs: [a.png] }", "cards.date"),
    ("{ cards: lamps.csv, fields: { a: \"{b\" }, outputs: [a.png] }", "cards.field"),
    ("{ cards: lamps.csv, colors: { accent: puce }, outputs: [a.png] }", "look.value"),
    ("{ cards: lamps.csv, outputs: [a.docx] }", nil as String?),
    (
      "{ cards: lamps.csv, outputs: [{ file: a.pdf, layout: sheet, paper: A5, size: a6, gap: 50 }] }",
      nil as String?
    ),
  ]) func `What is wrong is said before anything runs`(_ job: String, _ code: String?) throws {
    let table = try CardFolder(["lamps.csv": lamps, "platen.yaml": manifest(job)])
    #expect(table.faults() == (code.map { [$0] } ?? []))
  }

  @Test func `A file that is missing fails its own job`() throws {
    let table = try CardFolder([
      "lamps.csv": lamps,
      "platen.yaml": """
      version: 1
      jobs:
        - { cards: nothing.csv, outputs: ["a/${row}-${card}.png"] }
        - { cards: lamps.csv, rows: [pier], outputs: [{ file: b.png, width: 100 }] }
      """,
    ])
    let result = try table.run()
    #expect(result.totals.failed == 1 && result.totals.built == 1)
  }

  @Test(.enabled(if: Shared.isPresent), arguments: ["lattice", "tide"])
  func `Every row of an app fits a card of every size`(_ look: String) throws {
    for name in ["seed.sql", "firestore-content.json"] {
      let table = try CardFolder([
        "platen.yaml": manifest(
          """
          { cards: \(name), look: \(look), key: id,
            matrix: { size: [square, story, og, portrait, widget-small, widget-medium,
              widget-circular, widget-rectangular, poker] },
            outputs: [{ file: "${size}/${row}.png", width: 240 }] }
          """)
      ])
      try Data(Shared.bytes("assets/\(name)")).write(
        to: table.folder.appendingPathComponent(name))
      let result = try table.run()
      #expect(result.totals.failed == 0)
      #expect(result.totals.built == 9)
      // Small sizes have no place for some fields, which is all there is to say.
      let codes = Set(result.record.jobs.flatMap { $0.warnings.map(\.code) })
      #expect(
        codes.isSubset(of: ["cards.omitted", "cards.not-shown", "cards.unused"]),
        "\(name): \(codes)")
    }
  }

  @Test(arguments: [
    ("A.png", 1), ("{ file: A.png, table: spells }", 0), ("{ file: A.png, show: badge }", 0),
  ]) func rowsOfATableThatNobodyChoseAreTold(_ output: String, _ count: Int) throws {
    let table = try CardFolder([
      "a.json":
        #"{"spells": [{"name": "A", "text": "x"}], "monsters": [{"name": "M", "text": "y"}]}"#,
      "platen.yaml": "version: 1\njobs: [{ cards: a.json, outputs: [\(output)] }]\n",
    ])
    let warnings = try table.jobs()[0].warnings.filter { $0.code == "cards.table" }
    #expect(
      warnings.map(\.message)
        == Array(repeating: "not shown: monsters (1 row): these cards are of spells", count: count))
  }
}
