// SPDX-License-Identifier: MIT
// Part of Platen: blocks put into a document by its sections.

extension Document {
  /// Puts blocks behind the section whose heading has that id; at the end where there is none.
  package mutating func insert(_ new: [Block], behindSection id: String) {
    var place = blocks.endIndex
    if let start = blocks.firstIndex(where: { $0.attributes.id == id }) {
      place =
        blocks[(start + 1)...].firstIndex {
          if case .heading(let heading) = $0 { heading.level <= 2 } else { false }
        } ?? blocks.endIndex
    }
    blocks.insert(contentsOf: new, at: place)
  }
}
