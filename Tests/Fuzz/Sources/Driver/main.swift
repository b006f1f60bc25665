// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz targets' entry point: picks one by name and hands it to libFuzzer.

import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Ends the process with a message about its arguments.
private func refuse(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}

/// Runs one target: `Fuzz TARGET [libFuzzer's options and corpus directories]`.
///
/// `Fuzz --list` prints the targets; `Fuzz TARGET --seeds DIRECTORY` writes its seeds;
/// `Fuzz TARGET --document INPUT` writes the file that an input stands for.
@MainActor private func run() -> Int32 {
  var arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.first == "--list" {
    for target in allTargets { print(target.name) }
    return 0
  }
  guard let name = arguments.first, let target = allTargets.first(where: { $0.name == name }) else {
    refuse("expected a target: \(allTargets.map(\.name).joined(separator: ", "))")
  }
  arguments.removeFirst()
  if arguments.first == "--seeds" {
    guard arguments.count == 2 else { refuse("expected a directory after --seeds") }
    do {
      try Seeds.write(target, to: arguments[1])
      return 0
    } catch {
      refuse("the seeds of \(name) cannot be written: \(error)")
    }
  }
  if arguments.first == "--document" {
    guard arguments.count == 2, let input = FileManager.default.contents(atPath: arguments[1])
    else {
      refuse("expected an input after --document")
    }
    do {
      let bytes = try input.withUnsafeBytes { try target.document?($0) ?? Array($0) }
      FileHandle.standardOutput.write(Data(bytes))
      return 0
    } catch {
      refuse("\(arguments[1]) stands for no file: \(error)")
    }
  }
  Harness.target = target
  var options = [
    CommandLine.arguments[0], "-max_len=\(target.longest)", "-timeout=60", "-detect_leaks=0",
    "-rss_limit_mb=\(target.memory)", "-malloc_limit_mb=\(target.memory / 2)",
    "-print_final_stats=1",
  ]
  if !target.words.isEmpty {
    options.append("-dict=\(Seeds.dictionary(of: target))")
  }
  options += arguments
  var count = Int32(options.count)
  var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(
    capacity: options.count + 1)
  for (index, option) in options.enumerated() { pointers?[index] = strdup(option) }
  pointers?[options.count] = nil
  return runDriver(&count, &pointers) { data, size in
    Harness.check(UnsafeRawBufferPointer(start: data, count: size))
    return 0
  }
}

exit(run())
