// SPDX-License-Identifier: MIT
// Part of Platen: the places of a book that can be pointed at: their ids and numbers.

internal import Documents

/// The place of an id in a book.
struct BookPlace {
  enum Kind {
    case heading, figure, table, equation, other
  }
  var kind: Kind
  /// The number as it is printed; empty for none.
  var number = ""
  /// The title of a heading.
  var title: [Inline] = []
}

/// The ids of a book, each unique within it.
struct BookPlaces {
  /// By the id in the book.
  private(set) var places: [String: BookPlace] = [:]
  /// The ids in the book by file, and by the id in the file.
  private var ids: [String: [String: String]] = [:]
  /// The ids in the book of those that texts define themselves.
  private var own: [String: String] = [:]
  /// The last numbers behind ids of which there are several: those below are taken.
  private var numbers: [String: Int] = [:]
  /// The same for headings, by file.
  private var headingNumbers: [String: [String: Int]] = [:]
  /// The place that each file begins at.
  private(set) var starts: [String: String] = [:]

  /// The id in the book for one in a file.
  ///
  /// - Returns: also whether the text has defined the same id before.
  mutating func addPlace(
    _ id: String, of file: String, _ place: BookPlace, isOwn: Bool
  ) -> (id: String, isRepeated: Bool) {
    let isRepeated = isOwn && own[id] != nil
    var unique = id
    if places[unique] != nil { unique = NaturalOrder.stem(of: file) + "-" + id }
    if places[unique] != nil {
      var number = numbers[id] ?? 2
      while places["\(id)-\(number)"] != nil { number += 1 }
      numbers[id] = number
      unique = "\(id)-\(number)"
    }
    places[unique] = place
    if ids[file]?[id] == nil { ids[file, default: [:]][id] = unique }
    if isOwn, !isRepeated { own[id] = unique }
    return (unique, isRepeated)
  }

  /// An id for the heading of a file, as GitHub makes them.
  mutating func slug(_ words: String, of file: String) -> String {
    let base = BookPlaces.slug(words)
    guard ids[file]?[base] != nil else { return base }
    var number = headingNumbers[file]?[base] ?? 1
    while ids[file]?["\(base)-\(number)"] != nil { number += 1 }
    headingNumbers[file, default: [:]][base] = number
    return "\(base)-\(number)"
  }

  static func slug(_ words: String) -> String {
    var slug = ""
    for scalar in words.lowercased().unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark || scalar == "-" || scalar == "_"
      {
        slug.unicodeScalars.append(scalar)
      } else if scalar == " " || scalar == "\u{A0}" {
        slug += "-"
      }
    }
    return slug.isEmpty ? "section" : slug
  }

  mutating func begin(_ file: String, at id: String) {
    if starts[file] == nil { starts[file] = id }
  }

  /// The id in the book that a text in a file means by one.
  func resolve(_ id: String, in file: String) -> String? {
    if let known = ids[file]?[id] ?? own[id] { return known }
    let slug = BookPlaces.slug(id)
    // A heading of another file, by the id that the first of its words has.
    return ids[file]?[slug] ?? own[slug] ?? (places[slug] == nil ? nil : slug)
  }

  subscript(id: String) -> BookPlace? { places[id] }
}
