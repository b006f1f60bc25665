# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about decks, beside Typst.
"""The 60 slides of the shared rivals' `deck.py`, to PDF and to a PNG of each slide.

Typst makes both of the same Markdown in the same run, in turns with ours, in the rivals' own virtual
environment (RIVALS_DIR): PNG at 1280 × 720, which is what `deck.py` asks of it, so ours are as large.
"""

import os
import re
import subprocess
import sys


def slides(markdown, folder):
    """The Markdown's slides as a talk's folder."""
    os.makedirs(folder)
    head, *rest = re.split(r"^# ", markdown.split("---\n", 2)[2], flags=re.MULTILINE)
    for number, slide in enumerate(rest):
        with open(os.path.join(folder, f"{number:03d}.md"), "w", encoding="utf-8") as file:
            file.write("# " + slide)
    return len(rest)


def decks(platen, folder, shared, repeat, measure, row):
    tool = os.path.join(shared, "rivals", "deck.py")
    root = os.environ.get("RIVALS_DIR") or os.path.expanduser("~/.cache/platen-rivals")
    python = os.path.join(root, "venv", "bin", "python")
    if not (os.path.exists(tool) and os.path.exists(python)):
        print("(no shared rivals: decks are not measured; see PLATEN_SHARED and RIVALS_DIR)",
              file=sys.stderr)
        return
    # It writes its Markdown whatever it is asked for.
    subprocess.run([python, tool, "html", os.path.join(folder, "deck.html")], check=True)
    with open(os.path.join(root, "data", "deck.md"), encoding="utf-8") as file:
        count = slides(file.read(), os.path.join(folder, "slides"))
    talk = os.path.join(folder, "slides")
    out = lambda name: os.path.join(folder, name)
    for what, options, ours, theirs in (
            ("PDF", [], "ours.pdf", "theirs.pdf"),
            ("a PNG of each, 1280 × 720", ["--width", "1280"], "png/${slide}.png", "theirs.png")):
        command = [platen, "render", talk, "-o", out(ours), "-q"] + options
        rival = [python, tool, "typst", out(theirs)]
        # In turns, so that whatever else the machine does hits both.
        pairs = [(measure(command), measure(rival)) for _ in range(max(3, repeat))]
        best = [tuple(min(run[side][figure] for run in pairs) for figure in range(3))
                for side in range(2)]
        row(f"{count} slides → {what}", *best[0],
            f"least of each; {best[0][0] / best[1][0]:.2f} of Typst's CPU; half targeted")
        row(f"Typst, {count} slides → {what}", *best[1], "least of each, in turns with ours")
