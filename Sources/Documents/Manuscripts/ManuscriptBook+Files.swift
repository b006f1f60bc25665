// SPDX-License-Identifier: MIT
// Part of Platen: the images and files that a book of Markdown files includes.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

extension ManuscriptBook {
  // MARK: Images

  /// The name of the resource for an address; nil where it is not shown, which is reported.
  func resource(_ url: String, _ source: ManuscriptSource) throws -> String? {
    func refuse(_ message: String, _ hint: String) {
      source.warn(.manuscriptImage, message, at: source.place(of: url), hints: [hint])
    }
    let shown = printable(url, limit: 120)
    if InnerPath.isRemote(url) || url.contains("://") || url.hasPrefix("data:") {
      refuse(
        "the image \(shown) is not fetched; its description is shown",
        "save it in the folder")
      return nil
    }
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let written = InnerPath.decoded(address)
    guard
      let path =
        (written.hasPrefix("/")
          ? InnerPath.inside(String(written.dropFirst()))
          : InnerPath.joined(source.folder, written).flatMap { InnerPath.inside($0) })
    else {
      refuse("the image \(shown) is outside of the folder", "copy it into the folder")
      return nil
    }
    if let name = images[path] {
      if name == nil { refuse("the image \(shown) is not shown", "save it as PNG or JPEG") }
      return name
    }
    let name = try load(path, shown, refuse)
    images[path] = .some(name)
    return name
  }

  func load(
    _ path: String, _ shown: String, _ refuse: (String, String) -> Void
  ) throws -> String? {
    guard imageBytes < ManuscriptBook.imageLimit, var bytes = try files.read(path) else {
      refuse("no such image: \(shown)", "correct the path, which starts from the file's folder")
      return nil
    }
    var size = ImageSize(bytes)
    var mediaType = size.mediaType
    if mediaType == nil, let drawn = files.draw(bytes) {
      bytes = drawn.bytes
      size.width = drawn.width
      size.height = drawn.height
      size.format = .png
      mediaType = "image/png"
    }
    guard let mediaType else {
      refuse("the image \(shown) is \(size.description)", "save it as PNG, JPEG or SVG")
      return nil
    }
    imageBytes += bytes.count
    let name = "image-\(resources.count + 1).\(size.format == .png ? "png" : "jpg")"
    resources.append(
      Resource(
        name: name, mediaType: mediaType, width: size.width, height: size.height, bytes: bytes))
    return name
  }

  // MARK: Includes

  /// The blocks that a paragraph includes, written `![[file]]` or `{{#include file}}`; nil for
  /// another paragraph.
  func included(_ paragraph: Paragraph, _ source: ManuscriptSource) throws -> [Block]? {
    guard paragraph.inlines.count == 1, case .text(let text) = paragraph.inlines[0] else {
      return nil
    }
    let trimmed = oneLine(text)
    if trimmed.hasPrefix("{{#include "), trimmed.hasSuffix("}}") {
      let name = oneLine(String(trimmed.dropFirst(11).dropLast(2)))
      return try blocks(including: name, heading: "", written: name, source)
    }
    guard trimmed.hasPrefix("![["), trimmed.hasSuffix("]]"),
      !trimmed.dropFirst(3).dropLast(2).contains("[")
    else { return nil }
    let link = PageLink(trimmed.dropFirst(3).dropLast(2))
    if !link.name.isEmpty, let path = find(link.name, source), !BookOutline.isMarkdown(path) {
      let image = Image("/" + path, alternative: link.words ?? NaturalOrder.stem(of: path))
      // A number behind the bar is a width in pixels.
      let isWidth = link.words.map { $0.allSatisfy { $0.isNumber || $0 == "x" } } ?? false
      return [
        try figure(
          Image(
            image.resource,
            alternative: isWidth ? NaturalOrder.stem(of: path) : image.alternative),
          title: isWidth ? "" : link.words ?? "", nil, source)
      ]
    }
    return try blocks(
      including: link.name.isEmpty ? source.name : link.name, heading: link.heading,
      written: link.name, source)
  }

  func refusal(
    _ message: String, _ written: String, _ source: ManuscriptSource, inCode: Bool = false
  ) -> Failure {
    Failure(
      .error(
        .manuscriptInclude, message, at: source.place(of: written, inCode: inCode, isError: true)))
  }

  func blocks(
    including name: String, heading: String, written: String, _ source: ManuscriptSource
  ) throws -> [Block] {
    let shown = printable(name, limit: 120)
    guard let path = find(name, source) else {
      let leadsOut = InnerPath.joined(source.folder, name) == nil || name.hasPrefix("/")
      throw refusal(
        leadsOut
          ? "the included file \"\(shown)\" is outside of the folder"
          : "no such file to include: \"\(shown)\"", written, source)
    }
    guard !open.contains(path) || !heading.isEmpty && path != source.name else {
      throw refusal("\(shown) includes itself", written, source)
    }
    guard open.count <= ManuscriptBook.includeDepth else {
      throw refusal(
        "files include each other more than \(ManuscriptBook.includeDepth) deep", written, source)
    }
    guard let other = try self.source(path) else {
      throw refusal("no such file to include: \"\(shown)\"", written, source)
    }
    try count(other.body.utf8.count, written, source)
    guard BookOutline.isMarkdown(path) else {
      return [.code(CodeBlock(other.body, language: String(path.split(separator: ".").last ?? "")))]
    }
    var blocks = try blocks(of: other, shift: 0)
    if !heading.isEmpty {
      blocks = blocks.section(BookPlaces.slug(heading))
      if blocks.isEmpty {
        source.warn(
          .manuscriptInclude, "\(shown) has no heading \"\(printable(heading, limit: 80))\"",
          at: source.place(of: written + "#" + heading))
      }
    }
    open.append(path)
    defer { open.removeLast() }
    let done = try prepared(blocks, other)
    for case .heading(let first) in done.prefix(1) where !members.contains(path) {
      places.begin(path, at: first.attributes.id)
    }
    return done
  }

  func count(_ bytes: Int, _ written: String, _ source: ManuscriptSource) throws {
    // Each include costs as much as a page, so that files that include each other stay few.
    includedBytes += bytes + 4096
    guard includedBytes <= ManuscriptBook.includeLimit else {
      throw Failure(
        .error(
          .manuscriptSize,
          "included files are larger than \(ManuscriptBook.includeLimit >> 20) MiB together",
          at: source.place(of: written, isError: true)))
    }
  }

  /// Code with the lines of files that it includes: `{{#include file:first:last}}`.
  func including(in text: String, _ source: ManuscriptSource) throws -> String {
    guard text.contains("{{#include ") else { return text }
    return try text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = oneLine(String(line))
      guard trimmed.hasPrefix("{{#include "), trimmed.hasSuffix("}}") else { return String(line) }
      let written = oneLine(String(trimmed.dropFirst(11).dropLast(2)))
      let words = written.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard let path = find(words[0], source), let other = try self.source(path) else {
        let leadsOut = InnerPath.joined(source.folder, words[0]) == nil || words[0].hasPrefix("/")
        throw refusal(
          leadsOut
            ? "the included file \"\(printable(words[0], limit: 120))\" is outside of the folder"
            : "no such file to include: \"\(printable(words[0], limit: 120))\"", written, source,
          inCode: true)
      }
      try count(other.text.utf8.count, written, source)
      let lines = other.text.split(separator: "\n", omittingEmptySubsequences: false)
      let first = words.count > 1 ? max(1, Int(words[1]) ?? 1) : 1
      let last =
        words.count > 2 ? Int(words[2]) ?? lines.count : words.count > 1 ? first : lines.count
      guard first <= last, first <= lines.count else { return "" }
      var part = lines[(first - 1)..<min(last, lines.count)]
      if part.last?.isEmpty == true { part.removeLast() }
      return part.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The file that a text names: by its path, or by its name alone where only one has it.
  func find(_ name: String, _ source: ManuscriptSource) -> String? {
    guard !name.isEmpty, !name.hasPrefix("/") else { return nil }
    for candidate in [name, name + ".md"] {
      for folder in [source.folder, ""] {
        guard let joined = InnerPath.joined(folder, candidate),
          let path = InnerPath.inside(joined)
        else { continue }
        if members.contains(path) || (try? BookOutline.has(path, files)) == true,
          ((try? files.list(path)) ?? nil) == nil
        {
          return path
        }
      }
    }
    guard InnerPath.inside(name) != nil else { return nil }
    // A name below any folder, the first in their order.
    let key = name.lowercased()
    let last = key.split(separator: "/").last.map(String.init) ?? key
    let found = (byName[last] ?? []) + (byName[last + ".md"] ?? [])
    return found.first {
      let path = $0.lowercased()
      return path == key || path == key + ".md" || path.hasSuffix("/" + key)
        || path.hasSuffix("/" + key + ".md")
    }
  }

  /// Files below the root that are found by their names.
  static let mostNamed = 20_000

  func namedFiles() -> [String: [String]] {
    var result: [String: [String]] = [:]
    var count = 0
    var folders: [(path: String, depth: Int)] = [("", 0)]
    var at = 0
    while at < folders.count, count < ManuscriptBook.mostNamed {
      let (folder, depth) = folders[at]
      at += 1
      for entry in ((try? files.list(folder)) ?? nil) ?? [] where !entry.name.hasPrefix(".") {
        count += 1
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        if entry.isFolder {
          if depth < 16 { folders.append((path, depth + 1)) }
        } else {
          result[entry.name.lowercased(), default: []].append(path)
        }
      }
    }
    return result
  }
}
