"""Every relative link in a page leads to a file that is there, and every #anchor to a heading. Nothing is fetched.

usage: links_check.py [ROOT]
"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)")
FENCE = re.compile(r"^ *(`{3,}|~{3,})")
CODE = re.compile(r"`[^`]*`")
FOLDERS_OF_OTHERS = {"build", "node_modules", ".git"}


def lines_outside_code(text):
    inside = None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if inside is None and fence:
            inside = fence[1]
        elif inside and fence and fence[1].startswith(inside):
            inside = None
        elif inside is None:
            yield number, line


def anchors_of(page):
    """The anchors that a forge gives to the page's headings."""
    headings = (line.lstrip("#").strip() for _, line in lines_outside_code(page.read_text(encoding="utf-8"))
                if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check(root):
    """(what is wrong, links seen)"""
    errors, seen = [], 0
    pages = [p for p in sorted(root.rglob("*.md")) if not FOLDERS_OF_OTHERS & set(p.relative_to(root).parts)]
    for page in pages:
        for number, line in lines_outside_code(page.read_text(encoding="utf-8")):
            for link in LINK.findall(CODE.sub("", line)):
                if re.match(r"[a-z][a-z+.-]*:", link):
                    continue
                seen += 1
                name, _, anchor = link.partition("#")
                target = page.parent / name if name else page
                place = f"{page.relative_to(root).as_posix()}:{number}"
                if not target.exists():
                    errors.append(f"{place}: links to {link}, which is not there")
                elif anchor and target.suffix == ".md" and anchor not in anchors_of(target):
                    errors.append(f"{place}: links to {link}, and no heading has that anchor")
    return errors, seen


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    errors, seen = check(root)
    for error in errors:
        print(error)
    print(f"{seen} links checked, {len(errors)} lead nowhere")
    return 1 if errors or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
