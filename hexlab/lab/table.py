"""The claims of a chapter as a table: in a notebook, as text, and on a page."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from pathlib import Path

from hexlab.lab.claim import Claim, Result
from hexlab.lab.results import merge, read_claims, tracked_folder, write_claims
from hexlab.lab.scale import Scale
from hexlab.run.places import output_folder

__all__ = ["ClaimTable", "html_table", "rows", "text_lines"]


class ClaimTable:
    """The claims of one chapter.

    Parameters
    ----------
    chapter : str
        Thesis and number, "takada/02", as in the notebook's name.
    """

    def __init__(self, chapter: str) -> None:
        self.chapter = chapter
        self.claims: list[Claim] = []

    def add(self, id: str, sentence: str, section: str, paper: str) -> Claim:
        """Make a claim of this chapter, in place of one of the same id (a cell run again)."""
        claim = Claim(id, sentence, section, paper)
        self.claims = [c for c in self.claims if c.id != id] + [claim]
        return claim

    def save(self) -> Path:
        """Write the chapter's result file into the output folder.

        Results of other scales and sources that are in the file already stay there.

        Returns
        -------
        Path
            ``claims/takada-02.json`` below `hexlab.run.places.output_folder`.
        """
        folder = output_folder() / "claims"
        return write_claims(folder, self.chapter, self._with(folder, self.claims))

    def with_tracked(self) -> list[Claim]:
        """The claims, with the earlier results of the output folder and of the repository."""
        claims = self._with(output_folder() / "claims", self.claims)
        folder = tracked_folder()
        return self._with(folder, claims) if folder else claims

    def _with(self, folder: Path, claims: list[Claim]) -> list[Claim]:
        return merge(read_claims(folder).get(self.chapter, []), claims)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)

    def _repr_html_(self) -> str:
        return html_table(self.with_tracked())

    def __repr__(self) -> str:
        return "\n".join(line for claim in self.with_tracked() for line in text_lines(claim))


def rows(claim: Claim) -> list[tuple[str, dict[str, list[Result]]]]:
    """Per source the results of each scale: the rows of a table."""
    sources = dict.fromkeys(result.source for result in claim.results)
    return [
        (
            source,
            {
                scale.value: [r for r in claim.results if (r.source, r.scale) == (source, scale)]
                for scale in Scale
            },
        )
        for source in sources
    ] or [("", {scale.value: [] for scale in Scale})]


def text_lines(claim: Claim) -> list[str]:
    """The claim and a line for each of its results."""
    lines = [f"{claim.sentence} ({claim.section}); paper: {claim.paper}"]
    for result in claim.results:
        judged = f": {result.judgment}" if result.judgment else ""
        lines.append(f"  {result.scale}, {result.source}: {result.text()}{judged}")
    return lines


def html_table(claims: Iterable[Claim]) -> str:
    """A table: claim, section, source, paper, then a column for each scale."""
    names = ("claim", "section", "source", "paper", *Scale)
    head = "".join(_td(name, tag="th") for name in names)
    body = "".join(_html_rows(claim) for claim in claims)
    return (
        f'<table class="hexlab-claims"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def _td(content: str, tag: str = "td", span: int = 1) -> str:
    """A cell; styled one by one, since notebooks align the cells of all tables to the right."""
    over = f' rowspan="{span}"' if span > 1 else ""
    return f'<{tag}{over} style="text-align:left;vertical-align:top">{content}</{tag}>'


def _html_rows(claim: Claim) -> str:
    found = rows(claim)
    lines = []
    for number, (source, cells) in enumerate(found):
        row = ""
        if not number:
            row = _td(html.escape(claim.sentence), span=len(found))
            row += _td(html.escape(claim.section), span=len(found))
        row += _td(html.escape(source)) + _td(html.escape(claim.paper))
        row += "".join(_td(_html_cell(results)) for results in cells.values())
        lines.append(f"<tr>{row}</tr>")
    return "".join(lines)


def _html_cell(results: list[Result]) -> str:
    return "<br>".join(
        html.escape(result.text())
        + (f"<br><b>{html.escape(result.judgment)}</b>" if result.judgment else "")
        for result in results
    )
