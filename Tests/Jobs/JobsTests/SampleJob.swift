// SPDX-License-Identifier: MIT
// Part of Platen: a sample job for each format of each kind of job, with its inputs.

@testable import JobKit
@testable import Jobs

/// A job that writes one output in a format of a kind of job.
struct SampleJob {
  /// The inputs that are text, by their paths.
  static let texts = [
    "campaign.json": """
    {"campaign": {"title": "The Ford"},
     "story": [{"actor": "gemini", "text": "A gate.", "timestamp": 1700000000}]}
    """,
    "book.md": "---\ntitle: The Ford\n---\n\n# A gate\n\nWords.\n",
    "talk/1.md": "# A slide\n\nWords.\n",
    "meeting.json": """
    {"chat": [{"timestamp": 1773428400000, "senderName": "Ada", "senderIdentity": "u1",
      "message": "Hi", "attachments": []}]}
    """,
    // A calendar has the next meeting.
    "meeting.minutes.yaml": "next: 2026-12-04 20:00\n",
    "tokens.json":
      ##"{ "colors": { "sea": "#112233" }, "strings": { "en": { "a": "b" } }, "fonts": ["A.ttf"] }"##,
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'/>",
    // Rows in a list, so that booklets have content.
    "cards.json": """
    {"signs": [{"id": 1, "slug": "fire", "title": "Fire", "text": "It burns."}],
     "walks": [{"id": 1, "slug": "night", "title": "Night"}],
     "walk_items": [{"walk_id": 1, "sign_id": 1, "time_slot": "evening", "sort_order": 1}]}
    """,
  ]
  /// The map that is an input.
  static let world = SampleFile.world(
    seed: 3, cells: 1000, width: 640, height: 360, name: nil)

  let kind: any JobKind
  /// The path of the input: one of ``texts``, `talk`, `world.map`, or `library`, a folder with a
  /// world or a campaign.
  let input: String
  /// The path of the output.
  let output: String
  /// The settings of the job that the format requires.
  let settings: [String: String]

  init(_ kind: any JobKind, _ format: OutputFormat) {
    self.kind = kind
    (input, settings) =
      switch (kind.name, format.pathExtension) {
      case ("map", "html"), ("campaign", "json"): ("library", ["show": "library"])
      // Small scenes.
      case ("gazetteer", "/"): ("world.map", ["width": "640"])
      case ("map", _), ("gazetteer", _): ("world.map", [:])
      case ("campaign", _): ("campaign.json", [:])
      case ("document", _): ("book.md", [:])
      case ("diff", _): ("[world.map, world.map]", [:])
      case ("talk", _): ("talk", [:])
      case ("meeting", _):
        ("meeting.json", ["room": "https://meet.example.org/m/tea-room"])
      case ("assets", _): ("tokens.json", ["icon": "icon.svg"])
      default: ("cards.json", [:])
      }
    output =
      switch format.pathExtension {
      case "/": kind.name == "assets" ? "web/" : "tiles/"
      case "csv" where kind.name == "map": "burgs.csv"
      default: "a.\(format.pathExtension)"
      }
  }

  /// A manifest with the job and additional settings, which replace those of the same key.
  func manifest(_ additional: [String: String] = [:]) -> String {
    let all = settings.merging(additional) { $1 }
    let members = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value), " }.joined()
    return "version: 1\njobs: [{ \(kind.name): \(input), \(members)outputs: [\"\(output)\"] }]\n"
  }
}
