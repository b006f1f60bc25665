# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about books, beside pandoc and Typst.
"""Books of 220 and 10,000 scenes, about 190 words each, from one generated story in every form.

The story comes from the generator of the shared rivals, which also gives the rivals their Markdown
and JSON. Rivals that are installed run in the same run: pandoc makes DOCX, text and EPUB of the
Markdown; Typst, in the rivals' own virtual environment (RIVALS_DIR), makes a PDF of the JSON.
"""

import json
import os
import shutil
import sys

# Of 10,000 scenes: how many times faster than the rival each form is asked to be, and in what memory.
ASKED = {"docx": (30, 200), "txt": (100, 200), "pdf": (5, 600), "epub": (None, None)}


def story(book):
    """The generated book as a campaign that was played: a line of the player before each scene."""
    entries = []
    clock = 1_700_000_000
    for chapter in book["chapters"]:
        clock += 5 * 3600
        for scene in chapter["scenes"]:
            clock += 60
            entries.append({
                "actor": "user", "mode": "character", "text": f"I go on to {scene['location']}.",
                "timestamp": clock, "part": 1})
            clock += 60
            entries.append({
                "actor": "gemini", "text": f"## {scene['title']}\n\n{scene['text']}",
                "timestamp": clock, "part": 1, "entities_mentioned": scene["cast"],
                "session_header": f"[SESSION_HEADER]\nTimestamp: {scene['date']}\n"
                f"Location: {scene['location']}\nStatus: Level 3\nConditions: None"})
    cast = {who["name"]: {"role": who["klass"], "level": who["level"]}
            for who in book["characters"]}
    return {"campaign": {"title": book["title"]}, "story": entries,
            "game_state": {"game_state_version": 1, "session_id": "s", "turn_number": len(entries),
                           "npc_data": cast}}


def rivals_of(form, markdown, data, out, tools):
    if form == "pdf":
        python = os.path.join(
            os.environ.get("RIVALS_DIR") or os.path.expanduser("~/.cache/platen-rivals"),
            "venv", "bin", "python")
        if os.path.exists(python):
            return "Typst", [python, os.path.join(tools, "doc_tools.py"), "typst", data, out]
    elif shutil.which("pandoc"):
        writer = {"docx": "docx", "txt": "plain", "epub": "epub3"}[form]
        return "pandoc", ["pandoc", "-s", "--toc", "--toc-depth=2", markdown, "-t", writer, "-o", out]
    return None


def books(platen, folder, shared, repeat, median, row):
    tools = os.path.join(shared, "rivals")
    if not os.path.exists(os.path.join(tools, "gen_campaign.py")):
        print("(no shared rivals: books are not measured; set PLATEN_SHARED)", file=sys.stderr)
        return
    # The rivals' modules make folders of their own where they are told to.
    os.environ.setdefault("RIVALS_DIR", os.path.expanduser("~/.cache/platen-rivals"))
    sys.path.insert(0, tools)
    import gen_campaign

    out = lambda name: os.path.join(folder, name)
    for count in (220, 10_000):
        book = gen_campaign.campaign(count)
        with open(out("book.json"), "w", encoding="utf-8") as file:
            json.dump(book, file, ensure_ascii=False)
        with open(out("book.md"), "w", encoding="utf-8") as file:
            file.write(gen_campaign.to_md(book))
        with open(out("story.json"), "w", encoding="utf-8") as file:
            json.dump(story(book), file, ensure_ascii=False)
        del book
        times = repeat if count < 1000 else 1
        for form in ("docx", "txt", "pdf", "epub"):
            argv = [platen, "render", out("story.json"), "-o", out(f"ours.{form}"), "-q"]
            try:
                cpu, wall, memory = median(argv, times)
            except RuntimeError as fault:
                print(f"| {count:,} scenes → {form} |  |  |  | {str(fault)[-120:]} |")
                continue
            rival = rivals_of(form, out("book.md"), out("book.json"), out(f"theirs.{form}"), tools)
            note = ""
            if rival:
                name, command = rival
                theirs = median(command, 1)
                note = f"{theirs[0] / cpu:.0f}× less CPU than {name}"
            if count == 10_000 and ASKED[form][0]:
                note += f"; {ASKED[form][0]}× and {ASKED[form][1]} MB asked"
            row(f"{count:,} scenes → {form}", cpu, wall, memory, note)
            if rival:
                row(f"{name}, {count:,} scenes → {form}", *theirs)
        together = [platen, "render", out("story.json"), "-q"]
        for form in ("pdf", "docx", "txt", "epub"):
            together += ["-o", out(f"all.{form}")]
        try:
            row(f"{count:,} scenes → pdf, docx, txt and epub together", *median(together, times))
        except RuntimeError as fault:
            print(f"| {count:,} scenes → all |  |  |  | {str(fault)[-120:]} |")
