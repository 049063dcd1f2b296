"""A position as a network: one for each player, and the measures on it."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.network.features import CELL_FEATURES as CELL_FEATURES
    from hexlab.network.features import POSITION_FEATURES as POSITION_FEATURES
    from hexlab.network.features import cell_features as cell_features
    from hexlab.network.features import position_features as position_features
    from hexlab.network.network import Network as Network
    from hexlab.network.network import board_network as board_network
    from hexlab.network.winner import winners as winners

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "CELL_FEATURES": "hexlab.network.features",
        "Network": "hexlab.network.network",
        "POSITION_FEATURES": "hexlab.network.features",
        "board_network": "hexlab.network.network",
        "cell_features": "hexlab.network.features",
        "position_features": "hexlab.network.features",
        "winners": "hexlab.network.winner",
    },
)
