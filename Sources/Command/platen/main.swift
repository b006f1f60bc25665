// SPDX-License-Identifier: MIT
// Part of Platen: the entry point of the command.

import JobKit

StandardStreams.fillGaps()

// Scripts call it in loops, so it is answered before anything expensive is loaded.
if CommandLine.arguments.dropFirst() == ["--version"] {
  StandardOutput.write("platen \(PlatenVersion.current)\n")
} else if !DrawingProcess.serve(CommandLine.arguments.dropFirst()) {
  DrawingProcess.use()
  exitProcess(Platen.run(Array(CommandLine.arguments.dropFirst())))
}
