"""Runs the code blocks of README.md and docs/*.md, so that no page shows what does not work.

cpp                   compiled with the library and run, assert() switched on; one without main() is put into a main(),
                      its includes above it
cpp does-not-compile  the compiler must refuse it
sh                    run by `sh -eu` in the root, with the built program first on PATH
sh no-run             shown only: it needs the network or takes minutes; the test lists these
text output           what the block before it must have printed
json                  one JSON value
cmake                 must stand, word for word, in the consumer project that the package test builds
text                  anything else
Any other tag, or none, is an error.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^( *)(`{3,}|~{3,})\s*(.*)$")
MAIN = re.compile(r"^\s*int\s+main\s*\(", re.MULTILINE)
TAGS = {"cpp", "cpp does-not-compile", "sh", "sh no-run", "text", "text output", "json", "cmake"}
CONSUMER = "tests/package/consumer/CMakeLists.txt"
TIMEOUT = 120


class Block:
    def __init__(self, place, tag, text):
        self.place, self.tag, self.text, self.output = place, tag, text, None


def blocks_of(name, text):
    """The fenced blocks of one page, in order, and what is wrong with their fences."""
    blocks, errors, inside = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if inside is None and fence:
            inside = (fence[2], len(fence[1]), Block(f"{name}:{number}", fence[3].strip(), ""))
        elif inside and fence and not fence[3] and fence[2].startswith(inside[0]):
            blocks.append(inside[2])
            inside = None
        elif inside:
            inside[2].text += line[min(inside[1], len(line) - len(line.lstrip())):] + "\n"
    if inside:
        errors.append(f"{inside[2].place}: the code block is not closed")
    for before, block in zip([None] + blocks, blocks):
        if block.tag not in TAGS:
            errors.append(f'{block.place}: tag "{block.tag}" is none of {", ".join(sorted(TAGS))}')
        elif block.tag == "text output":
            if before is None or before.tag not in ("cpp", "sh"):
                errors.append(f"{block.place}: an output that follows no cpp or sh block")
            else:
                before.output = block.text
    return blocks, errors


def program_of(text):
    """A whole program from a block of C++."""
    if MAIN.search(text):
        return text
    lines = text.splitlines()
    includes = [line for line in lines if line.lstrip().startswith("#include")]
    body = [line for line in lines if not line.lstrip().startswith("#include")]
    return "\n".join(includes + ["int main() {"] + body + ["}"]) + "\n"


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=TIMEOUT, **more)


def wrong_with_run(block, done):
    if done.returncode != 0:
        return f"{block.place}: exit code {done.returncode}:\n{done.stdout}"
    if block.output is not None and done.stdout != block.output:
        return f"{block.place}: printed\n{done.stdout}where the page says\n{block.output}"
    return None


def check_cpp(block, root, options, folder):
    source, program = pathlib.Path(folder) / "block.cpp", pathlib.Path(folder) / "block"
    source.write_text(program_of(block.text))
    done = run([options.compiler, "-std=c++20", "-Wall", "-Wextra", *shlex.split(options.flags),
                "-UNDEBUG", "-O0", "-I", str(root / "include"), str(source), "-o", str(program), *shlex.split(options.libraries)])
    if block.tag == "cpp does-not-compile":
        return f"{block.place}: compiles, and the page says that it does not" if done.returncode == 0 else None
    if done.returncode != 0:
        return f"{block.place}: does not compile:\n{done.stdout}"
    return wrong_with_run(block, run([str(program)], cwd=root))


def check_sh(block, root, options, folder):
    environment = {**os.environ, "PATH": f"{options.build}:{os.environ['PATH']}", "TMPDIR": folder, "NO_COLOR": "1"}
    return wrong_with_run(block, run(["sh", "-euc", block.text], cwd=root, env=environment))


def check_json(block, *_):
    try:
        json.loads(block.text)
    except ValueError as why:
        return f"{block.place}: is not JSON: {why}"
    return None


def check_cmake(block, root, *_):
    if block.text not in (root / CONSUMER).read_text():
        return f"{block.place}: does not stand in {CONSUMER}"
    return None


CHECKS = {"cpp": check_cpp, "cpp does-not-compile": check_cpp, "sh": check_sh, "json": check_json, "cmake": check_cmake}


def check(block, root, options):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return CHECKS[block.tag](block, root, options, folder)
        except subprocess.TimeoutExpired:
            return f"{block.place}: still runs after {TIMEOUT} seconds"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", default="")
    parser.add_argument("--libraries", default="")
    parser.add_argument("--root", default=pathlib.Path(__file__).parents[2], type=pathlib.Path)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    blocks, errors = [], []
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        found, wrong = blocks_of(page.relative_to(root).as_posix(), page.read_text(encoding="utf-8"))
        blocks += found
        errors += wrong
    for block in blocks:
        if block.tag == "sh no-run":
            print(f"not run: {block.place}: {block.text.splitlines()[0] if block.text else ''}")
    checked = [block for block in blocks if block.tag in CHECKS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        errors += filter(None, pool.map(lambda block: check(block, root, options), checked))
    for error in errors:
        print(error)
    print(f"{len(checked)} code blocks checked, {len(errors)} errors")
    return 1 if errors or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
