"""The layers check finds what it is there for: each test breaks one rule in a small tree and reads the reason."""
import pathlib
import tempfile
import unittest

import layers_check

LAYERS = """
result: -
scan: -
json: result scan
outcome: json
schema: outcome
extract: scan outcome
cli: *
header include/assay/codes.h cli
front include/assay.h
budget public-headers 20
budget tier1 30
budget all 60
budget file 15
tier1 result scan json outcome
cpu scan
"""


class LayersCheck(unittest.TestCase):
    def errors(self, files, layers=LAYERS):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"layers.txt": layers, "include/assay/json.h": "", **files}.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return layers_check.check(root)[0]

    def assert_says(self, reason, files, layers=LAYERS):
        errors = self.errors(files, layers)
        self.assertEqual(len(errors), 1, errors)
        self.assertIn(reason, errors[0])

    def test_takes_what_the_table_allows_directly_and_through_another(self):
        self.assertEqual([], self.errors({
            "src/json/a.h": "",
            "src/json/b.cpp": '#include <string>\n#include "json/a.h"\n#include "a.h"\n',
            "src/schema/c.cpp": '#include "assay/json.h"\n#include "json/a.h"\n',
            "src/cli/d.cpp": '#include "json/a.h"\n#include "assay/codes.h"\n#include <CLI/CLI.hpp>\n',
            "include/assay/codes.h": "",
            "include/assay.h": '#include "assay/json.h"\n'}))

    def test_refuses_an_include_that_points_up(self):
        self.assert_says("src/json/b.cpp:2: includes \"schema/c.h\" of `schema`, and `json` may include result scan",
                         {"src/schema/c.h": "", "src/json/b.cpp": '\n#include "schema/c.h"\n'})

    def test_refuses_a_neighbour(self):
        self.assert_says("of `extract`", {"src/extract/e.h": "", "src/schema/c.cpp": '#include "extract/e.h"\n'})

    def test_refuses_angle_brackets_around_an_include_that_points_up(self):
        self.assert_says("of `schema`", {"src/schema/c.h": "", "src/json/b.cpp": "#include <schema/c.h>\n"})

    def test_refuses_a_public_header_of_a_higher_module(self):
        self.assert_says("of `cli`", {"include/assay/codes.h": "", "src/json/b.cpp": '#include "assay/codes.h"\n'})

    def test_refuses_a_public_header_that_needs_one_that_is_not_installed(self):
        self.assert_says("not installed", {"src/json/a.h": "", "include/assay/json.h": '#include "json/a.h"\n'})

    def test_refuses_the_index_inside(self):
        self.assert_says("the index", {"include/assay.h": "", "src/json/b.cpp": '#include "assay.h"\n'})

    def test_refuses_a_folder_that_is_no_module(self):
        self.assert_says("no module", {"src/utility/a.h": ""})

    def test_refuses_an_include_of_nothing(self):
        self.assert_says("not in this tree", {"src/json/b.cpp": '#include "json/gone.h"\n'})

    def test_refuses_a_circle_in_the_table(self):
        self.assert_says("circle", {}, LAYERS.replace("result: -", "result: json"))

    def test_refuses_conditions_outside_scan(self):
        self.assertEqual([], self.errors({"src/scan/k.cpp": "#if defined(__x86_64__)\n#include <immintrin.h>\n"}))
        self.assert_says("b.cpp:1: conditional", {"src/json/b.cpp": "#ifdef NDEBUG\n#endif\n"})

    def test_refuses_intrinsics_and_target_attributes_outside_scan(self):
        self.assert_says("CPU-specific", {"src/json/b.cpp": "#include <immintrin.h>\n"})
        self.assert_says("CPU-specific", {"src/json/b.cpp": '[[gnu::target("avx2")]] void f();\n'})

    def test_refuses_a_long_file_that_does_not_say_why(self):
        self.assert_says("has 16 lines", {"src/schema/c.cpp": "\n" * 16})
        self.assertEqual([], self.errors({"src/schema/c.cpp": "// Past 15 lines: one table.\n" + "\n" * 15}))

    def test_refuses_more_than_the_budgets(self):
        self.assert_says("public-headers has 21", {"include/assay/json.h": "\n" * 11, "include/assay/schema.h": "\n" * 10})
        self.assert_says("tier1 has 31", {f"src/json/{i}.cpp": "\n" * n for i, n in enumerate((15, 15, 1))})


if __name__ == "__main__":
    unittest.main()
