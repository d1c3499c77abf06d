"""Models that run in this process: checkpoints through transformers (`hf:`) and GGUF files through llama.cpp (`gguf:`).

Nothing heavy is imported before such a model is opened; without its extra the user is told which one to install.
"""
