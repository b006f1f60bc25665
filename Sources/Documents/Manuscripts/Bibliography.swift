// SPDX-License-Identifier: MIT
// Part of Platen: citations and the list of references, in two styles.

internal import Documents

/// One work of a citation: `@key, p. 3`.
struct CitedWork {
  var key: String
  /// The text before it: `see`.
  var before = ""
  /// The text behind it: `p. 3`.
  var locator = ""
  /// Indicates that its author stands in the text: `-@key`.
  var isWithoutAuthor = false

  /// The works of a citation, written between brackets; nil for other text.
  static func works(_ text: Substring) -> [CitedWork]? {
    guard text.utf8.count <= 1000, text.contains("@") else { return nil }
    var works: [CitedWork] = []
    for piece in text.split(separator: ";") {
      guard let sign = piece.firstIndex(of: "@"),
        sign == piece.startIndex
          || !(piece[piece.index(before: sign)].isLetter)
            && !piece[piece.index(before: sign)].isNumber
      else { return nil }
      let behind = piece[piece.index(after: sign)...]
      var key = behind.prefix { $0.isLetter || $0.isNumber || "_:.#$%&-+?<>~/".contains($0) }
      while let last = key.last, ".:,".contains(last) { key.removeLast() }
      guard !key.isEmpty else { return nil }
      var rest = behind[key.endIndex...].drop(while: \.isWhitespace)
      if rest.first == "," { rest = rest.dropFirst() }
      var before = piece[..<sign]
      let isWithoutAuthor = before.last == "-"
      if isWithoutAuthor { before.removeLast() }
      works.append(
        CitedWork(
          key: String(key), before: oneLine(String(before)), locator: oneLine(String(rest)),
          isWithoutAuthor: isWithoutAuthor))
    }
    return works.isEmpty ? nil : works
  }
}

/// The references of a book, and those of them that are cited.
struct Bibliography {
  let style: CitationStyle
  let phrases: Phrasebook
  private var entries: [String: BibTeXEntry] = [:]
  /// The keys cited, in the order of their first citation.
  private(set) var cited: [String] = []
  private var numbers: [String: Int] = [:]
  /// The letters behind years that distinguish works of one author and year.
  private var letters: [String: String] = [:]

  init(_ style: CitationStyle, _ phrases: Phrasebook) {
    self.style = style
    self.phrases = phrases
  }

  mutating func addEntry(_ entry: BibTeXEntry) {
    if entries[entry.key] == nil { entries[entry.key] = entry }
  }

  var isEmpty: Bool { entries.isEmpty }
  func has(_ key: String) -> Bool { entries[key] != nil }

  /// Notes a citation, in reading order.
  mutating func cite(_ key: String) {
    guard entries[key] != nil, numbers[key] == nil else { return }
    cited.append(key)
    numbers[key] = cited.count
  }

  static func id(of key: String) -> String { "cite-\(key)" }

  // MARK: Names and years

  /// People of a field, each as their family's name and the rest.
  private static func people(_ text: String) -> [(family: String, given: String)] {
    text.replacing("\u{A0}", with: " ").split(separator: " and ").map { name in
      let name = oneLine(String(name))
      if let comma = name.firstIndex(of: ",") {
        return (
          oneLine(String(name[..<comma])),
          oneLine(String(name[name.index(after: comma)...]))
        )
      }
      let words = name.split(separator: " ")
      // Particles in lower case belong to the family: van Rossum.
      let start =
        words.dropLast().firstIndex { $0.first?.isLowercase == true } ?? max(0, words.count - 1)
      return (
        words[start...].joined(separator: " "), words[..<start].joined(separator: " ")
      )
    }
  }

  private func authors(of entry: BibTeXEntry) -> [(family: String, given: String)] {
    Bibliography.people(entry.fields["author"] ?? entry.fields["editor"] ?? "")
  }

  private func year(of entry: BibTeXEntry) -> String {
    let year = entry.fields["year"] ?? entry.fields["date"].map { String($0.prefix(4)) } ?? ""
    return (year.isEmpty ? phrases[.undated] : year) + (letters[entry.key] ?? "")
  }

  /// The authors as a citation has them.
  private func shortAuthors(of entry: BibTeXEntry) -> String {
    let people = authors(of: entry)
    switch people.count {
    case 0: return entry.fields["title"] ?? entry.key
    case 1: return people[0].family
    case 2: return "\(people[0].family) & \(people[1].family)"
    default: return phrases(.andOthers, people[0].family)
    }
  }

  /// Lists the works cited in their order; those of one author and year get letters.
  mutating func finish() {
    guard style == .authorYear else { return }
    cited = cited.map { (key: $0, order: order($0)) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.key)
    var groups: [String: [String]] = [:]
    for key in cited {
      guard let entry = entries[key] else { continue }
      groups[shortAuthors(of: entry) + "\n" + year(of: entry), default: []].append(key)
    }
    for keys in groups.values where keys.count > 1 {
      for (index, key) in keys.enumerated() {
        letters[key] =
          index < 26 ? String(UnicodeScalar(UInt8(0x61 + index))) : "-\(index + 1)"
      }
    }
  }

  private func order(_ key: String) -> [String] {
    guard let entry = entries[key] else { return [key] }
    let names = authors(of: entry).map { "\($0.family) \($0.given)" }.joined(separator: " ")
    let text = names.isEmpty ? entry.fields["title"] ?? "" : names
    return [IndexEntry.sortKey(text, language: phrases.language), year(of: entry), key]
  }

  // MARK: Citations

  /// A citation as it is printed; nil where none of its works is known.
  func citation(_ works: [CitedWork]) -> [Inline]? {
    guard works.contains(where: { has($0.key) }) else { return nil }
    let signs = style == .numeric ? ("[", "]") : ("(", ")")
    var inlines: [Inline] = [.text(signs.0)]
    for (index, work) in works.enumerated() {
      if index > 0 { inlines.append(.text(style == .numeric ? ", " : "; ")) }
      if !work.before.isEmpty { inlines.append(.text(work.before + " ")) }
      if let entry = entries[work.key] {
        var text: String
        switch style {
        case .numeric: text = String(numbers[work.key] ?? 0)
        case .authorYear:
          text =
            work.isWithoutAuthor ? year(of: entry) : "\(shortAuthors(of: entry)) \(year(of: entry))"
        }
        text = oneLine(text)
        inlines.append(.reference(Reference(to: Bibliography.id(of: work.key), [.text(text)])))
      } else {
        inlines.append(.text("@" + work.key))
      }
      if !work.locator.isEmpty { inlines.append(.text(", " + work.locator)) }
    }
    inlines.append(.text(signs.1))
    return inlines
  }

  // MARK: The list

  /// The list of references: works cited, under a heading of a level.
  func blocks(level: Int) -> [Block] {
    guard !cited.isEmpty else { return [] }
    let items = cited.compactMap { key in
      entries[key].map { entry in
        List.Item([.paragraph(Paragraph(reference(entry), .id(Bibliography.id(of: key))))])
      }
    }
    let marker: List.Marker = style == .numeric ? .ordered(start: 1, style: .decimal) : .bullet
    return [
      .heading(
        Heading(
          level, [.text(phrases[.references])],
          Attributes(id: "references", classes: ["back-matter"]))),
      .list(List(marker, items, isTight: false)),
    ]
  }

  /// An entry of the list.
  private func reference(_ entry: BibTeXEntry) -> [Inline] {
    var inlines: [Inline] = []
    func field(_ name: String) -> String? {
      entry.fields[name].flatMap { $0.isEmpty ? nil : oneLine($0) }
    }
    func add(_ text: String) { inlines.append(.text(text)) }
    func stop() {
      if case .text(let last)? = inlines.last, last.hasSuffix(".") || last.hasSuffix("?") {
        add(" ")
      } else {
        add(". ")
      }
    }
    var names = authors(of: entry).enumerated().map { index, person in
      index == 0 || person.given.isEmpty
        ? [person.family, person.given].filter { !$0.isEmpty }.joined(separator: phrases[.comma])
        : "\(person.given) \(person.family)"
    }
    if names.count > 12 { names = Array(names.prefix(11)) + ["…"] }
    if !names.isEmpty {
      let list = names.joined(separator: phrases[.comma])
      add(entry.fields["author"] == nil ? phrases(.editedBy, list) : list)
    }
    if style == .authorYear {
      if !names.isEmpty { add(" (\(year(of: entry)))") }
    }
    if !inlines.isEmpty { stop() }
    let title = field("title") ?? entry.key
    let isWhole = ![
      "article", "inproceedings", "incollection", "inbook", "conference", "misc", "online",
    ].contains(entry.kind)
    inlines.append(isWhole ? .emphasis([.text(title)]) : .text(title))
    if let subtitle = field("subtitle") { add(": \(subtitle)") }
    if names.isEmpty, style == .authorYear { add(" (\(year(of: entry)))") }
    var details: [Inline] = []
    func detail(_ text: String?) {
      guard let text else { return }
      if !details.isEmpty { details.append(.text(phrases[.comma])) }
      details.append(.text(text))
    }
    if let journal = field("journal") ?? field("journaltitle") {
      details.append(.emphasis([.text(journal)]))
      let issue = field("number") ?? field("issue")
      detail(field("volume").map { $0 + (issue.map { "(\($0))" } ?? "") } ?? issue)
    } else if let book = field("booktitle") {
      details = phrases.inlines(.inBook, [[.emphasis([.text(book)])]])
    }
    detail(field("edition"))
    detail(field("pages"))
    detail(field("publisher") ?? field("school") ?? field("institution") ?? field("howpublished"))
    detail(field("address") ?? field("location"))
    if style == .numeric { detail(year(of: entry)) }
    if !details.isEmpty {
      stop()
      inlines += details
    }
    if let doi = field("doi") {
      stop()
      let url = doi.hasPrefix("http") ? doi : "https://doi.org/\(doi)"
      inlines.append(.link(Link(url, [.text(url)])))
    } else if let url = field("url") {
      stop()
      let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://")
      inlines.append(isWeb ? .link(Link(url, [.text(url)])) : .text(url))
    } else {
      stop()
      inlines.removeLast()
      if case .text(let last)? = inlines.last, last.hasSuffix(".") || last.hasSuffix("?") {
      } else {
        add(".")
      }
    }
    if let note = field("note") { add(" \(note)\(note.hasSuffix(".") ? "" : ".")") }
    return inlines
  }
}
