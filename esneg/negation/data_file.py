"""Reads the YAML of a language's data files."""

from __future__ import annotations

from typing import Any

import yaml


def read(text: str) -> Any:
    """Parses YAML with every scalar as the text that it is: YAML's ``no: false`` would eat the commonest cue."""
    # libyaml where PyYAML was built with it: ten times quicker.
    return yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
