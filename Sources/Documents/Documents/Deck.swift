// SPDX-License-Identifier: MIT
// Part of Platen: a talk as slides, each of them blocks of a document.

public import Digests

/// A talk as readers build it and layouts set it: slides in order, their content, and the speaker's
/// notes. Like a ``Document``, it has no geometry.
public struct Deck: Hashable, Sendable {
  /// An empty date where the talk has none.
  public var metadata: Metadata
  public var slides: [Slide]
  /// The pictures that images name.
  public var resources: [Resource]
  /// Blocks that stand at the foot of every slide; none where there are none.
  public var footer: [Block]
  /// The settings of the talk's own look, by name without dashes, such as `bg` or
  /// `font-slide-title`.
  public var variables: [Variable]
  /// The words that Platen adds to its slides, handouts and documents.
  public var phrases: Phrasebook

  public struct Variable: Hashable, Sendable {
    public var name: String
    public var value: String
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    metadata: Metadata = Metadata(), slides: [Slide] = [], resources: [Resource] = [],
    footer: [Block] = [], variables: [Variable] = [], phrases: Phrasebook = .english
  ) {
    self.metadata = metadata
    self.slides = slides
    self.resources = resources
    self.footer = footer
    self.variables = variables
    self.phrases = phrases
  }
}

extension Deck {
  /// The text at the foot of slides: the talk's footer, in words, or else its title.
  public var footText: String {
    let footer = footer.words.joined(separator: " · ")
    return footer.isEmpty ? metadata.title : footer
  }

  /// The date as the talk's language writes it.
  public var shownDate: String { phrases.date(metadata.date) }

  /// The slides shown somewhere, by their places in ``slides``; nil shows all.
  public func slides(shownIn target: Slide.Target?) -> [Int] {
    slides.indices.filter { index in
      target.map { !slides[index].hiddenIn.contains($0) } ?? true
    }
  }
}

/// One slide of a deck.
public struct Slide: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case cover, part, standard }

  /// A medium on which a talk is shown; a slide may be omitted from one of them.
  public enum Target: String, Hashable, Sendable, CaseIterable { case web, pdf }

  /// A group of blocks that appears at once.
  public struct Step: Hashable, Sendable {
    public var blocks: [Block]
    /// The classes by which a look may find it.
    public var classes: [String]
    public init(_ blocks: [Block], classes: [String] = []) {
      self.blocks = blocks
      self.classes = classes
    }
  }

  /// The key of the attribute, of blocks and items of lists, that states the step they come up with:
  /// 1 for the first that is not there from the beginning.
  public static let stepKey = "step"

  public var kind: Kind
  /// The text before the title, such as `2.` or `2.3`; empty where slides are not counted.
  public var counter: String
  public var title: [Inline]
  /// Indicates whether the first block of the first step is a heading that repeats the title.
  public var repeatsTitle: Bool
  /// The first one is there from the beginning; each further one comes up on request. Never empty.
  public var steps: [Step]
  /// The notes for the speaker, hidden from the audience.
  public var notes: [Block]
  /// Planned, in seconds; nil where nothing is planned.
  public var duration: Int?
  public var hiddenIn: [Target]
  /// The classes by which a look may find the slide, such as `center` or `no_title`.
  public var classes: [String]
  /// Declarations of the slide's own, as CSS has them: `color: red; text-align: center`.
  public var declarations: String
  /// The file it comes from, below the talk's folder; empty for slides of a built deck.
  public var source: String
  /// Rules that are not to be held against this slide, by their ids.
  public var disabledRules: [String] = []
  public var counts = Counts()

  /// The content of a slide's source, as talks count it. Blocks are not enough for it: a table's
  /// cells or a formula are words to the source that no block has.
  public struct Counts: Hashable, Sendable {
    /// The spoken words, without those of the title.
    public var words = 0
    public var notesWords = 0
    /// Items of lists.
    public var bullets = 0
    public var images = 0
    /// The number of later steps.
    public var steps = 0
    /// Steps within others, which come up together.
    public var nestedSteps = 0
    public var scripts = 0
    public init() {}
  }

  public init(
    _ kind: Kind, title: [Inline], counter: String = "", repeatsTitle: Bool = false,
    steps: [Step] = [Step([])], notes: [Block] = [], duration: Int? = nil,
    hiddenIn: [Target] = [], classes: [String] = [], declarations: String = "", source: String = ""
  ) {
    self.kind = kind
    self.counter = counter
    self.title = title
    self.repeatsTitle = repeatsTitle
    self.steps = steps
    self.notes = notes
    self.duration = duration
    self.hiddenIn = hiddenIn
    self.classes = classes
    self.declarations = declarations
    self.source = source
  }
}

extension Slide {
  /// The name in outlines and messages: its counter and its title, in a line.
  public var name: String {
    let words = title.plainText.replacing("\n", with: " ")
    return counter.isEmpty ? words : words.isEmpty ? counter : counter + " " + words
  }
}

extension Deck: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(metadata, slides, resources, footer, variables, phrases)
  }
}

extension Deck.Variable: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(name, value) }
}

extension Slide.Kind: Digestible {}
extension Slide.Target: Digestible {}

extension Slide.Step: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(blocks, classes) }
}

extension Slide: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(kind, counter, title, repeatsTitle, steps, notes)
    digester.addFields(duration ?? -1, hiddenIn, classes, declarations, source)
    digester.addFields(disabledRules, counts)
  }
}

extension Slide.Counts: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(words, notesWords, bullets, images, steps, nestedSteps, scripts)
  }
}
