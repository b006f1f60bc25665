// SPDX-License-Identifier: MIT
// Part of Platen: the files a run writes about itself when it has ended.

import Diagnostics
import Libc
import Pipeline
import Reports

/// Collects the data of the files about a run, and writes them at its end.
final class RunReports {
  private let options: ReportOptions
  let notes: RunNotes?
  private let folder: String

  /// - Parameters:
  ///   - folder: the manifest's, relative to the working folder: paths in the record are relative
  ///     to it.
  ///   - hasPage: whether the run has a page.
  init(_ options: ReportOptions, folder: String, hasPage: Bool) {
    self.options = options
    self.folder = folder
    let began = ContinuousClock.now
    notes =
      hasPage || options.trace != nil || options.junit != nil
      ? RunNotes { (.now - began) / .seconds(1) } : nil
  }

  func receive(_ event: Event) { notes?.receive(event) }

  /// Writes the requested files; each that cannot be written is an error.
  ///
  /// - Parameters:
  ///   - record: the run's record, called when something is to be written.
  ///   - sources: files that were read to determine the jobs, relative to the manifest's folder.
  ///   - folders: folders that were listed or searched for a missing file, relative to the
  ///     manifest's folder.
  ///   - status: the exit status so far.
  func write(
    _ record: () -> RunRecord, root: String, name: String, sources: [String], folders: [String],
    status: Int32
  ) -> [Diagnostic] {
    guard options.areRequested else { return [] }
    let record = record()
    var faults: [Diagnostic] = []
    func put(_ path: String?, _ bytes: @autoclosure () -> [UInt8]) {
      guard let path else { return }
      do {
        try Files.write(bytes(), to: path)
      } catch let failure as Failure {
        faults += failure.diagnostics
      } catch {
        faults.append(.error(.outputWrite, "\(path) cannot be written: \(error)"))
      }
    }
    if let notes {
      put(options.trace, ChromeTrace.json(notes))
      put(options.junit, JUnitReport.xml(record, name: name, seconds: notes.jobSeconds))
    }
    put(
      options.metrics,
      OpenMetrics.text(record, root: root, status: status, finished: Int64(time(nil))))
    // Their readers must be able to rely on them.
    guard status == ExitStatus.success || status == ExitStatus.warnings else { return faults }
    if options.depfile != nil {
      let (bytes, unnamed) = dependencies(record, root: root, sources, folders)
      faults += unnamed
      put(options.depfile, bytes)
    }
    // Last: it marks that all others exist.
    if faults.allSatisfy({ $0.severity != .error }) {
      put(options.stamp, Array("\(record.tool): \(record.jobs.count) jobs\n".utf8))
    }
    return faults
  }

  // MARK: Dependencies

  private func dependencies(
    _ record: RunRecord, root: String, _ sources: [String], _ folders: [String]
  ) -> ([UInt8], [Diagnostic]) {
    var targets: [String] = []
    if let stamp = options.stamp {
      targets = [stamp]
    } else {
      for output in record.jobs.flatMap(\.outputs) {
        let paths = output.files.isEmpty ? [output.path] : output.files.map(\.path)
        targets += paths.map { RunReports.joined(root, $0) }
      }
    }
    var inputs = sources.map { RunReports.joined(folder, $0) }
    for input in record.jobs.lazy.flatMap(\.inputs) where input.digest != nil {
      // Data of an instance are not files that make could check.
      guard !input.path.hasPrefix("instance:") else { continue }
      inputs.append(RunReports.joined(folder, input.path))
    }
    // A file that is added or deleted changes its folder. One that the run itself writes to would
    // be newer than the stamp every time.
    let own = RunReports.folders(
      of: targets
        + [options.depfile, options.stamp, options.trace, options.junit, options.metrics]
        .compactMap(\.self) + [RunReports.joined(root, RunRecord.fileName)])
    inputs += folders.filter { !$0.hasPrefix("instance:") }.map { RunReports.joined(folder, $0) }
      .filter { path in Files.realPath(path).map { !own.contains($0) } ?? false }
    let format = options.depfileFormat.format
    let unnamed = (targets + inputs).filter { !DependencyFile.canName($0, format) }
    let faults = unnamed.map { path in
      // A build without this dependency would consider outdated outputs up to date.
      Diagnostic.error(
        .depsName, "\(printable(path)) cannot be written into a dependency file",
        hints: ["rename it without ; = % | * ? [ ] or control characters"])
    }
    let bytes = DependencyFile.text(
      targets: targets.filter { DependencyFile.canName($0, format) },
      inputs: inputs.filter { DependencyFile.canName($0, format) }, format: format)
    return (bytes, faults)
  }

  /// The folders of files, by their real paths.
  private static func folders(of files: [String]) -> Set<String> {
    var parents: Set<String> = []
    for file in files {
      let slash = file.lastIndex(of: "/")
      parents.insert(slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ".")
    }
    return Set(parents.compactMap(Files.realPath))
  }

  /// A path relative to a folder, made relative to the working folder.
  private static func joined(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}
