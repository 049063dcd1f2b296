"""What is connected already: links between cells, groups and sides, and proofs of them."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.connection.certificate import Certificate as Certificate
    from hexlab.connection.certificate import Line as Line
    from hexlab.connection.proof import Proof as Proof
    from hexlab.connection.proof import Step as Step
    from hexlab.connection.verify import CertificateError as CertificateError
    from hexlab.connection.verify import Verified as Verified
    from hexlab.connection.verify import verify as verify

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Certificate": "hexlab.connection.certificate",
        "CertificateError": "hexlab.connection.verify",
        "Line": "hexlab.connection.certificate",
        "Proof": "hexlab.connection.proof",
        "Step": "hexlab.connection.proof",
        "Verified": "hexlab.connection.verify",
        "verify": "hexlab.connection.verify",
    },
)
