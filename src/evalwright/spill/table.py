"""A table of keys and values, both whole numbers, for as many keys as there is room on the disk."""

from __future__ import annotations

from .records import SpilledRecords
from .slots import HASH_BITS, HashSlots

KEY_BYTES = 16
MEMORY_KEYS = 1 << 17
"""Keys in a dict, unless whoever makes a table says otherwise."""
_MARK = (1 << HASH_BITS) - 1


class SpilledTable:
    """Keys of 128 bits, which must be hashes, and values of so many bytes."""

    def __init__(
        self,
        value_bytes: int = 8,
        *,
        memory_keys: int | None = None,
        memory_bytes: int | None = None,
        memory_slots: int | None = None,
    ) -> None:
        """`memory_keys`: keys in a dict, the quickest; then bytes of records and slots of the index in memory."""
        self._value_bytes = value_bytes
        self._few: dict[int, int] | None = {}
        self._most_few = MEMORY_KEYS if memory_keys is None else memory_keys
        self._records = SpilledRecords(KEY_BYTES + value_bytes, memory_bytes)
        self._slots = HashSlots(1, memory_slots)  # it grows when the dict is left

    def __len__(self) -> int:
        return len(self._records if self._few is None else self._few)

    def __contains__(self, key: int) -> bool:
        return self.get(key) is not None

    def get(self, key: int) -> int | None:
        """The value of a key."""
        if self._few is not None:
            return self._few.get(key)
        _, number = self._locate(key)
        return None if number < 0 else self._value_at(number)

    def put_new(self, key: int, value: int = 0) -> int | None:
        """The value that a key has already; None where it had none, and has this one from now on."""
        few = self._few
        if few is not None:
            found = few.get(key)
            if found is None:
                few[key] = value
                if len(few) > self._most_few:
                    self._leave_dict(few)
            return found
        at, number = self._locate(key)
        if number >= 0:
            return self._value_at(number)
        self._add(at, key, value)
        return None

    def put(self, key: int, value: int) -> None:
        """Give a key a value, in the place of another that it had."""
        if self._few is not None:
            if self.put_new(key, value) is not None:
                self._few[key] = value
            return
        at, number = self._locate(key)
        if number < 0:
            self._add(at, key, value)
        else:
            self._records[number] = self._record(key, value)

    def _leave_dict(self, few: dict[int, int]) -> None:
        self._few = None
        for key, value in few.items():
            self._add(self._locate(key)[0], key, value)

    def _locate(self, key: int) -> tuple[int, int]:
        """The place and the record of a key; the place where it belongs, and -1, where there is none."""
        mark = key & _MARK
        at, number = self._slots.find(mark)
        if number >= 0:
            raw = key.to_bytes(KEY_BYTES, "little")
            while number >= 0 and not self._records[number].startswith(raw):
                at, number = self._slots.find(mark, at)
        return at, number

    def _add(self, at: int, key: int, value: int) -> None:
        self._slots.add(at, key & _MARK, self._records.append(self._record(key, value)))

    def _record(self, key: int, value: int) -> bytes:
        return key.to_bytes(KEY_BYTES, "little") + value.to_bytes(self._value_bytes, "little")

    def _value_at(self, number: int) -> int:
        return int.from_bytes(self._records[number][KEY_BYTES:], "little")
