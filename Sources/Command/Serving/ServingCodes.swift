// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about servers of talks and runs.

package import Diagnostics

extension Diagnostic.Code {
  package static let optionAddress = Self(
    "option.address", .usage,
    "The address to listen on is not an IP address.",
    "Write 127.0.0.1 for this machine alone, or 0.0.0.0 for all networks.")
  package static let serveAddress = Self(
    "serve.address", .data,
    "The server cannot listen on that address.",
    "The port may be in use or reserved; choose another with --port.")
  package static let serveSystem = Self(
    "serve.system", .data,
    "The system cannot create a pipe or socket, usually because too many files are open.",
    "Close other programs and try again.")
}

extension CodeTable {
  /// The codes of diagnostics about servers of talks and runs.
  package static let serving = CodeTable(
    "Serving", "servers of talks and runs",
    [
      .optionAddress, .serveAddress, .serveSystem,
    ])
}
