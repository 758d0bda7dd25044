"""The audit without a cluster: settings and mappings from files, judged by static rules or by any engine at hand."""

from esneg.audit.offline.run import audit_files

__all__ = ["audit_files"]
