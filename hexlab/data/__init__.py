"""Making data sets and keeping account of them."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.data.games import games_for_notebooks as games_for_notebooks
    from hexlab.data.games import load_dataset as load_dataset
    from hexlab.data.games import load_frame as load_frame
    from hexlab.data.games import proved_winner as proved_winner

__getattr__, __dir__ = lazy_names(
    __name__,
    dict.fromkeys(
        ("games_for_notebooks", "load_dataset", "load_frame", "proved_winner"), "hexlab.data.games"
    ),
)
