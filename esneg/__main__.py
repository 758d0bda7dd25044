"""`python -m esneg` is the same as `esneg`."""

from esneg.cli import main

main()
