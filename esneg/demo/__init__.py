"""The whole story on sample data: a stock analyzer loses "not", the audit finds it, esneg's analyzer keeps it."""

from esneg.demo.story import Story, tell

__all__ = ["Story", "tell"]
