// SPDX-License-Identifier: MIT
// Part of Platen: references of a book of Markdown files, resolved when all of it is read.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

extension ManuscriptBook {
  /// Blocks with their links, references and citations resolved.
  func resolved(_ blocks: [Block]) -> [Block] {
    pending.isEmpty ? blocks : blocks.mappingInlines(resolved)
  }

  func resolved(_ inline: Inline) -> [Inline]? {
    guard case .reference(let reference) = inline,
      reference.target.first == ManuscriptBook.mark,
      let number = Int(reference.target.dropFirst()), pending.indices.contains(number)
    else { return nil }
    let words = reference.inlines
    switch pending[number] {
    case .link(let url, let source): return resolve(url, words, source)
    case .page(let name, let heading, let source):
      return resolve(page: name, heading, words, source)
    case .citation(let works, let written, let source):
      for work in works where !bibliography.has(work.key) {
        source.warn(
          .manuscriptCitation, "no such work: \"\(printable(work.key, limit: 80))\"",
          at: source.place(of: "@" + work.key))
      }
      return bibliography.citation(works) ?? [.text("[\(written)]")]
    }
  }

  /// A reference to a place of the book.
  func reference(to id: String, _ words: [Inline]) -> [Inline] {
    guard words.isBlank else { return [.reference(Reference(to: id, words))] }
    let place = places[id]
    let text: [Inline]
    switch place?.kind {
    case .heading:
      let number = place?.number ?? ""
      text = number.isEmpty ? place?.title ?? [] : [.text(number)]
    case .equation: text = [.text("(\(place?.number ?? ""))")]
    case .figure, .table: text = [.text(place?.number ?? "")]
    case .other, nil: text = place?.title ?? []
    }
    return [.reference(Reference(to: id, text.isBlank ? [.text(id)] : text))]
  }

  func dangling(
    _ message: String, _ written: String, _ words: [Inline], _ source: ManuscriptSource,
    hints: [String] = []
  ) -> [Inline] {
    source.warn(.manuscriptLink, message, at: source.place(of: written), hints: hints)
    return words.isBlank ? [.text(written)] : words
  }

  func resolve(
    _ url: String, _ words: [Inline], _ source: ManuscriptSource
  ) -> [Inline] {
    let shown = printable(url, limit: 120)
    if let scheme = url.firstIndex(of: ":"), !url[..<scheme].contains("/"),
      !url[..<scheme].contains("#"), url[..<scheme].allSatisfy({ $0.isLetter || $0.isNumber })
    {
      return dangling(
        "the link to \(shown) is shown as text", url, words, source,
        hints: ["links lead to http, https and mailto, or to files"])
    }
    let sign = url.firstIndex(of: "#")
    let fragment = sign.map { InnerPath.decoded(url[url.index(after: $0)...]) } ?? ""
    let written = InnerPath.decoded(
      (sign.map { url[..<$0] } ?? url[...]).prefix { $0 != "?" })
    guard !written.isEmpty else {
      if let id = places.resolve(fragment, in: source.name) { return reference(to: id, words) }
      return dangling(
        "no such id: \"\(printable(fragment, limit: 80))\"", url, words, source,
        hints: ["define it with {#\(printable(fragment, limit: 80))}"])
    }
    guard
      let path = written.hasPrefix("/")
        ? InnerPath.joined("", written)
        : InnerPath.joined(source.folder, written)
    else {
      return noteOutside(url, words, source)
    }
    for candidate in [path, path + ".md", path + "/index.md", path + "/README.md"] {
      guard (known[candidate] ?? nil) != nil, let start = places.starts[candidate] else { continue }
      guard !fragment.isEmpty else { return reference(to: start, words) }
      if let id = places.resolve(fragment, in: candidate) { return reference(to: id, words) }
      return dangling(
        "\(printable(written, limit: 120)) has no id \"\(printable(fragment, limit: 80))\"", url,
        words, source)
    }
    if path.isEmpty || (try? BookOutline.has(path, files)) == true {
      return noteOutside(url, words, source)
    }
    return dangling(
      "no such file: \"\(printable(written, limit: 120))\"", url, words, source,
      hints: ["links start from the file's own folder"])
  }

  func noteOutside(
    _ url: String, _ words: [Inline], _ source: ManuscriptSource
  ) -> [Inline] {
    if outside == nil { outside = (0, source.place(of: url)) }
    outside?.count += 1
    return words.isBlank ? [.text(url)] : words
  }

  func resolve(
    page name: String, _ heading: String, _ words: [Inline], _ source: ManuscriptSource
  ) -> [Inline] {
    let written = name + (heading.isEmpty ? "" : "#" + heading)
    guard !name.isEmpty else {
      if let id = places.resolve(heading, in: source.name) { return reference(to: id, words) }
      return dangling(
        "no such heading: \"\(printable(heading, limit: 80))\"", written, words, source)
    }
    guard let path = find(name, source) else {
      return dangling(
        "no such page: \"\(printable(name, limit: 120))\"", name, words, source)
    }
    guard let start = places.starts[path] else {
      return noteOutside(name, words.isBlank ? [.text(name)] : words, source)
    }
    guard !heading.isEmpty else {
      return reference(to: start, words.isBlank ? [.text(name)] : words)
    }
    if let id = places.resolve(heading, in: path) { return reference(to: id, words) }
    return dangling(
      "\(printable(name, limit: 120)) has no heading \"\(printable(heading, limit: 80))\"",
      written, words, source)
  }
}
