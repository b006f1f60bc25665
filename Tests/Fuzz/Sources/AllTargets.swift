// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz targets, in the order in which they are run.

let allTargets: [FuzzTarget] = [
  .http, .webSocket, .eventStream, .json, .containers, .saveParts, .sections, .platenWorld,
  .fullExport,
  .worldFoundry, .archives, .fonts, .pages, .svg, .svgShapes, .markdown, .html, .latex, .mermaid,
  .diagrams,
  .toml, .csv, .sql, .database,
  .tokens, .xml, .zones, .store, .records, .png, .images, .yaml, .manifest, .campaign, .meeting,
  .rooms, .manuscript, .notes, .pdfText,
]
