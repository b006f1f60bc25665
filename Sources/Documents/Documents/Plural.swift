// SPDX-License-Identifier: MIT
// Part of Platen: which form of a phrase a number takes, language by language.

/// The forms languages have for numbers of things, as CLDR names them (Unicode TR 35, part 3, 5).
public enum PluralForm: String, Hashable, Sendable, CaseIterable {
  case zero, one, two, few, many, other

  /// The form whole numbers from 0 take in a language, by the rules of CLDR 44; where a language is
  /// not known here, 1 is one and all others are other.
  ///
  /// - Parameter language: BCP 47.
  public init(of count: Int, in language: String) {
    let number = Int(count.magnitude % 1_000_000)
    let (tens, ones) = (number % 100, number % 10)
    switch language.lowercased().prefix(while: { $0 != "-" }) {
    case "id", "ja", "ko", "ms", "th", "vi", "zh": self = .other
    case "fr", "pt": self = number <= 1 ? .one : .other
    case "be", "bs", "hr", "ru", "sr", "uk":
      self =
        ones == 1 && tens != 11
        ? .one : (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
    case "pl":
      self =
        number == 1 && count.magnitude == 1
        ? .one : (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
    case "cs", "sk":
      self = count.magnitude == 1 ? .one : (2...4).contains(count.magnitude) ? .few : .other
    case "he": self = count.magnitude == 1 ? .one : count.magnitude == 2 ? .two : .other
    case "ar":
      switch count.magnitude {
      case 0: self = .zero
      case 1: self = .one
      case 2: self = .two
      default:
        self = (3...10).contains(tens) ? .few : (11...99).contains(tens) ? .many : .other
      }
    default: self = count.magnitude == 1 ? .one : .other
    }
  }
}

extension Phrasebook {
  /// A phrase of a number of things, in the form the number takes, with `{1}` replaced by the
  /// number.
  public func counted(_ phrase: Phrase, _ count: Int) -> String {
    fill(form(of: phrase, count), [grouped(count)])
  }

  private func form(of phrase: Phrase, _ count: Int) -> String {
    guard phrases[phrase.rawValue] != nil else {
      return PluralForm(of: count, in: "en") == .one ? phrase.englishOfOne : phrase.english
    }
    let form = PluralForm(of: count, in: language)
    return phrases[Phrasebook.key(phrase, form)] ?? self[phrase]
  }

  /// Under what a form other than that of most numbers is kept in `phrases`.
  public static func key(_ phrase: Phrase, _ form: PluralForm) -> String {
    form == .other ? phrase.rawValue : "\(phrase.rawValue).\(form.rawValue)"
  }

  /// Digits in groups of three: by commas in English, Arabic and Persian, by narrow spaces
  /// elsewhere.
  public func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 4 else { return String(number) }
    let base = language.lowercased().prefix { $0 != "-" }
    let separator = ["en", "ar", "fa"].contains(base) ? "," : "\u{202F}"
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 {
        result += separator
      }
      result.append(digit)
    }
    return result
  }
}

extension Phrase {
  /// Indicates whether the phrase states a count, so that its form depends on the number.
  public var isCounted: Bool {
    switch self {
    case .worldCount, .cellCount, .stateCount, .burgCount: true
    case .sceneCount, .wordCount, .moreMemories, .daysInARow, .dayCount, .sheetCount: true
    case .roundCount, .slideCount: true
    default: false
    }
  }

  /// The phrase in English for one; the same as for others where it counts nothing.
  public var englishOfOne: String {
    switch self {
    case .sceneCount: "{1} scene"
    case .worldCount: "{1} world"
    case .cellCount: "{1} cell"
    case .stateCount: "{1} state"
    case .burgCount: "{1} burg"
    case .wordCount: "{1} word"
    case .daysInARow: "day in a row"
    case .dayCount: "{1} day"
    case .sheetCount: "{1} sheet"
    case .roundCount: "{1} round"
    case .slideCount: "{1} slide"
    case .moreMemories: "{1} more key moment is in the full edition."
    default: english
    }
  }
}
