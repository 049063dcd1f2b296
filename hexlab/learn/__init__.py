"""Learning: how what `hexlab.model` loads gets trained."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.learn.btmm import fit_strengths as fit_strengths

__getattr__, __dir__ = lazy_names(__name__, {"fit_strengths": "hexlab.learn.btmm"})
