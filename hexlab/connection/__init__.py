"""What is connected already, which cells do not matter, and proofs of both."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.connection.certificate import Certificate as Certificate
    from hexlab.connection.certificate import Line as Line
    from hexlab.connection.derivation import proof_steps as proof_steps
    from hexlab.connection.hsearch import Connections as Connections
    from hexlab.connection.hsearch import find_connections as find_connections
    from hexlab.connection.inferior import Inferior as Inferior
    from hexlab.connection.inferior import inferior_cells as inferior_cells
    from hexlab.connection.links import virtual_network as virtual_network
    from hexlab.connection.must_play import MustPlay as MustPlay
    from hexlab.connection.must_play import mustplay as mustplay
    from hexlab.connection.options import Options as Options
    from hexlab.connection.proof import Proof as Proof
    from hexlab.connection.proof import Step as Step
    from hexlab.connection.record import Connection as Connection
    from hexlab.connection.regions import Region as Region
    from hexlab.connection.regions import settled_regions as settled_regions
    from hexlab.connection.verify import CertificateError as CertificateError
    from hexlab.connection.verify import Verified as Verified

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Certificate": "hexlab.connection.certificate",
        "CertificateError": "hexlab.connection.verify",
        "Connection": "hexlab.connection.record",
        "Connections": "hexlab.connection.hsearch",
        "Inferior": "hexlab.connection.inferior",
        "Line": "hexlab.connection.certificate",
        "MustPlay": "hexlab.connection.must_play",
        "Options": "hexlab.connection.options",
        "Proof": "hexlab.connection.proof",
        "Region": "hexlab.connection.regions",
        "Step": "hexlab.connection.proof",
        "Verified": "hexlab.connection.verify",
        "find_connections": "hexlab.connection.hsearch",
        "inferior_cells": "hexlab.connection.inferior",
        "mustplay": "hexlab.connection.must_play",
        "proof_steps": "hexlab.connection.derivation",
        "settled_regions": "hexlab.connection.regions",
        "virtual_network": "hexlab.connection.links",
    },
)
