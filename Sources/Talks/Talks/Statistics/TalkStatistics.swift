// SPDX-License-Identifier: MIT
// Part of Platen: how long a talk is, in words and in minutes.

public import Documents

/// The statistics of a talk, by the rules of Toboggan's own.
public struct TalkStatistics: Hashable, Sendable {
  /// Counts of one part, or of the whole.
  public struct Count: Hashable, Sendable {
    public var slides = 0
    /// Words spoken, titles among them. A heading that is in the body as well counts twice.
    public var words = 0
    public var notesWords = 0
    public var bullets = 0
    public var images = 0
    public var steps = 0
    public init() {}

    mutating func add(_ other: Count) {
      slides += other.slides
      words += other.words
      notesWords += other.notesWords
      bullets += other.bullets
      images += other.images
      steps += other.steps
    }
  }

  public struct Part: Hashable, Sendable {
    /// The title on the slide, with its counter; `(Introduction)` for what is before the first
    /// part.
    public var title: String
    public var count = Count()
    /// The share of all words, in tenths of a percent; all parts together are 1000.
    public var share = 0
    /// The time in seconds, without images.
    public var seconds = 0
  }

  /// The time that slides plan themselves.
  public struct Plan: Hashable, Sendable {
    public var seconds = 0
    /// The number of slides that plan something, and of all slides.
    public var planned = 0
    public var slides = 0
  }

  public static let introduction = "(Introduction)"
  /// The estimated seconds for each image.
  static let secondsPerImage = 5

  public var title: String
  public var wordsPerMinute: Int
  public var excludesNotes: Bool
  public var total = Count()
  /// The number of parts of the talk; slides before the first one are not a part.
  public var partCount = 0
  public var parts: [Part] = []
  public var plan = Plan()

  /// The whole seconds that each slide takes to present: by its words, and its images.
  ///
  /// Together they are the length of a talk of these slides. As in its statistics, slides that are
  /// parts take no time.
  public static func seconds(
    ofEach slides: [Slide], settings: TalkSettings = TalkSettings()
  ) -> [Int] {
    var words = 0
    func spokenSeconds() -> Int { words * 60 / max(1, settings.wordsPerMinute) }
    return slides.map { slide in
      if slide.kind == .part { return 0 }
      let before = spokenSeconds()
      words += self.words(inTitle: slide.numberedTitle) + slide.counts.words
      if !settings.excludesNotes { words += slide.counts.notesWords }
      return spokenSeconds() - before + slide.counts.images * secondsPerImage
    }
  }

  /// Counts a deck's slides. Those that are parts count as parts and nothing else.
  public init(_ deck: Deck, settings: TalkSettings = TalkSettings()) {
    title = deck.metadata.title
    wordsPerMinute = settings.wordsPerMinute
    excludesNotes = settings.excludesNotes
    var index: [String: Int] = [:]
    func part(_ title: String) -> Int {
      if let known = index[title] { return known }
      index[title] = parts.count
      parts.append(Part(title: title))
      return parts.count - 1
    }
    var current: String?
    for slide in deck.slides {
      let shown = slide.numberedTitle
      plan.seconds += slide.duration ?? 0
      if slide.kind == .part {
        partCount += 1
        current = shown
        continue
      }
      var count = Count()
      count.slides = 1
      count.words = TalkStatistics.words(inTitle: shown) + slide.counts.words
      count.notesWords = slide.counts.notesWords
      count.bullets = slide.counts.bullets
      count.images = slide.counts.images
      count.steps = slide.counts.steps
      parts[part(current ?? TalkStatistics.introduction)].count.add(count)
      total.add(count)
      // Parts do not count as slides here either, though the time they plan is part of the whole.
      plan.slides += 1
      if slide.duration != nil { plan.planned += 1 }
    }
    if let first = parts.firstIndex(where: { $0.title == TalkStatistics.introduction }), first > 0 {
      parts.insert(parts.remove(at: first), at: 0)
    }
    for place in parts.indices {
      parts[place].seconds = spokenSeconds(parts[place].count, wordsPerMinute)
    }
    share()
  }

  private func weight(_ count: Count) -> Int { count.words + count.notesWords }

  /// Computes shares in tenths of a percent; the rounding error is added to the largest part.
  private mutating func share() {
    let all = weight(total)
    guard all > 0 else { return }
    for place in parts.indices {
      parts[place].share = (weight(parts[place].count) * 2000 + all) / (2 * all)
    }
    let rest = 1000 - parts.reduce(0) { $0 + $1.share }
    if let largest = parts.indices.max(by: { a, b in
      (weight(parts[a].count), b) < (weight(parts[b].count), a)
    }) {
      parts[largest].share += rest
    }
  }

  /// Whole seconds that so many words take.
  private func spokenSeconds(_ count: Count, _ wordsPerMinute: Int) -> Int {
    (count.words + (excludesNotes ? 0 : count.notesWords)) * 60 / max(1, wordsPerMinute)
  }

  /// The length of the talk when so many words are spoken in a minute: 110 is slow, 170 is fast.
  public func seconds(at wordsPerMinute: Int) -> Int {
    spokenSeconds(total, wordsPerMinute) + total.images * TalkStatistics.secondsPerImage
  }

  /// The length of the talk.
  public var seconds: Int { seconds(at: wordsPerMinute) }

  /// The words of a title, without a counter before them.
  private static func words(inTitle title: String) -> Int {
    var rest = title[...].drop(while: \.isWhitespace)
    func dropDigits(_ text: Substring) -> Substring? {
      let after = text.drop { $0.isASCII && $0.isNumber }
      return after.count < text.count ? after : nil
    }
    if let first = dropDigits(rest), first.hasPrefix(".") {
      let second = dropDigits(first.dropFirst()) ?? first.dropFirst()
      if second.first?.isWhitespace == true { rest = second }
    }
    return Slide.Counts.spokenWords([.text(String(rest))])
  }

  /// `m:ss`, with hours before it where there are any.
  public static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds >= 3600 {
      return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
    return "\(seconds / 60):\(two(seconds % 60))"
  }

  /// Advice for the speaker, in English.
  public var advice: [String] { advice(.english) }

  /// Advice for the speaker.
  public func advice(_ phrases: Phrasebook) -> [String] {
    var result: [String] = []
    if seconds > 50 * 60 { result.append(phrases[.talkTooLong]) }
    if seconds < 2 * 60 { result.append(phrases[.talkTooShort]) }
    if parts.count > 1 {
      for part in parts where part.share > 500 {
        result.append(phrases(.partTooLong, part.title))
      }
    }
    if total.slides > 0 {
      if total.words > 100 * total.slides {
        result.append(phrases[.slidesTooFull])
      } else if total.words < 20 * total.slides {
        result.append(phrases[.slidesTooEmpty])
      }
    }
    return result
  }
}

extension Slide {
  /// The title with the counter before it.
  fileprivate var numberedTitle: String {
    counter.isEmpty ? title.plainText : counter + " " + title.plainText
  }
}
