// SPDX-License-Identifier: MIT
// Part of Platen: what must be known of a whole document before its first line of Markdown is
// written.

internal import Documents
internal import Text

/// The headings with the names that GitHub gives them, and what points where.
struct MarkdownPlan {
  struct Entry {
    var level: Int
    var inlines: [Inline]
    /// The fragment of links to it, behind the `#`.
    var slug: String
  }

  enum Target {
    /// By its place in `headings`.
    case heading(Int)
    case other
  }

  /// The listed headings in reading order.
  private(set) var headings: [Entry] = []
  private(set) var targets: [String: Target] = [:]
  /// By the name of the index, for those the document prints.
  private(set) var indexes: [String: [IndexEntry]] = [:]
  /// The letters above their entries.
  private(set) var indexLetters: [String: [String?]] = [:]
  private var referred: Set<String> = []

  init(_ document: Document) {
    var slugs: [String: Int] = [:]
    var nameless: [String] = []
    let listed = MarkdownPlan.countListed(document.blocks)
    var seen = 0
    document.walk(
      block: { block in
        let id = block.attributes.id
        switch block {
        case .heading(let heading):
          let slug = MarkdownPlan.slug(heading.inlines.plainText, taken: &slugs)
          let isListed = heading.isListed && seen < listed.count && listed[seen]
          seen += 1
          guard isListed else {
            if !id.isEmpty, targets[id] == nil { targets[id] = .other }
            break
          }
          let place = headings.count
          headings.append(Entry(level: heading.level, inlines: heading.inlines, slug: slug))
          if !id.isEmpty, targets[id] == nil { targets[id] = .heading(place) }
          for division in nameless { targets[division] = .heading(place) }
          nameless = []
        case .division(let division):
          guard !id.isEmpty, targets[id] == nil else { break }
          targets[id] = .other
          if case .heading(let first)? = division.blocks.first, first.isListed {
            nameless.append(id)
          }
        case .list(let list):
          for item in list.items where !item.attributes.id.isEmpty {
            if targets[item.attributes.id] == nil { targets[item.attributes.id] = .other }
          }
          if !id.isEmpty, targets[id] == nil { targets[id] = .other }
        case .index(let index):
          if indexes[index.name] == nil {
            let entries = document.indexEntries(named: index.name)
            if !entries.isEmpty { indexes[index.name] = entries }
            indexLetters[index.name] = IndexLetters.above(
              entries.map(\.term), language: document.metadata.language)
          }
          guard let heading = index.heading, indexes[index.name] != nil else {
            if !id.isEmpty, targets[id] == nil { targets[id] = .other }
            break
          }
          let slug = MarkdownPlan.slug(heading.inlines.plainText, taken: &slugs)
          if !id.isEmpty, targets[id] == nil { targets[id] = .heading(headings.count) }
          headings.append(Entry(level: heading.level, inlines: heading.inlines, slug: slug))
        default: if !id.isEmpty, targets[id] == nil { targets[id] = .other }
        }
        return .descend
      },
      inline: { inline in
        switch inline {
        case .reference(let reference): referred.insert(reference.target)
        case .span(let span):
          let id = span.attributes.id
          if !id.isEmpty, targets[id] == nil { targets[id] = .other }
        default: break
        }
        return .descend
      })
  }

  /// Indicates whether something points at the node of this id that has no name of its own.
  func needsAnchor(_ id: String) -> Bool {
    guard !id.isEmpty, referred.contains(id), case .other? = targets[id] else { return false }
    return true
  }

  /// Indicates for every heading in the order of a walk whether it is one of the document's own:
  /// those within quotes, boxes and cells are not.
  private static func countListed(_ blocks: [Block]) -> [Bool] {
    var result: [Bool] = []
    func visit(_ blocks: [Block]) {
      for block in blocks {
        switch block {
        case .heading: result.append(true)
        case .division(let division): visit(division.blocks)
        default:
          [block].walk(
            block: { inner in
              if case .heading = inner { result.append(false) }
              return .descend
            })
        }
      }
    }
    visit(blocks)
    return result
  }

  /// The name of a heading by GitHub's rules: small letters, digits, hyphens and underscores;
  /// blanks become hyphens; the second of a name has `-1` behind it.
  static func slug(_ title: String, taken: inout [String: Int]) -> String {
    var slug = ""
    for scalar in title.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
        .otherNumber, .connectorPunctuation:
        slug.unicodeScalars.append(scalar)
      case .spaceSeparator: slug += "-"
      default: if scalar == "-" { slug += "-" }
      }
    }
    let count = taken[slug, default: 0]
    taken[slug] = count + 1
    guard count > 0 else { return slug }
    let other = "\(slug)-\(count)"
    taken[other, default: 0] += 1
    return other
  }
}

/// The metadata as YAML between two lines of hyphens, by pandoc's names.
struct MarkdownFrontMatter {
  let metadata: Metadata

  func write(to output: MarkupOutput) {
    let pairs = [
      ("title", metadata.title), ("subtitle", metadata.subtitle), ("date", metadata.date),
      ("lang", metadata.language), ("dir", metadata.direction == .rightToLeft ? "rtl" : ""),
      ("subject", metadata.subject), ("description", metadata.description),
      ("publisher", metadata.publisher), ("rights", metadata.license),
    ]
    output.raw("---\n")
    for (name, value) in pairs where !value.isEmpty { output.raw("\(name): \(quoted(value))\n") }
    for (name, values) in [("author", metadata.authors), ("keywords", metadata.keywords)]
    where !values.isEmpty {
      output.raw("\(name):\n")
      for value in values { output.raw("  - \(quoted(value))\n") }
    }
    output.raw("---\n\n")
  }

  /// The text in double quotes, with YAML 1.2's escapes for what may not stand there.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        result += "\\u" + Hex.encode(number: scalar.value, digits: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
