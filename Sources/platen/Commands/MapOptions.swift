// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say about a map, as flags.

import ArgumentParser
import Recipes

/// The keys of a map job that `platen render` takes: `import_mapping` is `--import-mapping`. What each
/// is stands in the table of keys, for here, the schema and the manual; the table checks the values.
struct MapOptions: ParsableArguments {
  @Option(help: .key("look", "look")) var look: String?
  @Option(help: .key("layers", "layers", "joined by commas")) var layers: String?
  @Option(help: .key("audience", "who")) var audience: String?
  @Option(help: .key("title", "text")) var title: String?
  @Option(help: .key("subtitle", "text")) var subtitle: String?
  @Option(help: .key("labels", "factor")) var labels: String?
  @Option(help: .key("coastline", "kind")) var coastline: String?
  @Option(help: .key("import_mapping", "file", "a JSON file")) var importMapping: String?
  @Option(
    name: .customLong("font"), parsing: .singleValue, help: .key("fonts", "file", "may be repeated")
  )
  var fonts: [String] = []

  @Option(help: .key("width", "px")) var width: String?
  @Option(help: .key("height", "px")) var height: String?
  @Option(help: .key("scale", "factor")) var scale: String?
  @Option(help: .key("paper", "size")) var paper: String?
  @Option(help: .key("orientation", "way")) var orientation: String?
  @Option(help: .key("dpi", "n")) var dpi: String?
  @Option(help: .key("margin", "mm")) var margin: String?
  @Option(help: .key("region", "region")) var region: String?
  @Option(help: .key("text", "how")) var text: String?

  /// The flags that were given, as the settings of a job.
  var settings: Settings {
    var settings = Settings()
    let single = [
      ("look", look), ("audience", audience), ("title", title), ("subtitle", subtitle),
      ("labels", labels), ("coastline", coastline), ("width", width), ("height", height),
      ("scale", scale), ("paper", paper), ("orientation", orientation), ("dpi", dpi),
      ("margin", margin), ("region", region), ("text", text),
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
    if !fonts.isEmpty { settings.set("fonts", to: fonts, flag: "font") }
    return settings
  }
}

extension ArgumentHelp {
  /// The help of a flag: what the table of keys says, and what is peculiar to the flag.
  fileprivate static func key(_ name: String, _ value: String, _ more: String? = nil)
    -> ArgumentHelp
  {
    let about = MapKeys.kind.jobKeys.first { $0.name == name }?.sentence ?? ""
    let text = more.map { about.dropLast() + ", " + $0 + "." } ?? about[...]
    return ArgumentHelp("\(String(text))", valueName: value)
  }
}
