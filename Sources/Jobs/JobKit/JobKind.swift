// SPDX-License-Identifier: MIT
// Part of Platen: a kind of job: its grammar, how its inputs are recognized, how its jobs are made,
// and how files of its kind are inspected.

package import Diagnostics
package import Pipeline
internal import Values

/// The certainty that an input is of a kind; of several kinds, the most certain takes it, and among
/// equals the first of the table.
package enum InputClaim: Int, Comparable, Sendable {
  /// An input that is not of this kind.
  case none
  /// An input that may be, where no kind claims more, not even one that cannot make the requested
  /// outputs.
  case fallback
  /// An input that has what this kind has, and so may others.
  case possible
  /// An input that is of this kind, unless it has what another kind alone has.
  case likely
  /// An input that has what this kind alone has.
  case strong
  /// An input that is of no other kind.
  case certain

  package static func < (one: InputClaim, other: InputClaim) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// A kind of job: one row of `Jobs.kinds` in `Jobs.swift`, which everything else about the kind is found
/// from.
package protocol JobKind: Sendable {
  /// The grammar of its jobs in a manifest: the kind's name, keys, options and formats.
  var grammar: JobGrammar { get }

  // MARK: Its words

  /// An input of the kind with where it comes from, for a list of all kinds' inputs: `a map
  /// (FMG, World Foundry)`.
  var inputHelp: String { get }
  /// An input of the kind in a sentence, such as `a map`.
  var inputPhrase: String { get }
  /// The expected input of a job of the kind in a sentence, where that is more than one of its
  /// inputs.
  var expectedPhrase: String { get }
  /// The name of an output, as an example.
  var exampleOutput: String { get }
  /// The codes of diagnostics about its jobs.
  var codes: CodeTable { get }

  // MARK: Its inputs

  /// Extensions, without the dot, of files that are always of this kind.
  var ownExtensions: Set<String> { get }
  /// Extensions of inputs of this kind; the content of such a file may still show another kind.
  var inputExtensions: [String] { get }
  /// Extensions, without the dot, of files that are another kind's unless their content shows that
  /// they are of this kind.
  var sharedExtensions: Set<String> { get }
  /// Indicates whether a job without a manifest takes a whole folder as one input.
  func takesFolder(_ settings: Settings) -> Bool
  /// The certainty that a folder with files and folders of these names is an input.
  func claim(onFolder names: [String]) -> InputClaim
  /// The certainty that a file with this beginning is an input, where its name leaves that open.
  func claim(onBeginning bytes: [UInt8]) -> InputClaim
  /// Indicates whether a file that begins with these bytes is one of this kind, though its name is
  /// that of another kind's inputs.
  func isNamedOtherwise(_ bytes: [UInt8]) -> Bool

  // MARK: Its inputs on servers

  /// A server's input as a text names it: by its name, or by a link to it. Nil where servers have no
  /// such names.
  ///
  /// - Throws: `Failure` when the text is neither.
  func link(in text: String) throws(Failure) -> InputLink?
  /// The files on a server, below its folder of uploads, that a file read together with the input
  /// names, in their order.
  ///
  /// - Parameter limit: how many at most.
  func uploads(namedIn bytes: [UInt8], limit: Int) -> [String]

  // MARK: Its jobs

  /// Files that are read together with the input, where a server has that.
  func filesReadBeside(_ settings: Settings) -> [String]
  /// A job as the engine runs it.
  ///
  /// - Parameter manifest: the manifest it is of, whose other jobs it may name.
  /// - Throws: `Failure` with every error of the job's settings.
  func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job
  /// The looks of its jobs; nil for a kind without looks of its own.
  var looks: (any LookFamily)? { get }
  /// The pages of its inputs for a preview; nil for a kind whose preview is none of pages.
  var pages: (any PageSource)? { get }
  /// The name of the kind whose looks its jobs take; nil for those of its own, or none.
  var looksOf: String? { get }

  // MARK: Inspection

  /// The certainty that an inspected file is of this kind.
  func claim(on file: FileBytes, at path: String) -> InputClaim
  /// The kind and contents of a file.
  ///
  /// - Parameter salvages: whether the intact parts of a damaged one are read.
  /// - Throws: `Failure` placed in the file.
  func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection
  /// Indicates whether files of this kind are looked for in folders that are of no kind themselves.
  var isFoundInFolders: Bool { get }
  /// The certainty that a path is of this kind by its name or by a folder's content, and is
  /// inspected as a whole.
  func claim(onWhole path: String, in environment: any Environment) -> InputClaim
  /// The input of this kind that a file in a folder is part of, which is inspected as a whole; nil
  /// for none.
  func whole(around file: String, in environment: any Environment) -> String?
  /// The kind and contents of a path that is inspected as a whole.
  ///
  /// - Throws: `Failure` if it cannot be read.
  func inspection(
    ofWhole path: String, in environment: any Environment
  ) throws -> any FileInspection
}

extension JobKind {
  /// The key that names the kind and takes its input, such as `map`.
  package var name: String { grammar.name }

  package var inputPhrase: String { "a \(name)" }
  package var expectedPhrase: String { inputPhrase }
  package var exampleOutput: String { "\(name).\(grammar.formats.first?.pathExtension ?? "pdf")" }

  package var ownExtensions: Set<String> { [] }
  package var inputExtensions: [String] { [] }
  package var sharedExtensions: Set<String> { [] }
  package func takesFolder(_ settings: Settings) -> Bool { true }
  package func claim(onFolder names: [String]) -> InputClaim { .none }
  package func claim(onBeginning bytes: [UInt8]) -> InputClaim { .none }
  package func isNamedOtherwise(_ bytes: [UInt8]) -> Bool { false }
  package func link(in text: String) throws(Failure) -> InputLink? { nil }
  package func uploads(namedIn bytes: [UInt8], limit: Int) -> [String] { [] }
  package var looks: (any LookFamily)? { nil }
  package var pages: (any PageSource)? { nil }
  package var looksOf: String? { nil }
  package func claim(on file: FileBytes, at path: String) -> InputClaim { .none }
  package var isFoundInFolders: Bool { false }
  package func claim(onWhole path: String, in environment: any Environment) -> InputClaim { .none }
  package func whole(around file: String, in environment: any Environment) -> String? { nil }

  package func inspection(
    ofWhole path: String, in environment: any Environment
  ) throws -> any FileInspection {
    try inspection(of: try environment.read(path), at: path, salvages: false)
  }

  /// Indicates whether another value is the same kind.
  package func isSame(as other: any JobKind) -> Bool { type(of: self) == type(of: other) }
}

/// An input on a server, by its name there.
package struct InputLink: Hashable, Sendable {
  /// The server's address; empty for a name alone.
  package var server: String
  package var name: String

  package init(server: String, name: String) {
    self.server = server
    self.name = name
  }
}

/// A job of another kind that a job names: by its id, or else by the file it is made of.
package struct JobReference: Hashable, Sendable {
  /// The other kind's name, which is the key that names it as well.
  package var kind: String
  /// The id or the file.
  package var name: String
}

extension JobKind {
  package func filesReadBeside(_ settings: Settings) -> [String] { [] }

  /// The jobs that settings of a job of this kind name.
  package func references(in settings: Settings) -> [JobReference] {
    grammar.otherKinds.compactMap { other in
      settings[name: other]?.text.map { JobReference(kind: other, name: $0) }
    }
  }
}
