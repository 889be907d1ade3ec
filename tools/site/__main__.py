"""`python -m tools.site FOLDER` builds the site there: pdoc draws every page, reference or not."""

import shutil
import sys
from pathlib import Path

import pdoc.doc
import pdoc.render

import salon
from tools.site.comments import explain
from tools.site.links import faults
from tools.site.pages import ROOT, Page, pages

HERE = Path(__file__).parent
Modules = dict[str, pdoc.doc.Module]


def reference() -> Modules:
    """The public modules; what is in them is what their `__all__` says."""
    public = [getattr(salon, name) for name in salon.__all__]  # they are there when asked for
    modules = [salon, *(one for one in public if isinstance(one, type(salon)))]
    described = {module.__name__: pdoc.doc.Module(module) for module in modules}
    for module in described.values():
        explain(module)
    return described


def build(site: Path) -> None:
    by_group, described = pages(), reference()
    written = {page.name: page for group in by_group.values() for page in group}
    groups = {group: [page.name for page in found] for group, found in by_group.items()}
    groups["Reference"] = list(described)
    titles = {name: name for name in described} | {
        page.name: page.title for page in written.values()
    }
    pdoc.render.configure(docformat="markdown", show_source=False, template_directory=HERE)
    pdoc.render.env.globals |= {"groups": groups, "reference": described, "titles": titles}
    draw(site, described | {name: pdoc.doc.Module(page.module()) for name, page in written.items()})
    for page in written.values():
        bring(site, page)


def draw(site: Path, modules: Modules) -> None:
    for name, module in modules.items():
        file = site / f"{name.replace('.', '/')}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(pdoc.render.html_module(module, modules), "utf-8")
    (site / "search.js").write_text(pdoc.render.search_index(modules), "utf-8")


def bring(site: Path, page: Page) -> None:
    for file in page.files():
        place = site / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)


def main(site: Path) -> int:
    shutil.rmtree(site, ignore_errors=True)
    build(site)
    found = sorted(set(faults(site)))
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
