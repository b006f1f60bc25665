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
  /// number, and `{2}`, `{3}`… by `values`.
  public func counted(_ phrase: Phrase, _ count: Int, _ values: String...) -> String {
    fill(form(of: phrase, count), [grouped(count)] + values)
  }

  /// The forms of a phrase of a number of things, for a program that chooses among them itself.
  public func forms(of phrase: Phrase) -> [(form: PluralForm, text: String)] {
    guard phrases[phrase.rawValue] != nil else {
      return [(.one, phrase.englishOfOne), (.other, phrase.english)]
    }
    return PluralForm.allCases.compactMap { form in
      phrases[Phrasebook.key(phrase, form)].map { (form, $0) }
    }
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

  /// The separator of groups of digits: a comma in English, Arabic and Persian, a narrow space
  /// elsewhere.
  public var groupSeparator: String {
    ["en", "ar", "fa"].contains(language.lowercased().prefix { $0 != "-" }) ? "," : "\u{202F}"
  }

  /// Digits in groups of three, where there are more than four.
  public func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 4 else { return String(number) }
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 {
        result += groupSeparator
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
    case .sceneCount, .wordCount, .moreMemories, .daysInARow, .dayCount, .sheetCount,
      .atlasMapCount:
      true
    case .roundCount, .slideCount: true
    case .reportFailedOf, .reportUnfinished, .reportStopped, .reportNothingBuilt: true
    case .reportAllBuilt, .reportSomeBuilt, .reportJobsEnded, .reportWarningLabel: true
    case .reportOutputLabel, .reportJobCount, .reportOutputCount, .reportPageCount: true
    case .reportFileCount, .reportStageCount, .reportStagesOmitted, .reportOutputsChanged: true
    case .gazetteerTownCount, .gazetteerProvinceCount, .changeCount: true
    case .gazetteerPeople, .gazetteerRegiments, .travelDays: true
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
    case .dayCount, .travelDays: "{1} day"
    case .changeCount: "{1} change"
    case .sheetCount: "{1} sheet"
    case .atlasMapCount: "{1} map"
    case .roundCount: "{1} round"
    case .slideCount: "{1} slide"
    case .reportFailedOf: "{2} of {1} job failed."
    case .reportUnfinished: "{1} job not finished."
    case .reportStopped: "Stopped: {2} of {1} job not finished."
    case .reportNothingBuilt: "The job is up to date; nothing had to be built."
    case .reportAllBuilt: "The job is up to date, built by this run."
    case .reportSomeBuilt: "The job is up to date, {2} of them built by this run."
    case .reportJobsEnded: "{2} of {1} job ended"
    case .reportWarningLabel: "warning"
    case .reportOutputLabel: "output"
    case .reportJobCount: "{1} job"
    case .reportOutputCount: "{1} output"
    case .reportPageCount: "{1} page"
    case .reportFileCount: "{1} file"
    case .reportStageCount: "{1} stage"
    case .reportStagesOmitted: "{1} short stage not shown"
    case .reportOutputsChanged: "{1} output changed"
    case .moreMemories: "{1} more key moment is in the full edition."
    case .gazetteerTownCount: "{1} town"
    case .gazetteerProvinceCount: "{1} province"
    case .gazetteerPeople: "{1} inhabitant"
    case .gazetteerRegiments: "{1} regiment"
    default: english
    }
  }
}
