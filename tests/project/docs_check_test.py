"""The checks of the documents find what they are there for."""
import contextlib
import io
import pathlib
import shutil
import tempfile
import unittest

import docs_check
import links_check

COMPILER = shutil.which("c++") or shutil.which("g++")


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "docs").mkdir()
        (self.root / "include").mkdir()
        consumer = self.root / docs_check.CONSUMER
        consumer.parent.mkdir(parents=True)
        consumer.write_text("one line\nanother\n")

    def tearDown(self):
        self.folder.cleanup()

    def run_page(self, text):
        (self.root / "README.md").write_text("# page\n\n```sh\ntrue\n```\n" + text)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = docs_check.main(["--root", str(self.root), "--build", "/nowhere", "--compiler", COMPILER,
                                    "--flags=-O2 -DNDEBUG"])
        return code, said.getvalue()

    def assert_passes(self, text):
        code, said = self.run_page(text)
        self.assertEqual(0, code, said)
        return said

    def assert_says(self, reason, text):
        code, said = self.run_page(text)
        self.assertEqual(1, code, said)
        self.assertIn(reason, said)

    def test_runs_shell(self):
        self.assert_passes("```sh\ntest -d docs\n```\n```text output\n```\n")
        self.assert_says("README.md:6: exit code 3", "```sh\nexit 3\n```\n")
        self.assert_says("exit code", "```sh\nfalse\ntrue\n```\n")

    def test_compares_output(self):
        self.assert_passes("```sh\necho yes\n```\n```text output\nyes\n```\n")
        self.assert_says("where the page says\nno", "```sh\necho yes\n```\n```text output\nno\n```\n")
        self.assert_says("follows no cpp or sh block", "```text\na\n```\n```text output\nno\n```\n")

    def test_compiles_and_runs(self):
        self.assert_passes("```cpp\n#include <cassert>\nassert(1 + 1 == 2);\n```\n")
        self.assert_passes("```cpp\nint main() { return 0; }\n```\n")
        self.assert_says("README.md:6: exit code 4", "```cpp\nint main() { return 4; }\n```\n")
        self.assert_says("exit code", "```cpp\n#include <cassert>\nassert(1 + 1 == 3);\n```\n")
        self.assert_says("does not compile", "```cpp\nnothing here;\n```\n")

    def test_takes_misuse_only_where_it_does_not_compile(self):
        self.assert_passes("```cpp does-not-compile\nint x = nothing;\n```\n")
        self.assert_says("compiles, and", "```cpp does-not-compile\nint x = 1;\n```\n")

    def test_lists_what_it_does_not_run(self):
        self.assertIn("not run: README.md:6: make test", self.assert_passes("```sh no-run\nmake test\nfalse\n```\n"))

    def test_refuses_other_tags_and_open_blocks(self):
        self.assert_says("none of", "```\nx\n```\n")
        self.assert_says("none of", "```bash\nx\n```\n")
        self.assert_says("not closed", "```text\nx\n")

    def test_reads_json_and_cmake(self):
        self.assert_passes('```json\n{"a": 1}\n```\n```cmake\nanother\n```\n')
        self.assert_says("is not JSON", '```json\n{"a": 1,}\n```\n')
        self.assert_says("does not stand in", "```cmake\nthird\n```\n")

    def test_fails_where_there_is_nothing_to_check(self):
        (self.root / "README.md").write_text("nothing\n")
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(1, docs_check.main(["--root", str(self.root), "--build", "/", "--compiler", COMPILER]))

    def test_links_lead_somewhere(self):
        (self.root / "docs" / "a.md").write_text("# One word, `two`\n[b](../README.md) [c](#one-word-two) <https://x.y>\n")
        (self.root / "README.md").write_text("[a](docs/a.md#one-word-two) ![p](docs)\n```text\n[x](gone)\n```\n")
        self.assertEqual([], links_check.check(self.root)[0])
        (self.root / "README.md").write_text("[a](docs/gone.md)\n[b](docs/a.md#gone)\n")
        wrong = links_check.check(self.root)[0]
        self.assertEqual(2, len(wrong), wrong)
        self.assertIn("README.md:1: links to docs/gone.md", wrong[0])
        self.assertIn("README.md:2: links to docs/a.md#gone", wrong[1])


if __name__ == "__main__":
    unittest.main()
