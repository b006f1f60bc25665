// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a manifest for post-run actions: notifications and deliveries.

internal import Diagnostics
internal import Reports
internal import Values

/// The keys of a manifest for post-run actions.
enum AfterRunKeys {
  static let onFinish = ManifestKey(
    "on-finish",
    .oneOrMore(
      .mapping([
        ManifestKey(
          "run", .text,
          "a shell command; PLATEN_SUMMARY, PLATEN_STATUS and PLATEN_ROOT are set, and standard "
            + "input is the summary as JSON", example: "notify-send \"$PLATEN_SUMMARY\""),
        ManifestKey(
          "webhook", .text, "an address to which curl posts the summary as JSON",
          example: "https://hooks.example.org/platen"),
        ManifestKey(
          "mail", .text, "an address to which the system's sendmail sends the summary",
          example: "night@example.org"),
        ManifestKey(
          "when", .word(FinishAction.Occasion.allCases.map(\.rawValue)),
          "after which runs: those that built something or had a failure (changed), only those "
            + "with a failure (failed), or all (always) (default: changed)", example: "failed"),
      ])),
    "notifications after a run; commands run with your rights, so use only manifests you trust",
    example: "{ mail: night@example.org, when: failed }")

  static let deliver = ManifestKey(
    "deliver",
    .oneOrMore(
      .either(
        .mapping([
          ManifestKey(
            "to", .path, "the directory of deliveries", example: "deliveries", isRequired: true
          ),
          ManifestKey(
            "name", .text,
            "the name of each; ${date} or ${day} is the day (2026-01-31, 20260131), ${time} the "
              + "time (1830), ${name} the manifest's folder, ${version} the next number among "
              + "deliveries of the same name (default: ${name}-${date})",
            example: "ardenfell-${date}"),
          ManifestKey(
            "files", .text,
            "the names of outputs in it, without extension: ${file} is the output's own name, the "
              + "other placeholders are those of name; tiles and other sets of files keep theirs",
            example: "${file}_${day}_v${version}"),
          ManifestKey(
            "as", .word(Delivery.Format.allCases.map(\.rawValue)),
            "a folder or a ZIP file (default: folder)",
            example: "zip"),
          ManifestKey(
            "keep", .integer(1...10_000), "how many of the newest are kept (default: all)",
            example: "7"),
          ManifestKey(
            "only", .oneOrMore(.text), "what is delivered, selected as by --only (default: all)",
            example: "tag:print"),
          ManifestKey(
            "readme", .text, "a paragraph for its README", example: "For the table."),
          ManifestKey(
            "enclose", .oneOrMore(.path),
            "files of the manifest's folder to include under their own paths, such as a license",
            example: "[Documentation/License.txt]"),
          ManifestKey(
            "when", .word(Delivery.Occasion.allCases.map(\.rawValue)),
            "after which runs: those without a failure (complete), or all, without the outputs of "
              + "failed jobs (always) (default: complete)",
            example: "always"),
        ]), .path)),
    "a copy of the outputs, made after a run of the whole manifest unless the last copy has the "
      + "same content; a directory's name alone means to; a list makes several copies",
    example: "{ to: deliveries, as: zip, keep: 7 }")

  static let all = [onFinish, deliver]

  /// The actions a manifest lists.
  static func actions(_ value: PlacedValue?, into log: inout DiagnosticList) -> [FinishAction] {
    let items = value.map { $0.elements ?? [$0] } ?? []
    return items.compactMap { item in
      var means: [FinishAction.Means] = []
      if let text = item["run"]?.text { means.append(.command(text)) }
      if let text = item["webhook"]?.text { means.append(.webhook(text)) }
      if let text = item["mail"]?.text { means.append(.mail(text)) }
      guard means.count == 1 else {
        log.record(
          .manifestFinish, "on-finish: expected one of run, webhook and mail", at: item.place,
          hints: ["write a list of mappings for several actions"])
        return nil
      }
      if case .webhook(let address) = means[0],
        !address.hasPrefix("https://") && !address.hasPrefix("http://")
      {
        log.record(
          .manifestFinish, "invalid web address \"\(address)\"",
          at: item["webhook"]?.place ?? item.place,
          hints: ["https://…"])
        return nil
      }
      if case .mail(let whom) = means[0],
        !whom.contains("@") || whom.unicodeScalars.contains(where: { $0.value < 0x20 })
      {
        log.record(
          .manifestFinish, "invalid mail address \"\(printable(whom))\"",
          at: item["mail"]?.place ?? item.place,
          hints: ["somebody@example.org"])
        return nil
      }
      let occasion = item["when"]?.text.flatMap(FinishAction.Occasion.init(rawValue:)) ?? .changed
      return FinishAction(means: means[0], occasion: occasion)
    }
  }

  /// The deliveries a manifest lists.
  static func deliveries(
    _ value: PlacedValue?, folder: String, into log: inout DiagnosticList
  ) -> [Delivery] {
    var deliveries: [Delivery] = []
    for item in value.map({ $0.elements ?? [$0] }) ?? [] {
      guard let delivery = delivery(item, folder: folder, into: &log) else { continue }
      if deliveries.contains(where: {
        $0.to == delivery.to && $0.name == delivery.name && $0.format == delivery.format
      }) {
        log.record(
          .manifestDelivery, "two deliveries have the same name in \"\(printable(delivery.to))\"",
          at: item.place,
          hints: ["give one of them another name, such as ${name}-players-${date}"])
      } else {
        deliveries.append(delivery)
      }
    }
    return deliveries
  }

  /// A delivery.
  private static func delivery(
    _ value: PlacedValue, folder: String, into log: inout DiagnosticList
  ) -> Delivery? {
    guard let to = (value["to"] ?? value).text, !to.isEmpty else { return nil }
    let name = value["name"]?.text ?? "${name}-${date}"
    guard isName(name, Delivery.variables) else {
      log.record(
        .manifestDelivery, "invalid name \"\(printable(name))\" for a delivery",
        at: value["name"]?.place ?? value.place,
        hints: ["write one name without slashes; it may contain \(listed(Delivery.variables))"])
      return nil
    }
    let files = value["files"]?.text
    if let files {
      guard isName(files, Delivery.variables + [Delivery.file]), files.contains("${file}") else {
        log.record(
          .manifestDelivery, "invalid name \"\(printable(files))\" for delivered files",
          at: value["files"]?.place ?? value.place,
          hints: [
            "write a name with ${file} and no slash; it may contain \(listed(Delivery.variables))"
          ])
        return nil
      }
      guard name.contains("${version}") || !files.contains("${version}") else {
        log.record(
          .manifestDelivery, "files has ${version}, but the delivery's name does not",
          at: value["files"]?.place ?? value.place, hints: ["add it to name: ${name}_v${version}"])
        return nil
      }
    }
    let only = value["only"].map { $0.elements ?? [$0] } ?? []
    var enclosed: [Delivery.Enclosure] = []
    for item in value["enclose"].map({ $0.elements ?? [$0] }) ?? [] {
      guard let file = enclosure(item, folder: folder, into: &log) else { continue }
      if enclosed.contains(where: { $0.name == file.name }) {
        log.record(
          .manifestDelivery, "\"\(printable(file.name))\" is enclosed twice", at: item.place)
      } else {
        enclosed.append(file)
      }
    }
    return Delivery(
      to: to.hasPrefix("/") || folder == "." ? to : folder + "/" + to, name: name, files: files,
      format: value["as"]?.text.flatMap(Delivery.Format.init(rawValue:)) ?? .folder,
      occasion: value["when"]?.text.flatMap(Delivery.Occasion.init(rawValue:)) ?? .complete,
      keep: value["keep"]?.integer, only: only.compactMap(\.text),
      readme: value["readme"]?.text, enclosed: enclosed,
      place: value["only"]?.place ?? value.place)
  }

  /// Indicates whether a text is the name of a file or folder once placeholders are replaced.
  private static func isName(_ text: String, _ variables: [String]) -> Bool {
    var plain = text
    for variable in variables { plain = plain.replacing("${\(variable)}", with: "x") }
    return !plain.isEmpty && !plain.hasPrefix(".") && !plain.utf8.contains(UInt8(ascii: "/"))
      && !plain.contains("${")
      && !plain.unicodeScalars.contains { $0.value < 0x20 }
  }

  /// `${date}, ${day} and ${time}`.
  private static func listed(_ variables: [String]) -> String {
    let names = variables.map { "${\($0)}" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// A file below the manifest's folder; its path is its name in the delivery.
  private static func enclosure(
    _ value: PlacedValue, folder: String, into log: inout DiagnosticList
  ) -> Delivery.Enclosure? {
    let text = value.text ?? ""
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !text.hasMarkedSlash,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 })
    else {
      log.record(
        .manifestDelivery, "\"\(printable(text))\" cannot be enclosed", at: value.place,
        hints: ["name a file in the manifest's folder or below it, without . and .."])
      return nil
    }
    guard !Delivery.ownNames.contains(text) else {
      log.record(
        .manifestDelivery,
        "\"\(text)\" cannot be enclosed: a delivery has its own file of that name",
        at: value.place, hints: ["rename the file"])
      return nil
    }
    return Delivery.Enclosure(
      name: text, path: folder == "." ? text : folder + "/" + text, place: value.place)
  }
}
