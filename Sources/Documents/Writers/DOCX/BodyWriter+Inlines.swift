// SPDX-License-Identifier: MIT
// Part of Platen: the inlines of a document as runs, links, fields and notes of Word.

internal import Documents

extension BodyWriter {
  func inlines(_ nodes: [Inline]) { inlines(nodes, depth: 0) }

  private func inlines(_ nodes: [Inline], depth: Int) {
    if depth > BodyWriter.depthLimit {
      counts.flattened += 1
      runs.text(nodes.plainText, to: out)
      return
    }
    for node in nodes {
      switch node {
      case .text(let text): runs.text(text, to: out)
      case .emphasis(let inner): styled(.emphasis, inner, depth)
      case .strong(let inner): styled(.strong, inner, depth)
      case .strikethrough(let inner): styled(.strike, inner, depth)
      case .smallCaps(let inner): styled(.smallCaps, inner, depth)
      case .superscript(let inner): styled(.superscript, inner, depth)
      case .subscript(let inner): styled(.subscripted, inner, depth)
      case .code(let text): runs.with(.code) { runs.code(text, to: out) }
      case .lineBreak: if isReprint { runs.text(" ", to: out) } else { runs.lineBreak(to: out) }
      case .link(let link): writeLink(link, depth)
      case .reference(let reference): writeReference(reference, depth)
      case .footnote(let blocks): if !isReprint { note(blocks) }
      case .image(let image):
        if isReprint {
          runs.text(image.alternative, to: out)
        } else {
          picture(image, in: BlockPlace(width: main.page.textWidth))
        }
      case .span(let span): writeSpan(span, depth)
      case .indexMark(let mark): if !isReprint { writeIndexMark(mark) }
      }
    }
  }

  private func styled(_ flag: RunFormats.Flags, _ inner: [Inline], _ depth: Int) {
    runs.with(flag) { inlines(inner, depth: depth + 1) }
  }

  private func writeSpan(_ span: Span, _ depth: Int) {
    if !isReprint, let name = bookmarks.mark(span.attributes.id) { bookmark(name) }
    let around = runs.runsRightToLeft
    var own: Direction?
    if let direction = span.direction {
      own = direction == .automatic ? Direction.first(in: span.inlines.plainText) : direction
    }
    runs.with({ format in
      if !span.language.isEmpty { format.language = span.language }
      if span.direction != nil { format.direction = own }
      if let id = styles.id(of: span.attributes, .character) { format.style = id }
    }) { inlines(span.inlines, depth: depth + 1) }
    // Word knows no isolates: without a mark behind a name, figures that follow would run with it.
    if let own, (own == .rightToLeft) != around { runs.mark(isRightToLeft: around, to: out) }
  }

  // MARK: Links

  private func writeLink(_ link: Link, _ depth: Int) {
    guard !isInLink else {
      inlines(link.inlines, depth: depth + 1)
      return
    }
    // Word opens no address longer than this.
    guard let address = LinkAddress.sound(link.url), address.utf8.count <= 2083 else {
      counts.lostLinks += 1
      inlines(link.inlines, depth: depth + 1)
      return
    }
    let id = relationships.addRelationship("hyperlink", address, isExternal: true)
    out.raw("<w:hyperlink r:id=\"").raw(id).raw("\" w:history=\"1\">")
    linked(link.inlines, depth)
  }

  private func writeReference(_ reference: Reference, _ depth: Int) {
    guard let name = bookmarks.name(of: reference.target) else {
      counts.danglingReferences += 1
      inlines(reference.inlines, depth: depth + 1)
      return
    }
    guard !isInLink else {
      inlines(reference.inlines, depth: depth + 1)
      return
    }
    if reference.shown == .page {
      // Word puts the number in; until then the words stand there.
      fieldBegin("PAGEREF \(name) \\h")
      inlines(reference.inlines, depth: depth + 1)
      fieldEnd()
      return
    }
    beginLink(to: name)
    linked(reference.inlines, depth)
  }

  private func linked(_ inner: [Inline], _ depth: Int) {
    isInLink = true
    runs.with(.link) { inlines(inner, depth: depth + 1) }
    isInLink = false
    out.raw("</w:hyperlink>")
  }

  // MARK: Index marks

  private func writeIndexMark(_ mark: IndexMark) {
    guard bookmarks.indexes.contains(mark.name) else { return }
    var term = mark.term
    // Characters with a meaning in the field; searched first, since replacing is slow.
    if term.utf8.contains(where: { "\\\":".utf8.contains($0) }) {
      term = term.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing(":", with: "\\:")
    }
    let type = BodyWriter.indexType(mark.name)
    out.raw("<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r>")
    out.raw("<w:instrText xml:space=\"preserve\"> XE \"").text(term).raw("\"")
    if !type.isEmpty {
      out.raw(" \\f \"").raw(type).raw("\"")
    }
    out.raw(" </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>")
  }

  // MARK: Notes

  private func note(_ blocks: [Block]) {
    if isInNote {
      counts.noteNesting += 1
      runs.text(" [", to: out)
      var isFirst = true
      blocks.walk(block: { block in
        let words: [Inline] =
          switch block {
          case .paragraph(let node): node.inlines
          case .heading(let node): node.inlines
          case .code(let node): [.code(node.text)]
          default: []
          }
        if !words.isEmpty {
          if !isFirst { runs.text(" ", to: out) }
          isFirst = false
          runs.text(words.plainText, to: out)
        }
        return .descend
      })
      runs.text("]", to: out)
      return
    }
    let id = main.notes.begin()
    runs.noteReference(id, to: out)

    let saved = (out, relationships, runs.state, pending.bookmarks, isInLink)
    out = main.notes.output
    relationships = main.notes.relationships
    pending.bookmarks = []
    isInLink = false
    isInNote = true
    separately {
      var place = BlockPlace(container: .note, width: main.page.textWidth)
      place.direction = direction
      place.isRightToLeft = place.direction == .rightToLeft
      place.style = styles.id("footnote text")
      place.isBoxed = true
      place.isOutlined = false
      pending.lead = .noteMark
      writeBlocks(blocks, place)
      endCell(place, hasParagraph: !blocks.isEmpty)
    }
    isInNote = false
    main.notes.end()
    (out, relationships, runs.state, pending.bookmarks, isInLink) = saved
  }
}
