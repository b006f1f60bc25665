// SPDX-License-Identifier: MIT
// Part of Platen: sentences of a gazetteer in one of their wordings, and numbers as a language writes them.

internal import Atlas
internal import Cartography
package import Documents
internal import Libc

/// A sentence of a gazetteer with the facts it states, for checking it against the world.
package struct Statement: Hashable, Sendable {
  /// The thing it is about.
  package var subject: Subject
  package var phrase: Phrase
  /// The values that fill the phrase, in the order of its numbers.
  package var values: [String]

  /// Something that a gazetteer describes.
  package enum Subject: Hashable, Sendable {
    case world
    case state(Int), province(Int), town(Int), river(Int), feature(Int), faith(Int), culture(Int)
    case marker(Int), zone(Int)

    /// A number that chooses the wording: the same for one subject in every run.
    var seed: Int {
      switch self {
      case .world: 1
      case .state(let id): 2 + id
      case .province(let id): 3 + id
      case .town(let id): 5 + id
      case .river(let id): 7 + id
      case .feature(let id): 11 + id
      case .faith(let id): 13 + id
      case .culture(let id): 17 + id
      case .marker(let id): 19 + id
      case .zone(let id): 23 + id
      }
    }
  }
}

/// Words of a gazetteer in its language and in the world's units.
struct Wording {
  let phrases: Phrasebook
  private let units: Units
  /// A book for each wording, which has no other.
  private let books: [Phrasebook]
  private let pace: String
  private let span: String
  private let degrees: String

  /// Wordings of a phrase stand between bars.
  private static let bar = " | "
  private static let most = 4

  init(_ phrases: Phrasebook, _ units: Units) {
    self.phrases = phrases
    self.units = units
    let worded = Phrase.allCases.filter { $0.rawValue.hasPrefix("gazetteer") }
      .map { ($0, phrases[$0].split(separator: Wording.bar).map(String.init)) }
    books = (0..<Wording.most).map { index in
      Phrasebook(
        language: phrases.language,
        phrases: Dictionary(
          uniqueKeysWithValues: worded.map { ($0.rawValue, $1[index % max(1, $1.count)]) }))
    }
    counts = Dictionary(
      uniqueKeysWithValues: worded.map { ($0, max(1, min(Wording.most, $1.count))) })
    func name(_ unit: String) -> String {
      switch unit.lowercased() {
      case "mi", "mile", "miles": phrases[.mapMiles]
      case "km": phrases[.mapKilometers]
      case "m": phrases[.mapMeters]
      case "ft": phrases[.mapFeet]
      default: unit
      }
    }
    pace = name(units.distance)
    span = units.area == "square" ? name(units.distance) + "²" : units.area
    degrees = units.temperature
  }

  private let counts: [Phrase: Int]

  /// The phrase in one of its wordings, as a sentence.
  ///
  /// - Parameter mentions: subjects that the values name, to which they become references.
  func inlines(_ statement: Statement, naming mentions: [Mention] = []) -> [Inline] {
    let count = counts[statement.phrase] ?? 1
    // Neighbors in a chapter are worded in turn; two sentences of one entry need not agree.
    let book = books[(statement.subject.seed + Int(statement.phrase.rawValue.utf8.count)) % count]
    return book.inlines(
      statement.phrase, Mention.linked(statement.values, mentions).map { isolated($0) })
  }

  private func isolated(_ inlines: [Inline]) -> [Inline] {
    phrases.direction == .rightToLeft ? [.span(Span(inlines, direction: .automatic))] : inlines
  }

  // MARK: Lists and words

  /// `a, b and c`.
  func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return phrases(.gazetteerAnd, items.dropLast().joined(separator: phrases[.comma]), last)
  }

  /// The word for one of the format's own in a list of words; nil for others.
  func word(_ word: String, _ known: [String], _ list: Phrase) -> String? {
    guard let index = known.firstIndex(of: word.lowercased()) else { return nil }
    let names = phrases.names(list)
    return names.indices.contains(index) ? names[index] : nil
  }

  func direction(_ index: Int) -> String {
    let names = phrases.names(.gazetteerDirections)
    return names.indices.contains(index) ? names[index] : ""
  }

  // MARK: Numbers

  /// A number in whole, grouped; small ones with a decimal.
  func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return phrases[.unknown] }
    if abs(value) >= 10 || value == value.rounded() { return phrases.grouped(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    let separator = ["de"].contains(phrases.language.prefix { $0 != "-" }) ? "," : "."
    return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10)\(separator)\(abs(tenths) % 10)"
  }

  /// A number that is not known exactly, to three digits.
  func about(_ value: Double) -> String {
    guard value.isFinite, value >= 1000 else { return number(value.rounded()) }
    var step = 1.0
    while value / step >= 1000 { step *= 10 }
    return number((value / step).rounded() * step)
  }

  func count(_ phrase: Phrase, _ count: Int) -> String { phrases.counted(phrase, count) }

  func people(_ value: Double) -> String {
    phrases.counted(.gazetteerPeople, value < 1e15 ? Int(value.rounded()) : 0)
  }

  /// A length in map units; nil where the world has no scale.
  func length(_ mapUnits: Double) -> String? {
    let length = mapUnits * units.distanceScale
    guard units.distanceScale > 0, length.isFinite, length < 1e9 else { return nil }
    return number(length) + "\u{A0}" + pace
  }

  /// An area in square map units; nil where the world has no scale.
  func area(_ mapUnits: Int) -> String? {
    let area = Double(mapUnits) * units.distanceScale * units.distanceScale
    guard units.distanceScale > 0, area.isFinite, area > 0, area < 1e14 else { return nil }
    return about(area) + "\u{A0}" + span
  }

  /// A share in whole percent; nil where it rounds to none.
  func share(_ part: Double, of whole: Double) -> String? {
    guard whole > 0, part > 0 else { return nil }
    let percent = Int((part / whole * 100).rounded())
    return percent > 0 ? phrases(.gazetteerPercent, String(min(100, percent))) : nil
  }

  /// A height above the sea, from a cell's height; nil for water.
  func height(_ height: Int) -> String? {
    guard height >= 20 else { return nil }
    let meters = units.meters(ofHeight: height)
    let (factor, name) =
      switch units.height {
      case "ft": (3.281, phrases[.mapFeet])
      case "m": (1, phrases[.mapMeters])
      case "f": (0.5468, "fm")
      default: (1.0, phrases[.mapMeters])
      }
    guard meters.isFinite, meters < 1e7 else { return nil }
    return about((meters * factor).rounded()) + "\u{A0}" + name
  }

  func temperature(_ celsius: Double) -> String {
    let (value, name) =
      switch degrees {
      case "°F": (celsius * 1.8 + 32, "°F")
      case "K": (celsius + 273.15, "K")
      default: (celsius, "°C")
      }
    let whole = Int(value.rounded())
    return (whole < 0 ? "\u{2212}" : "") + "\(abs(whole))\u{A0}\(name)"
  }
}
