// SPDX-License-Identifier: MIT
// Part of Platen: the document tree, where readers and writers of documents meet.

/// A document as readers build it and writers walk it: its content, without positions.
///
/// The tree has no geometry. Looks and page templates define the appearance of a node, which they
/// find by its kind, its classes and its attributes. The model is near that of pandoc, reduced to
/// the features of every format, and extended by what books need: callouts, key-and-value blocks,
/// index marks, generated contents.
public struct Document: Hashable, Sendable {
  public var metadata: Metadata
  public var blocks: [Block]
  /// The pictures that images name.
  public var resources: [Resource]
  /// The words that Platen adds to it, of a document whose source states the language; nil where
  /// the caller of a writer selects them.
  public var phrases: Phrasebook?

  public init(
    metadata: Metadata = Metadata(), blocks: [Block] = [], resources: [Resource] = [],
    phrases: Phrasebook? = nil
  ) {
    self.metadata = metadata
    self.blocks = blocks
    self.resources = resources
    self.phrases = phrases
  }
}

/// The metadata of a document as a whole.
public struct Metadata: Hashable, Sendable {
  public var title: String
  public var subtitle: String
  public var authors: [String]
  /// BCP 47, such as `en` or `ar-EG`.
  public var language: String
  /// The direction of the document as a whole.
  public var direction: Direction
  /// ISO 8601, date or date and time; empty for a document without a date.
  public var date: String
  public var subject: String
  public var keywords: [String]
  public var description: String
  public var publisher: String
  /// A name of the license or its text in a line.
  public var license: String

  public init(
    title: String = "", subtitle: String = "", authors: [String] = [], language: String = "en",
    direction: Direction = .leftToRight, date: String = "", subject: String = "",
    keywords: [String] = [], description: String = "", publisher: String = "", license: String = ""
  ) {
    self.title = title
    self.subtitle = subtitle
    self.authors = authors
    self.language = language
    self.direction = direction
    self.date = date
    self.subject = subject
    self.keywords = keywords
    self.description = description
    self.publisher = publisher
    self.license = license
  }
}

/// The direction text runs in. `automatic` follows the text's first strong letter, as the Unicode
/// bidirectional algorithm does (UAX #9, P2 and P3).
public enum Direction: String, Hashable, Sendable {
  case automatic, leftToRight, rightToLeft
}

/// A picture carried with the document.
public struct Resource: Hashable, Sendable {
  /// The name that images refer to: unique within the document, safe as a file name.
  public var name: String
  /// `image/png`, `image/jpeg` or `image/svg+xml`.
  public var mediaType: String
  /// The width in pixels.
  public var width: Int
  public var height: Int
  public var bytes: [UInt8]

  public init(name: String, mediaType: String, width: Int, height: Int, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// The name and the attributes of a node: an id to point at, classes a look may know, and further
/// pairs of key and value.
///
/// Two keys mean the same in every document: `language` (BCP 47) and `direction` (the raw value of a
/// `Direction`) of a block whose text differs in that from its surroundings.
public struct Attributes: Hashable, Sendable {
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: String
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// All attributes, shared until they are changed. Most nodes have none, and copying one without
  /// attributes costs nothing.
  private final class Storage: Sendable {
    let id: String
    let classes: [String]
    let pairs: [Pair]

    init(_ id: String, _ classes: [String], _ pairs: [Pair]) {
      self.id = id
      self.classes = classes
      self.pairs = pairs
    }
  }

  /// nil without attributes.
  private var storage: Storage?

  /// Unique within the document; empty where nothing points here.
  public var id: String {
    get { storage?.id ?? "" }
    set { self = Attributes(id: newValue, classes: classes, pairs: pairs) }
  }

  /// The first one names the style in forms that have styles, such as `dice` or `player`.
  public var classes: [String] {
    get { storage?.classes ?? [] }
    set { self = Attributes(id: id, classes: newValue, pairs: pairs) }
  }

  public var pairs: [Pair] {
    get { storage?.pairs ?? [] }
    set { self = Attributes(id: id, classes: classes, pairs: newValue) }
  }

  public init(id: String = "", classes: [String] = [], pairs: [Pair] = []) {
    guard !id.isEmpty || !classes.isEmpty || !pairs.isEmpty else { return }
    storage = Storage(id, classes, pairs)
  }

  public static let none = Attributes()
  public static func id(_ id: String) -> Attributes { Attributes(id: id) }
  public static func classes(_ classes: String...) -> Attributes { Attributes(classes: classes) }

  public var isEmpty: Bool { storage == nil }
  public func has(_ name: String) -> Bool { storage?.classes.contains(name) ?? false }
  public func value(_ key: String) -> String? {
    storage?.pairs.first { $0.key == key }?.value
  }

  public static func == (a: Attributes, b: Attributes) -> Bool {
    a.storage === b.storage || (a.id == b.id && a.classes == b.classes && a.pairs == b.pairs)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(classes)
    hasher.combine(pairs)
  }
}
