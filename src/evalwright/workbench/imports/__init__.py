"""Files of others as conversations, items and samples: `import_files` recognises them, one module for each shape."""

from .hosted_exports import HostedExport, HostedRun, is_hosted_file, recorded_criteria, write_hosted_rows
from .result import Imported
from .run import import_files
from .sampling import Sampling

__all__ = [
    "HostedExport",
    "HostedRun",
    "Imported",
    "Sampling",
    "import_files",
    "is_hosted_file",
    "recorded_criteria",
    "write_hosted_rows",
]
