"""Boards as pictures, figures and widgets."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.view.alpha import AlphaBoard as AlphaBoard
    from hexlab.view.bot import BotWidget as BotWidget
    from hexlab.view.explorers import explore_connections as explore_connections
    from hexlab.view.explorers import explore_proof as explore_proof
    from hexlab.view.explorers import explore_solution as explore_solution
    from hexlab.view.explorers import play_bot as play_bot
    from hexlab.view.multiples import derivation as derivation
    from hexlab.view.multiples import threats as threats
    from hexlab.view.plots import game_curves as game_curves
    from hexlab.view.plots import heatmap_grid as heatmap_grid
    from hexlab.view.plots import histograms as histograms
    from hexlab.view.plots import line_plot as line_plot
    from hexlab.view.plots import share_by_tenth as share_by_tenth
    from hexlab.view.scores import decision_map as decision_map
    from hexlab.view.scores import interval_plot as interval_plot
    from hexlab.view.scores import scatter_plot as scatter_plot
    from hexlab.view.scores import score_curves as score_curves
    from hexlab.view.style import THEMES as THEMES
    from hexlab.view.style import Theme as Theme
    from hexlab.view.svg import Picture as Picture
    from hexlab.view.svg import board_grid as board_grid
    from hexlab.view.svg import board_svg as board_svg
    from hexlab.view.svg import picture as picture
    from hexlab.view.widget import BoardWidget as BoardWidget

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "AlphaBoard": "hexlab.view.alpha",
        "BoardWidget": "hexlab.view.widget",
        "BotWidget": "hexlab.view.bot",
        "Picture": "hexlab.view.svg",
        "THEMES": "hexlab.view.style",
        "Theme": "hexlab.view.style",
        "board_grid": "hexlab.view.svg",
        "board_svg": "hexlab.view.svg",
        "decision_map": "hexlab.view.scores",
        "derivation": "hexlab.view.multiples",
        "explore_connections": "hexlab.view.explorers",
        "explore_proof": "hexlab.view.explorers",
        "explore_solution": "hexlab.view.explorers",
        "game_curves": "hexlab.view.plots",
        "heatmap_grid": "hexlab.view.plots",
        "histograms": "hexlab.view.plots",
        "interval_plot": "hexlab.view.scores",
        "line_plot": "hexlab.view.plots",
        "picture": "hexlab.view.svg",
        "play_bot": "hexlab.view.explorers",
        "scatter_plot": "hexlab.view.scores",
        "score_curves": "hexlab.view.scores",
        "share_by_tenth": "hexlab.view.plots",
        "threats": "hexlab.view.multiples",
    },
)
