"""Search: it proves and plays with functions that others give it."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.search.dfpn import Solution as Solution
    from hexlab.search.dfpn import Tuning as Tuning
    from hexlab.search.dfpn import solve as solve
    from hexlab.search.dfpn import winning_openings as winning_openings
    from hexlab.search.mcts import Mcts as Mcts
    from hexlab.search.mcts import MctsOptions as MctsOptions
    from hexlab.search.mcts import MctsResult as MctsResult
    from hexlab.search.pns import ProofTree as ProofTree

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Mcts": "hexlab.search.mcts",
        "MctsOptions": "hexlab.search.mcts",
        "MctsResult": "hexlab.search.mcts",
        "ProofTree": "hexlab.search.pns",
        "Solution": "hexlab.search.dfpn",
        "Tuning": "hexlab.search.dfpn",
        "solve": "hexlab.search.dfpn",
        "winning_openings": "hexlab.search.dfpn",
    },
)
