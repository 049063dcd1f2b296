"""Pictures that a notebook shows to every reader.

JupyterLab shows a notebook that the reader has not run as "not trusted": neither ``image/svg+xml``
nor SVG inside HTML nor widgets appear then, but HTML with an ``<img>`` whose source is the picture
does. So do web pages made of notebooks.
"""

from __future__ import annotations

import base64
import re
from html import escape

__all__ = ["still_html"]

# The transparent cells that answer clicks are a third of the text and no use in a still.
_HIT_AREA = re.compile(r'<g [^>]*pointer-events="all">(<(use|path) class="hex-[^>]*/>|\s)*</g>')


def still_html(svg: str, text: str, **data: str) -> str:
    """An ``<img>`` that holds the SVG.

    Parameters
    ----------
    svg : str
        A whole document.
    text : str
        What the picture shows, for readers who can't see it.
    **data : str
        Attributes: ``board="x"`` becomes ``data-board="x"``.

    >>> still_html("<svg/>", "an empty board", board="x")
    '<img data-board="x" alt="an empty board" ... src="data:image/svg+xml;base64,PHN2Zy8+">'
    """
    source = base64.b64encode(_HIT_AREA.sub("", svg).encode()).decode()
    attributes = "".join(f'data-{name}="{escape(value)}" ' for name, value in data.items())
    return (
        f'<img {attributes}alt="{escape(text)}" style="max-width:100%;height:auto" '
        f'src="data:image/svg+xml;base64,{source}">'
    )
