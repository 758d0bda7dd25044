"""The smallest change to an index's own analysis that removes an audit's findings."""

from esneg.repair.in_place import apply_in_place
from esneg.repair.model import Change, Proposal, Unresolved
from esneg.repair.propose import propose

__all__ = ["Change", "Proposal", "Unresolved", "apply_in_place", "propose"]
