"""Every earlier conversation that is worded alike, not only the most alike: one that is missed could leak."""

from __future__ import annotations

from ..audit.sketch_index import SketchIndex

_EQUAL = 1.0


class AllAlike(SketchIndex):
    """Sketches that give all that is alike. One equal to a sketch already kept adds nothing and is not kept."""

    def link(self, sketch: bytes, number: int) -> list[int]:
        """The numbers of the conversations alike to this one, which is then remembered."""
        found, known = [], False
        for where, share in self.all_alike(sketch):
            found.append(where)
            if share >= _EQUAL:
                known = True
                break
        if not known:
            self.keep(sketch, number)
        return found
