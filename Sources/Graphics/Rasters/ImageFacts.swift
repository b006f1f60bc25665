// SPDX-License-Identifier: MIT
// Part of Platen: the properties that a finished image states.

/// The properties that a finished image states in its header.
///
/// Each writer has a function `facts` beside it that reads them from what it wrote.
package struct ImageFacts: Equatable, Sendable {
  package var width: Int
  package var height: Int
  /// Indicates whether it has one channel of 16 bits.
  package var isGray16: Bool

  package init(width: Int, height: Int, isGray16: Bool = false) {
    self.width = width
    self.height = height
    self.isGray16 = isGray16
  }
}

/// The defect of a finished image, as a predicate after the name of its file.
package struct DamagedImage: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
