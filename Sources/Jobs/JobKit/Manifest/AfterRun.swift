// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest wants done when a run has ended: somebody told, outputs
// delivered.

internal import Diagnostics
internal import Reports
internal import Values

/// The keys of a manifest for what comes after a run.
enum AfterRunKeys {
  static let onFinish = ManifestKey(
    "on-finish",
    .oneOrMore(
      .mapping([
        ManifestKey(
          "run", .text,
          "a command for the shell; PLATEN_SUMMARY, PLATEN_STATUS and PLATEN_ROOT are set, and the "
            + "summary is there to be read as JSON", example: "notify-send \"$PLATEN_SUMMARY\""),
        ManifestKey(
          "webhook", .text, "an address the summary is posted to as JSON, by curl",
          example: "https://hooks.example.org/platen"),
        ManifestKey(
          "mail", .text, "who is sent the summary, by the system's sendmail",
          example: "night@example.org"),
        ManifestKey(
          "when", .word(FinishAction.Occasion.allCases.map(\.rawValue)),
          "after which runs: those that made something or in which something failed (changed), only "
            + "the latter (failed), or all (always); changed when left out", example: "failed"),
      ])),
    "who is told when a run has ended; commands run with your rights, so mind whose manifest it is",
    example: "{ mail: night@example.org, when: failed }")

  static let deliver = ManifestKey(
    "deliver",
    .oneOrMore(
      .either(
        .mapping([
          ManifestKey(
            "to", .path, "the folder that holds deliveries", example: "deliveries", isRequired: true
          ),
          ManifestKey(
            "name", .text,
            "what each is called; ${date} or ${day} stands for the day (2026-01-31, 20260131), ${time} for "
              + "the hour, ${name} for the manifest's folder, ${version} for the number after "
              + "those of deliveries called alike before it; ${name}-${date} when left out",
            example: "ardenfell-${date}"),
          ManifestKey(
            "files", .text,
            "what outputs are called in it, their endings apart: ${file} stands for their own name, the "
              + "others as above; tiles and other sets of files keep theirs",
            example: "${file}_${day}_v${version}"),
          ManifestKey(
            "as", .word(Delivery.Form.allCases.map(\.rawValue)),
            "a folder (the default) or a ZIP file",
            example: "zip"),
          ManifestKey(
            "keep", .integer(1...10_000), "how many stay, the newest of them; all when left out",
            example: "7"),
          ManifestKey(
            "only", .oneOrMore(.text), "what is delivered, as --only says it; all when left out",
            example: "tag:print"),
          ManifestKey(
            "readme", .text, "a paragraph for the README inside", example: "For the table."),
          ManifestKey(
            "enclose", .oneOrMore(.path),
            "files of the manifest's folder that go along under their own paths, such as a license",
            example: "[Documentation/License.txt]"),
          ManifestKey(
            "when", .word(Delivery.Occasion.allCases.map(\.rawValue)),
            "after which runs: those in which nothing failed (complete), or those with failed jobs as "
              + "well, of which nothing is in it (always); complete when left out",
            example: "always"),
        ]), .path)),
    "a copy of the outputs, made after a run of the whole manifest, unless the last copy holds the "
      + "same; a folder's name alone is to; a list makes several; the cache is left alone",
    example: "{ to: deliveries, as: zip, keep: 7 }")

  static let all = [onFinish, deliver]

  /// The actions a manifest lists.
  static func actions(_ value: PlacedValue?, into log: inout FaultList) -> [FinishAction] {
    let items = value.map { $0.elements ?? [$0] } ?? []
    return items.compactMap { item in
      var means: [FinishAction.Means] = []
      if let text = item["run"]?.text { means.append(.command(text)) }
      if let text = item["webhook"]?.text { means.append(.webhook(text)) }
      if let text = item["mail"]?.text { means.append(.mail(text)) }
      guard means.count == 1 else {
        log.record(
          .manifestFinish, "on-finish names one of run, webhook and mail", at: item.place,
          hints: ["a list of mappings does several things"])
        return nil
      }
      if case .webhook(let address) = means[0],
        !address.hasPrefix("https://") && !address.hasPrefix("http://")
      {
        log.record(
          .manifestFinish, "\"\(address)\" is no address of a web server",
          at: item["webhook"]?.place ?? item.place,
          hints: ["https://…"])
        return nil
      }
      if case .mail(let whom) = means[0],
        !whom.contains("@") || whom.unicodeScalars.contains(where: { $0.value < 0x20 })
      {
        log.record(
          .manifestFinish, "\"\(printable(whom))\" is no address for mail",
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
    _ value: PlacedValue?, folder: String, into log: inout FaultList
  ) -> [Delivery] {
    var deliveries: [Delivery] = []
    for item in value.map({ $0.elements ?? [$0] }) ?? [] {
      guard let delivery = delivery(item, folder: folder, into: &log) else { continue }
      if deliveries.contains(where: {
        $0.to == delivery.to && $0.name == delivery.name && $0.form == delivery.form
      }) {
        log.record(
          .manifestDelivery, "two deliveries of one name in \"\(printable(delivery.to))\"",
          at: item.place, hints: ["name: tells them apart, such as ${name}-players-${date}"])
      } else {
        deliveries.append(delivery)
      }
    }
    return deliveries
  }

  /// A delivery.
  private static func delivery(
    _ value: PlacedValue, folder: String, into log: inout FaultList
  ) -> Delivery? {
    guard let to = (value["to"] ?? value).text, !to.isEmpty else { return nil }
    let name = value["name"]?.text ?? "${name}-${date}"
    guard isName(name, Delivery.variables) else {
      log.record(
        .manifestDelivery, "\"\(printable(name))\" is no name for a delivery",
        at: value["name"]?.place ?? value.place,
        hints: ["one name without slashes; \(spoken(Delivery.variables)) may stand in it"])
      return nil
    }
    let files = value["files"]?.text
    if let files {
      guard isName(files, Delivery.variables + [Delivery.file]), files.contains("${file}") else {
        log.record(
          .manifestDelivery, "\"\(printable(files))\" is no name for delivered files",
          at: value["files"]?.place ?? value.place,
          hints: [
            "${file} stands in it, and no slash; \(spoken(Delivery.variables)) may stand in it, too"
          ])
        return nil
      }
      guard name.contains("${version}") || !files.contains("${version}") else {
        log.record(
          .manifestDelivery, "files have a version, and the delivery's name has none",
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
      form: value["as"]?.text.flatMap(Delivery.Form.init(rawValue:)) ?? .folder,
      occasion: value["when"]?.text.flatMap(Delivery.Occasion.init(rawValue:)) ?? .complete,
      keep: value["keep"]?.integer, only: only.compactMap(\.text),
      readme: value["readme"]?.text, enclosed: enclosed,
      place: value["only"]?.place ?? value.place)
  }

  /// Indicates whether a text is the name of a file or folder once variables stand for something.
  private static func isName(_ text: String, _ variables: [String]) -> Bool {
    var plain = text
    for variable in variables { plain = plain.replacing("${\(variable)}", with: "x") }
    return !plain.isEmpty && !plain.hasPrefix(".") && !plain.utf8.contains(UInt8(ascii: "/"))
      && !plain.contains("${")
      && !plain.unicodeScalars.contains { $0.value < 0x20 }
  }

  /// `${date}, ${day} and ${time}`.
  private static func spoken(_ variables: [String]) -> String {
    let names = variables.map { "${\($0)}" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// A file below the manifest's folder; its path is its name in the delivery.
  private static func enclosure(
    _ value: PlacedValue, folder: String, into log: inout FaultList
  ) -> Delivery.Enclosure? {
    let text = value.text ?? ""
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !text.hasMarkedSlash,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 })
    else {
      log.record(
        .manifestDelivery, "\"\(printable(text))\" cannot be enclosed", at: value.place,
        hints: ["a file of the manifest's folder or below it, without . and .."])
      return nil
    }
    guard !Delivery.ownNames.contains(text) else {
      log.record(
        .manifestDelivery,
        "\"\(text)\" cannot be enclosed: a delivery has a file of its own called so",
        at: value.place, hints: ["give the file another name"])
      return nil
    }
    return Delivery.Enclosure(
      name: text, path: folder == "." ? text : folder + "/" + text, place: value.place)
  }
}
