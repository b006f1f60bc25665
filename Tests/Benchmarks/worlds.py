# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about worlds as books and about documents.
"""A gazetteer of a 10k-cell world in every form, an atlas of 40 sheets, the changes between two worlds;
and Markdown of thousands of pages as a PDF and a Word file, beside pandoc and Typst.

The Markdown comes from the generator of the shared rivals, as for books.
"""

import json
import os
import shutil
import subprocess
import sys

from books import rivals_of

SCENES = int(os.environ.get("DOCUMENT_SCENES") or 20_000)


def gazetteers(platen, folder, save, repeat, measure, median, row):
    out = lambda name: os.path.join(folder, name)
    sample = lambda name, seed: measure(
        [platen, "sample", "world", "-o", out(name), "--seed", seed, "--cells", "10000", "-q"])
    if not save:
        sample("atlas.map", "12")
        save = out("atlas.map")
    argv = [platen, "render", save, "--kind", "gazetteer", "-q"]
    for form in ("pdf", "docx", "epub", "html", "md", "txt"):
        argv += ["-o", out(f"gazetteer.{form}")]
    row("10k-cell save → gazetteer in six forms", *median(argv, repeat), "2 s of CPU targeted")
    # Sheets of open sea are shown as well, so that there are forty.
    manifest = out("atlas.yaml")
    with open(manifest, "w", encoding="utf-8") as file:
        file.write(
            "version: 1\njobs:\n  - map: " + json.dumps(os.path.abspath(save)) + "\n    outputs:\n"
            "      - { file: atlas.pdf, paper: A4, atlas: { sheets: 8x5, sea-sheets: true } }\n")
    argv = [platen, "run", manifest, "--output-dir", out("atlas"), "--no-cache", "-q"]
    figures = []
    for _ in range(min(repeat, 3)):
        shutil.rmtree(out("atlas"), ignore_errors=True)
        figures.append(measure(argv, cwd=folder))
    cpu, wall, memory = sorted(figures)[len(figures) // 2]
    size = os.path.getsize(os.path.join(out("atlas"), "atlas.pdf")) / 1e6
    row("10k-cell save → atlas of 40 sheets", cpu, wall, memory, f"{size:.1f} MB; 6 s of CPU targeted")
    sample("one.map", "1")
    sample("two.map", "2")
    argv = [platen, "diff", out("one.map"), out("two.map"), "--format", "json", "-q"]
    row("changes between two worlds of 10k cells → JSON", *median(argv, repeat))
    argv = [platen, "diff", out("one.map"), out("two.map"), "-o", out("changes.pdf"), "-q"]
    row("the same → PDF with a map", *median(argv, repeat))


def documents(platen, folder, shared, median, row):
    tools = os.path.join(shared, "rivals")
    if not os.path.exists(os.path.join(tools, "gen_campaign.py")):
        print("(no shared rivals: documents are not measured; set PLATEN_SHARED)", file=sys.stderr)
        return
    os.environ.setdefault("RIVALS_DIR", os.path.expanduser("~/.cache/platen-rivals"))
    sys.path.insert(0, tools)
    import gen_campaign

    out = lambda name: os.path.join(folder, name)
    book = gen_campaign.campaign(SCENES)
    with open(out("long.md"), "w", encoding="utf-8") as file:
        file.write(gen_campaign.to_md(book))
    with open(out("long.json"), "w", encoding="utf-8") as file:
        json.dump(book, file, ensure_ascii=False)
    del book
    for form in ("pdf", "docx"):
        ours = out(f"long-ours.{form}")
        argv = [platen, "render", out("long.md"), "--kind", "document", "-o", ours, "-q"]
        cpu, wall, memory = median(argv, 3)
        notes = ["10× less CPU than the better one targeted"]
        if form == "pdf" and shutil.which("pdfinfo"):
            facts = subprocess.run(["pdfinfo", ours], capture_output=True, text=True).stdout
            notes += [line.split()[1] + " pages" for line in facts.splitlines()
                      if line.startswith("Pages:")]
        rivals = []
        for rival, command in rivals_of(
                form, out("long.md"), out("long.json"), out(f"long-theirs.{form}"), tools, True):
            try:
                theirs = median(command, 1)
            except RuntimeError as fault:
                print(f"({rival} is not measured: {str(fault).splitlines()[-1]})", file=sys.stderr)
                continue
            notes.append(f"{theirs[0] / cpu:.0f}× less CPU than {rival}")
            rivals.append((rival, theirs))
        row(f"Markdown of {SCENES:,} sections → {form}", cpu, wall, memory, "; ".join(notes))
        for rival, theirs in rivals:
            row(f"{rival}, the same → {form}", *theirs)
