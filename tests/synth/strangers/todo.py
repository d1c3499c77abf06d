"""A stranger's domain: a to-do list, with numbers for ids."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from evalwright.synth import EnvironmentSpec, Result

TITLES = ("water the plants", "call the dentist", "renew the passport", "book the ferry", "repair the bicycle")
PEOPLE = ("Ada Brook", "Ben Carver", "Cora Dunn", "Dev Ellis", "Eva Frost", "Finn Gale")
POLICY = "You keep people's to-do lists. Find the person by name first. Say what you will change and wait for a yes."


def function(name: str, about: str, /, **parameters: Any) -> dict[str, Any]:
    optional = [key for key, schema in parameters.items() if schema.pop("optional", False)]
    schema = {
        "type": "object",
        "properties": parameters,
        "required": [key for key in parameters if key not in optional],
    }
    return {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}


class Todo:
    """Lists of tasks, one for each person."""

    simulated = False

    def __init__(self, spec: EnvironmentSpec) -> None:
        self.name = "todo"
        self._next = 900
        self.tasks: dict[int, dict[str, Any]] = {}
        for owner, _ in enumerate(PEOPLE):
            for number in range(4):
                task = 100 * (owner + 1) + number
                title = TITLES[(owner + number + spec.seed) % len(TITLES)]
                self.tasks[task] = {"task_id": task, "person_id": owner + 1, "title": title, "done": number == 3}

    def tools(self) -> list[dict[str, Any]]:
        return [
            function("find_person", "Find a person by name.", name={"type": "string", "description": "Full name"}),
            function("list_tasks", "List the tasks of a person.", person_id={"type": "integer"}),
            function("get_task", "Show one task.", task_id={"type": "integer"}),
            function(
                "add_task",
                "Add a task to the list of a person.",
                person_id={"type": "integer"},
                title={"type": "string", "description": "What is to be done"},
            ),
            function("complete_task", "Mark a task as done.", task_id={"type": "integer"}),
        ]

    def effect(self, name: str) -> str:
        return "write" if name in ("add_task", "complete_task") else "read"

    def policy(self, lang: str) -> str:
        return POLICY

    def known(self) -> list[dict[str, Any]]:
        return [{"name": name} for name in PEOPLE]

    def fork(self) -> Todo:
        made = copy.copy(self)
        made.tasks = copy.deepcopy(self.tasks)
        return made

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        try:
            value = getattr(self, f"_{name}")(**arguments)
        except LookupError as error:
            return Result(False, f"Error: {error.args[0]}")
        except (TypeError, AttributeError):
            return Result(False, "Error: there is no such tool, or it takes other arguments.")
        return Result(True, json.dumps(value), value)

    def _find_person(self, name: str) -> Any:
        if name not in PEOPLE:
            raise LookupError("nobody has this name.")
        return {"person_id": PEOPLE.index(name) + 1, "name": name}

    def _list_tasks(self, person_id: int) -> Any:
        if not 0 < person_id <= len(PEOPLE):
            raise LookupError("there is no such person.")
        return {"tasks": [task for task in self.tasks.values() if task["person_id"] == person_id]}

    def _get_task(self, task_id: int) -> Any:
        if task_id not in self.tasks:
            raise LookupError("there is no such task.")
        return self.tasks[task_id]

    def _add_task(self, person_id: int, title: str) -> Any:
        if not 0 < person_id <= len(PEOPLE):
            raise LookupError("there is no such person.")
        self._next += 1
        self.tasks[self._next] = {"task_id": self._next, "person_id": person_id, "title": title, "done": False}
        return self.tasks[self._next]

    def _complete_task(self, task_id: int) -> Any:
        if task_id not in self.tasks:
            raise LookupError("there is no such task.")
        if self.tasks[task_id]["done"]:
            raise LookupError("this task is done already.")
        self.tasks[task_id]["done"] = True
        return self.tasks[task_id]

    def hash(self) -> str:
        return hashlib.sha256(json.dumps([self._next, *self.tasks.values()]).encode()).hexdigest()[:16]

    def close(self) -> None:
        pass


class OldTodo:
    """The same as it was written before domains: an environment that tells neither what users know nor any rules."""

    simulated = False
    name = "old-todo"

    def __init__(self, spec: EnvironmentSpec) -> None:
        self._inner = Todo(spec)
        self.tools, self.effect, self.policy = self._inner.tools, self._inner.effect, self._inner.policy

    def fork(self) -> OldTodo:
        made = copy.copy(self)
        made._inner = self._inner.fork()
        return made

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        if name == "list_people":
            return Result(True, json.dumps([{"person_id": at + 1, "name": name} for at, name in enumerate(PEOPLE)]))
        return self._inner.call(name, arguments)

    def hash(self) -> str:
        return self._inner.hash()

    def close(self) -> None:
        self._inner.close()
