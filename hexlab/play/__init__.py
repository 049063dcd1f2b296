"""Playing: engines that speak a protocol, and what people ask of them."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.play.htp import HtpServer as HtpServer
    from hexlab.play.solving import Puzzle as Puzzle
    from hexlab.play.solving import read_position as read_position

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "HtpServer": "hexlab.play.htp",
        "Puzzle": "hexlab.play.solving",
        "read_position": "hexlab.play.solving",
    },
)
