// SPDX-License-Identifier: MIT
// Part of Platen: writing to standard output and standard error, and ending the process.

import Diagnostics
import Libc
import Pipeline

/// Standard output: the requested output, and nothing else.
enum StandardOutput {
  /// Writes text; when the reader has closed the pipe, the process ends successfully, as `head`
  /// expects.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes bytes.
  static func write(_ bytes: UnsafeRawBufferPointer) {
    guard writeAll(1, bytes) else {
      if errno == EPIPE { exitProcess(ExitStatus.success) }
      let why = systemErrorText(errno)
      let error = Diagnostic.error(
        .outputWrite, "standard output cannot be written: \(why)")
      StandardError.write(error.report + "\n")
      exitProcess(ExitStatus.inputOutput)
    }
  }
}

/// Standard error: progress, warnings, summaries.
enum StandardError {
  /// The block of lines below all messages, rewritten in place.
  private static let block = Guarded<[String]>([])

  /// Writes text, above the block if any; a closed stream is not an error.
  static func write(_ text: String) {
    block.withLock { block in put(erasing(block) + text + drawing(block)) }
  }

  /// Shows a block of lines below all messages, in place of the previous one. Only for terminals.
  static func show(_ lines: [String]) {
    block.withLock { block in
      guard lines != block else { return }
      put(erasing(block) + drawing(lines))
      block = lines
    }
  }

  /// Moves to the block's first line and erases everything from there on.
  private static func erasing(_ block: [String]) -> String {
    block.isEmpty ? "" : "\u{1B}[\(block.count)A\r\u{1B}[J"
  }

  /// Draws lines that do not wrap, even if the terminal has become narrower meanwhile.
  private static func drawing(_ block: [String]) -> String {
    block.isEmpty ? "" : "\u{1B}[?7l" + block.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
  }

  private static func put(_ text: String) {
    var text = text
    text.withUTF8 { _ = writeAll(2, UnsafeRawBufferPointer($0)) }
  }
}

/// The three standard streams.
enum StandardStreams {
  /// Opens those that were closed (`platen run >&-`) on the empty device, so that none of our files
  /// gets such a number and progress or results are written into it.
  static func fillGaps() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // Standard output stays unwritable, since the requested output would be lost.
      _ = open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Ends the process immediately with a status.
func exitProcess(_ status: Int32) -> Never {
  Jobserver.leave()
  exit(status)
}
