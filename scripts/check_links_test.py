#!/usr/bin/env python3
"""Tests of check-links in a small repository: it reports a wrong link of each kind, and no right one."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("check_links", str(HERE / "check-links"))
check_links = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_links", loader))
loader.exec_module(check_links)

OWN = "https://github.com/a/b"
FILES = {
    "Cargo.toml": f'[workspace.package]\nrepository = "{OWN}"\n',
    "docs/guide.md": '# The guide\n\n## Mohács, `it` is: 1526!\n\n## Twice\n\n## Twice\n\nUnder\n-----\n\n<a id="7.2.1"></a>\n',
    "docs/README.md": "# Read me\n",
    "src/lib.rs": "one\ntwo\nthree\n",
    "a b.md": "# Spaces\n",
}
PAGES = {
    "casus/index.html": '<a href="struct.Unit.html#method.hex">x</a>',
    "casus/struct.Unit.html": '<h4 id="method.hex"></h4><a href="../src/casus/lib.rs.html#1-2">source</a>',
    "casus/old/struct.Unit.html": '<meta http-equiv="refresh" content="0;URL=../../casus/struct.Unit.html">',
    "src/casus/lib.rs.html": "<a href=#1 id=1>1</a><a href=#2 id=2>2</a>",
}


class Repository(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        for file, text in FILES.items():
            self.write(self.root / file, text)
        subprocess.run(["git", "-C", str(self.root), "add", "."], check=True)
        self.write(self.root / "untracked.md", "# Not in the repository\n")

    def tearDown(self):
        self.folder.cleanup()

    @staticmethod
    def write(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def faults(self, text, page="<a href=#>x</a>"):
        """Returns the faults of `README.md` with this text, and of a rustdoc page."""
        self.write(self.root / "README.md", text)
        subprocess.run(["git", "-C", str(self.root), "add", "README.md"], check=True)
        doc = self.root / "target/doc"
        for file, html in (PAGES | {"other/index.html": page}).items():
            self.write(doc / file, html)
        tree = check_links.Tree(self.root, doc)
        return tree.on_github()[0] + tree.in_rustdoc()[0]

    def right(self, text, page="<a href=#>x</a>"):
        self.assertEqual(self.faults(text, page), [])

    def wrong(self, text, fault, page="<a href=#>x</a>"):
        faults = self.faults(text, page)
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(fault, faults[0])


class OnGithub(Repository):
    def test_files_and_folders(self):
        self.right("[a](docs/guide.md) [b](docs) [c](docs/) [d](a%20b.md) [e](<a b.md>) [f](/src/lib.rs) ![g](src/lib.rs)")
        self.wrong("[a](docs/gone.md)", 'README.md:1: [..](docs/gone.md): no file or folder "docs/gone.md"')
        self.wrong("![a](gone.png)", "gone.png")
        self.wrong("[a](docs/Guide.md)", "Guide.md")
        self.wrong("[a](untracked.md)", "is tracked")
        self.wrong("[a](../b/README.md)", "leaves the repository")
        self.wrong("[a]()", "empty")
        self.wrong('<a href="gone.md">a</a>', "gone.md")
        self.wrong('<img src="gone.png">', "gone.png")

    def test_anchors(self):
        self.right(
            "# Here\n[a](#here) [b](docs/guide.md#mohács-it-is-1526) [c](docs/guide.md#twice-1) [d](docs/guide.md#7.2.1)"
            " [e](docs/guide.md#under) [f](docs#read-me)"
        )
        self.wrong("# Here\n[a](#there)", '"#there" in "README.md"')
        self.wrong("[a](docs/guide.md#twice-2)", '"#twice-2" in "docs/guide.md"')
        self.wrong("[a](docs#gone)", '"#gone" in "docs/README.md"')
        self.wrong("```\n# Here\n```\n[a](#here)", "#here")
        self.wrong("[a](src#read-me)", "src/README.md")

    def test_lines(self):
        self.right("[a](src/lib.rs#L3) [b](src/lib.rs#L1-L3) [c](docs/guide.md?plain=1#L1)")
        self.wrong("[a](src/lib.rs#L4)", "3 lines")
        self.wrong("[a](src/lib.rs#L2-L4)", "3 lines")
        self.wrong("[a](src/lib.rs#two)", "no line")

    def test_names_of_code(self):
        self.right("`[a](casus::Unit)` and\n\n```\n[a](casus::Unit) [`Unit`]\n```\n<!-- [`Unit`] -->\n\\[`Unit`\\] [x]")
        self.wrong("[a](casus::Unit)", "a path of Rust items")
        self.wrong("[a](crate)", "a path of Rust items")
        self.wrong("See [`Unit`].", "[`unit`] has no definition")

    def test_definitions(self):
        self.right("[`Unit`] [text][docs] [docs][]\n\n[`unit`]: src/lib.rs\n[docs]: docs 'Pages'\n")
        self.wrong("[`Unit`]\n\n[`Unit`]: src/gone.rs\n", "src/gone.rs")
        self.wrong("[text][docs]", "[docs] has no definition")
        self.wrong("[docs]: docs\n", "not used")
        self.wrong("[docs]\n\n[docs]: docs\n[Docs]: src\n", "defined twice")
        self.wrong("[![picture][a]][b]\n\n[a]: src/lib.rs\n[b]: gone\n", "gone")

    def test_own_urls(self):
        self.right(f"[a]({OWN}/blob/main/docs/guide.md#twice) <{OWN}/tree/main/docs> {OWN} [b](https://elsewhere.org/x#y)")
        self.right("[a](https://raw.githubusercontent.com/a/b/main/src/lib.rs) [b](https://docs.rs/casus/latest/casus/struct.Unit.html)")
        self.wrong(f"[a]({OWN}/blob/main/gone.md)", "gone.md")
        self.wrong(f"[a]({OWN}/blob/main/docs/guide.md#gone)", "#gone")
        self.wrong(f"<{OWN}/tree/main/gone>", "gone")
        self.wrong(f"See {OWN}/wiki.", "names a branch")
        self.wrong("[a](https://raw.githubusercontent.com/a/b/main/gone.png)", "gone.png")
        self.wrong("[a](https://docs.rs/casus/latest/casus/struct.Gone.html)", "struct.Gone.html")
        self.wrong("[a](https://docs.rs/casus/latest/casus/struct.Unit.html#gone)", '"gone"')


class InRustdoc(Repository):
    def test_pages(self):
        self.right("", '<a href="../casus/index.html">x</a><script>var a = "<a href=gone>";</script>')
        self.wrong("", 'other/index.html: docs/guide.md: no page "other/docs/guide.md"', '<a href="docs/guide.md">x</a>')
        self.wrong("", "gone.png", '<img src="gone.png">')
        self.wrong("", "leaves the documentation", '<a href="../../gone.html">x</a>')

    def test_ids(self):
        self.right("", '<h2 id="here"></h2><a href="#here">x</a><a href="../casus/old/struct.Unit.html#method.hex">y</a>')
        self.right("", '<a href="../src/casus/lib.rs.html#1-2">x</a>')
        self.wrong("", 'no id "there" in "other/index.html"', '<h2 id="here"></h2><a href="#there">x</a>')
        self.wrong("", 'no id "gone"', '<a href="../casus/struct.Unit.html#gone">x</a>')
        self.wrong("", 'no id "gone"', '<a href="../casus/old/struct.Unit.html#gone">x</a>')
        self.wrong("", 'no id "1-3"', '<a href="../src/casus/lib.rs.html#1-3">x</a>')

    def test_own_urls(self):
        self.right("", f'<a href="{OWN}/blob/main/docs/guide.md#twice">x</a><a href="https://doc.rust-lang.org/gone">y</a>')
        self.wrong("", "gone.md", f'<a href="{OWN}/blob/main/gone.md">x</a>')
        self.wrong("", "#gone", f'<a href="{OWN}/blob/main/docs/guide.md#gone">x</a>')

    def test_items(self):
        self.right("", '<a href="tower::Service">of another project</a>')
        self.wrong("", "not there yet", '<a href="casus::Unit">x</a>')
        self.wrong("", "not there yet", '<a href="crate::Unit">x</a>')

    def test_crates_of_others(self):
        wrong = '<a href="gone.html">x</a>'
        self.write(self.root / "target/doc/casus/prelude/serde/index.html", "<h1>Crate <span>serde</span></h1>" + wrong)
        self.right("", '<a href="../casus/prelude/serde/index.html">x</a>')
        self.write(self.root / "target/doc/casus/prelude/serde/index.html", "<h1>Module <span>serde</span></h1>" + wrong)
        self.wrong("", "casus/prelude/serde/gone.html", '<a href="../casus/prelude/serde/index.html">x</a>')

    def test_nothing_made(self):
        self.assertIn("run `cargo doc", check_links.Tree(self.root, self.root / "none").in_rustdoc()[0][0])


if __name__ == "__main__":
    unittest.main()
