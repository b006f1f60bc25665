// SPDX-License-Identifier: MIT
// Part of Platen: a copy of a run's outputs, as a manifest requests it.

package import Diagnostics

/// A place that outputs are copied to at the end of a run.
package struct Delivery: Hashable, Sendable {
  /// The format of a delivery.
  package enum Format: String, Hashable, Sendable, CaseIterable { case folder, zip }
  /// After which runs one is made.
  package enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// Those in which nothing failed and all was finished.
    case complete
    /// Those in which jobs failed as well: of these nothing is in it.
    case always
  }
  /// The folder that holds deliveries, starting from the manifest's.
  package var to: String
  /// The name of a delivery; `${date}`, `${day}` and `${time}` are the day and the hour, `${name}`
  /// for the manifest's folder, `${version}` the number after those of earlier deliveries with the
  /// same name.
  package var name: String
  /// The names of outputs in it, without their file extensions: the same variables and `${file}`,
  /// their own name; nil for just that. Files of a set keep their names, because some refer to
  /// others.
  package var files: String?
  /// The format in which it is written.
  package var format: Format
  /// After which runs one is made.
  package var occasion: Occasion
  /// Deliveries that stay, the newest of them; nil for all.
  package var keep: Int?
  /// The selection of outputs, in the syntax of `--only`; empty for all.
  package var only: [String]
  /// A paragraph for the README inside.
  package var readme: String?
  /// Files that go along, such as a license.
  package var enclosed: [Enclosure] = []
  /// The location of `only:` in the manifest; that of the delivery itself without one.
  package var place: SourceLocation?

  /// An enclosed file.
  package struct Enclosure: Hashable, Sendable {
    /// The name in the delivery, `/` between folders.
    package var name: String
    /// The path it is read at.
    package var path: String
    /// The place where the manifest names it.
    package var place: SourceLocation?

    /// Creates an enclosure from its name, its path, and where the manifest names it.
    package init(name: String, path: String, place: SourceLocation? = nil) {
      self.name = name
      self.path = path
      self.place = place
    }
  }

  /// The file that describes a delivery to people.
  package static let readmeName = "README.md"
  /// The file that describes a delivery to programs.
  package static let metadataName = "delivery.json"
  package static let ownNames = [readmeName, metadataName]

  /// The variables allowed in a name.
  package static let variables = ["date", "day", "time", "name", "version"]
  package static let file = "file"

  /// Creates a delivery as a manifest lists it.
  package init(
    to: String, name: String, files: String? = nil, format: Format = .folder,
    occasion: Occasion = .complete, keep: Int? = nil, only: [String] = [], readme: String? = nil,
    enclosed: [Enclosure] = [], place: SourceLocation? = nil
  ) {
    self.to = to
    self.name = name
    self.files = files
    self.format = format
    self.occasion = occasion
    self.keep = keep
    self.only = only
    self.readme = readme
    self.enclosed = enclosed
    self.place = place
  }
}
