// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the manifest and what kinds of job share.

package import Diagnostics

extension Diagnostic.Code {
  package static let bookVolume = Self(
    "book.volume", .data,
    "A chapter alone has more pages than a volume may have, so its volume has more.",
    "Raise volumes, or make shorter chapters (chapters: 10).")
  package static let coverSize = Self(
    "cover.size", .data,
    "The size of a cover with its spine, which printers require.")
  package static let fontsFallback = Self(
    "fonts.fallback", .data,
    "A font is not installed or lacks characters, and a substitute is used.",
    "Install it, or name another font.")
  package static let instanceStale = Self(
    "instance.stale", .unavailable,
    "The instance could not be used, so the cached copies are used.",
    "Run again when it can be reached.")
  package static let instanceNotFetched = Self(
    "instance.not-fetched", .unavailable,
    "Nothing was fetched from the instance: plan and check do not connect to it.",
    "Run the job to fetch from it.")
  package static let lookExtends = Self(
    "look.extends", .data,
    "Looks extend each other in a circle. Remove one of the extends.")
  package static let manifestDelivery = Self(
    "manifest.delivery", .manifest,
    "A delivery has an invalid name, or two have the same one. Correct to, name or files.")
  package static let manifestDepth = Self(
    "manifest.depth", .manifest,
    "The manifest is nested too deeply. Nest less deeply.")
  package static let manifestDuplicateKey = Self(
    "manifest.duplicate-key", .manifest,
    "A key occurs twice in one mapping. Remove one of the two.")
  package static let manifestDuplicateOutput = Self(
    "manifest.duplicate-output", .manifest,
    "Two outputs of the manifest would be written to one path.",
    "Add a placeholder such as ${name}, or rename one.")
  package static let manifestEmpty = Self(
    "manifest.empty", .manifest,
    "The manifest is empty. platen init writes one to start from.")
  package static let manifestEncoding = Self(
    "manifest.encoding", .manifest,
    "The file is not UTF-8 text. Save it as UTF-8.")
  package static let manifestFinish = Self(
    "manifest.finish", .manifest,
    "An action of on-finish is not valid: it is not one of run, webhook and mail, or lacks",
    "its command or address.",
    "Write one of them with a command, an https address or a mail address.")
  package static let manifestFormat = Self(
    "manifest.format", .manifest,
    "The kind of job does not make files of this format.",
    "Choose one of the formats in the hint, or make the file with a job of another kind.")
  package static let manifestKind = Self(
    "manifest.kind", .manifest,
    "The job has none or several of the keys that name its kind, such as map or talk,",
    "or its input is of another kind.",
    "Give each job exactly one of these keys, with an input of that kind.")
  package static let manifestMatrix = Self(
    "manifest.matrix", .manifest,
    "The matrix makes too many jobs, or an exclude fits nothing. Correct the lists.")
  package static let manifestMissingKey = Self(
    "manifest.missing-key", .manifest,
    "A key that cannot be omitted there is missing.",
    "Add the key that the message names; platen schema --markdown describes it.")
  package static let manifestNoMatch = Self(
    "manifest.no-match", .manifest,
    "No file matches the pattern. Check the pattern and the folder it starts from.")
  package static let manifestOutsideRoot = Self(
    "manifest.outside-root", .manifest,
    "An output would be written outside of the output directory.",
    "Choose another path or output directory.")
  package static let manifestSecret = Self(
    "manifest.secret", .manifest,
    "A secret is in the manifest, where everybody can read it.",
    "Name a place instead: env:NAME, file:PATH or keyring:NAME.")
  package static let manifestTooLarge = Self(
    "manifest.too-large", .manifest,
    "The manifest is larger or makes more jobs than is read. Split it.")
  package static let manifestType = Self(
    "manifest.type", .manifest,
    "A value is of another type than its key takes, such as text instead of a list; in",
    "quotes a number is text.",
    "Write a value of the type that the message states.")
  package static let manifestUnknownKey = Self(
    "manifest.unknown-key", .manifest,
    "The key is not known there: it is misspelled, indented below the wrong key or of",
    "another kind of job.",
    "Use the key in the hint; platen schema --markdown lists all keys.")
  package static let manifestValue = Self(
    "manifest.value", .manifest,
    "The value of a key is not one that it takes, or does not go with other keys.",
    "Write a value as the message describes it, or remove one of the keys.")
  package static let manifestVariable = Self(
    "manifest.variable", .manifest,
    "A placeholder is not known there, or its closing brace is missing.",
    "Use the name in the hint, and write it as in ${name}.")
  package static let manifestVersion = Self(
    "manifest.version", .manifest,
    "The manifest's version is missing or not one that this Platen reads.",
    "Write version: 1, or update Platen.")
  package static let manifestYaml = Self(
    "manifest.yaml", .manifest,
    "The file is not valid YAML, usually because of indentation, tabs or quotes that are not",
    "closed.",
    "Correct the line that the message names, or the one above it.")
  package static let optionOnly = Self(
    "option.only", .usage,
    "The words of --only select no job: a name is misspelled, or no job has that tag, kind",
    "or output.",
    "Use the name in the hint; platen plan --outputs lists all outputs.")
  package static let optionValue = Self(
    "option.value", .usage,
    "The kind of job has no such setting, or the setting does not take this value.",
    "Use the name in the hint; platen render --help KIND lists all settings.")
  package static let outputAlike = Self(
    "output.alike", .data,
    "Two outputs have the same settings and content. Remove one, or change its settings.")
  package static let outputOption = Self(
    "output.option", .data,
    "No output of the job takes this option.",
    "Check its spelling, or move it to a job that does.")
  package static let outputUnused = Self(
    "output.option-unused", .data,
    "The format takes this option, but what the output shows does not depend on it.",
    "Remove it, or change what the hint names.")
  package static let phrasesLanguage = Self(
    "phrases.language", .data,
    "Platen has no phrases in that language, so they are English.",
    "Name a phrase file of your own with phrases, or add a language file to Templates/Phrases.")
  package static let imageFirstPage = Self(
    "image.first-page", .data,
    "The document has several pages, and the image shows the first. Make a PDF to have all.")
  package static let imagePage = Self(
    "image.page", .data,
    "The document has fewer pages than the one that the image is to show.",
    "Choose a page up to the number that the message names.")
  package static let templatesMissing = Self(
    "templates.missing", .data,
    "The folder of templates was not found. Name it with --data-dir or PLATEN_DATA_DIR.")
}

extension CodeTable {
  /// Codes of diagnostics about the manifest and what kinds of job share.
  package static let jobKit = CodeTable(
    "JobKit", "the manifest and what kinds of job share",
    [
      .bookVolume, .coverSize, .fontsFallback, .instanceStale, .instanceNotFetched, .lookExtends,
      .manifestDelivery,
      .manifestDepth, .manifestDuplicateKey, .manifestDuplicateOutput, .manifestEmpty,
      .manifestEncoding, .manifestFinish, .manifestFormat, .manifestKind, .manifestMatrix,
      .manifestMissingKey, .manifestNoMatch, .manifestOutsideRoot, .manifestSecret,
      .manifestTooLarge, .manifestType, .manifestUnknownKey, .manifestValue, .manifestVariable,
      .manifestVersion, .manifestYaml, .optionOnly, .optionValue, .outputAlike, .outputOption,
      .outputUnused,
      .phrasesLanguage, .imageFirstPage, .imagePage, .templatesMissing,
    ])
}
