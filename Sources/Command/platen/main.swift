// SPDX-License-Identifier: MIT
// Part of Platen: where the command begins.

import JobKit
import Jobs

StandardStreams.fillGaps()

// Asked for by scripts in loops, so it is answered before anything heavy is touched.
if CommandLine.arguments.dropFirst() == ["--version"] {
  StandardOutput.write("platen \(PlatenVersion.current)\n")
} else if !DrawingProcess.serve(CommandLine.arguments.dropFirst()) {
  DrawingProcess.use()
  exitProcess(Platen.run(Array(CommandLine.arguments.dropFirst())))
}
