// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a kind's outputs as values, each with its row in the grammar.

package import Diagnostics

/// A format of a kind's outputs, by the extension of their names. Each kind has an enumeration of
/// its own: the grammar lists all of its cases, and the recipe switches over all of them, so that a
/// format which is in one and not in the other does not compile.
package protocol JobFormat: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// Its row in the kind's grammar.
  var row: OutputFormat { get }
}

extension JobFormat {
  /// The rows of all formats, in their order.
  package static var rows: [OutputFormat] { allCases.map(\.row) }

  /// The format of an output.
  ///
  /// - Throws: `Failure` with an internal error where the kind has no such format: the parser takes
  ///   none that its grammar does not list.
  package init(of output: OutputRequest) throws(Failure) {
    guard let format = Self(rawValue: output.format) else { throw output.unwritable }
    self = format
  }

  /// The row of this format.
  package func row(
    _ summary: String, options: [any DeclaredKey], each: String? = nil, within: String? = nil,
    dependsOnName: Bool = false, isShared: Bool = false
  ) -> OutputFormat {
    OutputFormat(
      rawValue, summary, options: options, each: each, within: within,
      dependsOnName: dependsOnName, isShared: isShared)
  }
}

/// A format whose outputs can show different contents (`show`).
package protocol ShowingFormat: JobFormat {
  associatedtype Show: RawRepresentable & Equatable & Sendable where Show.RawValue == String
  /// The option that specifies the content.
  static var show: OptionKey<Show> { get }
  /// A product of the recipe.
  associatedtype Product
  /// The contents that the format can show, each with its product; the first is the default.
  var products: [(show: Show, product: Product)] { get }
}

extension ShowingFormat {
  /// The rows of all formats, in their order, each with the content that it shows by default.
  package static var rows: [OutputFormat] {
    allCases.map { format in
      var row = format.row
      row.defaults[show.name] = format.products.first?.show.rawValue
      return row
    }
  }

  /// The product of an output.
  ///
  /// - Throws: `Failure` `manifest.value` where its format does not show the requested content.
  package static func product(of output: OutputRequest) throws(Failure) -> Product {
    let products = try Self(of: output).products
    let wanted = output.options[show]
    guard
      let made = wanted.map({ name in products.first { $0.show == name } }) ?? products.first
    else {
      throw Failure(
        .error(
          .manifestValue, "\(output.format) does not show \(wanted?.rawValue ?? "anything")",
          at: output.options.place(of: show) ?? output.place,
          hints: ["it shows: " + products.map(\.show.rawValue).joined(separator: ", ")]))
    }
    return made.product
  }

  /// The products of outputs; errors are recorded.
  package static func products(of outputs: [OutputRequest], _ errors: inout DiagnosticList)
    -> [Product]
  {
    outputs.compactMap { output in
      do throws(Failure) {
        return try product(of: output)
      } catch {
        for fault in error.diagnostics { errors.record(fault) }
        return nil
      }
    }
  }
}
