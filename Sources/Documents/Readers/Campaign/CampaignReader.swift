// SPDX-License-Identifier: MIT
// Part of Platen: reads a campaign from one file or a folder in any supported format.

public import Diagnostics
internal import JSON

/// A file by name, as its bytes.
public struct NamedBytes: Sendable {
  public var name: String
  public var bytes: [UInt8]
  public init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Reads campaigns of WorldArchitect.AI.
///
/// Input is one of: answers of the server's `get_campaign_state`, plain or inside JSON-RPC or MCP
/// messages; bundles of `{campaign, story, game_state}`; lists and lines of entries; states of the
/// game; the texts the game exports and those it exported in 2025. Several files are one campaign
/// together: a story beside a state, the pages of a story, a folder of lines. The content of a file
/// determines its format, not its name.
public enum CampaignReader {
  public struct Options: Hashable, Sendable {
    /// Bytes of all files together.
    public var maximumBytes = 512 << 20
    /// Objects and lists within each other, in JSON.
    public var maximumDepth = 128
    /// The title where the files have none; otherwise made from the name of the first file.
    public var title = ""
    /// Indicates whether several campaigns become one, one after the other, instead of an error.
    public var merges = false
    public init() {}
  }

  /// Reads the files of one campaign.
  ///
  /// A state of the game alone is a campaign without entries: good for a summary. A story that is
  /// there and empty is an error, since the game itself is known to answer so for campaigns of
  /// hundreds of entries.
  /// - Throws: `Failure` where nothing is a campaign, where a story is empty, or where the files
  ///   hold more than one.
  public static func read(
    files: [NamedBytes], options: Options = Options()
  ) throws -> Diagnosed<Campaign> {
    let total = files.reduce(0) { $0 + $1.bytes.count }
    guard total <= options.maximumBytes else {
      throw Failure(
        .error(
          .campaignSize, "\(total) bytes are more than the \(options.maximumBytes) that are read")
      )
    }
    guard files.count > 1 else {
      var collector = CampaignCollector(options: options)
      for file in files { try collector.addFile(file) }
      return try collector.finish()
    }
    return try read(
      files.sorted { $0.name < $1.name }.map { try CampaignPart($0, options: options) },
      options: options)
  }

  /// Makes a campaign of one file that is read, with the options it was read with.
  ///
  /// - Throws: what reading the file throws.
  public static func read(_ part: CampaignPart) throws -> Diagnosed<Campaign> {
    try campaign(of: [part], options: part.collector.options)
  }

  /// Makes a campaign of files that are read.
  ///
  /// - Parameter parts: in the order of their names.
  /// - Throws: `Failure` `campaign.several` naming the campaigns where there are several and they
  ///   are not to be merged; what reading one throws.
  private static func read(
    _ parts: [CampaignPart], options: Options
  ) throws -> Diagnosed<Campaign> {
    let groups = CampaignGroups(parts.map(\.signature))
    let others = groups.others.map { parts[$0] }
    guard groups.campaigns.count > 1 else {
      return try campaign(
        of: groups.campaigns.joined().map { parts[$0] } + others, options: options)
    }
    guard options.merges else {
      throw Failure(several(groups.campaigns.map { $0.map { parts[$0].collector } }))
    }
    let read = try groups.campaigns.map { try campaign(of: $0.map { parts[$0] }, options: options) }
    var merged = Campaign.merging(read.map(\.value))
    if !options.title.isEmpty { merged.value.title = options.title }
    merged.warnings += read.flatMap(\.warnings) + others.flatMap(\.collector.warnings)
    return merged
  }

  /// Makes one campaign of its files.
  private static func campaign(
    of parts: [CampaignPart], options: Options
  ) throws -> Diagnosed<Campaign> {
    var collector = CampaignCollector(options: options)
    for part in parts { collector.merge(part.collector) }
    return try collector.finish()
  }

  /// The error of files that hold several campaigns, with their titles and files.
  private static func several(_ campaigns: [[CampaignCollector]]) -> Diagnostic {
    let limit = 12
    var named = campaigns.prefix(limit).map { files in
      let title = files.lazy.map(\.statedTitle).first { !$0.isEmpty } ?? files[0].title
      let names = files.prefix(4).map { $0.fileName } + (files.count > 4 ? ["\u{2026}"] : [])
      return "\"\(printable(title, limit: 60))\" (\(names.joined(separator: ", ")))"
    }
    if campaigns.count > limit { named.append("\(campaigns.count - limit) more") }
    return .error(
      .campaignSeveral,
      "the files hold \(campaigns.count) campaigns: " + named.joined(separator: ", "))
  }
}

extension Campaign {
  /// Several campaigns, one after the other: by the time of their first entry, then in their order.
  ///
  /// The first premise and the last state are those of all; others are named in a warning.
  fileprivate static func merging(_ campaigns: [Campaign]) -> Diagnosed<Campaign> {
    let order = campaigns.enumerated().sorted { a, b in
      let first = a.element.entries.lazy.compactMap(\.time).first
      let second = b.element.entries.lazy.compactMap(\.time).first
      guard let first, let second, first != second else { return a.offset < b.offset }
      return first < second
    }.map(\.element)
    let withPremise = order.filter { $0.premise != Premise() }
    let withState = order.filter { $0.state != nil }
    var merged = order[0]
    merged.premise = withPremise.first?.premise ?? Premise()
    merged.state = withState.last?.state
    for next in order.dropFirst() {
      let scenes = merged.sceneCount
      merged.beginnings.append(merged.entries.count)
      merged.entries += next.entries.map { entry in
        var entry = entry
        entry.scene = entry.scene.map { $0 + scenes }
        // The number is one of the other campaign.
        entry.statedScene = nil
        return entry
      }
      merged.lastPlayed = [merged.lastPlayed, next.lastPlayed].compactMap(\.self).max()
    }
    let omitted =
      withPremise.dropFirst().map { ("premise", $0.title) }
      + withState.dropLast().map { ("state", $0.title) }
    guard !omitted.isEmpty else { return Diagnosed(merged) }
    let named = omitted.map { "the \($0) of \"\(printable($1, limit: 60))\"" }
    return Diagnosed(
      merged,
      warnings: [
        .warning(
          .campaignMerged,
          "a book has one premise and one state; omitted: " + named.joined(separator: ", "))
      ])
  }
}

/// Collects the contents of files and assembles a campaign.
struct CampaignCollector {
  let options: CampaignReader.Options
  private var reader = LenientReader()
  private var json = RawStory()
  private var text = RawStory()
  private var textSource = Campaign.Source.text
  private(set) var state: GameState?
  private var facts = CampaignFacts()
  /// Files that hold a story, though an empty one.
  private var emptyStories: [String] = []
  /// Exports of the same story that are shorter than `text`.
  private var shorterTexts: [RawStory] = []
  /// The reasons why files are not part of a campaign.
  private var refused: [Diagnostic] = []
  private var firstName = ""
  /// The first file of all.
  private(set) var fileName = ""

  init(options: CampaignReader.Options) { self.options = options }

  mutating func addFile(_ file: NamedBytes) throws {
    let name = file.name
    if fileName.isEmpty { fileName = name }
    reader.defects.file = name
    let file = UTF16Text.decoded(file.bytes).map { NamedBytes(name, $0) } ?? file
    let isFirst = json.isEmpty && text.isEmpty && state == nil
    let bytes = file.bytes[...].drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    if let reason = CampaignCollector.foreign(bytes) {
      refused.append(.error(.campaignFormat, reason).inFile(name))
      return
    }
    let isJSON = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
    do {
      // The text of an export may begin with a bracket; what does not parse is JSON all the same
      // when no label of an export is in it.
      if isJSON, try addJSON(file) {
        // It is taken.
      } else if let found = ExportText.read(file.bytes, &reader.defects) {
        text.append(contentsOf: found.entries)
        textSource = found.source
        if !found.title.isEmpty, facts.title.isEmpty { facts.title = found.title }
      } else {
        refused.append(
          .error(
            .campaignFormat, "neither JSON nor a text exported by the game",
            hints: [
              "a campaign is get_campaign_state's answer, a bundle of campaign, story and "
                + "game_state, entries as JSON or JSON lines, or an exported .txt"
            ]
          ).inFile(name))
      }
    } catch let failure as Failure {
      refused += failure.inFile(name).diagnostics
    }
    if isFirst, !(json.isEmpty && text.isEmpty && state == nil) { firstName = name }
  }

  /// The kind of a file that is certainly not a campaign; nil for all others.
  private static func foreign(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.isEmpty { return "the file is empty" }
    if bytes.starts(with: "%PDF".utf8) {
      return "a PDF file; a campaign is read from JSON or from an exported .txt"
    }
    if bytes.starts(with: "PK\u{3}\u{4}".utf8) {
      return "an archive or a Word file; a campaign is read from JSON or from an exported .txt"
    }
    if bytes.prefix(1024).contains(0) { return "a binary file" }
    return nil
  }

  // MARK: JSON

  /// Takes what JSON holds; false where the file is the text of an export.
  private mutating func addJSON(_ file: NamedBytes) throws -> Bool {
    let limits = JSONDocument.Limits(
      bytes: options.maximumBytes, depth: options.maximumDepth)
    return try unsafe file.bytes.withUnsafeBytes { bytes in
      let document: JSONDocument
      do throws(JSONError) {
        document = try unsafe JSONDocument(unsafelyBorrowing: bytes, limits: limits)
      } catch {
        if ExportText.recognizes(file.bytes) { return false }
        if let repaired = unsafe NonNumbers.repaired(bytes) {
          reader.defects.count(.nonNumber, repaired.count)
          return try addJSON(NamedBytes(file.name, repaired.bytes))
        }
        if try unsafe addLines(bytes, limits: limits) { return true }
        let isTooDeep = error.message.hasPrefix("more than \(options.maximumDepth) containers")
        throw Failure(
          error.diagnostic(
            .campaignJson,
            hints: isTooDeep ? [] : ["the file is not JSON, or was cut short"]))
      }
      reader.defects.count(.invalidText, document.repairs.invalidUTF8)
      let before = count
      try unsafe document.withView { root in
        let outer = reader.enter(root)
        defer { reader.leave(outer) }
        try take(root, depth: 0)
      }
      if count == before, emptyStories.isEmpty {
        throw unsafe Failure(document.withView(CampaignCollector.nothingIn))
      }
      return true
    }
  }

  /// One value a line; whether there were any entries.
  private mutating func addLines(
    _ bytes: UnsafeRawBufferPointer, limits: JSONDocument.Limits
  ) throws -> Bool {
    var start = 0
    var faults = 0
    var number = 0
    let before = count
    while start < bytes.count {
      var end = start
      while end < bytes.count, unsafe bytes[end] != 0x0A { end += 1 }
      let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      start = end + 1
      number += 1
      if unsafe line.allSatisfy({ $0 <= 0x20 }) { continue }
      guard let document = try? unsafe JSONDocument(unsafelyBorrowing: line, limits: limits) else {
        faults += 1
        // A damaged file of one value is reported once, not for each line.
        if faults > 20, count == before { return false }
        continue
      }
      let known = count
      try unsafe document.withView { root in
        let outer = reader.enter(root, line: number)
        defer { reader.leave(outer) }
        try take(root, depth: 0)
      }
      if count == known { faults += 1 }
    }
    guard count > before else { return false }
    reader.defects.count(.dataLine, faults)
    return true
  }

  /// The number of things that have been found.
  private var count: Int { json.entries.count + (state == nil ? 0 : 1) + facts.count }

  /// Takes what a value holds, going into wrappers.
  private mutating func take(_ view: JSONView, depth: Int) throws {
    guard depth < 8 else { return }
    if view.isArray {
      json.reserveCapacity(json.entries.count + view.count)
      var entries = 0
      var others = 0
      for element in view.elements {
        if LenientReader.isEntry(element) {
          json.append { reader.read(element, into: &$0) }
          entries += 1
        } else if element["type"]?.equals("text") ?? false, let text = element["text"] {
          try takeText(text, depth: depth)
        } else if element.isArray || LenientReader.isState(element) {
          try take(element, depth: depth + 1)
        } else {
          others += 1
        }
      }
      // A list without entries is not a story.
      if entries > 0 { reader.defects.count(.noEntry, others) }
      return
    }
    guard view.isObject else {
      if view.kind == .string { try takeText(view, depth: depth) }
      return
    }
    if LenientReader.isEntry(view) {
      json.append { reader.read(view, into: &$0) }
      return
    }
    try throwIfRefused(view)
    for key in ["result", "content", "structuredContent", "data"] {
      if let inner = view.member(named: key), inner.isObject || inner.isArray {
        try take(inner, depth: depth + 1)
      }
    }
    if let inner = view["initial_story_response"] { try take(inner, depth: depth + 1) }
    takeCampaign(view)
    for key in ["story", "story_entries", "entries"] {
      guard let story = view.member(named: key), story.isArray else { continue }
      let before = json.entries.count
      try take(story, depth: depth + 1)
      if json.entries.count == before { emptyStories.append(key) }
    }
    for key in ["game_state", "current_state", "gameState"] {
      if let found = view.member(named: key), found.isObject, found.count > 0 { takeState(found) }
    }
    if LenientReader.isState(view) { takeState(view) }
    // The fields beside the story in an answer belong to its last scene.
    if state != nil {
      if let block = view["planning_block"], state?.planning == nil {
        state?.planning = reader.planning(block)
      }
      if let box = view["rewards_box"], state?.rewards == nil {
        state?.rewards = reader.rewards(box)
      }
    }
  }

  private mutating func takeState(_ view: JSONView) {
    let found = reader.state(view)
    if let known = state, known.turn ?? 0 > found.turn ?? 0 { return }
    state = found
  }

  /// JSON inside a text, as MCP messages carry it.
  private mutating func takeText(_ view: JSONView, depth: Int) throws {
    guard let text = view.string, let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return }
    let limits = JSONDocument.Limits(bytes: options.maximumBytes, depth: options.maximumDepth)
    guard let document = try? JSONDocument(parsing: Array(text.utf8), limits: limits) else {
      reader.stray(view)
      return
    }
    try unsafe document.withView { root in
      let outer = reader.enter(root, of: view)
      defer { reader.leave(outer) }
      try take(root, depth: depth + 1)
    }
  }

  /// The server's error in place of an answer.
  private mutating func throwIfRefused(_ view: JSONView) throws {
    guard let error = view["error"], !error.isNull else { return }
    guard view["success"]?.bool == false || view["jsonrpc"] != nil else { return }
    throw Failure(
      .error(
        .campaignAnswer,
        "the server's answer is an error: \(reader.line(error["message"] ?? error))",
        hints: ["call get_campaign_state again with include_story: true"]))
  }

  private mutating func takeCampaign(_ view: JSONView) {
    if let campaign = view["campaign"], campaign.isObject {
      takeCampaignFields(campaign)
    } else if view["initial_prompt"] != nil || view["selected_prompts"] != nil
      || (view["title"] != nil && view["story"] != nil)
    {
      takeCampaignFields(view)
    }
  }

  private mutating func takeCampaignFields(_ view: JSONView) {
    let title = reader.line(reader.first(view, "title", "name"))
    if facts.title.isEmpty { facts.title = title }
    let prompt = reader.text(reader.first(view, "initial_prompt", "prompt"))
    if facts.prompt.isEmpty { facts.prompt = prompt.trimmed }
    let description = reader.text(view["description"])
    if facts.description.isEmpty { facts.description = description.trimmed }
    if let time = view["created_at"] { facts.created = facts.created ?? Timestamp(time) }
    if let time = view["last_played"] { facts.lastPlayed = Timestamp(time) ?? facts.lastPlayed }
    let id = reader.line(reader.first(view, "id", "campaign_id"))
    if !id.isEmpty, !facts.ids.contains(id) { facts.ids.append(id) }
  }

  /// The reason why a file of good JSON is not a campaign, naming its content.
  private static func nothingIn(_ view: JSONView) -> Diagnostic {
    let held: String
    switch view.kind {
    case .object:
      let keys = view.members.prefix(6).map { "\"" + printable($0.key, limit: 40) + "\"" }
      held = keys.isEmpty ? "an empty object" : "an object with " + keys.joined(separator: ", ")
    case .array:
      held = view.count == 0 ? "an empty list" : "a list without an entry of a story"
    default: held = "a single value"
    }
    return .error(
      .campaignNone, "no campaign: \(held)",
      hints: [
        "a campaign holds entries with \"actor\" and \"text\", or a \"game_state\"; call "
          + "get_campaign_state with include_story: true"
      ])
  }

  // MARK: Contents of one file

  /// The entries of its story.
  var entries: [Entry] { json.isEmpty ? text.entries : json.entries }
  var hasJSONStory: Bool { !json.isEmpty }
  /// Indicates whether there is anything of a campaign.
  var hasContent: Bool { count > 0 || !text.isEmpty }
  var statedTitle: String { facts.title }
  var statedID: String { facts.ids.first ?? "" }
  /// Warnings about files that are not part of a campaign.
  var warnings: [Diagnostic] {
    refused.map { diagnostic in
      var warning = diagnostic
      warning.severity = .warning
      return warning
    }
  }

  /// Takes what another file of the same campaign holds.
  mutating func merge(_ other: CampaignCollector) {
    let isFirst = json.isEmpty && text.isEmpty && state == nil
    reader.defects.merge(other.reader.defects)
    reader.defects.count(.repeatedEntry, json.append(new: other.json))
    mergeText(other)
    if let found = other.state, (state?.turn ?? 0) <= (found.turn ?? 0) { state = found }
    facts.merge(other.facts)
    emptyStories += other.emptyStories
    refused += other.refused
    if isFirst, !(json.isEmpty && text.isEmpty && state == nil) { firstName = other.firstName }
  }

  /// Of several exports of a story the longest is taken.
  private mutating func mergeText(_ other: CampaignCollector) {
    guard !other.text.isEmpty else { return }
    if text.entries.count < other.text.entries.count {
      if !text.isEmpty { shorterTexts.append(text) }
      (text, textSource) = (other.text, other.textSource)
    } else {
      shorterTexts.append(other.text)
    }
  }

  /// Reports the entries of exported texts that the story taken does not hold.
  private mutating func reportOmittedTexts() {
    let exports = json.isEmpty ? shorterTexts : shorterTexts + (text.isEmpty ? [] : [text])
    guard !exports.isEmpty else { return }
    // A text without letters is compared word for word.
    func key(_ entry: Entry) -> String {
      CampaignSignature.digest(entry.text).map { String($0) } ?? entry.text.trimmed
    }
    let known = Set((json.isEmpty ? text : json).entries.map(key))
    let omitted = exports.reduce(0) { count, text in
      count + text.entries.count { !known.contains(key($0)) }
    }
    let kind = json.isEmpty ? "a longer exported text" : "JSON, which holds more"
    reader.defects.others.append(
      omitted == 0
        ? .note(.campaignTextOmitted, "an exported text is omitted: its story is in \(kind)")
        : .warning(
          .campaignTextOmitted,
          "entries of an exported text are omitted (\(omitted)): the story is read from \(kind), "
            + "and lacks them",
          hints: ["name the file whose story is to be read"]))
  }

  // MARK: Assembly

  mutating func finish() throws -> Diagnosed<Campaign> {
    reader.defects.file = ""
    guard !(json.isEmpty && text.isEmpty && state == nil) else {
      if !emptyStories.isEmpty { throw Failure(CampaignCollector.emptyStory) }
      if refused.isEmpty, facts.count > 0 { throw Failure(CampaignCollector.emptyStory) }
      throw Failure(
        refused.isEmpty
          ? [.error(.campaignNone, "no campaign file given")] : refused)
    }
    if json.isEmpty, text.isEmpty, !emptyStories.isEmpty {
      throw Failure(CampaignCollector.emptyStory)
    }
    if facts.ids.count > 1 {
      throw Failure(
        .error(
          .campaignSeveral,
          "the files hold \(facts.ids.count) campaigns: \(facts.ids.map { printable($0, limit: 40) }.joined(separator: ", "))",
          hints: ["give the files of one campaign at a time"]))
    }
    reader.defects.others += warnings
    reportOmittedTexts()
    let isText = json.isEmpty && !text.isEmpty
    let raw = json.isEmpty ? text : json
    json = RawStory()
    text = RawStory()
    shorterTexts = []
    var assembler = StoryAssembler(defects: reader.defects)
    var entries = assembler.assemble(raw, isSorted: isText)
    // A story without text is empty as well.
    if !entries.isEmpty, !entries.contains(where: \.isReadable) {
      throw Failure(CampaignCollector.emptyStory)
    }
    let names = state?.namesByID ?? [:]
    for index in entries.indices where entries[index].combat != nil {
      entries[index].combat = entries[index].combat?.named(names)
    }
    var campaign = Campaign(
      title: title, source: isText ? textSource : entries.isEmpty ? .state : .json,
      entries: entries, state: state)
    campaign.premise.prompt = facts.prompt
    campaign.premise.description =
      facts.description.isEmpty ? state?.description ?? "" : facts.description
    campaign.premise.setting = state?.setting ?? ""
    campaign.created = facts.created ?? entries.lazy.compactMap(\.time).first
    campaign.lastPlayed = facts.lastPlayed ?? entries.lazy.reversed().compactMap(\.time).first
    return Diagnosed(campaign, warnings: assembler.defects.diagnostics)
  }

  private static let emptyStory = Diagnostic.error(
    .campaignEmpty, "the story has no entries",
    hints: [
      "the game is known to answer so for campaigns that have hundreds: call it again with "
        + "include_story: true, or save story/ and not story_entries/"
    ])

  var title: String {
    if !options.title.isEmpty { return options.title }
    if !facts.title.isEmpty { return facts.title }
    return CampaignCollector.title(ofFile: firstName)
  }

  /// `Aristocrat_reborn_V2_MfM8TFz7.txt` as `Aristocrat reborn V2`.
  static func title(ofFile name: String) -> String {
    var stem = name.split(separator: "/").last.map(String.init) ?? name
    if let dot = stem.utf8.firstIndex(of: UInt8(ascii: ".")) { stem = String(stem[..<dot]) }
    for suffix in ["_game_state", "_story", "_entries"] where stem.hasSuffix(suffix) {
      stem.removeLast(suffix.count)
    }
    var words = stem.split(separator: "_").map(String.init)
    // The first eight characters of an id end the names the game gives.
    if let last = words.last, words.count > 1, last.utf8.count == 8,
      last.contains(where: \.isNumber) || last.dropFirst().contains(where: \.isUppercase)
    {
      words.removeLast()
    }
    let title = words.joined(separator: " ")
    return title.isEmpty ? "Untitled" : title
  }
}

/// The facts in files about a campaign as a whole.
private struct CampaignFacts {
  var title = ""
  var prompt = ""
  var description = ""
  var created: Timestamp?
  var lastPlayed: Timestamp?
  var ids: [String] = []

  /// Takes what is not known yet.
  mutating func merge(_ other: CampaignFacts) {
    if title.isEmpty { title = other.title }
    if prompt.isEmpty { prompt = other.prompt }
    if description.isEmpty { description = other.description }
    created = created ?? other.created
    lastPlayed = other.lastPlayed ?? lastPlayed
    ids += other.ids.filter { !ids.contains($0) }
  }

  var count: Int {
    (title.isEmpty ? 0 : 1) + (prompt.isEmpty ? 0 : 1) + (description.isEmpty ? 0 : 1)
  }
}
