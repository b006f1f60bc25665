// SPDX-License-Identifier: MIT
// Part of Platen: groups the files of a folder by campaign.

/// A file that was read, before files are grouped into campaigns.
public struct CampaignPart {
  public let signature: CampaignSignature
  let collector: CampaignCollector

  /// Reads a file; whatever is wrong with it is reported when a campaign is made of it.
  public init(_ file: NamedBytes, options: CampaignReader.Options = .init()) throws {
    var collector = CampaignCollector(options: options)
    try collector.addFile(file)
    signature = CampaignSignature(collector, file: file.name)
    self.collector = collector
  }
}

/// The features that distinguish the campaign of one file from those of others: ids, titles, file
/// names, stories.
public struct CampaignSignature: Sendable {
  public let file: String
  /// The folder the file is in, up to its last `/`; empty where its name has none.
  public let folder: String
  /// The title the file states; empty where it states none.
  let title: String
  /// Indicates whether there is anything of a campaign in it.
  public let isCampaign: Bool
  public let hasStory: Bool
  let hasState: Bool
  /// Indicates whether its story is JSON, which may be one page of a longer one.
  public let isJSON: Bool
  /// Indicates whether it holds one entry and nothing else, as documents of a database do.
  let isEntry: Bool
  /// The id of the campaign, or the first eight characters of it.
  let id: String
  /// The words of the file's name in lower case, without those that name its content.
  let name: String
  /// The same without its numbers; nil where it has none.
  let pageName: String?
  /// Digests of the narrator's entries; of all entries where the narrator has none.
  let scenes: Set<UInt64>
  /// The numbers the file gives its scenes.
  let numbers: ClosedRange<Int>?
  /// From its first entry to its last.
  let times: ClosedRange<Timestamp>?
  /// Names in the story: its capitalized words.
  let words: Set<String>
  /// The hero of the state.
  let hero: String

  init(_ collector: CampaignCollector, file: String) {
    self.file = file
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let entries = collector.entries
    isCampaign = collector.hasContent
    hasStory = !entries.isEmpty
    hasState = collector.state != nil
    isJSON = collector.hasJSONStory
    title = PersonName.folded(collector.statedTitle)
    let stem = String((file.split(separator: "/").last ?? "").prefix { $0 != "." })
    let stated = collector.statedID
    id = stated.isEmpty ? CampaignSignature.id(inName: stem) : stated
    isEntry = isJSON && entries.count == 1 && !hasState && id.isEmpty && title.isEmpty
    name = CampaignSignature.name(ofStem: stem)
    pageName = CampaignSignature.pageName(of: name)
    let narrated = entries.filter { $0.actor == .narrator }
    scenes = Set(
      (narrated.isEmpty ? entries : narrated).compactMap { CampaignSignature.digest($0.text) })
    let stories = narrated.compactMap(\.statedScene)
    numbers = stories.min().flatMap { first in stories.max().map { first...$0 } }
    let timestamps = entries.compactMap(\.time)
    times = timestamps.min().flatMap { first in timestamps.max().map { first...$0 } }
    words = CampaignSignature.names(in: narrated.map(\.text))
    hero = collector.state?.player?.name ?? ""
  }

  /// The first twenty thousand capitalized words of texts.
  ///
  /// Each text is gone through once: views that find their elements again for each index take time
  /// by the square of its length.
  static func names(in texts: [String]) -> Set<String> {
    var names: Set<String> = []
    var room = 20_000
    for text in texts {
      let scalars = text.unicodeScalars
      var start = scalars.startIndex
      while room > 0, let first = scalars[start...].firstIndex(where: isOfWord) {
        let end = scalars[first...].firstIndex { !isOfWord($0) } ?? scalars.endIndex
        if scalars[first].properties.isUppercase {
          names.insert(String(scalars[first..<end]))
          room -= 1
        }
        start = end
      }
      if room == 0 { break }
    }
    return names
  }

  /// Indicates whether a scalar is of a word: a letter, or a mark on one.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isAlphanumeric(UInt8(scalar.value)) && scalar.value > 0x39 }
    if scalar.properties.isAlphabetic { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The first eight characters of an id, where the name ends with them, as the game names exports,
  /// or with them and what is in it; empty where it does not, or where they may be a word.
  private static func id(inName stem: String) -> String {
    var parts = stem.split(separator: "_")
    while let last = parts.last, kinds.contains(Substring(last.lowercased())) {
      parts.removeLast()
    }
    guard parts.count > 1, let last = parts.last, last.utf8.count == 8,
      last.utf8.allSatisfy({ $0 < 0x80 }), last.allSatisfy({ $0.isLetter || $0.isNumber }),
      last.dropFirst().contains(where: \.isUppercase), last.contains(where: \.isLowercase)
    else { return "" }
    return String(last)
  }

  /// The words in names of a campaign's files beside the campaign's own name.
  private static let kinds: Set<Substring> = [
    "game", "state", "story", "entries", "export", "campaign", "full", "log",
  ]

  private static func name(ofStem stem: String) -> String {
    var words = PersonName.folded(stem.replacing("_", with: " ")).split(separator: " ")
    while let last = words.last, kinds.contains(last) { words.removeLast() }
    return words.joined(separator: " ")
  }

  /// `page` of `page3`, `chapter` of `chapter 12`; a `v` before a number names another version.
  private static func pageName(of name: String) -> String? {
    var result = ""
    var hasNumber = false
    for word in name.split(separator: " ") {
      let letters = word.prefix { !$0.isNumber }
      if letters.endIndex < word.endIndex, letters != "v" {
        hasNumber = true
        result += letters + " "
      } else {
        result += word + " "
      }
    }
    return hasNumber ? result : nil
  }

  /// A digest (FNV-1a) of a text's letters and digits, the same however the text is escaped and
  /// set; nil where it has none.
  ///
  /// Letters between ASCII and Greek do not count: a wrong encoding makes them of dashes and
  /// quotes.
  static func digest(_ text: String) -> UInt64? {
    var text = text
    return text.withUTF8 { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      var isEmpty = true
      var at = 0
      while at < bytes.count {
        let start = at
        let byte = unsafe bytes[at]
        at += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        if byte == UInt8(ascii: "&") {
          // An escape of HTML stands for a character that is not a letter.
          at = unsafe escapeEnd(bytes, at)
          continue
        }
        guard unsafe isLetterOrDigit(bytes[start..<at]) else { continue }
        isEmpty = false
        for index in start..<at {
          hash = unsafe (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        }
      }
      return isEmpty ? nil : hash
    }
  }

  /// The end of an escape whose `&` is before `at`, however often it was escaped again; `at`
  /// where there is none.
  private static func escapeEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    var end = at
    while true {
      let name = unsafe bytes[end..<min(end + 8, bytes.count)].prefix {
        isAlphanumeric($0) || $0 == UInt8(ascii: "#")
      }
      guard unsafe !name.isEmpty, unsafe name.endIndex < bytes.count,
        unsafe bytes[name.endIndex] == UInt8(ascii: ";")
      else { return end }
      end = unsafe name.endIndex + 1
      guard unsafe name.elementsEqual("amp".utf8) else { return end }
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// - Parameter bytes: of one character.
  private static func isLetterOrDigit(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if unsafe bytes.count == 1 { return unsafe isAlphanumeric(bytes[bytes.startIndex]) }
    guard let scalar = unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars.first,
      scalar.value >= 0x370
    else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

/// The campaigns that files hold.
///
/// Files of several folders belong to one campaign where ids or stories match; names and numbers,
/// which make it likely, count within a folder alone.
public struct CampaignGroups {
  /// The files of each campaign, in their order: indices of the signatures, without ``others``.
  /// The campaigns are in the order of their first files.
  public private(set) var campaigns: [[Int]] = []
  /// Files that hold nothing of a campaign.
  public private(set) var others: [Int] = []

  /// Two files, the one that comes first named first.
  private struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// The files of a group and what they state of their campaign.
  private struct Members {
    var files: [Int]
    var ids: Set<String> = []
    /// Of files that state an id as well, and of the others.
    var titles: Set<String> = []
    var titlesAlone: Set<String> = []

    init(_ index: Int, _ file: CampaignSignature) {
      files = [index]
      if !file.id.isEmpty { ids = [file.id] }
      guard !file.title.isEmpty else { return }
      if file.id.isEmpty { titlesAlone = [file.title] } else { titles = [file.title] }
    }

    func contradicts(_ other: Members) -> Bool {
      func differ(_ a: Set<String>, _ b: Set<String>) -> Bool {
        !a.isEmpty && !b.isEmpty && a.union(b).count > 1
      }
      // Where both state ids, titles do not count.
      return ids.contains { id in other.ids.contains { !CampaignGroups.isSame(id, $0) } }
        || differ(titlesAlone, other.titlesAlone) || differ(titlesAlone, other.titles)
        || differ(titles, other.titlesAlone)
    }

    mutating func addMembers(_ other: Members) {
      files += other.files
      ids.formUnion(other.ids)
      titles.formUnion(other.titles)
      titlesAlone.formUnion(other.titlesAlone)
    }
  }

  private let files: [CampaignSignature]
  /// The number of each file's group.
  private var group: [Int]
  /// The contents of each group.
  private var members: [Int: Members]

  /// The share of the shorter of two stories that the longer holds where they are one.
  private static let share = 0.9

  public init(_ files: [CampaignSignature]) {
    self.files = files
    group = Array(files.indices)
    members = Dictionary(
      uniqueKeysWithValues: files.enumerated().map { ($0, Members($0, $1)) })
    let shared = sharedScenes()
    let narrated = files.indices.filter { files[$0].isCampaign }
    // Certain matches come first, so that heuristic ones do not separate them.
    for (a, b) in pairs(narrated, by: { $0.id.isEmpty ? nil : String($0.id.prefix(8)) })
    where CampaignGroups.isSame(files[a].id, files[b].id) {
      join(a, b)
    }
    for (a, b) in pairs(narrated, by: { $0.folder + $0.name })
    where !files[a].hasStory || !files[b].hasStory || shared[Pair(first: a, second: b)] != nil {
      join(a, b)
    }
    for (pair, count) in shared.sorted(by: {
      ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second)
    })
    where Double(count) >= CampaignGroups.share
      * Double(min(files[pair.first].scenes.count, files[pair.second].scenes.count))
    {
      join(pair.first, pair.second)
    }
    for key in [{ $0.isEntry ? "" : nil }, { $0.pageName }, { $0.title.isEmpty ? nil : $0.title }]
      as [(CampaignSignature) -> String?]
    {
      for (a, b) in pairs(narrated, by: { file in key(file).map { file.folder + $0 } })
      where CampaignGroups.arePages(
        files[a], files[b], shared: shared[Pair(first: a, second: b)] ?? 0)
      {
        join(a, b)
      }
    }
    joinStates()
    var numbers: [Int: Int] = [:]
    for index in files.indices {
      guard files[index].isCampaign else {
        others.append(index)
        continue
      }
      if let number = numbers[group[index]] {
        campaigns[number].append(index)
      } else {
        numbers[group[index]] = campaigns.count
        campaigns.append([index])
      }
    }
  }

  /// Each file with the first and with the one before it among those that have the same key.
  private func pairs(
    _ campaigns: [Int], by key: (CampaignSignature) -> String?
  ) -> [(Int, Int)] {
    var known: [String: (first: Int, last: Int)] = [:]
    var pairs: [(Int, Int)] = []
    for index in campaigns {
      guard let key = key(files[index]) else { continue }
      if let (first, last) = known[key] {
        pairs.append((first, index))
        if last != first { pairs.append((last, index)) }
        known[key] = (first, index)
      } else {
        known[key] = (index, index)
      }
    }
    return pairs
  }

  /// The number of scenes each two files have in common; pairs without one are not in it. What
  /// dozens of files have is a phrase of the game, not a scene.
  private func sharedScenes() -> [Pair: Int] {
    var holders: [UInt64: [Int]] = [:]
    for index in files.indices {
      for scene in files[index].scenes { holders[scene, default: []].append(index) }
    }
    var shared: [Pair: Int] = [:]
    for files in holders.values where (2...64).contains(files.count) {
      for (place, b) in files.enumerated() {
        for a in files[..<place] { shared[Pair(first: a, second: b), default: 0] += 1 }
      }
    }
    return shared
  }

  /// Indicates whether two ids are one, of which one may be the first eight characters alone.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    a == b || a.utf8.count == 8 && b.hasPrefix(a) || b.utf8.count == 8 && a.hasPrefix(b)
  }

  /// Indicates whether two stories may be pages of one: they are called so, and do not begin again.
  private static func arePages(
    _ a: CampaignSignature, _ b: CampaignSignature, shared: Int
  ) -> Bool {
    guard a.isJSON, b.isJSON else { return false }
    if a.isEntry, b.isEntry { return true }
    let isCalledSo = a.pageName != nil && a.pageName == b.pageName
    if let first = a.numbers, let second = b.numbers {
      let isTitledSo = !a.title.isEmpty && a.title == b.title
      return (isCalledSo || isTitledSo) && (shared > 0 || !first.overlaps(second))
    }
    if let first = a.times, let second = b.times {
      return isCalledSo && (shared > 0 || !first.overlaps(second))
    }
    return isCalledSo
  }

  /// Joins the groups of two files, unless their contents conflict.
  private mutating func join(_ a: Int, _ b: Int) {
    guard group[a] != group[b], !isContradicted(group[a], group[b]) else { return }
    // The smaller one moves.
    let (kept, left) =
      size(of: group[a]) >= size(of: group[b]) ? (group[a], group[b]) : (group[b], group[a])
    guard let moved = members.removeValue(forKey: left) else { return }
    members[kept]?.addMembers(moved)
    for index in moved.files { group[index] = kept }
  }

  private func size(of group: Int) -> Int { members[group]?.files.count ?? 0 }

  private func isContradicted(_ a: Int, _ b: Int) -> Bool {
    guard let first = members[a], let second = members[b] else { return false }
    return first.contradicts(second)
  }

  /// A state without a title belongs to the story that names its hero, or to the only story unless
  /// its name conflicts; facts alone belong to the only one.
  private mutating func joinStates() {
    let folders = Dictionary(
      grouping: files.indices.filter { files[$0].hasStory }, by: { files[$0].folder })
    for index in files.indices {
      let file = files[index]
      guard file.isCampaign, !file.hasStory, !file.hasState || file.title.isEmpty,
        members[group[index]]?.files.contains(where: { files[$0].hasStory }) == false
      else { continue }
      let stories = folders[file.folder] ?? []
      let parts = CampaignSignature.names(in: [file.hero]).filter { $0.count > 2 }
      let naming = stories.filter { story in parts.contains { files[story].words.contains($0) } }
      if Set(naming.map { group[$0] }).count == 1 {
        join(naming[0], index)
      } else if Set(stories.map { group[$0] }).count == 1,
        !file.hasState || file.name.isEmpty || stories.contains(where: { files[$0].name.isEmpty })
      {
        join(stories[0], index)
      }
    }
  }
}
