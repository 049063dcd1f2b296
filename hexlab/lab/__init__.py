"""Running experiments: scales, claims, notebooks, reports."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.lab.analysis import Report as Report
    from hexlab.lab.analysis import analyze as analyze
    from hexlab.lab.claim import Claim as Claim
    from hexlab.lab.keep import keep as keep
    from hexlab.lab.positions import random_position as random_position
    from hexlab.lab.positions import winnable_position as winnable_position
    from hexlab.lab.scale import Scale as Scale
    from hexlab.lab.setup import setup as setup
    from hexlab.lab.statistics import Estimate as Estimate
    from hexlab.lab.statistics import bootstrap_shares as bootstrap_shares
    from hexlab.lab.statistics import holm_differences as holm_differences
    from hexlab.lab.statistics import mean_difference as mean_difference
    from hexlab.lab.statistics import proportion as proportion
    from hexlab.lab.statistics import share_difference as share_difference
    from hexlab.lab.statistics import winner_hits as winner_hits
    from hexlab.lab.table import ClaimTable as ClaimTable

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Claim": "hexlab.lab.claim",
        "ClaimTable": "hexlab.lab.table",
        "Estimate": "hexlab.lab.statistics",
        "Report": "hexlab.lab.analysis",
        "Scale": "hexlab.lab.scale",
        "analyze": "hexlab.lab.analysis",
        "bootstrap_shares": "hexlab.lab.statistics",
        "holm_differences": "hexlab.lab.statistics",
        "keep": "hexlab.lab.keep",
        "mean_difference": "hexlab.lab.statistics",
        "proportion": "hexlab.lab.statistics",
        "random_position": "hexlab.lab.positions",
        "setup": "hexlab.lab.setup",
        "share_difference": "hexlab.lab.statistics",
        "winnable_position": "hexlab.lab.positions",
        "winner_hits": "hexlab.lab.statistics",
    },
)
