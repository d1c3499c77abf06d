"""The shop as a pack of data: its phrases, one folder for each language."""
