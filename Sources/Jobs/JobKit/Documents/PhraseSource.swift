// SPDX-License-Identifier: MIT
// Part of Platen: phrases for a language that is known only when an input is read.

package import Diagnostics
package import Digests
package import Documents
internal import Pipeline

/// The phrases of any language, replaced by those of one phrase file.
package struct PhraseSource: Sendable {
  /// The phrase file of the user, if any, and where it was named.
  let own: FileBytes?
  let place: SourceLocation?
  /// The language files of the templates, by the names of their languages.
  let files: [String: FileBytes]

  /// The phrases for a language.
  ///
  /// - Throws: `Failure` with all errors of a phrase file.
  package func phrases(of language: String) throws -> Diagnosed<Phrasebook> {
    do {
      return try PhrasebookFile.phrasebook(for: language, replacedBy: own, in: files)
    } catch var failure as Failure {
      failure.diagnostics = failure.diagnostics.map { $0.found(from: place) }
      throw failure
    }
  }
}

extension PhraseSource: Digestible {
  /// Feeds the files; the place is only in messages.
  package func add(to digester: inout Digester) {
    digester.addFields(own?.digest, files.mapValues(\.digest))
  }
}
