// SPDX-License-Identifier: MIT
// Part of Platen: a save's parameters and settings, in each of the forms they were written.

internal import Atlas
internal import Diagnostics
internal import JSON

/// The first two sections of a save, or `info` and `settings` of an export.
struct SaveSettings {
  var versionText: String?
  /// The day it was saved, as the file states it.
  var date: String?
  var seed = ""
  var width: Double?
  var height: Double?
  var mapID: String?
  var mapName = ""
  var stylePreset: String?
  var units = Units()
  /// FMG's options; nil where the save is older than them.
  var options: JSONDocument?
  /// Settings that worlds have no place for, as exports write them.
  private var others: [Unmodeled.Field] = []

  var version: MapVersion? { versionText.flatMap(MapVersion.init) }

  init() {}

  /// Records a warning where a file is of a version that is not known in full.
  func warnOfNewerVersion(log: inout DiagnosticLog) {
    guard let version, version >= .firstUnknown else { return }
    log.record(
      .warning(
        .mapVersionNewer,
        "the file is of version \(excerpt(versionText ?? "")), newer than 1.148, the newest "
          + "version that is known in full; newer data may be missing"))
  }

  /// - Parameter salvages: whether settings that cannot be read are skipped.
  init(_ sections: MapSections, salvages: Bool, log: inout DiagnosticLog) throws {
    unsafe readParameters(sections[0], log: &log)
    do {
      try unsafe readSettings(sections[1], isWhole: sections.hasHeader)
    } catch let failure as Failure where salvages {
      log.record(Salvage.lost(1, failure))
    }
  }

  private mutating func readParameters(
    _ section: UnsafeRawBufferPointer, log: inout DiagnosticLog
  ) {
    let fields = unsafe section.split(at: UInt8(ascii: "|"))
    func field(_ index: Int) -> String? {
      guard unsafe index < fields.count else { return nil }
      let text = unsafe fields[index].trimmed.text
      return text.isEmpty ? nil : text
    }
    versionText = field(0)
    date = field(2)
    seed = field(3) ?? ""
    func length(_ index: Int, _ name: String) -> Double? {
      guard let text = field(index) else { return nil }
      if let value = unsafe DecimalText.double(fields[index].trimmed), SaveSettings.isLength(value)
      {
        return value
      }
      log.record(
        .warning(
          .mapSize,
          "invalid \(name) \"\(text.prefix(40))\"; that of the drawing is used",
          at: SourceLocation(field: MapSections.name(of: 0))))
      return nil
    }
    width = length(4, "width")
    height = length(5, "height")
    mapID = field(6)
  }

  /// Indicates whether a number may be the width or height of a sheet.
  static func isLength(_ value: Double) -> Bool { value > 0 && value < 1e6 }

  private mutating func readSettings(
    _ section: UnsafeRawBufferPointer, isWhole: Bool
  ) throws {
    // Options may hold a bar in a string, so they are cut out by their braces and not by bars.
    var at = 0
    var fields: [UnsafeRawBufferPointer] = unsafe []
    while unsafe fields.count < 19, at <= section.count {
      if at < section.count,
        unsafe section[at] == UInt8(ascii: "{") || section[at] == UInt8(ascii: "[")
      {
        break
      }
      let end = unsafe section.firstIndex(of: UInt8(ascii: "|"), from: at) ?? section.count
      unsafe fields.append(section.part(at..<end))
      at = end + 1
    }
    if unsafe fields.isEmpty, isWhole {
      try unsafe readJSONSettings(section)
      return
    }
    unsafe readUnits(fields)
    guard at < section.count else { return }
    let optionsEnd = unsafe SaveSettings.endOfJSON(section, from: at)
    let options = unsafe section.part(at..<optionsEnd)
    if unsafe options.first == UInt8(ascii: "{") || options.first == UInt8(ascii: "[") {
      self.options = try unsafe parse(options, section: 1)
    }
    let rest = unsafe section.part(min(optionsEnd + 1, section.count)..<section.count)
      .split(at: UInt8(ascii: "|")).map { unsafe $0.trimmed }
    mapName = unsafe rest[0].text
    stylePreset = unsafe rest.count > 2 && !rest[2].isEmpty ? rest[2].text : nil
    if unsafe rest.count > 4, let density = unsafe DecimalText.double(rest[4]), density > 0 {
      units.urbanDensity = density
    }
    unsafe readOthers(fields, rest: rest)
  }

  /// Keeps what worlds have no place for: the numbers as the texts they are in an export.
  private mutating func readOthers(
    _ fields: [UnsafeRawBufferPointer], rest: [UnsafeRawBufferPointer]
  ) {
    func keep(_ key: String, _ bytes: [UnsafeRawBufferPointer], _ index: Int) {
      guard unsafe index < bytes.count, unsafe DecimalText.double(bytes[index].trimmed) != nil
      else { return }
      unsafe others.append(Unmodeled.Field(key, text: bytes[index].trimmed.text))
    }
    unsafe keep("mapSize", fields, 14)
    unsafe keep("latitude", fields, 15)
    unsafe keep("longitude", rest, 5)
    unsafe keep("prec", fields, 18)
    for (key, index) in [("hideLabels", 1), ("rescaleLabels", 3)]
    where unsafe index < rest.count && rest[index].count == 1 {
      let isOn = unsafe rest[index][0] == UInt8(ascii: "1")
      others.append(Unmodeled.Field(key: key, json: isOn ? "true" : "false"))
    }
  }

  private mutating func readUnits(_ fields: [UnsafeRawBufferPointer]) {
    func text(_ index: Int) -> String? {
      guard unsafe index < fields.count else { return nil }
      let text = unsafe fields[index].trimmed.text
      return text.isEmpty ? nil : text
    }
    func positive(_ index: Int) -> Double? {
      guard unsafe index < fields.count,
        let value = unsafe DecimalText.double(fields[index].trimmed), value > 0
      else { return nil }
      return value
    }
    units.distance = text(0) ?? units.distance
    units.distanceScale = positive(1) ?? units.distanceScale
    units.area = text(2) ?? units.area
    units.height = text(3) ?? units.height
    units.heightExponent = positive(4) ?? units.heightExponent
    units.temperature = text(5) ?? units.temperature
    units.populationRate = positive(12) ?? units.populationRate
    units.urbanization = positive(13) ?? units.urbanization
  }

  /// Settings as one JSON object, from 1.149 on; known from excerpts only.
  private mutating func readJSONSettings(_ section: UnsafeRawBufferPointer) throws {
    let document = try unsafe parse(section, section: 1)
    options = document
    unsafe document.withView { root in
      if seed.isEmpty { seed = root["seed"]?.looseString ?? "" }
      width = width ?? root["graph"]?["width"]?.looseDouble
      height = height ?? root["graph"]?["height"]?.looseDouble
      mapName = root["lore"]?["name"]?.looseString ?? ""
      if let units = root["units"] { readUnits(of: units) }
      let style = root["style"]
      stylePreset = style?.string ?? style?["preset"]?.string
    }
  }

  /// Units from an object of named members; several spellings are known.
  mutating func readUnits(of view: JSONView) {
    func text(_ keys: StaticString...) -> String? {
      keys.lazy.compactMap { view[$0]?.looseString }.first { !$0.isEmpty }
    }
    func positive(_ keys: StaticString...) -> Double? {
      keys.lazy.compactMap { view[$0]?.looseDouble }.first { $0 > 0 }
    }
    units.distance = text("distanceUnit", "distance") ?? units.distance
    units.distanceScale = positive("distanceScale") ?? units.distanceScale
    units.area = text("areaUnit", "area") ?? units.area
    units.height = text("heightUnit", "height") ?? units.height
    units.heightExponent = positive("heightExponent") ?? units.heightExponent
    units.temperature =
      text("temperatureScale", "temperatureUnit", "temperature")
      ?? units.temperature
    units.populationRate = positive("populationRate") ?? units.populationRate
    units.urbanization = positive("urbanization") ?? units.urbanization
    units.urbanDensity = positive("urbanDensity") ?? units.urbanDensity
  }

  /// Index behind the JSON value that begins at `start`, or behind the field when none does.
  private static func endOfJSON(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard unsafe bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
      return unsafe bytes.firstIndex(of: UInt8(ascii: "|"), from: start) ?? bytes.count
    }
    var depth = 0
    var inString = false
    var at = start
    while at < bytes.count {
      let byte = unsafe bytes[at]
      at += 1
      if inString {
        if byte == UInt8(ascii: "\\") { at += 1 }
        if byte == UInt8(ascii: "\"") { inString = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return at }
      default: break
      }
    }
    return bytes.count
  }

  // MARK: What the options hold

  /// Writes everything into the world that the settings and options hold about it.
  func apply(to world: inout World, options: JSONView?) {
    world.info.version = versionText
    world.info.mapID = mapID
    world.units = units
    world.presentation.stylePreset = stylePreset
    world.unmodeled.add(others, to: "settings")
    if let options {
      // Later options hold settings of all kinds, which exports write elsewhere.
      if options["graph"] == nil { world.unmodeled.keep(object: options, as: "options") }
      let names = options["stateLabelsMode"]?.string
      world.presentation.stateNames = ["auto", "short", "full"].first { $0 == names }
      let calendar = options["lore"]?["calendar"] ?? options
      world.info.year = calendar["year"]?.looseString
      world.info.era = calendar["era"]?.looseString
      world.info.eraShort = calendar["eraShort"]?.looseString
      let military = options["military"]
      world.militaryUnits =
        ((military?["units"] ?? military)?.elements).map { units in
          units.compactMap(MilitaryUnit.init)
        } ?? []
    }
    world.coast = coast(options)
    world.riverStyle = version.map { $0 < .slenderRivers } ?? false ? .broad : .slender
    world.drawsWholeVertices = version.map { $0 < .preciseVertices } ?? false
  }

  /// The style in which the version that saved the map draws coasts.
  private func coast(_ options: JSONView?) -> CoastStyle {
    // Without a version, the parameters themselves decide.
    let isJagged = version.map { $0 >= .jaggedCoast } ?? (options?["coastline"]?.isObject == true)
    guard isJagged else { return .smooth }
    var jagged = JaggedCoast()
    guard let coastline = options?["coastline"] else { return .jagged(jagged) }
    func number(_ key: StaticString, _ range: ClosedRange<Double>) -> Double? {
      coastline[key]?.looseDouble.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    func count(_ key: StaticString, _ range: ClosedRange<Int>) -> Int? {
      coastline[key]?.looseInt.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    jagged.maxDepth = count("maxDepth", 0...12) ?? jagged.maxDepth
    jagged.baseAmplitude = number("baseAmplitude", 0...100) ?? jagged.baseAmplitude
    jagged.amplitudeDecay = number("amplitudeDecay", 0...10) ?? jagged.amplitudeDecay
    jagged.minEdge = number("minEdge", 0.01...1000) ?? jagged.minEdge
    jagged.smoothThreshold = number("smoothThreshold", 0...10) ?? jagged.smoothThreshold
    jagged.roughnessContrast = number("roughnessContrast", 0...100) ?? jagged.roughnessContrast
    jagged.profileHarmonics = count("profileHarmonics", 0...64) ?? jagged.profileHarmonics
    jagged.lakeSmoothThresholdFactor =
      number("lakeSmoothThreshMult", 0...100) ?? jagged.lakeSmoothThresholdFactor
    // Switched off, nothing is displaced; the curve through the vertices stays the new one.
    if coastline["enabled"]?.looseBool == false { jagged.maxDepth = 0 }
    return .jagged(jagged)
  }
}
