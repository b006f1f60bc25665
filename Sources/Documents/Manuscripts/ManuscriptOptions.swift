// SPDX-License-Identifier: MIT
// Part of Platen: what a manuscript is read from and with.

package import Digests

/// The settings of a book made of Markdown files; those of its front matter count where these are
/// omitted.
package struct ManuscriptOptions: Hashable, Sendable {
  package var title = ""
  package var subtitle = ""
  package var authors: [String] = []
  package var date = ""
  package var license = ""
  /// BCP 47; empty for that of the front matter.
  package var language = ""
  /// The deepest level of headings in the contents; 0 for no contents, nil for the default.
  package var contentsDepth: Int?
  /// Indicates whether headings are numbered.
  package var isNumbered: Bool?
  package var citations: CitationStyle?

  package init() {}
}

extension ManuscriptOptions: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(title, subtitle, authors, date, license, language)
    digester.addFields(contentsDepth, isNumbered, citations)
  }
}

/// The form of citations and of the list of references.
package enum CitationStyle: String, CaseIterable, Sendable {
  /// `(Knuth 1984, 3)`, the list by names.
  case authorYear = "author-year"
  /// `[3, 3]`, the list by first citation.
  case numeric
}

extension CitationStyle: Digestible {}

/// The files of a manuscript. All names are paths below its root, without `.` and `..`.
package struct ManuscriptFiles {
  /// A name in a folder.
  package struct Entry {
    package var name: String
    package var isFolder: Bool
    package init(name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// An image that another format was drawn as.
  package struct Drawn {
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int
    package init(bytes: [UInt8], width: Int, height: Int) {
      self.bytes = bytes
      self.width = width
      self.height = height
    }
  }

  /// Files of references in BibTeX besides those of front matter, with their paths in messages.
  package var references: [(path: String, bytes: [UInt8])] = []
  /// The inputs that the job names: files in their order, or one folder, which is empty where it is the root.
  package var named: [String]
  /// The path of the root before names in messages, with a slash at its end; empty for none.
  package var prefix: String
  /// The bytes of a file; nil where there is none.
  package var read: (_ name: String) throws -> [UInt8]?
  /// The entries of a folder, sorted; nil where it is none.
  package var list: (_ folder: String) throws -> [Entry]?
  /// An image of another format as a PNG; nil where it cannot be drawn.
  package var draw: (_ bytes: [UInt8]) -> Drawn?
  /// Called between paragraphs: once it is true, reading throws `CancellationError`.
  package var isCancelled: @Sendable () -> Bool = { false }

  package init(
    named: [String], prefix: String, read: @escaping (String) throws -> [UInt8]?,
    list: @escaping (String) throws -> [Entry]?, draw: @escaping ([UInt8]) -> Drawn?
  ) {
    self.named = named
    self.prefix = prefix
    self.read = read
    self.list = list
    self.draw = draw
  }
}
