// SPDX-License-Identifier: MIT
// Part of Platen: where words may be divided, by the patterns of their language.

internal import CHyphen
internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The patterns of one language, in the format of libhyphen (Debian's `hyph_*.dic`).
///
/// Liang's method (Word Hy-phen-a-tion by Com-put-er, 1983), as libhyphen has it. Not for sharing
/// between threads.
public final class HyphenationPatterns {
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  /// UTF-8; else Latin-1, as the older files of Western languages are.
  private let isUnicode: Bool
  /// Letters that stay together at a word's beginning and end.
  private let leftLimit: Int32
  private let rightLimit: Int32

  /// - Parameter file: The contents of a pattern file.
  /// - Throws: `Failure` `hyphenation.patterns` where they cannot be read.
  public init(_ file: [UInt8], leftLimit: Int = 2, rightLimit: Int = 3) throws {
    var file = file
    let loaded = file.withUnsafeMutableBytes { bytes -> UnsafeMutablePointer<HyphenDict>? in
      guard let start = bytes.baseAddress, bytes.count > 0,
        let stream = fmemopen(start, bytes.count, "r")
      else { return nil }
      defer { fclose(stream) }
      return hnj_hyphen_load_file(stream)
    }
    guard let loaded else {
      throw Failure(
        .error("hyphenation.patterns", "the hyphenation patterns cannot be read"))
    }
    dictionary = loaded
    isUnicode = loaded.pointee.utf8 != 0
    self.leftLimit = Int32(clamping: leftLimit)
    self.rightLimit = Int32(clamping: rightLimit)
  }

  deinit { hnj_hyphen_free(dictionary) }

  /// The byte offsets within a word, which must be lower case letters, at which it may be divided.
  func points(in word: [UInt8]) -> [Int] {
    guard (4...100).contains(word.count), var coded = encoded(word) else { return [] }
    let length = Int32(coded.count)
    // The library is told a length and looks for a zero all the same.
    coded.append(0)
    var marks = [CChar](repeating: 0, count: word.count + 8)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    let status = coded.withUnsafeBytes { bytes in
      hnj_hyphen_hyphenate3(
        dictionary, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length,
        &marks, nil, &replacements, &positions, &cuts, leftLimit, rightLimit, 1, 1)
    }
    guard status == 0 else { return [] }
    var points: [Int] = []
    // The marks count letters, not bytes.
    var letter = -1
    for (i, byte) in word.enumerated() {
      if byte & 0xC0 != 0x80 { letter += 1 }
      let isLast = i + 1 == word.count || word[i + 1] & 0xC0 != 0x80
      guard isLast, i + 1 < word.count, letter >= 0, marks[letter] & 1 == 1 else { continue }
      // Where the spelling would change, the word is left whole.
      if let replacements, replacements[letter] != nil { continue }
      points.append(i + 1)
    }
    if let replacements {
      for i in 0..<word.count { free(replacements[i]) }
      free(replacements)
    }
    free(positions)
    free(cuts)
    return points
  }
}

extension HyphenationPatterns {
  /// The word in the encoding of the patterns; nil where it cannot be said in it.
  private func encoded(_ word: [UInt8]) -> [UInt8]? {
    if isUnicode || word.allSatisfy({ $0 < 0x80 }) { return word }
    var latin: [UInt8] = []
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      guard scalar.value < 256 else { return nil }
      latin.append(UInt8(scalar.value))
    }
    return latin
  }
}

/// The patterns at hand, by language.
public final class Hyphenation {
  private var languages: [(tag: String, patterns: HyphenationPatterns)] = []

  public init() {}

  /// Adds the patterns of a language, `en-US` or `de`.
  public func add(_ patterns: HyphenationPatterns, language: String) {
    languages.append((language.lowercased(), patterns))
  }

  /// The patterns of a language: its own, else those of the first one added of the same primary
  /// language.
  func patterns(for language: String) -> HyphenationPatterns? {
    let tag = language.lowercased()
    if let exact = languages.first(where: { $0.tag == tag }) { return exact.patterns }
    let primary = tag.prefix { $0 != "-" }
    return languages.first { $0.tag.prefix { $0 != "-" } == primary }?.patterns
  }
}
