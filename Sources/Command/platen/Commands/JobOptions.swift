// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say about a job, as flags.

import ArgumentParser
import JobKit
import Jobs

/// The keys of jobs that `platen render` takes: `import_mapping` is `--import-mapping`. What each is
/// stands in the tables of keys, for here, the schema and the manual; the tables check the values, and
/// refuse those of another kind than the input's.
struct JobOptions: ParsableArguments {
  @Option(help: .key("look", "look")) var look: String?
  @Option(help: .key("audience", "who")) var audience: String?
  @Option(help: .key("title", "text")) var title: String?
  @Option(help: .key("subtitle", "text")) var subtitle: String?
  @Option(help: .key("paper", "size")) var paper: String?
  @Option(
    name: .customLong("font"), parsing: .singleValue, help: .key("fonts", "file", "may be repeated")
  )
  var fonts: [String] = []

  // Maps
  @Option(help: .key("layers", "layers", "joined by commas")) var layers: String?
  @Option(help: .key("labels", "factor")) var labels: String?
  @Option(help: .key("coastline", "kind")) var coastline: String?
  @Option(help: .key("grid", "kind")) var grid: String?
  @Option(help: .key("charges", "dir")) var charges: String?
  @Option(help: .key("import_mapping", "file", "a JSON file")) var importMapping: String?
  @Option(help: .key("salvage", "true|false")) var salvage: String?
  @Option(help: .key("width", "px")) var width: String?
  @Option(help: .key("height", "px")) var height: String?
  @Option(help: .key("scale", "factor")) var scale: String?
  @Option(help: .key("orientation", "way")) var orientation: String?
  @Option(help: .key("dpi", "n")) var dpi: String?
  @Option(help: .key("margin", "mm")) var margin: String?
  @Option(help: .key("preset", "name")) var preset: String?
  @Option(help: .key("crop-marks", "true|false")) var cropMarks: String?
  @Option(help: .key("poster", "sheets")) var poster: String?
  @Option(help: .key("index", "tables", "joined by commas")) var index: String?
  @Option(help: .key("region", "region")) var region: String?
  @Option(help: .key("padding", "percent")) var padding: String?
  @Option(help: .key("text", "how")) var text: String?
  @Option(help: .key("tiles", "scheme")) var tiles: String?
  @Option(help: .key("tile-size", "px")) var tileSize: String?
  @Option(help: .key("zooms", "range")) var zooms: String?
  @Option(help: .key("tile-format", "ending")) var tileFormat: String?
  @Option(help: .key("overlap", "px")) var overlap: String?
  @Option(help: .key("letters", "how")) var letters: String?
  @Option(help: .key("quality", "percent")) var quality: String?
  @Option(help: .key("lossless", "true|false")) var lossless: String?
  @Option(help: .key("compression", "how")) var compression: String?
  @Option(help: .key("content", "what")) var content: String?
  @Option(help: .key("colors", "how")) var colors: String?
  @Option(help: .key("data", "whose")) var data: String?
  @Option(help: .key("tables", "tables", "joined by commas")) var tables: String?
  @Option(help: .key("frame", "what")) var frame: String?

  // Campaigns
  @Option(help: .key("merge", "true|false")) var merge: String?
  @Option(help: .key("world", "file"), completion: .file()) var world: String?
  @Option(help: .key("form", "how")) var form: String?
  @Option(help: .key("edition", "part")) var edition: String?
  @Option(help: .key("chapters", "where")) var chapters: String?
  @Option(
    name: .customLong("author"), parsing: .singleValue,
    help: .key("authors", "name", "may be repeated"))
  var authors: [String] = []
  @Option(help: .key("language", "tag")) var language: String?
  @Option(help: .key("date", "date")) var date: String?
  @Option(help: .key("subject", "text")) var subject: String?
  @Option(help: .key("licence", "text")) var licence: String?
  @Option(help: .key("columns", "n")) var columns: String?
  @Option(help: .key("facing", "true|false")) var facing: String?
  @Option(help: .key("page", "n")) var page: String?
  @Option(help: .key("template", "file"), completion: .file(extensions: ["docx"]))
  var template: String?
  @Option(help: .key("wrap", "columns")) var wrap: String?

  // Talks
  @Option(help: .key("show", "what")) var show: String?
  @Option(help: .key("log", "file"), completion: .file(extensions: ["jsonl"])) var log: String?
  @Option(help: .key("steps", "which")) var steps: String?
  @Option(help: .key("slide", "n")) var slide: String?
  @Option(help: .key("ratio", "w:h")) var ratio: String?
  @Option(help: .key("large", "true|false")) var large: String?
  @Option(help: .key("per-page", "n")) var perPage: String?
  @Option(help: .key("pictures", "where")) var pictures: String?
  @Option(help: .key("counters", "true|false")) var counters: String?

  // Meetings
  @Option(
    name: .customLong("with"), parsing: .singleValue, help: .key("with", "file", "may be repeated"),
    completion: .file())
  var with: [String] = []
  @Option(help: .key("attachments", "folder"), completion: .directory) var attachments: String?
  @Option(help: .key("room", "room")) var room: String?
  @Option(help: .key("server", "name")) var server: String?
  @Option(help: .key("zone", "zone")) var zone: String?
  @Option(help: .key("moderation", "true|false")) var moderation: String?
  @Option(help: .key("campaign", "file"), completion: .file()) var campaign: String?
  // Assets
  @Option(help: .key("tokens", "file"), completion: .file()) var tokens: String?
  @Option(help: .key("background", "colour")) var background: String?
  @Option(help: .key("icons", "sizes")) var icons: String?
  @Option(help: .key("devices", "device", "joined by commas")) var devices: String?
  @Option(help: .key("size", "px")) var size: String?
  @Option(help: .key("appearance", "which")) var appearance: String?
  @Option(help: .key("platform", "which")) var platform: String?

  // Cards
  @Option(help: .key("view", "what")) var view: String?
  @Option(help: .key("table", "name")) var table: String?
  @Option(help: .key("key", "field")) var key: String?
  @Option(
    name: .customLong("rows"), parsing: .singleValue,
    help: .key("rows", "names", "may be repeated"))
  var rows: [String] = []
  @Option(help: .key("gap", "mm")) var gap: String?
  @Option(help: .key("bleed", "mm")) var bleed: String?
  @Option(help: .key("marks", "true|false")) var marks: String?
  @Option(help: .key("backs", "true|false")) var backs: String?

  /// The flags that were given, as the settings of a job.
  var settings: Settings {
    var settings = Settings()
    let single = [
      ("look", look), ("audience", audience), ("merge", merge), ("title", title),
      ("subtitle", subtitle),
      ("paper", paper), ("labels", labels), ("coastline", coastline), ("grid", grid),
      ("charges", charges), ("salvage", salvage), ("width", width), ("height", height),
      ("scale", scale),
      ("orientation", orientation), ("dpi", dpi),
      ("margin", margin), ("region", region), ("padding", padding), ("text", text),
      ("letters", letters),
      ("form", form),
      ("edition", edition), ("chapters", chapters), ("language", language), ("date", date),
      ("subject", subject), ("licence", licence), ("columns", columns), ("facing", facing),
      ("page", page),
      ("template", template), ("wrap", wrap), ("world", world), ("show", show), ("log", log),
      ("steps", steps), ("slide", slide), ("ratio", ratio), ("large", large), ("per-page", perPage),
      ("pictures", pictures),
      ("counters", counters), ("attachments", attachments), ("room", room), ("server", server),
      ("zone", zone), ("moderation", moderation), ("campaign", campaign),
      ("tokens", tokens), ("background", background), ("icons", icons), ("size", size),
      ("appearance", appearance), ("view", view), ("table", table), ("key", key), ("gap", gap),
      ("bleed", bleed), ("marks", marks), ("backs", backs), ("data", data), ("frame", frame),
      ("preset", preset), ("crop-marks", cropMarks), ("poster", poster),
      ("platform", platform),
      ("tiles", tiles), ("tile-size", tileSize), ("zooms", zooms), ("tile-format", tileFormat),
      ("overlap", overlap),
      ("quality", quality), ("lossless", lossless),
      ("compression", compression), ("content", content), ("colors", colors),
    ]
    for (key, value) in single {
      if let value { settings.set(key, to: value) }
    }
    if let importMapping {
      settings.set("import_mapping", to: importMapping, flag: "import-mapping")
    }
    if let layers {
      let names = layers.split(separator: ",").map { String($0.filter { $0 != " " }) }
      settings.set("layers", to: names)
    }
    if let tables {
      settings.set(
        "tables", to: tables.split(separator: ",").map { String($0.filter { $0 != " " }) })
    }
    if let index {
      let names = index.split(separator: ",").map { String($0.filter { $0 != " " }) }
      names.count == 1 ? settings.set("index", to: names[0]) : settings.set("index", to: names)
    }
    if !rows.isEmpty { settings.set("rows", to: rows) }
    if !with.isEmpty { settings.set("with", to: with) }
    if let devices {
      settings.set(
        "devices", to: devices.split(separator: ",").map { String($0.filter { $0 != " " }) })
    }
    if !fonts.isEmpty { settings.set("fonts", to: fonts, flag: "font") }
    if !authors.isEmpty { settings.set("authors", to: authors, flag: "author") }
    return settings
  }
}

extension ArgumentHelp {
  /// What the tables of keys say, by names: put together once for all flags.
  private static let sentences: [String: [String]] = {
    var found: [String: [String]] = [:]
    for kind in Jobs.kinds {
      for key in kind.grammar.keys + kind.grammar.options {
        found[key.name, default: []].append(key.sentence)
      }
    }
    // What every kind has is said once, where no kind says more.
    for key in Jobs.kinds.first?.grammar.jobKeys ?? [] where found[key.name] == nil {
      found[key.name] = [key.sentence]
    }
    return found
  }()

  /// Whether a text stands in another, byte by byte: every run asks it of a dozen flags.
  private static func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard let first = part.first, text.count >= part.count else { return part.isEmpty }
    return (0...(text.count - part.count)).contains { start in
      text[start] == first && text[start...].starts(with: part)
    }
  }

  /// The help of a flag: what the tables of keys say, and what is peculiar to the flag.
  fileprivate static func key(_ name: String, _ value: String, _ more: String? = nil)
    -> ArgumentHelp
  {
    let keys = sentences[name] ?? []
    var about = keys.first ?? ""
    // A key that means another thing in another kind says both.
    for other in keys.dropFirst()
    where !holds(about.lowercased(), other.dropLast().lowercased()) {
      about = about.dropLast() + "; or " + other.prefix(1).lowercased() + other.dropFirst()
    }
    let text = more.map { about.dropLast() + ", " + $0 + "." } ?? about[...]
    return ArgumentHelp("\(String(text))", valueName: value)
  }
}
