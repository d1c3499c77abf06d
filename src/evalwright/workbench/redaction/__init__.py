"""Secrets and personal values taken out of records, each replaced by a stand-in of the same form.

The same value gets the same stand-in in every record and in whatever spelling, so that an argument still comes from
where it came from. Stand-ins are keyed: without the key nobody can try all telephone numbers to find the one meant.
"""

from .redactor import Redactor, new_redaction_key, read_redaction_key, read_value_list

__all__ = ["Redactor", "new_redaction_key", "read_redaction_key", "read_value_list"]
