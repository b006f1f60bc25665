// SPDX-License-Identifier: MIT
// Part of Platen: a copy of a run's outputs, as a manifest asks for it.

package import Diagnostics

/// Where outputs are copied to at the end of a run.
package struct Delivery: Hashable, Sendable {
  /// What a delivery is written as.
  package enum Form: String, Hashable, Sendable, CaseIterable { case folder, zip }
  /// After which runs one is made.
  package enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// Those in which nothing failed and all was finished.
    case complete
    /// Those in which jobs failed as well: of these nothing is in it.
    case always
  }
  /// The folder that holds deliveries, starting from the manifest's.
  package var to: String
  /// What one is called; `${date}`, `${day}` and `${time}` stand for the day and the hour, `${name}` for
  /// the manifest's folder, `${version}` for the number after those of deliveries
  /// called alike before it.
  package var name: String
  /// What outputs are called in it, their ending apart: the same and `${file}`, their own name; nil for
  /// just that. Those of a job that makes sets of files keep their names: some name others.
  package var files: String?
  /// What it is written as.
  package var form: Form
  /// After which runs one is made.
  package var occasion: Occasion
  /// Deliveries that stay, the newest of them; nil for all.
  package var keep: Int?
  /// What is delivered, as `--only` says it; empty for all.
  package var only: [String]
  /// A paragraph for the README inside.
  package var readme: String?
  /// Files that go along, such as a license.
  package var enclosed: [Enclosure] = []
  /// Where the manifest says what is delivered, `only:`; where it lists the delivery where it says
  /// nothing of that.
  package var place: Place?

  /// A file that goes along.
  package struct Enclosure: Hashable, Sendable {
    /// In the delivery, `/` between folders.
    package var name: String
    /// Where it is read.
    package var path: String
    /// Where the manifest names it.
    package var place: Place?

    /// Creates an enclosure from its name, its path, and where the manifest names it.
    package init(name: String, path: String, place: Place? = nil) {
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

  /// What may stand in a name.
  package static let variables = ["date", "day", "time", "name", "version"]
  package static let file = "file"

  /// Creates a delivery as a manifest lists it.
  package init(
    to: String, name: String, files: String? = nil, form: Form = .folder,
    occasion: Occasion = .complete, keep: Int? = nil, only: [String] = [], readme: String? = nil,
    enclosed: [Enclosure] = [], place: Place? = nil
  ) {
    self.to = to
    self.name = name
    self.files = files
    self.form = form
    self.occasion = occasion
    self.keep = keep
    self.only = only
    self.readme = readme
    self.enclosed = enclosed
    self.place = place
  }
}
