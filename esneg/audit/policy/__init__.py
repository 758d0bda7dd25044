"""What to do about findings: severities, suppressions and a baseline. An audit finds; a policy decides what fails."""

from esneg.audit.policy.baseline import Baseline, baseline_of, read_baseline, write_baseline
from esneg.audit.policy.comparison import compare
from esneg.audit.policy.configuration import Policy, read_policy
from esneg.audit.policy.fingerprints import fingerprint
from esneg.audit.policy.judge import judge
from esneg.audit.policy.suppressions import Suppression

__all__ = [
    "Baseline",
    "Policy",
    "Suppression",
    "baseline_of",
    "compare",
    "fingerprint",
    "judge",
    "read_baseline",
    "read_policy",
    "write_baseline",
]
