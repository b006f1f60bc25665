// SPDX-License-Identifier: MIT
// Part of Platen: the fields of rows that a look uses.

public import Rows

extension CardLook {
  /// The sorted names of all fields that any view of the look uses; for nested fields
  /// (`category.slug`), the whole path and its first part.
  public var fieldNames: [String] {
    var names: Set<String> = []
    func take(_ text: TemplateText?) {
      for name in text?.fields.flatMap(\.names) ?? [] {
        names.insert(name)
        if let dot = name.firstIndex(of: ".") { names.insert(String(name[..<dot])) }
      }
    }
    func take(_ paint: CardPaint?) {
      switch paint {
      case nil: break
      case .color(let choices, _)?: choices.forEach { take($0) }
      case .linear(let from, let to, _)?, .radial(let from, let to)?:
        take(from)
        take(to)
      }
    }
    func take(_ element: CardElement) {
      (element.when + element.unless).forEach { take($0) }
      switch element.kind {
      case .stack(let stack):
        for item in stack.items {
          switch item {
          case .text(let text):
            take(text.text)
            take(text.color)
            take(text.fill)
            (text.when + text.unless).forEach { take($0) }
          case .rule(_, _, let paint), .ornament(_, let paint): take(paint)
          case .space: break
          }
        }
      case .shape(let shape):
        take(shape.fill)
        take(shape.stroke)
        switch shape.geometry {
        case .ring(let value), .bar(let value, _): take(value)
        default: break
        }
      case .image(let name, _, _, let alternative):
        take(name)
        take(alternative)
      case .code(let text): take(text)
      case .repeated(let repeated):
        take(repeated.list)
        repeated.each.forEach { take($0) }
      }
    }
    for view in views { for layout in view.value { layout.elements.forEach { take($0) } } }
    return names.sorted()
  }
}

extension CardElement {
  /// The colors and gradients that it is drawn with.
  fileprivate var paints: [CardPaint] {
    switch kind {
    case .stack(let stack):
      stack.items.flatMap { item -> [CardPaint] in
        switch item {
        case .text(let text): [text.color, text.fill].compactMap(\.self)
        case .rule(_, _, let paint), .ornament(_, let paint): [paint]
        case .space: []
        }
      }
    case .shape(let shape): [shape.fill, shape.stroke].compactMap(\.self)
    case .repeated(let repeated): repeated.each.flatMap(\.paints)
    case .image, .code: []
    }
  }
}

extension CardPaint {
  /// The fields that its colors depend on.
  fileprivate var fields: [String] {
    switch self {
    case .color(let choices, _): choices.flatMap { $0.fields.flatMap(\.names) }
    case .linear(let from, let to, _), .radial(let from, let to): from.fields + to.fields
    }
  }
}

extension CardLook {
  /// The fields that colors of its cards depend on.
  var colorFields: Set<String> {
    let layouts = views.flatMap(\.value)
    return Set(layouts.flatMap { $0.elements.flatMap { $0.paints.flatMap(\.fields) } })
  }
}

extension CardLook {
  /// Returns the fields that any layout of a view shows as texts, images and codes: of each list,
  /// the first field that the row has is shown. Widgets are not counted, since they have little
  /// room.
  public func wordFields(of view: String) -> Set<[String]> {
    var lists: Set<[String]> = []
    for layout in layouts(of: view) ?? [] where !layout.size.isWidget {
      lists.formUnion(layout.wordFields)
    }
    // The number of cards is not a field of the row.
    return lists.subtracting([["part"], ["parts"]])
  }
}

extension CardLook.Layout {
  /// Returns the fields of a row that other layouts of the view show and this one does not, since
  /// it has no place for them or a condition hides them.
  ///
  /// - Parameter lists: the result of ``CardLook/wordFields(of:)`` for the view.
  public func missingFields(of row: Row, among lists: Set<[String]>) -> [String] {
    let drawn = drawnFields(of: row)
    let missing = lists.compactMap { names -> String? in
      // One of several alternatives is enough.
      guard drawn.isDisjoint(with: names) else { return nil }
      return names.first { row[$0]?.shown != nil }
    }
    return Set(missing).sorted()
  }
}

extension CardLook.Layout {
  /// The names of the fields in its texts and codes.
  var describedFields: Set<String> {
    var names: Set<String> = []
    func take(_ text: TemplateText) { names.formUnion(text.fields.flatMap(\.names)) }
    func take(_ element: CardElement) {
      switch element.kind {
      case .stack(let stack):
        for case .text(let text) in stack.items { take(text.text) }
      case .code(let text): take(text)
      case .repeated(let repeated): repeated.each.forEach { take($0) }
      case .shape, .image: break
      }
    }
    elements.forEach { take($0) }
    return names
  }

  /// Returns the names of a row's fields on its card: as texts, images, codes, lists or values.
  public func drawnFields(of row: Row) -> Set<String> {
    var names: Set<String> = []
    func take(_ text: TemplateText?) {
      if let text { names.formUnion(text.shownFields(of: row)) }
    }
    func take(_ element: CardElement) {
      guard row.shows(element.when, element.unless) else { return }
      switch element.kind {
      case .stack(let stack):
        for case .text(let text) in stack.items where row.shows(text.when, text.unless) {
          take(text.text)
        }
      case .image(let name, _, _, _): take(name)
      case .code(let text): take(text)
      case .repeated(let repeated):
        names.formUnion(
          repeated.list.fields.compactMap { $0.names.first { row[$0] != nil && row[$0] != .null } })
        repeated.each.forEach { take($0) }
      case .shape(let shape):
        switch shape.geometry {
        case .ring(let value), .bar(let value, _): take(value)
        default: break
        }
      }
    }
    elements.forEach { take($0) }
    return names
  }

  /// Returns the names of a row's fields that change its card: those on it, and those that colors,
  /// conditions and alternative texts depend on.
  func usedFields(of row: Row, in look: CardLook) -> Set<String> {
    var names = drawnFields(of: row)
    func take(_ texts: [TemplateText]) {
      for text in texts { names.formUnion(text.shownFields(of: row)) }
    }
    func take(_ paint: CardPaint?) {
      switch paint {
      case nil: break
      case .color(let choices, _)?:
        let choice = choices.first { look.color([$0], opacity: 1, of: row, .light) != nil }
        if let choice { take([choice]) }
      case .linear(let from, let to, _)?, .radial(let from, let to)?:
        take(from)
        take(to)
      }
    }
    func take(_ element: CardElement) {
      take(element.when + element.unless)
      guard row.shows(element.when, element.unless) else { return }
      switch element.kind {
      case .stack(let stack):
        for item in stack.items {
          switch item {
          case .text(let text):
            take(text.when + text.unless)
            guard row.shows(text.when, text.unless) else { continue }
            take(text.color)
            take(text.fill)
          case .rule(_, _, let paint), .ornament(_, let paint): take(paint)
          case .space: break
          }
        }
      case .shape(let shape):
        take(shape.fill)
        take(shape.stroke)
      case .image(_, _, _, let alternative): if let alternative { take([alternative]) }
      case .code: break
      case .repeated(let repeated): repeated.each.forEach { take($0) }
      }
    }
    elements.forEach { take($0) }
    return names
  }

  /// Returns the texts of the fields that change a row's card, in the order of their names.
  package func usedValues(of row: Row, in look: CardLook) -> [String] {
    usedFields(of: row, in: look).sorted().map { "\($0)=\(row[$0]?.shown ?? "")" }
  }

  /// Returns the names of a row's fields in its texts that are mappings without text to show, or
  /// lists with such mappings.
  func hiddenMappings(of row: Row) -> Set<String> {
    var names: Set<String> = []
    for element in elements where row.shows(element.when, element.unless) {
      guard case .stack(let stack) = element.kind else { continue }
      for case .text(let text) in stack.items where row.shows(text.when, text.unless) {
        names.formUnion(text.text.hiddenMappings(of: row))
      }
    }
    return names
  }

  /// The fields of its texts, images and codes: of each list, the first that a row has is used.
  var wordFields: Set<[String]> {
    var lists: Set<[String]> = []
    func take(_ element: CardElement) {
      switch element.kind {
      case .stack(let stack):
        for case .text(let text) in stack.items { lists.formUnion(text.text.fields.map(\.names)) }
      case .image(let name, _, _, _): lists.formUnion(name.fields.map(\.names))
      case .code(let text): lists.formUnion(text.fields.map(\.names))
      case .repeated, .shape: break
      }
    }
    elements.forEach { take($0) }
    return lists
  }

  /// The largest size of its texts.
  var largestText: Double {
    func largest(_ elements: [CardElement]) -> Double {
      elements.map { element in
        switch element.kind {
        case .stack(let stack):
          stack.items.map { item in if case .text(let text) = item { text.largest } else { 0 } }
            .max() ?? 0
        case .repeated(let repeated): largest(repeated.each)
        case .shape, .image, .code: 0
        }
      }.max() ?? 0
    }
    return largest(elements)
  }

  /// Indicates whether a card shows anything of a row: a text, an image, a code, a list, or a
  /// value. A layout of decoration only shows every row alike on purpose.
  public func shows(_ row: Row) -> Bool {
    var readsRow = false
    func isFilled(_ text: TemplateText?) -> Bool {
      guard let text, !text.fields.isEmpty else { return false }
      readsRow = true
      // Text in place of a field is not the row's.
      return text.text(of: row) != nil
        && text.fields.contains { $0.names.contains { row[$0]?.shown != nil } }
    }
    func isFilled(_ element: CardElement) -> Bool {
      switch element.kind {
      case .stack(let stack):
        return stack.items.contains { item in
          guard case .text(let text) = item else { return false }
          return isFilled(text.text) && row.shows(text.when, text.unless)
        }
      case .image(let name, _, _, _): return isFilled(name)
      case .code(let text): return isFilled(text)
      case .repeated(let repeated):
        return isFilled(repeated.list) || repeated.list.value(of: row) != nil
      case .shape(let shape):
        switch shape.geometry {
        case .ring(let value), .bar(let value, _): return isFilled(value)
        default: return false
        }
      }
    }
    return elements.contains { isFilled($0) && row.shows($0.when, $0.unless) } || !readsRow
  }
}
