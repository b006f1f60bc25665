// SPDX-License-Identifier: MIT
// Part of Platen: the standard that a job's PDF is made to, and the profile it may need.

package import Canvas
package import Diagnostics
internal import Digests
package import Documents
package import Drawing
package import PDF
package import Pipeline
internal import Values

/// The standard of an output's PDF, with what the standard needs.
package struct StandardPDF: Sendable {
  package let conformance: PDFConformance
  /// The place of the setting, for errors.
  fileprivate let place: SourceLocation
  /// The user's file that it was read from.
  package let input: InputRecord?

  /// Reads the settings of an output that choose its standard; a profile is read once for all jobs.
  ///
  /// - Parameter errors: receives errors.
  /// - Returns: nil for PDF/UA-1, which every PDF is made to, and where an error is found.
  package init?(
    of output: OutputRequest, in context: RecipeContext, errors: inout DiagnosticList
  ) {
    let settings = output.options
    let place = settings.place(of: SharedKeys.pdfStandard) ?? output.place
    self.place = place
    switch settings[SharedKeys.pdfStandard] ?? .accessible {
    case .accessible: return nil
    case .archive: (conformance, input) = (.archive(hasStructure: true), nil)
    case .archiveText: (conformance, input) = (.archive(hasStructure: false), nil)
    case .print:
      guard let path = settings[SharedKeys.outputProfile] else {
        errors.record(
          .manifestValue, "PDF/X-4 requires the profile of a press", at: place,
          hints: ["add output-profile with the ICC profile that the printer names"])
        return nil
      }
      do {
        let (profile, input) = try context.printProfile(at: path)
        (conformance, self.input) = (.print(profile), input)
      } catch let failure as Failure {
        errors.record(failure, foundFrom: settings.place(of: SharedKeys.outputProfile))
        return nil
      } catch {
        errors.record(.error(.engine, "\(error)", at: place))
        return nil
      }
    }
  }

  /// The part of keys for the standard.
  package var parameters: StageParameters {
    .of(conformance.name, input?.digest)
  }
}

extension Optional where Wrapped == StandardPDF {
  /// Writes pages to the standard, or to the usual one; an error about the standard gets the place
  /// of its setting.
  package func writePDF(
    _ metadata: Metadata, isGray: Bool = false, fonts: FontPool, to file: FileWriter,
    isCancelled: @escaping () -> Bool,
    pages: (FontLibrary, (LaidOutPage) throws -> Void) throws -> (DocumentStructure, [Diagnostic])
  ) throws -> [Diagnostic] {
    do {
      return try fonts.writePDF(
        metadata, isGray: isGray, conformance: self?.conformance ?? .accessible, to: file,
        isCancelled: isCancelled, pages: pages)
    } catch let failure as Failure {
      let isAboutStandard = failure.diagnostics.contains { $0.code == .pdfStandard }
      throw isAboutStandard ? failure.at(self?.place) : failure
    }
  }
}
