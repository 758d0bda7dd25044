"""How the polarity model is trained: data, mixture, loop, export. Needs torch and transformers; nothing else in
the package imports it (see `scripts/train-polarity-model`)."""
