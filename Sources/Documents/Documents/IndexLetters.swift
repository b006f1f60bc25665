// SPDX-License-Identifier: MIT
// Part of Platen: the order of an index: keys by language, and the letters above its terms.

extension IndexEntry {
  /// Articles by language, each with what parts it from its noun.
  private static let articles: [String: [String]] = [
    "de": ["der ", "die ", "das ", "ein ", "eine "],
    "en": ["the ", "a ", "an "],
    "es": ["el ", "la ", "los ", "las ", "un ", "una "],
    "fr": ["le ", "la ", "les ", "un ", "une ", "l'", "l\u{2019}"],
    "it": ["il ", "lo ", "la ", "i ", "gli ", "le ", "un ", "uno ", "una ", "l'", "l\u{2019}"],
    "nl": ["de ", "het ", "een "],
    "pt": ["o ", "a ", "os ", "as ", "um ", "uma "],
  ]

  /// The key a term is sorted by: small letters without the marks of Latin letters, and without
  /// leading characters that are neither letters nor digits.
  ///
  /// Letters that a language counts apart, such as the Spanish ñ, come after the letter they are
  /// made of, those of Persian and Arabic in the order of their alphabets.
  ///
  /// - Parameter language: That of the terms; an article of it at their head does not count, so that
  ///   `The Iron Keep` stands under I.
  public static func sortKey(_ term: String, language: String = "") -> String {
    let primary = IndexAlphabet.primary(language)
    // Turkish has an i without a dot.
    let words = primary == "tr" ? term.replacing("I", with: "\u{131}") : term
    var scalars = words.lowercased().unicodeScalars.drop {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
    }
    for article in articles[primary] ?? [] {
      let rest = scalars.dropFirst(article.unicodeScalars.count)
      guard scalars.starts(with: article.unicodeScalars), let next = rest.first,
        next.properties.isAlphabetic || next.properties.numericType != nil
      else { continue }
      scalars = rest
      break
    }
    let own = IndexAlphabet.ownLetters[primary]
    var key = String.UnicodeScalarView()
    for scalar in scalars {
      if let letter = own?[scalar] {
        key.append(contentsOf: letter.unicodeScalars)
      } else if (0x600...0x6FF).contains(scalar.value) {
        if let letter = IndexAlphabet.arabicLetter(scalar, primary) { key.append(letter) }
      } else if !IndexAlphabet.isIgnored(scalar) {
        appendLatin(scalar, to: &key)
      }
    }
    return String(key)
  }

  /// Appends a scalar, Latin letters without their marks.
  private static func appendLatin(
    _ scalar: Unicode.Scalar, to key: inout String.UnicodeScalarView
  ) {
    guard (0xDF...0x21B).contains(scalar.value) else { return key.append(scalar) }
    switch scalar.value {
    case 0xDF: key.append(contentsOf: "ss".unicodeScalars)
    case 0xE0...0xE5, 0x101, 0x103, 0x105: key.append("a")
    case 0xE6: key.append(contentsOf: "ae".unicodeScalars)
    case 0xE7, 0x107, 0x109, 0x10B, 0x10D: key.append("c")
    case 0xE8...0xEB, 0x113, 0x115, 0x117, 0x119, 0x11B: key.append("e")
    case 0xEC...0xEF, 0x129, 0x12B, 0x12D, 0x12F, 0x131: key.append("i")
    case 0xF0, 0x10F, 0x111: key.append("d")
    case 0xF1, 0x144, 0x146, 0x148: key.append("n")
    case 0xF2...0xF6, 0xF8, 0x14D, 0x14F, 0x151: key.append("o")
    case 0xF9...0xFC, 0x169, 0x16B, 0x16D, 0x16F, 0x171, 0x173: key.append("u")
    case 0xFD, 0xFF, 0x177: key.append("y")
    case 0xFE: key.append(contentsOf: "th".unicodeScalars)
    case 0x11D, 0x11F, 0x121, 0x123: key.append("g")
    case 0x125, 0x127: key.append("h")
    case 0x135: key.append("j")
    case 0x137: key.append("k")
    case 0x13A, 0x13C, 0x13E, 0x140, 0x142: key.append("l")
    case 0x153: key.append(contentsOf: "oe".unicodeScalars)
    case 0x155, 0x157, 0x159: key.append("r")
    case 0x15B, 0x15D, 0x15F, 0x161, 0x219: key.append("s")
    case 0x163, 0x165, 0x167, 0x21B: key.append("t")
    case 0x175: key.append("w")
    case 0x17A, 0x17C, 0x17E: key.append("z")
    default: key.append(scalar)
    }
  }
}

/// Letters of languages that have others than English, or another order.
enum IndexAlphabet {
  /// Behind a letter in a key: that letter with a mark which makes it another one. All letters that
  /// a key may have besides are before it.
  private static let mark: UInt32 = 0xF8F0

  /// `es` of `es-MX`.
  static func primary(_ language: String) -> String {
    String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
  }

  /// Keys of the letters a language counts apart.
  static let ownLetters: [String: [Unicode.Scalar: String]] = {
    // A letter, and those that come after it in the alphabet.
    let nordic = ["z\u{E6}\u{F8}\u{E5}"]
    let rows: [String: [String]] = [
      "da": nordic, "nb": nordic, "nn": nordic, "no": nordic,
      "sv": ["z\u{E5}\u{E4}\u{F6}"], "fi": ["z\u{E5}\u{E4}\u{F6}"],
      "es": ["n\u{F1}"],
      "pl": [
        "a\u{105}", "c\u{107}", "e\u{119}", "l\u{142}", "n\u{144}", "o\u{F3}", "s\u{15B}",
        "z\u{17A}\u{17C}",
      ],
      "tr": ["c\u{E7}", "g\u{11F}", "h\u{131}", "o\u{F6}", "s\u{15F}", "u\u{FC}"],
    ]
    return rows.mapValues { rows in
      var keys: [Unicode.Scalar: String] = [:]
      for row in rows {
        guard let base = row.unicodeScalars.first else { continue }
        for (place, letter) in row.unicodeScalars.dropFirst().enumerated() {
          guard let sign = Unicode.Scalar(mark + UInt32(place)) else { continue }
          var key = String.UnicodeScalarView()
          key.append(base)
          key.append(sign)
          keys[letter] = String(key)
        }
      }
      return keys
    }
  }()

  /// Indicates whether a scalar is a mark on a letter, or invisible.
  static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value) || (0x200B...0x200F).contains(scalar.value)
  }

  private static let persian = Array(
    "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی".unicodeScalars)
  private static let arabic = Array("ابتثجحخدذرزسشصضطظعغفقكلمنهوي".unicodeScalars)
  /// Letters that are sorted as others: with hamza, of other languages, in other forms.
  private static let variants: [Unicode.Scalar: Unicode.Scalar] = [
    "أ": "ا", "إ": "ا", "ٱ": "ا", "ؤ": "و", "ئ": "ي", "ى": "ي", "ك": "ک", "ي": "ی", "ة": "ه",
    "ۀ": "ه", "ە": "ه", "ہ": "ه", "آ": "ا", "ک": "ك", "ی": "ي", "پ": "ب", "چ": "ج", "ژ": "ز",
    "گ": "ك",
  ]
  /// The first of the places that letters of these alphabets have in keys.
  private static let firstPlace: UInt32 = 0xE000

  /// The letter of a key for one of Arabic script; nil for marks of vowels and the like.
  static func arabicLetter(_ scalar: Unicode.Scalar, _ language: String) -> Unicode.Scalar? {
    // A tatweel only makes words longer.
    if scalar.properties.isDiacritic || scalar.value == 0x640 { return nil }
    let letters = language == "ar" ? arabic : persian
    var letter = scalar
    for _ in 0..<3 {
      if let place = letters.firstIndex(of: letter) {
        return Unicode.Scalar(firstPlace + UInt32(place))
      }
      guard let variant = variants[letter] else { break }
      letter = variant
    }
    return scalar
  }

  /// The letter that stands above terms with this key; empty where no letter does.
  static func letter(ofKey key: String, language: String) -> String {
    let scalars = key.unicodeScalars
    guard let first = scalars.first else { return "" }
    if !first.properties.isAlphabetic, first.properties.numericType != nil { return digits }
    if first.properties.isIdeographic { return ideographs }
    let primary = primary(language)
    if first.value >= firstPlace, first.value < firstPlace + 64 {
      let letters = primary == "ar" ? arabic : persian
      let place = Int(first.value - firstPlace)
      return place < letters.count ? String(letters[place]) : ""
    }
    if let second = scalars.dropFirst().first, (mark..<mark + 8).contains(second.value) {
      let letter = ownLetters[primary]?.first { entry in
        entry.value.unicodeScalars.elementsEqual([first, second])
      }
      if let letter { return String(letter.key).uppercased() }
    }
    if primary == "tr", first == "i" { return "\u{130}" }
    return String(first).uppercased()
  }

  /// Above terms that begin with numbers.
  private static let digits = "0\u{2013}9"
  /// Above terms that begin with signs for words, which are too many for letters.
  private static let ideographs = "\u{6F22}\u{5B57}"
}

/// The letters that part a long index.
public enum IndexLetters {
  /// The fewest terms that letters part.
  static let fewestTerms = 24

  /// The letter above each of an index's terms, in their order: nil for terms under the same letter
  /// as the one before, and for all terms of an index that is short or has few terms to a letter.
  public static func above(_ terms: [String], language: String) -> [String?] {
    let none = [String?](repeating: nil, count: terms.count)
    guard terms.count >= fewestTerms else { return none }
    var result: [String?] = []
    var last = ""
    for term in terms {
      let key = IndexEntry.sortKey(term, language: language)
      let letter = IndexAlphabet.letter(ofKey: key, language: language)
      result.append(letter == last || letter.isEmpty ? nil : letter)
      if !letter.isEmpty { last = letter }
    }
    let count = result.count { $0 != nil }
    return count > 1 && count * 3 <= terms.count * 2 ? result : none
  }
}
