// SPDX-License-Identifier: MIT
// Part of Platen: the program started again by itself, to draw untrusted SVG within limits.

internal import Vectors

/// The processes in which SVG files are drawn.
package enum DrawingProcess {
  /// The argument the program starts itself with; not for people.
  static let argument = "--draw-svg"

  /// The version of the library that draws vectors, as a part of keys; empty where it is not
  /// available, which the stage then reports.
  package static let drawer = (try? SVGDrawing.libraryVersion()) ?? ""

  /// Has SVG drawn in processes of the running program from now on; none is started before the
  /// first.
  package static func use() {
    SVGDrawing.isolate(in: ["/proc/self/exe", argument])
  }

  /// Draws what comes through standard input, which is a socket, until it is closed.
  ///
  /// - Parameter arguments: the program's own, without its name.
  /// - Returns: false, at once, where they are not those it starts itself with.
  package static func serve(_ arguments: some Collection<String>) -> Bool {
    arguments.first == argument && SVGDrawing.serve(Array(arguments.dropFirst()))
  }
}
