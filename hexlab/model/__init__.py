"""What a trained or chosen model of a position is: evaluations and, later, learned ones."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.model.evaluation import network_value as network_value
    from hexlab.model.evaluation import network_values as network_values
    from hexlab.model.evaluation import resistance_ratio as resistance_ratio
    from hexlab.model.evaluation import resistance_ratios as resistance_ratios
    from hexlab.model.evaluation import scaled_resistance as scaled_resistance
    from hexlab.model.evaluation import scaled_value as scaled_value
    from hexlab.model.phase import load_phase as load_phase
    from hexlab.model.terms import network_terms as network_terms

__getattr__, __dir__ = lazy_names(
    __name__,
    dict.fromkeys(
        (
            "network_value",
            "network_values",
            "resistance_ratio",
            "resistance_ratios",
            "scaled_resistance",
            "scaled_value",
        ),
        "hexlab.model.evaluation",
    )
    | {"load_phase": "hexlab.model.phase", "network_terms": "hexlab.model.terms"},
)
